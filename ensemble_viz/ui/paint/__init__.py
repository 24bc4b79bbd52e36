"""Paints pictures by Qt: snapped to device pixels, small things copied from a sheet."""

from ensemble_viz.ui.paint.marks import RULER, paint_tag, paint_tags
from ensemble_viz.ui.paint.painter import QtPainter

__all__ = ["RULER", "QtPainter", "paint_tag", "paint_tags"]
