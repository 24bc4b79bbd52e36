"""The search of a node as curves, one plot an axis: what each cut would leave over."""

from collections.abc import Iterator
from typing import TypeVar

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.picture.labels import dots
from ensemble_viz.scene.picture.primitives import (
    Bars,
    Item,
    Layer,
    Marks,
    Picture,
    Polylines,
    Rects,
)
from ensemble_viz.scene.picture.sheet import LINE, Sheet, wider
from ensemble_viz.scene.picture.tags import Box, Plate, Style, Tag, Tags, Type, Word, lines_of_words
from ensemble_viz.scene.trees.search import AxisPlot, SearchPlot

HEIGHT = 112.0
TOP, BOTTOM = 21.0, 19.0  # for the names above the plots and the ticks below
BETWEEN = 14.0
AROUND, GAP = 6.0, 2.0  # pixels beside a plot that its ticks may use, and between two of them
DOT, RING, READ = 4.0, 7.0, 3.0
BEST, OTHER, WON = 2.0, 1.6, 1.0  # widths: of the line of the best cut; edges of dots
CURVE, FAINT = 1.25, 0.9
SHADE, FAINT_SHADE = 0.07, 0.04  # of ink, above a curve
WHOLE, WHOLE_DASH = 1.2, (4.8, 2.4)
RING_WIDTH = 0.27  # of its radius
VEIL = 0.92
NOTHING_YET = "Nothing was searched yet."
Places = TypeVar("Places", float, FloatArray)
Reading = tuple[int, float]
"""An axis, and a place along it."""


def search(plot: SearchPlot | None, sheet: Sheet, reading: Reading | None = None) -> Picture:
    """Describe a search for the width of a sheet; or the words instead of one."""
    size, ground = (sheet.width, float(sheet.px(HEIGHT))), sheet.colour("panel")
    if plot is None or not plot.axes:
        text = plot.sentence if plot else NOTHING_YET
        return Picture(*size, ground, (_words(text, sheet, "ink2" if plot else "ink3"),))
    made = SearchRooms(plot, sheet)
    rooms = list(zip(plot.axes, made.rooms, strict=True))
    layers = [Layer("scale", tuple(_scale(plot, made)))]
    for k, (axis, room) in enumerate(rooms):
        layers.append(Layer(f"curve {k}", tuple(_curve(axis, room, made)), wider(room, AROUND)))
        layers.append(Layer(f"words {k}", (_axis_words(axis, room, sheet),)))
        if reading is not None and reading[0] == k:
            layers.append(Layer("reading", tuple(_reading(axis, room, made, reading[1]))))
    layers += [Layer("best", tuple(_best(axis, room, made))) for axis, room in rooms]
    return Picture(*size, ground, tuple(layers))


class SearchRooms:
    def __init__(self, plot: SearchPlot, sheet: Sheet) -> None:
        self.plot, self.sheet = plot, sheet
        px, count, kind = sheet.px, len(plot.axes), sheet.type("tick")
        left = max(sheet.wide(label, kind) for label in plot.ticks.labels or ("0",)) + px(7)
        wide = (sheet.width - left - px(2) - (count - 1) * px(BETWEEN)) / max(count, 1)
        foot, step = px(HEIGHT) - px(BOTTOM), wide + px(BETWEEN)
        self.rooms: list[Box] = [
            (left + k * step, float(px(TOP)), left + k * step + wide, float(foot))
            for k in range(count)
        ]

    def down(self, room: Box, value: Places) -> Places:
        share = (value - self.plot.low) / (self.plot.high - self.plot.low)
        return room[3] - share * (room[3] - room[1])

    def place_at(self, x: float) -> Reading | None:
        """Find the axis, and the place along it, at a pixel."""
        for k, (axis, room) in enumerate(zip(self.plot.axes, self.rooms, strict=True)):
            if room[0] <= x <= room[2]:
                share = (x - room[0]) / (room[2] - room[0])
                return k, axis.low + share * (axis.high - axis.low)
        return None


