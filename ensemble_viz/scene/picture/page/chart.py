"""Curves over one another in a frame, with numbers and names around it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.figures.curves import Curves, whole_ticks
from ensemble_viz.scene.figures.history import MarginCurves
from ensemble_viz.scene.frame import Ticks
from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.beside.curves import PENS, dashed
from ensemble_viz.scene.picture.labels import dots, written
from ensemble_viz.scene.picture.page.around import border_of
from ensemble_viz.scene.picture.page.composed import SHAPE
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Picture, Polylines
from ensemble_viz.scene.picture.sheet import GAP, TICK, Layout, Sheet, axis_ticks
from ensemble_viz.scene.picture.tags import Part, Stroke, Style, Tag, Tags, Word, shifted

WIDTH, STRONG = 1.4, 2.2  # of curves, and of the last of them
DASHES = ((9.0, 3.0), (5.0, 3.0), (2.0, 2.5), (9.0, 2.5), (1.5, 1.5))  # of those before it
SPARE = 0.04  # of the range, beyond the curves
FAR = 10.0  # heights of the plot, as far as a curve goes on outside of it
ROW = 1.5  # of the height of letters, in the key
LONG = 26.0  # a sample of a line


@dataclass(frozen=True, slots=True)
class CurveLook:
    width: float = WIDTH
    ink: str = "ink"
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ChartCurve:
    name: str
    places: FloatArray
    """(k, 2)."""
    look: CurveLook = CurveLook()


def margin_chart(found: MarginCurves, layout: Layout, palette: Palette) -> Picture:
    """Draw what share of the points has at most each margin: a curve a round."""
    spare = SPARE * (found.high - found.low)
    frame = Frame(found.low - spare, -SPARE / 2, found.high + spare, 1.0 + SPARE / 2)
    looks = _looks(len(found.rounds))
    curves = [
        ChartCurve(f"after round {t}", _rising(margin, frame), look)
        for t, margin, look in zip(found.rounds, found.sorted_margins, looks, strict=True)
    ]
    return chart(curves, frame, (found.x_name, "share of points"), layout, palette)


def _rising(values: FloatArray, frame: Frame) -> FloatArray:
    """Turn ascending values into a step curve of their shares."""
    share = np.arange(len(values) + 1) / len(values)
    x = np.concatenate(([frame.left], np.repeat(values, 2), [frame.right]))
    return np.column_stack((x, np.repeat(share, 2)))


def chart(
    curves: Sequence[ChartCurve],
    frame: Frame,
    names: tuple[str, str],
    layout: Layout,
    palette: Palette,
    across: Ticks | None = None,
) -> Picture:
    """Describe curves with a key below them; `across`: other numbers along the level axis."""
    width, high = layout.width, layout.height or SHAPE * layout.width
    sheet = Sheet((0.0, 0.0, width, high), layout.ruler, frame, palette)
    kind = sheet.type("tick")
    tall = sheet.high(kind)
    wide = max(sheet.wide(text, kind) for text in axis_ticks(sheet)[1].labels)
    left = wide + TICK + 2 * GAP
    rows = _rows(curves, sheet, left) if layout.parts.key else []
    foot = TICK + 2 * GAP + tall + ROW * tall * len(rows)
    plot = sheet.part((left, tall + 2 * GAP, width - 10.0, high - foot), frame)
    drawn = _lines(curves, plot)
    lines = [item for item in drawn if isinstance(item, Polylines)]
    marks = (item for item in drawn if not isinstance(item, Polylines))  # whole at the edge
    items: list[Item] = [*marks, border_of(plot)]
    tags = [*(_written(plot, names) if layout.parts.labels else ())]
    if layout.parts.ticks:
        ticked, numbers = _ticks(plot, names[0], across or axis_ticks(plot)[0])
        items.append(ticked)
        tags += numbers
    tags += [_row(curves, row, k, plot) for k, row in enumerate(rows)]
    layers = (
        Layer("curves", tuple(lines), plot.box),
        Layer("axes", tuple(items)),
        Layer("words", (Tags(tuple(tags), "words"),)),
    )
    return Picture(width, high, sheet.colour("canvas"), layers)


def _looks(count: int) -> list[CurveLook]:
    """Tell curves apart, the last the strongest."""
    before = [CurveLook(dash=DASHES[k % len(DASHES)]) for k in range(count - 1)]
    return [*reversed(before), CurveLook(STRONG, "accent")]


def _look(style: str) -> CurveLook:
    """Draw a curve as it is drawn in the window."""
    ink, width, dash = PENS[style]
    return CurveLook(width, ink, dashed(dash, width))


def run_chart(found: Curves, layout: Layout, palette: Palette) -> Picture:
    last = max(found.computed, 1)
    spare = SPARE * (found.high - found.low)  # below, too: a curve at zero is beside the edge
    frame = Frame(0.0, found.low - spare, float(last), found.high + spare)
    far = FAR * (frame.top - frame.bottom)  # beyond it viewers leave lines out
    known = [
        (one, np.column_stack((one.at, np.clip(one.values, frame.bottom - far, frame.top + far))))
        for one in found.series if len(one.at)
    ]  # fmt: skip
    curves = [
        ChartCurve(one.name, places[places[:, 0] <= last], _look(one.style))
        for one, places in known
    ]
    names = "round", found.family.lower()
    return chart(curves, frame, names, layout, palette, whole_ticks(last))


def _lines(curves: Sequence[ChartCurve], plot: Sheet) -> list[Item]:
    zero = np.array([[float(plot.across(np.array(0.0))), end] for end in plot.box[1::2]])
    found: list[Item] = [Polylines((zero,), 1.0, plot.colour("hairline"), straight=True)]
    for curve in curves:
        look, places = curve.look, plot.places(curve.places)
        ink = plot.colour(look.ink)
        if len(places) == 1:
            found.append(dots(places, look.width + 1.0, Style(fill=ink), curve.name))
        else:
            found.append(Polylines((places,), look.width, ink, look.dash, key=curve.name))
    return found


def _ticks(plot: Sheet, name: str, across: Ticks) -> tuple[Item, list[Tag]]:
    kind, up = plot.type("tick"), axis_ticks(plot)[1]
    x, y = plot.across(across.at), plot.down(up.at)
    below = np.column_stack((x, x * 0 + plot.bottom, x, x * 0 + plot.bottom + TICK))
    beside = np.column_stack((y * 0 + plot.left - TICK, y, y * 0 + plot.left, y))
    row, end = plot.bottom + TICK + GAP / 2 + plot.high(kind) / 2, plot.left - TICK - GAP
    room = plot.right - plot.wide(name, kind) - 4 * GAP
    tags = [_tag(text, (at, row), 0.5, "ink2", plot)
            for at, text in zip(x.tolist(), across.labels, strict=True) if at < room]  # fmt: skip
    tags += [_tag(text, (end, at), 1.0, "ink2", plot)
             for at, text in zip(y.tolist(), up.labels, strict=True)]  # fmt: skip
    lines = np.concatenate((below, beside))
    return Bars(lines, 1.0, plot.colour("ink2"), square=False, key="ticks"), tags


def _written(plot: Sheet, names: tuple[str, str]) -> list[Tag]:
    high = plot.high(plot.type("tick"))
    foot = plot.right, plot.bottom + TICK + GAP / 2 + high / 2
    head = plot.left, plot.top - high / 2 - GAP
    return [_tag(names[0], foot, 1.0, "ink", plot), _tag(names[1], head, 0.0, "ink", plot)]


def _tag(text: str, place: tuple[float, float], align: float, ink: str, plot: Sheet) -> Tag:
    return written(text, plot.type("tick"), place, align, plot.colour(ink), plot)


def _rows(curves: Sequence[ChartCurve], sheet: Sheet, left: float) -> list[list[tuple[int, float]]]:
    """Put the names of the curves into rows: the number of each, and its left end."""
    rows, x, kind = [list[tuple[int, float]]()], left, sheet.type("text")
    for k, curve in enumerate(curves):
        wide = LONG + 3 * GAP + sheet.wide(curve.name, kind)
        if x + wide > sheet.right and rows[-1]:
            rows.append([])
            x = left
        rows[-1].append((k, x))
        x += wide + 6 * GAP
    return rows


def _row(
    curves: Sequence[ChartCurve], row: list[tuple[int, float]], number: int, plot: Sheet
) -> Tag:
    kind, high = plot.type("text"), plot.high(plot.type("tick"))
    y = plot.bottom + TICK + 2 * GAP + high + (number + 0.5) * ROW * high
    parts: list[Part] = []
    for k, x in row:
        look = curves[k].look
        parts.append(Stroke((x, y, x + LONG, y), look.width, plot.colour(look.ink), look.dash))
        ink2 = plot.colour("ink2")
        parts.append(Word(curves[k].name, kind, x + LONG + 2 * GAP, y, ink2, 0.0))
    box = (plot.left, y - high / 2, plot.right, y + high / 2)
    return Tag(box, None, tuple(shifted(part, -box[0], -box[1]) for part in parts), "key")
