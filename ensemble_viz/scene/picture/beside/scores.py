"""The scores of several setups: as rows, and fold by fold as a picture."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ensemble_viz.scene.beside.scores import HEAD, Score, paired
from ensemble_viz.scene.frame import ticks
from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.beside.rows import Rows, table_picture
from ensemble_viz.scene.picture.labels import dots
from ensemble_viz.scene.picture.pens import Pen
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Picture, Polylines
from ensemble_viz.scene.picture.sheet import Layout, Sheet
from ensemble_viz.scene.picture.tags import Style, Tag, Tags

LANE, FOOT, GAP, NAME = 30, 24, 10, 0.34  # pixels; the share of the width for names
DOT, MEAN = 3.0, 2.4  # pixels
STYLES = ("first", "second", "third", "fourth")
LEAST = 0.01  # an axis reaches at least so far


def score_rows(scores: Sequence[Score]) -> Rows:
    rows = [(score.name.partition(" ")[0], *score.cells) for score in scores]
    keys = [f"setup {k}" for k in range(len(scores))]
    return Rows(("", *HEAD), rows, (False, *(True for _ in HEAD)), keys)


def scores_height(scores: Sequence[Score]) -> float:
    """Say how high the picture is, in a plain size of type."""
    return float(LANE * len(scores) + FOOT)


def scores_picture(scores: Sequence[Score], sheet: Sheet, ground: str = "panel") -> Picture:
    """Draw a lane for each: its folds as dots, their mean as a bar across, the spread along."""
    made = _Lanes(scores, sheet)
    layers = (
        Layer("axis", tuple(made.axis())),
        Layer("folds", tuple(made.folds())),
        Layer("names", (Tags(tuple(made.names()), "names"),)),
    )
    return Picture(sheet.right, sheet.bottom, sheet.colour(ground), layers)


def scores_figure(scores: Sequence[Score], layout: Layout, palette: Palette) -> Picture:
    """Draw the numbers as a table, below it the folds, and how they compare pair by pair."""
    table = table_picture(score_rows(scores), replace(layout, height=None), palette)
    top, width = table.height, layout.width
    sheet = Sheet((0.0, 0.0, width, 0.0), layout.ruler, palette=palette)
    drawn = list(table.layers)
    if any(score.folds for score in scores):
        top += sheet.px(GAP)
        bottom = top + sheet.px(scores_height(scores))
        lanes = scores_picture(scores, replace(sheet, box=(0.0, top, width, bottom)))
        drawn, top = [*drawn, *lanes.layers], bottom + sheet.px(GAP)
    notes = [f"{score.name}: {score.note}" for score in scores if score.note]
    said = [words for other in scores[1:] if (words := paired(scores[0], other))]
    kind, tags = sheet.type("hint"), []
    for line in (each for words in (*said, *notes) for each in sheet.broken(words, kind, width, 3)):
        high = sheet.high(kind)
        box = (0.0, top, width, top + high)
        tags.append(Tag.of(line, kind, box, sheet.colour("ink2"), 0.0, key="pairs"))
        top += high
    drawn.append(Layer("pairs", (Tags(tuple(tags), "pairs"),)))
    return Picture(width, top, sheet.colour("canvas"), tuple(drawn))


class _Lanes:
    def __init__(self, scores: Sequence[Score], sheet: Sheet) -> None:
        self.scores, self.sheet = scores, sheet
        self.left = sheet.left + NAME * sheet.width
        self.right = sheet.right - sheet.px(14)
        self.lane = float(sheet.px(LANE))
        errors = [error for score in scores if score.folds for error in score.folds.folds]
        self.high = 1.08 * max([LEAST, *errors])

    def x(self, error: float) -> float:
        return self.left + (self.right - self.left) * error / self.high

    def y(self, k: int) -> float:
        return self.sheet.top + self.lane * (k + 0.5)

    def axis(self) -> list[Item]:
        """Describe upright lines with their numbers below."""
        sheet, kind = self.sheet, self.sheet.type("tick")
        found, foot = ticks(0.0, self.high, 4), self.sheet.top + self.lane * len(self.scores)
        xs = [self.x(float(at)) for at in found.at]
        lines = np.array([[x, sheet.top, x, foot] for x in xs])
        tags = []
        for x, text in zip(xs, found.labels, strict=True):
            half = sheet.wide(text, kind) / 2
            box = (x - half, foot + 2.0, x + half, foot + 18.0)
            tags.append(Tag.of(text, kind, box, sheet.colour("ink2")))
        return [Bars(lines, 1.0, sheet.colour("hairline"), square=False), Tags(tuple(tags), "axis")]

    def folds(self) -> list[Item]:
        """Describe lines from fold to fold, dots, means and spreads."""
        found: list[Item] = list(self._pairs())
        for k, score in enumerate(self.scores):
            if score.folds is None:
                continue
            pen, y = Pen.of(STYLES[k], self.sheet), self.y(k)
            low, mean = score.folds.mean, self.x(score.folds.mean)
            if len(score.folds.folds) > 1:
                ends = self.x(max(low - score.folds.sd, 0.0)), self.x(low + score.folds.sd)
                spread = np.array(((ends[0], y), (ends[1], y)))
                found.append(Polylines((spread,), pen.width, pen.colour, key=f"spread {k}"))
            style = Style(fill=self.sheet.colour("panel"), edge=pen.colour, width=1.4)
            found += [
                dots(np.array([[self.x(error), y]]), DOT, style, f"fold {j}")
                for j, error in enumerate(score.folds.folds)
            ]
            bar = np.array(((mean, y - self.lane / 3), (mean, y + self.lane / 3)))
            found.append(Polylines((bar,), MEAN, pen.colour, key=f"mean {k}"))
        return found

    def _pairs(self) -> list[Item]:
        """Join what setups one below the other do on the same fold."""
        lines = []
        for k, (one, other) in enumerate(pairwise(self.scores)):
            for a, b in zip(one.folds.folds if one.folds else (),
                            other.folds.folds if other.folds else (), strict=False):  # fmt: skip
                lines.append(np.array(((self.x(a), self.y(k)), (self.x(b), self.y(k + 1)))))
        return [Polylines(tuple(lines), 1.0, self.sheet.colour("border"), key="pairs")]

    def names(self) -> list[Tag]:
        sheet, kind = self.sheet, self.sheet.type("text")
        room, tags = self.left - sheet.left - sheet.px(10), []
        for k, score in enumerate(self.scores):
            words = sheet.cut(score.name, kind, room)
            box = (sheet.left, self.y(k) - self.lane / 2, self.left, self.y(k) + self.lane / 2)
            tags.append(Tag.of(words, kind, box, sheet.colour("ink"), 0.0, key=f"setup {k}"))
        return tags
