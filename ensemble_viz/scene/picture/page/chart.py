"""The curves of a run, and its margins, as charts: figures of their own."""

from dataclasses import replace

import numpy as np

from ensemble_viz.scene.figures.curves import Curve, Curves
from ensemble_viz.scene.figures.history import MarginCurves
from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, headed
from ensemble_viz.scene.picture.page.composed import SHAPE
from ensemble_viz.scene.picture.primitives import Picture
from ensemble_viz.scene.picture.sheet import Layout

BEFORE = ("solid", "dashed", "dotted", "thin", "fourth")  # looks of rounds before the last
SPARE = 0.04  # of the range, beyond the curves
FAR = 10.0  # heights of the plot, as far as a curve goes on outside of it


def margin_chart(found: MarginCurves, layout: Layout, palette: Palette) -> Picture:
    """Draw what share of the points has at most each margin: a curve a round."""
    spare = SPARE * (found.high - found.low)
    ends = found.low - spare, found.high + spare
    curves, last = [], len(found.rounds) - 1
    for k, (t, margins) in enumerate(zip(found.rounds, found.sorted_margins, strict=True)):
        x = np.concatenate(([ends[0]], np.repeat(margins, 2), [ends[1]]))
        share = np.repeat(np.arange(len(margins) + 1) / len(margins), 2)
        look = "now" if k == last else BEFORE[(last - 1 - k) % len(BEFORE)]
        curves.append(ChartLine(f"after round {t}", x, share, look))
    names = found.x_name, "share of points"
    chart = Chart("", names, tuple(curves), ends, (-SPARE / 2, 1.0 + SPARE / 2))
    return _drawn(chart, layout, palette)


def run_chart(found: Curves, layout: Layout, palette: Palette) -> Picture:
    last = max(found.computed, 1)
    spare = SPARE * (found.high - found.low)  # below, too: a curve at zero is beside the edge
    heights = found.low - spare, found.high + spare
    far = FAR * (heights[1] - heights[0])  # beyond it viewers leave lines out
    parts = tuple(
        _part(curve, last, heights[0] - far, heights[1] + far)
        for curve in found.series if len(curve.at)
    )  # fmt: skip
    room = 0.5 * any(isinstance(part, Columns) for part in parts)
    ends = 0.0, last + room
    return _drawn(Chart("", ("round", found.family.lower()), parts, ends, heights), layout, palette)


def _part(curve: Curve, last: int, low: float, high: float) -> ChartLine | Columns:
    known = curve.at <= last
    x, y = curve.at[known], np.clip(curve.values[known], low, high)
    if curve.style == "bars":
        return Columns(curve.name, x, y)
    return ChartLine(curve.name, x, y, curve.style)


def _drawn(chart: Chart, layout: Layout, palette: Palette) -> Picture:
    chart = replace(chart, around=layout.parts)
    high = layout.height or SHAPE * layout.width
    return headed("", (chart,), replace(layout, height=high), palette)