def across(axis: AxisPlot, room: Box, x: Places) -> Places:
    half, start = axis.high / 2.0 - axis.low / 2.0, axis.low / 2.0  # the whole may be no number
    return room[0] + (x / 2.0 - start) / half * (room[2] - room[0])


def _words(text: str, sheet: Sheet, ink: str) -> Layer:
    kind = sheet.type("text")
    lines, high, top = sheet.broken(text, kind, sheet.width, 4), LINE * kind[0], float(sheet.px(4))
    parts = lines_of_words(lines, kind, sheet.colour(ink), high)
    box = (0.0, top, sheet.width, top + len(lines) * high)
    return Layer("words", (Tags((Tag(box, None, parts),), "words"),))


def _scale(plot: SearchPlot, made: SearchRooms) -> Iterator[Item]:
    """Describe what the plots share: ticks of the values, and what no cut would leave."""
    sheet, rooms, tags = made.sheet, made.rooms, []
    kind, faint = sheet.type("tick"), sheet.colour("ink3")
    y = made.down(rooms[0], plot.ticks.at)
    levels = [(room[0], at, room[2], at) for at in y.tolist() for room in rooms]
    yield Bars(np.array(levels).reshape(-1, 4), 1.0, sheet.colour("hairline"), square=False)
    for at, label in zip(y.tolist(), plot.ticks.labels, strict=True):
        end = rooms[0][0] - sheet.px(6)
        tags.append(Tag.of(label, kind, (0.0, at - 8.0, end, at + 8.0), faint, 1.0))
    if plot.whole is not None:
        at = made.down(rooms[0], plot.whole)
        ends = tuple(np.array(((room[0], at), (room[2], at))) for room in rooms)
        ink = sheet.colour("accent" if plot.whole_wins else "ink2")
        yield Polylines(ends, WHOLE, ink, WHOLE_DASH, straight=True, key="no cut")
        tags += _whole_words(plot, made, kind)
    yield Tags(tuple(tags), "scale")


def _whole_words(plot: SearchPlot, made: SearchRooms, kind: Type) -> list[Tag]:
    """Say above the last plot that has room what no cut would leave."""
    sheet = made.sheet
    ink = sheet.colour("accent" if plot.whole_wins else "ink3")
    for axis, room in reversed(list(zip(plot.axes, made.rooms, strict=True))):
        head = f"{axis.name}  {axis.note}  {plot.whole_text}"
        if sheet.wide(head, kind) <= room[2] - room[0]:
            box = (room[0], 0.0, room[2], float(sheet.px(TOP - 4.0)))
            return [Tag.of(plot.whole_text, kind, box, ink, 1.0)]
    return []


def _axis_words(axis: AxisPlot, room: Box, sheet: Sheet) -> Tags:
    """Write the name of an axis, what is to be said of it, and its ticks."""
    strong, kind = sheet.type("hint", weight=600), sheet.type("tick")
    ink, faint = sheet.colour("ink"), sheet.colour("ink3")
    head = (room[0], 0.0, room[2], float(sheet.px(TOP - 4.0)))
    tags = [Tag.of(axis.name, strong, head, ink if axis.counts else faint, 0.0)]
    beside = (room[0] + sheet.wide(axis.name, strong) + sheet.px(5), *head[1:])
    if axis.note:
        note = sheet.cut(axis.note, kind, max(room[2] - beside[0], 0.0))
        tags.append(Tag.of(note, kind, beside, faint, 0.0))
    end = room[0] - AROUND
    for at, label in zip(axis.ticks.at.tolist(), axis.ticks.labels, strict=True):
        half = sheet.wide(label, kind) / 2.0 + 1.0
        x = min(across(axis, room, at), room[2] + AROUND - half)  # whole, even at the edge
        if x - half < end:
            continue  # there is no room beside the one before it
        box = (x - half, room[3] + 3.0, x + half, room[3] + 3.0 + sheet.px(BOTTOM - 4.0))
        tags.append(Tag.of(label, kind, box, faint))
        end = x + half + GAP
    return Tags(tuple(tags), f"axis {axis.name}")


