"""Figures for paper, slides and sheets, drawn beside the thread of the window."""

from ensemble_viz.ui.publish.choices import Wanted
from ensemble_viz.ui.publish.dialog import FigureDialog
from ensemble_viz.ui.publish.publisher import Done, Draft, Publisher

__all__ = ["Done", "Draft", "FigureDialog", "Publisher", "Wanted"]
