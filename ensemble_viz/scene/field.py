"""The combined surface: its colours between cuts, and the boundary as lines.

What a colour means is the same in every round. Two classes: the ramp of −1 … +1 over the share by
which the second leads. More classes: the winner's own colour, stronger with its lead. Values: the
ramp over the range of the target.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.scene.moment.sample_grid import NO_NOTE, Note, sampled_note
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import (
    RAMP_STEPS,
    Packed,
    Palette,
    Rgb,
    class_ramp,
    packed,
    ramp,
    rgb,
    unpacked,
)
from ensemble_viz.scene.shades import Shades, answers, lines_between, shades, value_range
from ensemble_viz.scene.words import capital

PAIRS = 4  # tables of two colours that are kept
TINT = 0.12  # of its colour is left where one learner answers a class
HARD = 0.75  # where on the ramp the colours of a hard surface are taken


@dataclass(frozen=True, slots=True, eq=False)
class ValueScale:
    """What the colours of a surface of values stand for: the same in every round."""

    low: float
    high: float
    colours: NDArray[np.uint8]
    """(256, 3), from low to high."""


@dataclass(frozen=True, slots=True, eq=False)
class Tints:
    """Colours of cells, each by its number in a table: there may be a million of them."""

    number: Numbers
    """(rows, columns): the first row is the lowest."""
    table: Packed
    """(numbers,): 0xFFRRGGBB."""

    @property
    def size(self) -> int:
        return self.number.size

    def colours(self) -> Packed:
        """Look up all of them: (rows, columns)."""
        return self.table.take(self.number)

    def spread(self, rows: IntArray, columns: IntArray) -> Packed:
        """Look them up where rows and columns meet; of many cells only those."""
        if self.size > len(rows) * len(columns):
            return self._looked_up(self.number.take(rows, axis=0).take(columns, axis=1))
        first, last = int(rows.min()), int(rows.max())
        wide = self.table.take(self.number[first : last + 1]).take(columns, axis=1)
        return np.ascontiguousarray(wide.take(rows - first, axis=0))

    def _looked_up(self, number: Numbers) -> Packed:
        """Look up the colours of numbers, two at a time where these are bytes: in half the time."""
        if number.dtype != np.uint8 or number.shape[1] % 2:
            return self.table.take(number)
        return pairs(self.table.tobytes()).take(number.view(np.uint16)).view(np.uint32)


@lru_cache(PAIRS)
def pairs(table: bytes) -> NDArray[np.uint64]:
    """Give the colours of any two bytes that lie side by side, by the number that both make."""
    colours = np.zeros(256, dtype=np.uint32)
    known = np.frombuffer(table, dtype=np.uint32)[:256]
    colours[: len(known)] = known
    return colours.take(np.arange(1 << 16, dtype=np.uint16).view(np.uint8)).view(np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A surface of colours, constant between neighbouring edges, inside the frame."""

    x: FloatArray
    """(columns + 1,) ascending: the edges along the first axis, the frame's own included."""
    y: FloatArray
    """(rows + 1,) ascending."""
    tints: Tints | None
    """The colours of the cells. None: nothing is coloured, the canvas shows, since the surface is
    off or nobody has an answer yet."""
    boundary: FloatArray
    """(lines, 4) as x1, y1, x2, y2: where the answer changes; none where values are learned."""
    scale: ValueScale | None = None
    exact: bool = True
    """False where the colours were read at places of a grid instead of in all cells."""
    curves: tuple[FloatArray, ...] = ()
    """The boundary, where it was read at places of a grid: (k, 2) places one after the other."""
    note: Note = NO_NOTE
    """How the surface is known, where it is not exact."""

    @property
    def colour(self) -> Packed | None:
        """The colours as 0xFFRRGGBB: (rows, columns)."""
        return None if self.tints is None else self.tints.colours()

    @property
    def rgb(self) -> Rgb | None:
        """The colours as (rows, columns, 3)."""
        return None if self.tints is None else unpacked(self.tints.colours())


NO_LINES = np.empty((0, 4))
WAITING = "The surface is being sampled"


def field(stage: Stage, frame: Frame) -> Field | None:
    """Colour the surface of the moment inside a frame; None where there are no points."""
    if not len(stage.data):
        return None
    scale = value_scale(stage)
    is_shaded = not only_pale(stage) and _is_looked_at(stage)
    shown = shades(stage, frame) if is_shaded else None
    if shown is None:
        x, y = np.array([frame.left, frame.right]), np.array([frame.bottom, frame.top])
        waits = is_shaded and answers(stage)
        return Field(x, y, _pale(stage), NO_LINES, scale, note=Note(WAITING if waits else ""))
    x, columns = inside(shown.cuts[0], frame.left, frame.right)
    y, rows = inside(shown.cuts[1], frame.bottom, frame.top)
    tints = _tinted(stage, shown)
    seen = None if tints is None else Tints(tints.number[rows, columns], tints.table)
    if shown.exact:
        return Field(x, y, seen, _boundary(stage, shown, frame), scale)
    curves = shown.curves if _has_border(stage) else ()
    return Field(x, y, seen, NO_LINES, scale, False, curves, _note(stage, shown))


