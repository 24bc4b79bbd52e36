"""Grids of places that are asked: their classes and shades, their borders, and finer ones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, IntArray, distinct
from ensemble_viz.engine.surface import middles
from ensemble_viz.engine.surface.lines import chained, class_contours, contour, simplified

SHADES_APART = 4  # of 255: what changes by less is as its neighbours are
BAND = 8  # rows of squares whose borders are looked for at a time
SMOOTH, JAGGED = 0.06, 0.85  # of a square: what is left out of a border that is no straighter
MEASURED, FEW = 4096, 0.25  # places, and the share of them that has a value of its own
Steps = NDArray[np.uint8]
Curves = tuple[FloatArray, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """How far surfaces and lines can be trusted, where they are not exact."""

    text: str = ""
    shorter: tuple[str, ...] = ()
    """The same where there is less room, and less."""


NO_NOTE = Note()


def sampled_note(what: str, shape: tuple[int, ...]) -> Note:
    """Say on how fine a grid something was read."""
    short = f"{what} sampled"
    return Note(f"{short} on a {' × '.join(map(str, shape))} grid", (short, "sampled"))


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """A surface as far as it is known: the middle of each cell was asked."""

    what: tuple[int, int | None]
    area: Frame
    level: int
    is_finest: bool
    cuts: tuple[FloatArray, ...]
    """Between neighbouring places."""
    winner: Steps
    """(rows, columns), or (columns,) on a line: the class."""
    step: Steps
    value: FloatArray | None
    """What is answered there, on a line."""
    curves: Curves = ()
    """The borders between classes: places one after the other, (k, 2)."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Count the places along the axes, the first axis first."""
        return self.winner.shape[::-1]

    def note(self, what: str) -> "Note":
        return sampled_note(what, self.shape)

    @property
    def bytes(self) -> int:
        return 2 * self.winner.nbytes + sum(curve.nbytes for curve in self.curves) + 1024


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Places and what was answered there."""

    area: Frame
    edges: tuple[FloatArray, ...]
    score: FloatArray
    winner: Steps
    step: Steps

    @property
    def axes(self) -> tuple[FloatArray, ...]:
        return tuple(map(middles, self.edges))

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(edge) - 1 for edge in reversed(self.edges))

    @property
    def flat(self) -> FloatArray:
        """List the scores place by place."""
        return self.score.reshape(-1, *self.score.shape[len(self.edges) :])

    def answered(
        self, answer: FloatArray, shade: Callable[[FloatArray], tuple[Steps, Steps]]
    ) -> "Grid":
        """Take what was answered at the places, row by row."""
        winner, step = shade(answer)
        score = answer.reshape(*self.shape, *answer.shape[1:])
        return replace(
            self, score=score, winner=winner.reshape(self.shape), step=step.reshape(self.shape)
        )

    def sampled(self, what: tuple[int, int | None], level: int, is_finest: bool) -> Sampled:
        """Give the surface without its borders."""
        cuts = tuple(edge[1:-1] for edge in self.edges)
        value = self.score if len(self.edges) == 1 else None
        return Sampled(what, self.area, level, is_finest, cuts, self.winner, self.step, value)


def grid_in(area: Frame, size: tuple[int, ...]) -> Grid:
    """Divide an area into cells; on a line only from left to right."""
    ends = tuple(zip(area.low, area.high, strict=True))[: len(size)]
    edges = tuple(np.linspace(low, high, k + 1) for (low, high), k in zip(ends, size, strict=True))
    none = np.empty(0, dtype=np.uint8)
    return Grid(area, edges, np.empty(0), none, none)


def with_curves(sampled: Sampled, lines: list[FloatArray], leaps: bool) -> Sampled:
    """Join border lines to long ones, without needless corners.

    Where scores leap from place to place nobody knows where between them: the border is as straight
    as it can be.
    """
    joined = np.concatenate([np.empty((0, 4)), *lines])
    if not len(joined):
        return sampled
    width, height = sampled.shape
    area = sampled.area
    square = np.array([(area.right - area.left) / width, (area.top - area.bottom) / height])
    near = square * (JAGGED if leaps else SMOOTH)
    return replace(sampled, curves=tuple(simplified(chain, near) for chain in chained(joined)))


def leap(scores: FloatArray) -> bool:
    """Say whether scores, place by place, have few values: they leap from one to the next."""
    some = scores.reshape(len(scores), -1)[::-1, 0][:MEASURED]
    return len(distinct(some)) < FEW * len(some)


def borders(grid: Grid) -> FloatArray:
    x, y = grid.axes
    return _borders(x, y, grid.score, leap(grid.flat))


def _borders(x: FloatArray, y: FloatArray, score: FloatArray, leaps: bool) -> FloatArray:
    """Draw borders; where scores leap, halfway between places."""
    if leaps and score.ndim == 2:
        score = np.where(score > 0.0, 1.0, -1.0)
    elif leaps:
        score = (score.argmax(axis=-1)[..., None] == np.arange(score.shape[-1])) * 1.0
    return contour(x, y, score) if score.ndim == 2 else class_contours(x, y, score)


# --- the finest grid --------------------------------------------------------------------------


def fine_places(grid: Grid, times: int, points: FloatArray) -> tuple[NDArray[Any], FloatArray]:
    """Choose the cells that are asked more finely, and so many times as many places in them.

    Those are cells beside ones of another class or shade, and around the training points.
    """
    changes = _changes(grid.winner.astype(np.int16), 1)
    changes |= _changes(grid.step.astype(np.int16), SHADES_APART)
    inner = [edge[1:-1] for edge in grid.edges]
    column, row = (cut.searchsorted(points[:, k]) for k, cut in enumerate(inner))
    changes[row, column] = True
    changes = _spread(changes)
    squares = np.argwhere(changes)
    x, y = map(middles, _finer_edges(grid, times))
    rows, columns = _inside(squares, times)
    return squares, np.column_stack((x[columns.ravel()], y[rows.ravel()]))


def _finer_edges(grid: Grid, times: int) -> tuple[FloatArray, ...]:
    return tuple(np.linspace(edge[0], edge[-1], times * (len(edge) - 1) + 1) for edge in grid.edges)


def _inside(squares: IntArray, times: int) -> tuple[IntArray, IntArray]:
    """Number the rows and columns of the places in some cells: (cells, times²)."""
    within = np.arange(times * times)
    rows = squares[:, :1] * times + within // times
    return rows, squares[:, 1:] * times + within % times


def _changes(number: NDArray[np.int16], least: int) -> NDArray[np.bool_]:
    """Mark cells that differ from one beside, above or below them."""
    marked = np.zeros(number.shape, dtype=bool)
    across = np.abs(np.diff(number, axis=1)) >= least
    along = np.abs(np.diff(number, axis=0)) >= least
    marked[:, 1:] |= across
    marked[:, :-1] |= across
    marked[1:] |= along
    marked[:-1] |= along
    return marked


def _spread(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the cells around as well."""
    wide = marked.copy()
    wide[:, 1:] |= marked[:, :-1]
    wide[:, :-1] |= marked[:, 1:]
    high = wide.copy()
    high[1:] |= wide[:-1]
    high[:-1] |= wide[1:]
    return high


