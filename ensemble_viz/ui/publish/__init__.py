"""Figures for paper, slides and sheets, drawn beside the thread of the window."""

from ensemble_viz.ui.publish.choices import Draft, Publisher, Wanted
from ensemble_viz.ui.publish.dialog import FigureDialog

__all__ = ["Draft", "FigureDialog", "Publisher", "Wanted"]
