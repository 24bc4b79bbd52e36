"""What the curves of a run are called and where they stand: a piece of each line, name, value."""

from dataclasses import dataclass

from ensemble_viz.scene.figures.curves import MISSING, Curve, Curves
from ensemble_viz.scene.picture.beside.curves import FUTURE, PENS
from ensemble_viz.scene.picture.primitives import Box, Stroke, Tag, Tags, Word
from ensemble_viz.scene.picture.sheet import Sheet

SAMPLE, GAP, BEFORE_VALUE, BAR = 24, 8, 4, 10.0
LEAST_NAME = "mean of ½ r²"  # names up to this one do not change the width


@dataclass(frozen=True, slots=True)
class ReadoutRows:
    """How rows of readouts look."""

    row: float
    is_behind: bool = False
    """The figures are of before: faint."""


def readouts(shown: Curves, sheet: Sheet, box: Box, how: ReadoutRows) -> Tags:
    """Describe a row for each curve, from the top of a box."""
    left, top, right, _ = box
    tags = []
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
    role, width, dash = PENS[curve.style]
    if curve.style == "bars":
        return Stroke(ends, BAR, sheet.colour(role))
    width = sheet.px(width * 10) / 10
    dashes = (dash[0] * width, dash[1] * width) if dash else None
    return Stroke(ends, width, sheet.colour(role), dashes)