def _is_looked_at(stage: Stage) -> bool:
    return stage.look.layers.surface != "off" or _has_border(stage)


def _has_border(stage: Stage) -> bool:
    return stage.look.layers.boundary and stage.data.classes is not None


def is_sampled(stage: Stage) -> bool:
    """Say whether a surface has to be read on a grid to be shown; nothing is read for it."""
    is_known = only_pale(stage) or not answers(stage) or stage.lens.is_exact(stage.joined)
    return _is_looked_at(stage) and not is_known


def only_pale(stage: Stage) -> bool:
    """Say whether all points are of one class: there is nothing to decide."""
    return stage.data.classes is not None and len(stage.data.classes_present) == 1


def value_scale(stage: Stage) -> ValueScale | None:
    """Give the meaning of the colours of values; None where classes are learned."""
    if stage.data.classes is not None or not len(stage.data):
        return None
    return ValueScale(*value_range(stage.data), ramp(stage.palette))


def _pale(stage: Stage) -> Tints | None:
    """Colour everything for the only class there is; None where the surface is off or unknown."""
    if not only_pale(stage) or stage.look.layers.surface == "off":
        return None
    only = int(stage.data.classes_present[0])
    colour = packed(np.array([rgb(stage.palette.classes[only].pale)], dtype=np.uint8))
    return Tints(np.zeros((1, 1), dtype=np.uint8), colour)


def _note(stage: Stage, shown: Shades) -> Note:
    """Say on how fine a grid a surface was read, where that is seen."""
    layers, shape = stage.look.layers, tuple(len(cut) + 1 for cut in shown.cuts)
    parts = [("surface", layers.surface != "off"), ("boundary", len(shown.curves) > 0)]
    seen = [word for word, is_seen in parts if is_seen and (word == "surface" or layers.boundary)]
    return sampled_note(capital(" and ".join(seen)), shape) if seen else NO_NOTE


def _boundary(stage: Stage, shown: Shades, frame: Frame) -> FloatArray:
    """Draw where the answer changes, if that is to be seen."""
    if not _has_border(stage):
        return NO_LINES
    return lines_between(shown.cuts, shown.winner, frame)


def _tinted(stage: Stage, shown: Shades) -> Tints | None:
    """Choose the colours of all cells."""
    surface, palette, n_classes = (stage.look.layers.surface, stage.palette, stage.data.n_classes)
    number: Numbers
    if surface == "off":
        return None
    if n_classes == 0 or (n_classes == 2 and surface != "hard"):
        number, table = shown.step, packed(ramp(palette))
    elif surface == "hard":
        number, table = shown.wins, packed(hard_colours(palette, n_classes))
    else:
        number = stage.lens.kept(("tints", shown.key), _places_on_ramps, shown)
        table = packed(_class_ramps(palette, n_classes)).ravel()
    if shown.votes is not None:
        return Tints(shown.votes, table.take(number))
    return Tints(number, table)


def _places_on_ramps(shown: Shades) -> NDArray[np.uint16]:
    """Number the colours on the ramps of all classes, ramp after ramp."""
    return shown.wins.astype(np.uint16) * np.uint16(RAMP_STEPS) + shown.step


def faint_colours(palette: Palette, n_classes: int) -> Rgb:
    """Give the colours of what one learner answers, one a class: (classes, 3)."""
    colours = np.array([rgb(palette.of_answer(k).fill) for k in range(n_classes)])
    return np.rint(TINT * colours + (1.0 - TINT) * np.array(rgb(palette.canvas))).astype(np.uint8)


def hard_colours(palette: Palette, n_classes: int) -> Rgb:
    """Give the colours of a hard surface, one a class: (classes, 3)."""
    if n_classes == 2:
        stops = palette.ramp
        return np.array([rgb(stops[1]), rgb(stops[-2])], dtype=np.uint8)
    strength = round(HARD * (RAMP_STEPS - 1))
    return np.stack([class_ramp(palette, k)[strength] for k in range(n_classes)])


def _class_ramps(palette: Palette, n_classes: int) -> Rgb:
    return np.stack([class_ramp(palette, k) for k in range(n_classes)])


def inside(cut: FloatArray, low: float, high: float) -> tuple[FloatArray, slice]:
    """Clip an axis to what is seen of it: its edges there, and the cells between them."""
    start, end = int(cut.searchsorted(low, side="right")), int(cut.searchsorted(high))
    return np.concatenate(([low], cut[start:end], [high])), slice(start, end + 1)
