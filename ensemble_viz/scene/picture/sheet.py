"""What a picture is made for: a part of a sheet with a view and a look, and a medium's ruler."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol, Self

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.frame import EMPTY, Ticks, ticks
from ensemble_viz.scene.palette import LIGHT, Palette
from ensemble_viz.scene.picture.tags import Box, Colour, Type
from ensemble_viz.scene.shapes import Measures

ROLES: dict[str, Type] = {
    # what words are for: pixels at 96 dpi, weight
    "tick": (11, 400),
    "projector tick": (22, 500),
    "hint": (12, 400),
    "text": (13, 400),
    "strong": (13, 600),
    "body": (14, 400),
    "button": (14, 500),
    "node": (16, 600),
    "title": (16, 600),
    "caption": (20, 600),
    "caption wide": (24, 600),
    "projector step": (46, 700),
    "projector sentence": (34, 600),
    "projector small": (26, 500),
}
LINE = 1.36  # the height of a line of words by the size of its type
LEAST_SHARE = 0.85  # of its size, to which a line shrinks to be whole
MOST_LETTERS = 600  # no card holds more; names may have thousands
GLUE = "\N{NO-BREAK SPACE}"
SHORT_BRACKETS = re.compile(r"\([^()]{1,16}\)")  # (H + λ), (6 points)
TICK_BOLD = 700
USUAL = Measures()


class Ruler(Protocol):
    """Says how large words are in a medium."""

    def width(self, text: str, kind: Type) -> float:
        """Measure a line."""

    def height(self, kind: Type) -> float:
        """Say how far its letters reach, above and below the base line together."""

    def __hash__(self) -> int:
        """Be part of a key: what is measured by it is kept."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where and how large, which part of the plane, in which look; it can be a key."""

    box: Box
    ruler: Ruler
    frame: Frame = EMPTY
    palette: Palette = LIGHT
    measures: Measures = USUAL
    scale: float = 1.0
    """Of the type, and the grid with it."""

    @property
    def left(self) -> float:
        return self.box[0]

    @property
    def top(self) -> float:
        return self.box[1]

    @property
    def right(self) -> float:
        return self.box[2]

    @property
    def bottom(self) -> float:
        return self.box[3]

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def projected(self) -> bool:
        return self.palette.is_projected

    def part(self, box: Box, frame: Frame) -> Self:
        """Give a part of the sheet that shows another part of the plane."""
        return replace(self, box=box, frame=frame)

    def across(self, x: FloatArray) -> FloatArray:
        left, right = self.frame.left, self.frame.right
        return self.left + (np.asarray(x) - left) * (self.width / (right - left))

    def down(self, y: FloatArray) -> FloatArray:
        bottom, top = self.frame.bottom, self.frame.top
        return self.top + (top - np.asarray(y)) * (self.height / (top - bottom))

    def places(self, points: FloatArray) -> FloatArray:
        """Turn places, (m, 2), into pixels."""
        return np.column_stack((self.across(points[:, 0]), self.down(points[:, 1])))

    def lines(self, lines: FloatArray) -> FloatArray:
        """Turn x1, y1, x2, y2 into pixels."""
        made = np.empty(lines.shape)
        made[:, 0::2], made[:, 1::2] = self.across(lines[:, 0::2]), self.down(lines[:, 1::2])
        return made

    def boxes(self, boxes: FloatArray) -> FloatArray:
        """Turn boxes, (m, 4) as x1, y1, x2, y2, into left, top, right, bottom."""
        return self.lines(boxes)[:, [0, 3, 2, 1]]

    def point(self, x: float, y: float) -> tuple[float, float]:
        return float(self.across(np.array(x))), float(self.down(np.array(y)))

    def px(self, size: float) -> int:
        """Scale a length with the type."""
        return round(size * self.scale)

    def type(self, role: str, share: float = 1.0, weight: int = 0) -> Type:
        """Give the type of a role, larger by a share."""
        size, usual = ROLES[role]
        return round(max(1, round(size * self.scale)) * share), weight or usual

    def colour(self, name: str, alpha: float = 1.0) -> Colour:
        """Give a colour of the palette by its name, or of #RRGGBB."""
        return colour(name if name[0] == "#" else getattr(self.palette, name), alpha)

    # --- words --------------------------------------------------------------------------------

    def wide(self, text: str, kind: Type) -> float:
        return self.ruler.width(text, kind)

    def high(self, kind: Type) -> float:
        return self.ruler.height(kind)

    def line(self, kind: Type) -> float:
        """Measure the height of a line of words."""
        return round(max(kind[0] * LINE, self.high(kind)))

    def fitted(self, text: str, kind: Type, width: float) -> Type:
        """Make type a little smaller where that brings words into one line."""
        size, weight = kind
        sizes = range(size, round(LEAST_SHARE * size) - 1, -1)
        return next(((k, weight) for k in sizes if self.wide(text, (k, weight)) <= width), kind)

    def cut(self, text: str, kind: Type, width: float) -> str:
        """Cut one line of words to a width, with an ellipsis."""
        if self.wide(text, kind) <= width:
            return text
        low, high = 0, len(text)  # so many letters fit, so many do not
        while high - low > 1:
            middle = (low + high) // 2
            fits = self.wide(text[:middle].rstrip() + "…", kind) <= width
            low, high = (middle, high) if fits else (low, middle)
        return text[:low].rstrip() + "…"

    def cut_front(self, text: str, kind: Type, width: float) -> str:
        """Cut one line of words to a width, whole words at its front first."""
        words = text.split(" ")
        tails = (f"… {' '.join(words[k:])}" for k in range(1, len(words)))
        shorter = (tail for tail in (text, *tails) if self.wide(tail, kind) <= width)
        return next(shorter, None) or self.cut(words[-1], kind, width)

    def broken(self, text: str, kind: Type, width: float, most: int) -> tuple[str, ...]:
        """Break words into lines of a width, at most so many; the last is cut if there are more."""
        words, lines = list[str](), [""]
        for word in _glued(text).split(" "):
            loose = word.split(GLUE)
            fits = len(loose) > 1 and self.wide(" ".join(loose), kind) <= width
            words += [word] if fits else loose
        for k, word in enumerate(words):
            longer = f"{lines[-1]} {word}" if lines[-1] else word
            if not lines[-1] or self.wide(longer, kind) <= width:
                lines[-1] = longer
            elif len(lines) == most:
                lines[-1] = " ".join([lines[-1], *words[k:]])
                break
            else:
                lines.append(word)
        plain = (line.replace(GLUE, " ") for line in lines if line)
        return tuple(self.cut(line, kind, width) for line in plain)


