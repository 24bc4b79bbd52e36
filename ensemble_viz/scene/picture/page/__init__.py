"""Figures: a canvas as it is, many in a strip, charts, tables, a page of all."""

from ensemble_viz.scene.picture.page.chart import margin_chart, run_chart
from ensemble_viz.scene.picture.page.composed import plots
from ensemble_viz.scene.picture.page.figure import figure
from ensemble_viz.scene.picture.page.page import PARTS, Cells, page, part, table_picture

__all__ = [
    "PARTS",
    "Cells",
    "figure",
    "margin_chart",
    "page",
    "part",
    "plots",
    "run_chart",
    "table_picture",
]
