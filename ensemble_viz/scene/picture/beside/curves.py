"""Curves over the rounds: what has happened in full, what is to come faintly."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.figures.curves import Curve, Curves, Mark
from ensemble_viz.scene.picture.labels import dots
from ensemble_viz.scene.picture.pens import Pen
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Polylines, Rects
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Box, Plate, Style, Tag, Tags

FUTURE = 0.34  # how strong the part to come is
DOT, MARK, MARK_EDGE = 2.0, 3.5, 1.6
HATCH, HATCHED = 8.0, 0.7
BAR_SHARE = 0.7  # of the room of a round
TOP, TRACK, LABELS, ASIDE = 12, 27, 8, 12  # pixels above, below, beside the heights, at the right
VEIL = 0.85


def curve_layers(
    made: "CurvePlot", faded: Curves | None = None, is_behind: bool = False
) -> list[Layer]:
    """Describe grid and curves: those of before stay in sight until these are there."""
    layers = [Layer("grid", tuple(made.grid()))]
    if made.curves.ends_early:
        layers += made.hatched()
    past, coming = made.parts()
    strong = FUTURE if is_behind else 1.0
    if faded is not None:
        old = CurvePlot(faded, made.sheet, made.area)
        layers.append(Layer("faded", tuple(old.lines(FUTURE)), made.around))
    layers.append(Layer("bars", tuple(made.bars(strong)), made.around))
    layers.append(Layer("to come", tuple(made.lines(FUTURE)), coming))
    return [*layers, Layer("curves", tuple(made.lines(strong)), past)]


class CurvePlot:
    """Where rounds and figures are on a sheet."""

    def __init__(self, shown: Curves, sheet: Sheet, area: Box | None = None) -> None:
        self.curves, self.sheet = shown, sheet
        self.area = area or self._area()
        left, top, right, bottom = self.area
        self.around: Box = (left - 2.0, top - 2.0, right + 2.0, bottom + 2.0)
        self.track = bottom + sheet.px(LABELS)
        """How far down the track of the scrubber is."""

    def _area(self) -> Box:
        sheet, px, kind = self.sheet, self.sheet.px, self.sheet.type("tick")
        labels = (*self.curves.y_ticks.labels, "0.25")
        left = sheet.left + round(max(sheet.wide(text, kind) for text in labels) + px(LABELS))
        foot = sheet.bottom - px(TRACK + LABELS)
        half = sheet.wide(f"{self.curves.rounds}", kind) / 2.0
        right = sheet.right - max(px(ASIDE), round(half) + 2)
        top = sheet.top + px(TOP)
        return left, top, max(right, left + 1.0), max(foot, top + 1.0)

    def is_same(self, other: "CurvePlot") -> bool:
        """True if curves are the same on the same axes, wherever the playhead is."""
        one, two = self.curves, other.curves
        return (
            (self.area, self.sheet, one.low, one.high, one.rounds, one.last)
            == (other.area, other.sheet, two.low, two.high, two.rounds, two.last)
            and np.array_equal(one.y_ticks.at, two.y_ticks.at)
            and len(one.series) == len(two.series)
            and all(map(_alike, one.series, two.series))
        )

    def across(self, x: FloatArray) -> FloatArray:
        return self.area[0] + np.asarray(x) * ((self.area[2] - self.area[0]) / self.curves.rounds)

    def down(self, y: FloatArray) -> FloatArray:
        low, high = self.curves.low, self.curves.high
        return self.area[3] - (np.asarray(y) - low) * ((self.area[3] - self.area[1]) / (high - low))

    def x(self, t: float) -> float:
        return float(self.across(np.array(t)))

    def round_at(self, x: float) -> int:
        share = (x - self.area[0]) / max(self.area[2] - self.area[0], 1.0)
        end = self.curves.rounds if self.curves.last is None else self.curves.last
        return min(max(round(share * self.curves.rounds), 0), end)

    def parts(self) -> tuple[Box, Box]:
        """Part the plot at the last round that has joined."""
        now, (left, top, right, bottom) = self.x(self.curves.joined), self.around
        past = (left - 2.0, top - 2.0, now, bottom + 2.0)
        return past, (now, top - 2.0, right + 2.0, bottom + 2.0)

    # --- grid and curves ----------------------------------------------------------------------

    def grid(self) -> Iterator[Item]:
        """Describe level lines with their labels."""
        sheet, (left, _, right, _), kind = self.sheet, self.area, self.sheet.type("tick")
        y = self.down(self.curves.y_ticks.at)
        lines = np.column_stack((np.full(len(y), left), y, np.full(len(y), right), y))
        yield Bars(lines, 1.0, sheet.colour("hairline"), square=False)
        tags = []
        for at, text in zip(y.tolist(), self.curves.y_ticks.labels, strict=True):
            end, wide = left - sheet.px(8), sheet.wide(text, kind)
            box = (end - wide, at - 8.0, end, at + 8.0)
            tags.append(Tag.of(text, kind, box, sheet.colour("ink2"), 1.0))
        yield Tags(tuple(tags), "heights")

    def lines(self, alpha: float) -> Iterator[Item]:
        for curve in self.curves.series:
            if curve.style == "bars" or not len(curve.at):
                continue
            pen, places = Pen.of(curve.style, self.sheet, alpha), self._places(curve)
            yield Polylines((places,), pen.width, pen.colour, pen.dash, key=curve.name)
            if len(curve.at) == 1:
                yield dots(places, DOT, Style(fill=pen.colour), curve.name)

    def _places(self, curve: Curve) -> FloatArray:
        """Turn a curve into corners, no more than can be told apart."""
        x, y = thinned(self.across(curve.at), self.down(curve.values))
        limit = 4.0 * (self.area[3] - self.area[1]) + 100.0  # far above is far enough
        return np.column_stack((x, np.clip(y, self.area[1] - limit, self.area[3] + limit)))

    def bars(self, strong: float) -> Iterator[Item]:
        """Describe a bar for each round, from the round before to itself."""
        unit = (self.area[2] - self.area[0]) / self.curves.rounds
        width, zero = max(unit * BAR_SHARE, 1.0), float(self.down(np.array(0.0)))
        for curve in self.curves.series:
            if curve.style != "bars":
                continue
            joined = curve.at <= self.curves.joined
            for which, alpha in ((~joined, FUTURE), (joined, strong)):
                left = self.across(curve.at[which]) - unit + (unit - width) / 2.0
                top, foot = self.down(curve.values[which]), np.full(len(left), zero)
                ends = (left, np.minimum(top, foot), left + width, np.maximum(top, foot))
                ink = Pen.of("bars", self.sheet, alpha).colour
                yield Rects(np.column_stack(ends), ink, curve.name)

    def hatched(self) -> list[Layer]:
        """Hatch the rounds that never came, and say so where there were any and is room."""
        assert self.curves.last is not None
        left, (_, top, right, bottom) = self.x(self.curves.last), self.area
        starts = np.arange(left - (bottom - top), right, HATCH).tolist()
        lines = tuple(np.array(((x, bottom), (x + bottom - top, top))) for x in starts)
        ink = self.sheet.colour("border", HATCHED)
        clip = (left, top, right, bottom)
        layers = [Layer("hatched", (Polylines(lines, 1.0, ink, key="never came"),), clip)]
        text = f"ended after round {self.curves.last}"
        has_room = self.sheet.wide(text, self.sheet.type("hint")) + 16.0 < right - left
        if has_room and self.curves.last:
            tag = self._on_panel(text, ((left + right) / 2, (top + bottom) / 2))
            layers.append(Layer("end", (Tags((tag,), "end"),)))
        return layers

    # --- the mark -----------------------------------------------------------------------------

    def mark(self, mark: Mark) -> Iterator[Item]:
        """Ring a place on a curve, and say above what it is."""
        x, y = self.x(mark.round), float(self.down(np.array(mark.value)))
        y = min(max(y, self.area[1]), self.area[3])
        yield from self._mark_words(mark.text, x, y)
        ink, panel = self.sheet.colour("ink2"), self.sheet.colour("panel")
        style = Style(fill=panel, edge=ink, width=MARK_EDGE)
        yield dots(np.array([[x, y]]), MARK, style, "mark")

    def _mark_words(self, words: str, x: float, y: float) -> Iterator[Item]:
        """Write beside a line up from the place, or above it where there is no room beside."""
        sheet = self.sheet
        width, gap = sheet.wide(words, sheet.type("hint")), sheet.px(8)
        top = self.area[1] + gap
        is_beside = x + gap + width <= self.area[2]
        centre = x + gap + width / 2.0 if is_beside else self.area[2] - width / 2.0
        end = top if is_beside else top + gap
        ground = (centre - width / 2.0, top - gap, centre + width / 2.0, top + gap)
        if y - MARK < ground[3] or ground[0] < self.area[0] or self._is_crossed(ground):
            return  # the ring alone must do; the tooltip has the words
        lines = [(x, y - MARK, x, end)]
        if is_beside:
            lines.append((x, top, x + gap - 2.0, top))
        yield Bars(np.array(lines), 1.0, sheet.colour("ink2"), square=False)
        yield Tags((self._on_panel(words, (centre, top)),), "mark")

    def _is_crossed(self, ground: Box) -> bool:
        """True where a curve runs where words would stand."""
        for curve in self.curves.series:
            x, y = self.across(curve.at), self.down(curve.values)
            inside = (x >= ground[0]) & (x <= ground[2])
            if (y[inside] < ground[3]).any():
                return True
        return False

    def _on_panel(self, text: str, centre: tuple[float, float]) -> Tag:
        """Write words that curves do not run through."""
        sheet, kind, (x, y) = self.sheet, self.sheet.type("hint"), centre
        wide, high = sheet.wide(text, kind) + 6.0, float(sheet.px(16))
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        plate = Plate(sheet.colour("panel", VEIL), radius=0.0)
        return replace(Tag.of(text, kind, box, sheet.colour("ink2")), plate=plate)


def _alike(one: Curve, other: Curve) -> bool:
    same = one.style == other.style and np.array_equal(one.at, other.at)
    return same and np.array_equal(one.values, other.values)


def thinned(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Keep the lowest and the highest corner of each pixel where there are many corners."""
    if len(x) < 2 or len(x) <= 3.0 * (x[-1] - x[0]):
        return x, y
    column = np.floor(x)
    first = np.flatnonzero(np.diff(column, prepend=-np.inf))
    low, high = np.minimum.reduceat(y, first), np.maximum.reduceat(y, first)
    return np.repeat(x[first], 2), np.column_stack((low, high)).ravel()
