"""Paints pictures by Qt: snapped to device pixels, small things copied from a sheet."""

from ensemble_viz.ui.paint.painter import QtPainter
from ensemble_viz.ui.paint.shapes import paint_tag, paint_tags

__all__ = ["QtPainter", "paint_tag", "paint_tags"]
