"""What a plot says under the mouse, and charts with a headline: a figure of their own."""

from collections.abc import Sequence

import numpy as np

from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.charts.drawing import ChartRoom, charts, rooms
from ensemble_viz.scene.picture.charts.plot import Chart, Level, Listing
from ensemble_viz.scene.picture.placed import lowest
from ensemble_viz.scene.picture.primitives import Layer, Picture
from ensemble_viz.scene.picture.sheet import LINE, Layout, Sheet
from ensemble_viz.scene.picture.tags import Tag, Tags, holds, lines_of_words
from ensemble_viz.scene.words import fixed, shortest


def reading(plots: Sequence[Chart | Listing], sheet: Sheet, x: float, y: float) -> str:
    """Read off the numbers at a place; "" where there are none."""
    for room in rooms(plots, sheet):
        if isinstance(room.plot, Chart) and holds(room.inside.box, x, y):
            return _read(room, room.plot, x, y)
    return ""


def _read(room: ChartRoom, plot: Chart, x: float, y: float) -> str:
    inside = room.inside
    if plot.flat:
        slot = inside.height / max(len(plot.kinds), 1)
        at = float(int((y - inside.top) / slot))
    else:
        frame = inside.frame
        at = frame.left + (x - inside.left) / inside.width * (frame.right - frame.left)
    found = [part for part in plot.parts if not isinstance(part, Level) and len(part.x)]
    if not found:
        return ""
    near = min(
        (_nearest(plot.along(part.x), at) for part in found), key=lambda each: abs(each - at)
    )
    if plot.kinds:
        near = float(np.rint(near))
    place = plot.kinds[int(near)] if plot.kinds else _place(plot, near)
    reach = 0.5 if plot.kinds else 1e-9 + 0.45 * _apart(plot)
    texts = []
    for part in found:
        xs, ys = plot.along(part.x), part.top if hasattr(part, "top") else part.y
        k = int(np.abs(xs - near).argmin())
        if abs(xs[k] - near) <= reach:
            texts.append(f"{part.name or plot.names[1] or plot.title}: {fixed(float(ys[k]))}")
    return "\n".join((place, *texts))


def _nearest(xs: "np.ndarray[tuple[int], np.dtype[np.float64]]", at: float) -> float:
    return float(xs[int(np.abs(xs - at).argmin())])


def _apart(plot: Chart) -> float:
    """Say how far the places of columns are from one another: 0 on curves."""
    return 0.0 if plot.log or not any(hasattr(part, "top") for part in plot.parts) else 1.0


def _place(plot: Chart, near: float) -> str:
    value = 10.0**near if plot.log else near
    name = plot.names[0]
    if any(hasattr(part, "top") for part in plot.parts):
        value = float(np.rint(value))
    return f"{name} {shortest(value)}".strip()


EDGE = 8.0
MOST_LINES = 2  # of the headline


def headed(
    headline: str, plots: Sequence[Chart | Listing], layout: Layout, palette: Palette
) -> Picture:
    """Describe charts below a headline; as high as they need where no height is asked for."""
    box = (0.0, 0.0, layout.width, layout.height or 0.0)
    whole = Sheet(box, layout.ruler, palette=palette)
    kind = whole.type("projector small" if whole.projected else "title")
    room, high = layout.width - 2 * EDGE, LINE * kind[0]
    lines = whole.broken(headline, kind, room, MOST_LINES)
    top = EDGE + (high * len(lines) + EDGE) * bool(headline)
    words = lines_of_words(lines, kind, whole.colour("ink"), high)
    head = Tag((EDGE, EDGE, layout.width - EDGE, top), None, words, "headline")
    bottom = layout.height - EDGE if layout.height else top
    drawn = charts(plots, whole.part((EDGE, top, layout.width - EDGE, bottom), whole.frame))
    layers = (Layer("headline", (Tags((head,), "headline"),)), *drawn.layers)
    made = Picture(layout.width, layout.height or drawn.height, drawn.ground, layers)
    if layout.height:
        return made
    return Picture(layout.width, lowest(made) + EDGE, drawn.ground, layers)
