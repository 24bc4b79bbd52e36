"""Lines between what is said here and there."""

from ensemble_viz.engine.surface.lines.contours import class_contours, contour
from ensemble_viz.engine.surface.lines.outline import boundary, rectangles
from ensemble_viz.engine.surface.lines.polylines import chained, simplified

__all__ = ["boundary", "chained", "class_contours", "contour", "rectangles", "simplified"]
