"""Paints pictures by Qt: snapped to device pixels, small things copied from a sheet."""

from ensemble_viz.ui.paint.marks import paint_tag, paint_tags
from ensemble_viz.ui.paint.painter import QtPainter
from ensemble_viz.ui.paint.ruler import RULER, QtRuler

__all__ = ["RULER", "QtPainter", "QtRuler", "paint_tag", "paint_tags"]
