"""Figures: a canvas as it is, many in a strip, charts, a page of all."""

from ensemble_viz.scene.picture.page.chart import margin_chart, run_chart
from ensemble_viz.scene.picture.page.composed import plots
from ensemble_viz.scene.picture.page.figure import figure
from ensemble_viz.scene.picture.page.page import PARTS, page, part

__all__ = ["PARTS", "figure", "margin_chart", "page", "part", "plots", "run_chart"]
