"""Where somebody stands: the setup in front, the moment of its run, what is seen and pinned."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray

FAR = 1e305  # frames end here: what is farther away is still a number of lengths away from it


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A place in a run: after step `step` of round `round`; round 0 is before any learner."""

    round: int = 0
    step: int = 0


START = Moment()


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle in coordinates of the data."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def within_numbers(cls, left: float, bottom: float, right: float, top: float) -> Self:
        """Frame what is wanted, as far as there are numbers for it."""
        return cls(max(left, -FAR), max(bottom, -FAR), min(right, FAR), min(top, FAR))

    @property
    def low(self) -> FloatArray:
        return np.array([self.left, self.bottom])

    @property
    def high(self) -> FloatArray:
        return np.array([self.right, self.top])

    def clip_lines(self, lines: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Clip upright and level lines, (lines, 4) as x1, y1, x2, y2; and which are seen at all."""
        return self._clipped(lines, strictly=False)

    def clip_boxes(self, boxes: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Clip boxes, (boxes, 4) as x1, y1, x2, y2; and which are seen at all."""
        return self._clipped(boxes, strictly=True)

    def _clipped(self, boxes: FloatArray, strictly: bool) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Keep what has an area, or a length, inside."""
        low, high = np.tile(self.low, 2), np.tile(self.high, 2)
        clipped = np.clip(boxes, low, high)
        size = clipped[:, 2:] - clipped[:, :2]
        outside = (boxes[:, 2:] <= self.low) | (boxes[:, :2] >= self.high)
        seen = ~outside.any(axis=1) & (size.min(axis=1) > 0 if strictly else size.max(axis=1) > 0)
        return clipped[seen], seen


@dataclass(frozen=True, slots=True)
class Focus:
    """What is looked at closely: a point, a place, or a node of this round's learner."""

    point: int | None = None
    """The row of a training point."""
    place: tuple[float, float] | None = None
    node: int | None = None

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = Focus()


@dataclass(frozen=True, slots=True)
class Where:
    """What a document is open at; a session file keeps it."""

    setup: int = 0
    """The setup in front."""
    moment: Moment = START
    frame: Frame | None = None
    """None: all points are seen."""
    pinned: Focus = NOTHING
    selection: tuple[int, ...] = ()
    """The rows that are selected in the table of points, where they are several."""
    learner: int = 0
    """Which of a round's learners is shown, where there is one a class."""
