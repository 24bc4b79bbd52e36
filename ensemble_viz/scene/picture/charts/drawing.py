"""Plots of demonstrations as display lists: beside one another where there is room, else below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.picture.charts.parts import ROW, drawn, key_rows, key_tags, pen_of
from ensemble_viz.scene.picture.charts.plot import Chart, ChartRow, Columns, Level, Listing, Numbers
from ensemble_viz.scene.picture.labels import written
from ensemble_viz.scene.picture.primitives import Bars, Layer, Picture
from ensemble_viz.scene.picture.sheet import APART, GAP, TICK, Sheet, axis_ticks, small, strong
from ensemble_viz.scene.picture.tags import Tag, Tags
from ensemble_viz.scene.words import powered, shortest

LEAST, HIGH = 264.0, 0.62  # the least width of a plot that has another beside it; height by width
LOWEST, HIGHEST = 190.0, 330.0
BETWEEN = 18.0
LONG = 1.8  # of the height of letters: a row of a listing
BAND = 3.6  # of the height of letters: a name and two bars below it
NO_TICKS = Ticks(np.empty(0), ())
LEAST_ROWS = 6.0  # of words: above and below a plot without its key, and what it has at least
LARGER = (1.8, 1.5, 1.2)  # times the usual type
FEWEST_ROWS = 4  # of a listing that has to do with a height
POWERS = 2  # of ten, from which on only whole ones are written along an axis


@dataclass(frozen=True, slots=True)
class ChartRoom:
    plot: Chart | Listing
    sheet: Sheet
    """All of it."""
    inside: Sheet
    """The part within the axes, which counts as they do."""


def charts(plots: Sequence[Chart | Listing], sheet: Sheet) -> Picture:
    """Draw plots as wide as a sheet; as high as they need, or as the sheet says."""
    made = rooms(plots, sheet)
    layers = [layer for each in made for layer in _layers(each)]
    high = max((each.sheet.bottom for each in made), default=0.0)
    whole = max(sheet.height, high)
    return Picture(sheet.width, whole, sheet.colour("canvas"), tuple(layers))


def rooms(plots: Sequence[Chart | Listing], sheet: Sheet) -> list[ChartRoom]:
    """Find a place for each plot: in columns of equal widths."""
    sheet = _grown(plots, sheet)
    px, count = sheet.px, len(plots)
    if not count:
        return []
    columns = max(1, min(count, int(sheet.width / (px(LEAST) * _growth(sheet)))))
    rows = -(-count // columns)
    columns = -(-count // rows)
    between = px(BETWEEN)
    wide = (sheet.width - (columns - 1) * between) / columns
    usual = min(max(HIGH * wide, px(LOWEST) * _growth(sheet)), px(HIGHEST) * _growth(sheet))
    high = (sheet.height - (rows - 1) * between) / rows if sheet.height else usual
    found, top = [], sheet.top
    for row in range(rows):
        each = plots[row * columns : (row + 1) * columns]
        narrow = sheet.part((0.0, 0.0, wide, 0.0), sheet.frame)
        tall = max(high, *(_needed(plot, narrow, sheet.height > 0.0) for plot in each))
        for k, plot in enumerate(each):
            left = sheet.left + k * (wide + between)
            box = (left, top, left + wide, top + tall)
            found.append(_room(plot, sheet.part(box, sheet.frame)))
        top += tall + between
    return found


def _growth(sheet: Sheet) -> float:
    """Say how much larger words are than usual: those for the back row are."""
    return small(sheet)[0] / (sheet.type("tick")[0])


def _grown(plots: Sequence[Chart | Listing], sheet: Sheet) -> Sheet:
    """Write a listing that has a room to itself as large as all of it stays whole."""
    if len(plots) != 1 or not isinstance(plots[0], Listing):
        return sheet
    for times in LARGER:
        larger = replace(sheet, scale=times * sheet.scale)
        widest = max((larger.wide(row.text, small(larger)) for row in plots[0].rows), default=0.0)
        if _needed(plots[0], larger, False) <= sheet.height and widest <= sheet.width:
            return larger
    return sheet


def _needed(plot: Chart | Listing, sheet: Sheet, is_given: bool) -> float:
    """Say how high a plot has to be, because of what is written in it."""
    high = sheet.high(small(sheet))
    if isinstance(plot, Listing):
        rows = min(len(plot.rows), FEWEST_ROWS) if is_given else len(plot.rows)
        return high * (LONG * rows + 3.0)
    around = LEAST_ROWS + ROW * len(key_rows(plot, sheet))
    return high * (around + (BAND * len(plot.kinds) if plot.flat else LEAST_ROWS))


def _room(plot: Chart | Listing, sheet: Sheet) -> ChartRoom:
    if isinstance(plot, Listing):
        return ChartRoom(plot, sheet, sheet)
    kind = small(sheet)
    high = sheet.high(kind)
    (low, far), (foot, head) = plot.ends
    keys = key_rows(plot, sheet)
    below = TICK + 2 * GAP + high * (1.0 + ROW * len(keys))
    if plot.kinds and not plot.flat:
        below += high * (_most_lines(plot, sheet) - 1)
    top = sheet.top + sheet.high(strong(sheet)) * bool(plot.title) + 1.5 * high + 3 * GAP
    if plot.flat:
        frame = Frame(foot, far, head, low)  # the first is the uppermost
        box = (sheet.left + 1.0, top - high, sheet.right - 2 * GAP, sheet.bottom - below - high)
        return ChartRoom(plot, sheet, sheet.part(box, frame))
    frame = Frame(low, foot, far, head)
    labels = axis_ticks(sheet.part((0.0, top, sheet.width, sheet.bottom - below), frame))[1].labels
    left = max((sheet.wide(text, kind) for text in labels), default=0.0) + TICK + 2 * GAP
    box = (sheet.left + left, top, sheet.right - 2 * GAP, sheet.bottom - below)
    return ChartRoom(plot, sheet, sheet.part(box, frame))


def _most_lines(plot: Chart, sheet: Sheet) -> int:
    slot = 0.9 * sheet.width / max(len(plot.kinds), 1)
    return max(len(_kind_lines(name, sheet, slot)) for name in plot.kinds)


def _kind_lines(name: str, sheet: Sheet, slot: float) -> tuple[str, ...]:
    return sheet.broken(name, small(sheet), slot, 2) or ("",)


# --- one plot -----------------------------------------------------------------------------------


def _layers(room: ChartRoom) -> list[Layer]:
    if isinstance(room.plot, Listing):
        return [_listing(room.plot, room.sheet)]
    plot, inside = room.plot, room.inside
    items, words = drawn(plot, inside)
    tags = [*_heads(plot, room), *words, *key_tags(plot, room.sheet)]
    lines, numbers = _axes(plot, room)
    around = Layer("words", (Tags((*numbers, *tags), "words"),))
    edge = (inside.left - 6.0, inside.top - 6.0, inside.right + 6.0, inside.bottom + 6.0)
    return [Layer("grid", (lines[0],)), Layer("plot", tuple(items), edge),
            Layer("axis", (lines[1],)), around]  # fmt: skip


def _heads(plot: Chart, room: ChartRoom) -> list[Tag]:
    sheet, kind = room.sheet, strong(room.sheet)
    high = sheet.high(kind)
    title = sheet.cut(plot.title, kind, sheet.width)
    found = [
        written(title, kind, (sheet.left, sheet.top + high / 2), 0.0, sheet.colour("ink"), sheet)
    ]
    if plot.names[1] and plot.around.labels and not plot.flat:
        name = sheet.cut(plot.names[1], small(sheet), sheet.width)
        y = room.inside.top - GAP - sheet.high(small(sheet))
        place = sheet.left, y
        found.append(written(name, small(sheet), place, 0.0, sheet.colour("ink2"), sheet))
    return found


def _axes(plot: Chart, room: ChartRoom) -> tuple[list[Bars], list[Tag]]:
    """Draw hairlines at the heights, the foot, and write numbers or names along both axes."""
    inside, kind = room.inside, small(room.inside)
    high, ink2 = inside.high(kind), inside.colour("ink2")
    across = _along(plot, inside)
    foot = inside.bottom + TICK + GAP / 2 + high / 2
    x = inside.across(across.at)
    up = NO_TICKS if plot.flat else _upward(plot, inside)
    y = inside.down(up.at)
    if plot.flat:
        lines = np.column_stack((x, x * 0 + inside.top, x, x * 0 + inside.bottom))
    else:
        lines = np.column_stack((y * 0 + inside.left, y, y * 0 + inside.right, y))
    hair = Bars(lines.reshape(-1, 4), 1.0, inside.colour("hairline"), square=False, key="ticks")
    left, top, right, bottom = inside.box
    ends = [(left, top, left, bottom)] if plot.flat else [(left, bottom, right, bottom)]
    edge = Bars(np.array(ends), 1.0, inside.colour("border"), square=False, key="axis")
    tags = _numbers(across, x, foot, plot, inside)
    end = inside.left - TICK - GAP
    tags += [written(text, kind, (end, at), 1.0, ink2, inside)
             for at, text in zip(y.tolist(), up.labels, strict=True)]  # fmt: skip
    if plot.kinds:
        tags += _kinds(plot, inside)
    named = [written(plot.foot_name, kind, (inside.right, foot), 1.0, ink2, inside)]
    return [hair, edge], tags * plot.around.ticks + named * bool(plot.foot_name)


def _numbers(across: Ticks, x: FloatArray, foot: float, plot: Chart, inside: Sheet) -> list[Tag]:
    """Write numbers along the first axis, but where its name stands, or another of them."""
    kind = small(inside)
    name = plot.foot_name
    end = inside.right - (inside.wide(name, kind) + 4 * GAP if name else -2 * GAP)
    found, last = [], -np.inf
    for place, text in zip(x.tolist(), across.labels, strict=True):
        half = inside.wide(text, kind) / 2
        at = max(place, inside.left + half) if plot.flat else place
        if at - half > last + GAP and at + half <= end + GAP:
            found.append(written(text, kind, (at, foot), 0.5, inside.colour("ink2"), inside))
            last = at + half
    return found


def _along(plot: Chart, inside: Sheet) -> Ticks:
    frame = inside.frame
    if plot.kinds and not plot.flat:
        return NO_TICKS
    most = max(3, int(inside.width / (APART * small(inside)[0])))
    if not plot.log or plot.flat:
        found = ticks(frame.left, frame.right, most)
        counted = [part.x for part in plot.parts if not isinstance(part, Level)]
        return found if plot.flat else _whole(counted, found)
    first, last = int(np.ceil(frame.left - 1e-9)), int(np.floor(frame.right + 1e-9))
    factors = (1,) if frame.right - frame.left >= POWERS else (1, 2, 5)
    at = [float(f) * 10.0**k for k in range(first - 1, last + 1) for f in factors]
    at = [each for each in at if 10.0**frame.left * 0.999 <= each <= 10.0**frame.right * 1.001]
    texts = [shortest(each) if 1e-3 <= each < 1e5 else powered(each, 0) for each in at]
    step = -(-len(at) // most) or 1
    return Ticks(np.log10(at)[::step] if at else np.empty(0), tuple(texts[::step]))


def _upward(plot: Chart, inside: Sheet) -> Ticks:
    tops = [part.top for part in plot.parts if isinstance(part, Columns)]
    found = axis_ticks(inside)[1]
    return _whole(tops, found) if len(tops) == len(plot.parts) else found


def _whole(counted: Sequence[Numbers], found: Ticks) -> Ticks:
    """Keep whole numbers alone where only such are counted."""
    if not all((np.asarray(each) == np.rint(each)).all() for each in counted):
        return found
    keep = found.at == np.rint(found.at)
    return Ticks(found.at[keep], tuple(shortest(float(x)) for x in found.at[keep]))


def _kinds(plot: Chart, inside: Sheet) -> list[Tag]:
    """Write the names along the first axis: below their columns, or above their bars."""
    kind, ink = small(inside), inside.colour("ink")
    high = inside.high(kind)
    found = []
    for k, name in enumerate(plot.kinds):
        if plot.flat:
            slot = inside.height / len(plot.kinds)
            text = inside.cut(name, kind, inside.width)
            y = inside.top + k * slot + high / 2 + 1.0
            found.append(written(text, kind, (inside.left + 2 * GAP, y), 0.0, ink, inside))
            continue
        slot = inside.width / len(plot.kinds)
        x = inside.left + (k + 0.5) * slot
        for row, line in enumerate(_kind_lines(name, inside, 0.96 * slot)):
            y = inside.bottom + TICK + GAP / 2 + (row + 0.5) * high
            found.append(written(line, kind, (x, y), 0.5, ink, inside))
    return found


def _listing(listing: Listing, sheet: Sheet) -> Layer:
    kind, head = small(sheet), strong(sheet)
    high, top = sheet.high(kind), sheet.top + sheet.high(head)
    title = sheet.cut(listing.title, head, sheet.width)
    middle = sheet.top + sheet.high(head) / 2
    tags = [written(title, head, (sheet.left, middle), 0.0, sheet.colour("ink"), sheet)]
    bars = []
    room = max(int((sheet.bottom - top) / (LONG * high)), 1)
    rows = listing.rows
    if len(rows) > room:
        rows = (*rows[: room - 1], ChartRow(f"… and {len(rows) - room + 1} more"))
    for k, row in enumerate(rows):
        y = top + (k + 0.5) * LONG * high
        text = sheet.cut(row.text, kind, sheet.width)
        tags.append(written(text, kind, (sheet.left, y), 0.0, sheet.colour("ink"), sheet))
        if row.share:
            pen = pen_of(row.look, sheet)
            foot = y + high / 2
            ends = (sheet.left, foot, sheet.left + row.share * sheet.width, foot)
            bars.append(Bars(np.array([ends]), 2.0, pen.colour, square=False, key=row.text))
    return Layer("listing", (*bars, Tags(tuple(tags), "words")))