@dataclass(frozen=True, slots=True, eq=False)
class Finer:
    """The finest grid, with the scores it is made from: there are too many to keep them all."""

    grid: Grid
    coarse: Grid
    times: int
    squares: IntArray
    answer: FloatArray

    @property
    def leaps(self) -> bool:
        """Say whether scores leap from place to place."""
        return leap(self.answer) if len(self.answer) else leap(self.coarse.flat)

    def bands(self) -> Iterator[FloatArray]:
        """Draw the borders, some rows at a time."""
        x, y = self.grid.axes
        count, times = self.coarse.shape[0], self.times
        for first in range(0, count, BAND):
            last = min(first + BAND + 1, count)  # a row more: borders run from place to place
            top = times * (first + BAND) + 1 if last < count else times * last
            height = top - times * first
            score = self._scores(first, last)[:height]
            yield _borders(x, y[times * first : top], score, self.leaps)

    def _scores(self, first: int, last: int) -> FloatArray:
        """Give the scores in some rows of cells."""
        times = self.times
        score = self.coarse.score[first:last].repeat(times, axis=0).repeat(times, axis=1)
        start, end = self.squares[:, 0].searchsorted((first, last))
        rows, columns = _inside(self.squares[start:end], times)
        each = times * times
        mine = self.answer[start * each : end * each]
        score[rows.ravel() - times * first, columns.ravel()] = mine
        return score


def finer(
    grid: Grid,
    times: int,
    squares: IntArray,
    answer: FloatArray,
    painted: list[tuple[Steps, Steps]],
) -> Finer:
    """Put what was asked finely into what is known of all cells."""
    rows, columns = (part.ravel() for part in _inside(squares, times))
    winner, step = (part.repeat(times, axis=0).repeat(times, axis=1)
                    for part in (grid.winner, grid.step))  # fmt: skip
    winner[rows, columns] = np.concatenate([one for one, _ in painted])
    step[rows, columns] = np.concatenate([other for _, other in painted])
    fine = Grid(grid.area, _finer_edges(grid, times), np.empty(0), winner, step)
    return Finer(fine, grid, times, squares, answer)