def _curve(axis: AxisPlot, room: Box, made: SearchRooms) -> Iterator[Item]:
    """Describe a line of steps, and a shade between it and the top."""
    steps, sheet = axis.line, made.sheet
    if not len(steps.start):
        return
    start, end = across(axis, room, steps.start), across(axis, room, steps.end)
    y = made.down(room, steps.value)
    is_plain = axis.counts and not axis.thrown
    shade = sheet.colour("ink", SHADE if is_plain else FAINT_SHADE)
    tops = np.full(len(y), room[1])
    yield Rects(np.column_stack((start, tops, end, y)), shade)
    level = np.column_stack((start, y, end, y))
    upright = np.column_stack((end[:-1], y[:-1], end[:-1], y[1:]))
    ink = sheet.colour("ink" if is_plain else "ink3")
    lines, width = np.concatenate((level, upright)), CURVE if is_plain else FAINT
    yield Bars(lines, width, ink, key=f"curve {axis.name}")


def _dot(x: float, y: float, radius: float, style: Style, key: str) -> Marks:
    return dots(np.array([[x, y]]), radius, style, key)


def _reading(axis: AxisPlot, room: Box, made: SearchRooms, at: float) -> Iterator[Item]:
    found = axis.cuts.at(at)
    if found is None:
        return
    x = across(axis, room, float(axis.cuts.threshold[found]))
    y = made.down(room, float(axis.cuts.value[found]))
    line = np.array([[x, room[1], x, room[3]]])
    yield Bars(line, 1.0, made.sheet.colour("ink2"), square=False, key="reading")
    yield _dot(x, y, READ, Style(fill=made.sheet.colour("ink")), "reading")


def _best(axis: AxisPlot, room: Box, made: SearchRooms) -> Iterator[Item]:
    """Mark the best cut of an axis: the winner in the accent."""
    if axis.best is None:
        return
    sheet, x = made.sheet, across(axis, room, axis.best.threshold)
    y = made.down(room, axis.best.value)
    ink = sheet.colour("accent" if axis.wins else "ink" if axis.counts else "ink3")
    panel = sheet.colour("panel")
    if axis.wins:
        line = np.array([[x, room[1], x, room[3]]])
        yield Bars(line, BEST, ink, square=False, key="best cut")
        yield _dot(x, y, DOT, Style(fill=ink, edge=panel, width=WON), "best cut")
    else:
        yield _dot(x, y, DOT, Style(fill=panel, edge=ink, width=OTHER), "best cut")
    if axis.wins and axis.thrown:
        yield _dot(x, y, RING, Style(edge=ink, width=RING_WIDTH * RING), "kept")
    yield Tags((_value(axis.best.text, (x, y), room, sheet, ink),), "best value")


def _value(text: str, dot: tuple[float, float], room: Box, sheet: Sheet, ink: int) -> Tag:
    """Write the value beside its dot, on the side where there is room."""
    kind, gap = sheet.type("hint", weight=600), 4.0
    wide, high = sheet.wide(text, kind) + 2.0, float(sheet.px(15))
    left = dot[0] + DOT  # what lies below both would be read as a minus
    if left + gap + wide > room[2] + 2.0:
        left = max(dot[0] - DOT - gap - wide, room[0])
        start, end, x = left - 2.0, left + wide + gap - 2.0, 2.0
    else:
        start, end, x = left, left + gap + wide, gap
    top = min(max(dot[1] - high / 2.0, room[1]), room[3] - high)
    plate = Plate(sheet.colour("panel", VEIL), radius=0.0)
    word = Word(text, kind, x, high / 2, ink, 0.0)
    return Tag((start, top, end, top + high), plate, (word,))
