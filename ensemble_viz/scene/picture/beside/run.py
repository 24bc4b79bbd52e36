"""The axis of the rounds: curves above, the scrubber below, the playhead through both."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from ensemble_viz.scene.figures.curves import MISSING, Curve, Curves
from ensemble_viz.scene.picture.beside.curves import FUTURE, CurvePlot, curve_layers
from ensemble_viz.scene.picture.labels import dots
from ensemble_viz.scene.picture.pens import Pen
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Picture, Polylines
from ensemble_viz.scene.picture.sheet import Sheet, is_clear
from ensemble_viz.scene.picture.tags import Box, Plate, Stroke, Style, Tag, Tags, Word

TRACK_WIDTH, KNOB, HEAD, PROJECTED_HEAD = 4.0, 8.0, 2.0, 4.0
NUMBERS, BETWEEN = 16, 10  # the row of the rounds' numbers; from one to the next


@dataclass(frozen=True, slots=True)
class RunState:
    """What is shown beside the curves themselves."""

    hovered: int | None = None
    """The round under the mouse."""
    progress: str = ""
    """How far the run is computed, where that is worth saying."""
    faded: Curves | None = None
    """Curves of before, which stay in sight until these are there."""
    is_behind: bool = False
    """All curves are of before, and faint."""


STILL = RunState()


def run(made: CurvePlot, state: RunState = STILL, before: "ShownRun | None" = None) -> Picture:
    """Describe the plot of a run, with the scrubber below it.

    Where the curves are those of before, they are the same objects: painters have copies of them.
    """
    if before is not None and before.has_curves_of(made, state):
        layers = before.curve_layers(made)
    else:
        layers = curve_layers(made, state.faded, state.is_behind)
    layers.append(Layer("scrubber", tuple(_scrubber(made, state))))
    if made.curves.mark is not None and not state.is_behind:
        layers.append(Layer("mark", tuple(made.mark(made.curves.mark))))
    if state.progress:
        layers.append(Layer("progress", (_progress(made, state.progress),)))
    sheet = made.sheet
    return Picture(sheet.width, sheet.height, sheet.colour("panel"), tuple(layers))


@dataclass(frozen=True, slots=True, eq=False)
class ShownRun:
    """A picture of a run that was described before."""

    picture: Picture
    plot: CurvePlot
    state: RunState

    def has_curves_of(self, plot: CurvePlot, state: RunState) -> bool:
        """True if only the playhead has moved since."""
        plain = not (state.faded or state.is_behind or self.state.faded or self.state.is_behind)
        has_bars = any(curve.style == "bars" for curve in plot.curves.series)
        return plain and not has_bars and self.plot.is_same(plot)

    def curve_layers(self, plot: CurvePlot) -> list[Layer]:
        """Give the same curves, parted where the playhead is now."""
        past, coming = plot.parts()
        clips = {"to come": coming, "curves": past}
        own = {"scrubber", "mark", "progress"}
        return [
            replace(layer, clip=clips.get(layer.level, layer.clip))
            for layer in self.picture.layers
            if layer.level not in own
        ]


def bare_run(shown: Curves, sheet: Sheet) -> Picture:
    """Describe curves that fill a sheet, with the playhead and without a scrubber."""
    made = CurvePlot(shown, sheet, sheet.box)
    x, (_, top, _, bottom) = made.x(shown.playhead), sheet.box
    line = np.array([[x, top, x, bottom]])
    head = Bars(line, PROJECTED_HEAD, sheet.colour("accent"), square=False, key="playhead")
    layers = [*curve_layers(made), Layer("playhead", (head,))]
    if shown.mark is not None:
        layers.append(Layer("mark", tuple(made.mark(shown.mark))))
    return Picture(sheet.right, sheet.bottom, sheet.colour("panel"), tuple(layers))


def _scrubber(made: CurvePlot, state: RunState) -> Iterator[Item]:
    """Describe numbers, the round under the mouse, the track, and the playhead through all."""
    sheet, (left, top, _, _), shown = made.sheet, made.area, made.curves
    yield Tags(tuple(_numbers(made, state.hovered)), "rounds")
    if state.hovered is not None:
        x = made.x(state.hovered)
        line = np.array([[x, top, x, made.track]])
        yield Bars(line, 1.0, sheet.colour("ink3"), square=False, key="hovered")
    rest = "hairline" if sheet.projected else "border"
    ends = [(float(shown.rounds if shown.last is None else shown.last), rest)]
    if state.progress:
        ends.append((float(shown.computed), "ink3"))
    ends.append((shown.playhead, "accent"))
    thick = float(sheet.px(TRACK_WIDTH))
    for end, role in ends:
        ink, x = sheet.colour(role), made.x(end)
        places = np.array(((left, made.track), (x, made.track)))
        yield Polylines((places,), thick, ink, key="track")
        yield dots(places, thick / 2, Style(fill=ink), "track")
    x, accent = made.x(shown.playhead), sheet.colour("accent")
    line = np.array([[x, top - sheet.px(4), x, made.track]])
    yield Bars(line, HEAD, accent, square=False, key="playhead")
    style = Style(fill=accent, edge=sheet.colour("panel"), width=HEAD)
    yield dots(np.array([[x, made.track]]), sheet.px(KNOB) + 1.0, style, "playhead")


def _numbers(made: CurvePlot, pointed: int | None) -> Iterator[Tag]:
    """Write the rounds that have room; where one is pointed at, it stands alone."""
    ticks, shown = made.curves.x_ticks, []
    xs = made.across(ticks.at).tolist()
    places = [_number(made, x, text, "ink2") for x, text in zip(xs, ticks.labels, strict=True)]
    if len(places) > 1:  # with large type there may be room for every other one
        widest = max(tag.box[2] - tag.box[0] for tag in places)
        places = places[:: ceil(widest / (xs[1] - xs[0]))]
    last = _number(made, made.area[2], f"{made.curves.rounds}", "ink2")
    if not places or last.box[0] > places[-1].box[2]:
        places.append(last)
    if pointed is not None:
        shown = [_number(made, made.x(pointed), f"{pointed}", "ink")]
    yield from shown
    yield from (tag for tag in places if is_clear(tag.box, (one.box for one in shown)))


def _number(made: CurvePlot, x: float, text: str, ink: str) -> Tag:
    sheet, kind = made.sheet, made.sheet.type("tick")
    half, high = (sheet.wide(text, kind) + sheet.px(BETWEEN)) / 2, float(sheet.px(NUMBERS))
    top = made.track + sheet.px(KNOB + 2)
    box = (x - half, top, x + half, top + high)
    return Tag.of(text, kind, box, sheet.colour(ink), key=f"round {text}")


def _progress(made: CurvePlot, words: str) -> Tags:
    sheet, kind, (_, top, right, _) = made.sheet, made.sheet.type("hint"), made.area
    wide, high = sheet.wide(words, kind) + sheet.px(8), float(sheet.px(18))
    box, plate = (right - wide, top, right, top + high), Plate(sheet.colour("panel"), radius=0.0)
    tag = Tag.of(words, kind, box, sheet.colour("ink2"), 1.0)
    return Tags((replace(tag, plate=plate),), "progress")


SAMPLE, GAP, BEFORE_VALUE, BAR = 24, 8, 4, 10.0
LEAST_NAME = "mean of ½ r²"  # names up to this one do not change the width


@dataclass(frozen=True, slots=True)
class ReadoutRows:
    row: float
    is_behind: bool = False
    """The figures are of before: faint."""
    title: str = ""
    """What stands above them."""


def readouts(shown: Curves, sheet: Sheet, box: Box, how: ReadoutRows) -> Tags:
    """Describe a row for each curve, from the top of a box."""
    left, top, right, _ = box
    tags = []
    if how.title:
        word = Word(how.title, sheet.type("strong"), 0.0, how.row / 2, sheet.colour("ink"), 0.0)
        tags.append(Tag((left, top, right, top + how.row), None, (word,)))
        top += how.row
    for k, curve in enumerate(shown.series):
        y = top + k * how.row
        tags.append(_row(curve, sheet, (left, y, right, y + how.row), how.is_behind))
    return Tags(tuple(tags), "readouts")


def width_of_readouts(shown: Curves, sheet: Sheet, least: tuple[str, ...] = (LEAST_NAME,)) -> float:
    """Leave room for the longest name and the widest value of the run: nothing jumps."""
    text, strong = sheet.type("text"), sheet.type("strong")
    name = max(sheet.wide(words, text) for words in (*least, *(c.name for c in shown.series)))
    value = max(sheet.wide(words, strong) for words in ("0.0000", shown.widest))
    return sheet.px(SAMPLE + 2 * GAP) + name + value


def _row(curve: Curve, sheet: Sheet, box: Box, is_behind: bool) -> Tag:
    wide, middle = box[2] - box[0], (box[3] - box[1]) / 2
    text, strong, start = sheet.type("text"), sheet.type("strong"), sheet.px(SAMPLE)
    alpha = FUTURE if is_behind and curve.readout != MISSING else 1.0
    value = Word(curve.readout, strong, wide, middle, sheet.colour("ink", alpha), 1.0)
    left = start + sheet.px(GAP)
    room = wide - sheet.wide(curve.readout, strong) - sheet.px(BEFORE_VALUE) - left
    name = Word(sheet.cut(curve.name, text, room), text, left, middle, sheet.colour("ink2"), 0.0)
    return Tag(box, None, (_sample(curve, sheet, (0.0, middle, start, middle)), name, value))


def _sample(curve: Curve, sheet: Sheet, ends: Box) -> Stroke:
    pen = Pen.of(curve.style, sheet)
    return Stroke(ends, BAR if curve.style == "bars" else pen.width, pen.colour, pen.dash)