def _glued(text: str) -> str:
    """Keep both sides of a sign in one line, and what stands in short brackets."""
    words = " ".join(text[:MOST_LETTERS].split())
    for sign in "=×≤·":
        words = words.replace(f" {sign} ", f"{GLUE}{sign}{GLUE}")
    return SHORT_BRACKETS.sub(lambda found: found[0].replace(" ", GLUE), words)


def colour(hexed: str, alpha: float = 1.0) -> Colour:
    """Write #RRGGBB as a number."""
    return round(alpha * 255) << 24 | int(hexed[1:], 16)


def meet(a: Box, b: Box) -> bool:
    """True if two boxes have a place in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def is_clear(box: Box, others: Iterable[Box]) -> bool:
    """True if a box has no place in common with any of the others."""
    left, top, right, bottom = box
    for low, high, far, deep in others:
        if left < far and low < right and top < deep and high < bottom:
            return False
    return True


def wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def moved(box: Box, x: float, y: float) -> Box:
    """Give a box of the same size elsewhere."""
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def within(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


Range = tuple[float, float]
Report = Callable[[int, int], None]
"""Hears how many plots are described, of how many; it may raise to end it."""


@dataclass(frozen=True, slots=True)
class Parts:
    key: bool = True
    labels: bool = True
    """Names of axes and learners, and how exact a surface is."""
    ticks: bool = True
    caption: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How large a figure is, and what belongs to it."""

    width: float
    ruler: Ruler
    height: float | None = None
    """None: as high as its shape asks for."""
    parts: Parts = field(default_factory=Parts)
    ranges: dict[int, Range] = field(default_factory=dict)
    """What is seen of an axis, where that is asked for."""


TICK, GAP = 4.0, 3.0  # pixels: a tick, and between words and what they stand beside
APART, ABOVE = 4.8, 3.2  # sizes of type between two ticks, at least: along x, and along y


def small(sheet: Sheet, weight: int = 0) -> Type:
    """Give the type of numbers and names along the edges."""
    return sheet.type("projector tick" if sheet.projected else "tick", weight=weight)


def strong(sheet: Sheet) -> Type:
    """Give the type of learners' names and of titles."""
    return sheet.type("projector small" if sheet.projected else "strong", weight=600)


def axis_ticks(sheet: Sheet, taken: tuple[float, float] = (0.0, 0.0)) -> tuple[Ticks, Ticks]:
    """Choose the numbers along both axes, two or more: one alone says nothing of the scale.

    `taken`: pixels at the ends where the names of the axes stand.
    """
    frame, size = sheet.frame, small(sheet)[0]
    across, up = int(sheet.width / (APART * size)), int(sheet.height / (ABOVE * size))
    return (
        _two_or_more(frame.left, frame.right, across, taken[0] / sheet.width),
        _two_or_more(frame.bottom, frame.top, up, taken[1] / sheet.height),
    )


def _two_or_more(low: float, high: float, most: int, taken: float) -> Ticks:
    found, end = ticks(low, high, max(most, 3)), high - taken * (high - low)
    return found if (found.at <= end).sum() > 1 else ticks(low, high, 2 * max(most, 3))
