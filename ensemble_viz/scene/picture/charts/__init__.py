"""Charts of lines, columns, dots and levels, side by side where they fit."""

from ensemble_viz.scene.picture.charts.drawing import charts
from ensemble_viz.scene.picture.charts.plot import (
    Chart,
    ChartLine,
    ChartRow,
    Columns,
    Dots,
    Drawn,
    Level,
    Listing,
)
from ensemble_viz.scene.picture.charts.reading import headed, reading

__all__ = [
    "Chart",
    "ChartLine",
    "ChartRow",
    "Columns",
    "Dots",
    "Drawn",
    "Level",
    "Listing",
    "charts",
    "headed",
    "reading",
]
