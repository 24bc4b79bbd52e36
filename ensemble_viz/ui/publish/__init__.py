"""Figures for paper, slides and sheets, drawn beside the thread of the window."""

from ensemble_viz.ui.publish.dialog import FigureDialog
from ensemble_viz.ui.publish.publisher import Draft, Publisher

__all__ = ["Draft", "FigureDialog", "Publisher"]
