"""Where two surfaces part, cell by cell, and the shortest way across a border."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.surface.leaves import Cuts
from ensemble_viz.engine.surface.surface import MOST_CELLS, Cells


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """How far two surfaces are apart in each cell of both."""

    cuts: Cuts
    """The sorted cuts of both along each axis."""
    distance: FloatArray
    """(columns,) or (rows, columns): 1 where other classes are named, or the difference."""

    def area(self, *ends: tuple[float, float]) -> float:
        """Give the share of a box, from low to high along each axis, in which they differ."""
        shares = []
        for cut, (low, high) in zip(self.cuts, ends, strict=True):
            edges = np.concatenate(([low], cut.clip(low, high), [high]))
            shares.append(np.diff(edges) / (high - low))
        differs = self.distance != 0.0
        for share in shares:  # the last axis of the array is the first of the plane
            differs = differs @ share
        return float(differs)


def apart(one: Cells, other: Cells, n_classes: int) -> Apart:
    """Compare two surfaces everywhere: exactly, in the cells that the cuts of both make."""
    pairs = zip(one.cuts, other.cuts, strict=True)
    cuts = tuple(np.unique(np.concatenate(pair)) for pair in pairs)
    if np.prod([len(cut) + 1.0 for cut in cuts]) > MOST_CELLS:
        raise Refusal("the two surfaces have too many cells to compare them one by one")
    mine, yours = (_spread(cells, n_classes, cuts) for cells in (one, other))
    return Apart(cuts, (mine != yours).astype(np.float64) if n_classes else mine - yours)


def _spread(cells: Cells, n_classes: int, cuts: Cuts) -> FloatArray:
    """Repeat what is decided in cells in the smaller ones of more cuts."""
    decided = cells.decision(n_classes)
    for axis, (own, all_of_them) in enumerate(zip(cells.cuts, cuts, strict=True)):
        place = np.append(own.searchsorted(all_of_them), len(own))
        decided = decided.take(place, axis=decided.ndim - 1 - axis)
    return np.asarray(decided)


@dataclass(frozen=True, slots=True)
class Move:
    """From a point to the nearest place that is answered otherwise."""

    place: tuple[float, ...]
    distance: float
    answer: int


def shortest_move(cells: Cells, n_classes: int, point: FloatArray) -> Move | None:
    """Find the shortest move that changes the class of a point; None where all are of one class.

    Cells hold their upper borders. So a move to the left ends on a cut, and one to the right at
    the next number behind it.
    """
    decided = cells.decision(n_classes)
    own = decided[tuple(int(cut.searchsorted(x)) for cut, x in _backwards(cells.cuts, point))]
    others = decided != own
    if not others.any():
        return None
    ends = [_nearest(cut, float(x)) for cut, x in zip(cells.cuts, point, strict=True)]
    steps = [np.abs(end - x) for end, x in zip(ends, point.tolist(), strict=True)]
    length = steps[0] if len(steps) == 1 else np.hypot(steps[0], steps[1][:, None])
    best = np.unravel_index(np.where(others, length, np.inf).argmin(), others.shape)
    place = tuple(float(end[k]) for end, k in zip(ends, reversed(best), strict=True))
    return Move(place, float(length[best]), int(decided[best]))


def _backwards(cuts: Cuts, point: FloatArray) -> list[tuple[FloatArray, float]]:
    """Pair cuts and coordinates in the order of the array's axes: rows are x2."""
    return list(zip(reversed(cuts), reversed(point.tolist()), strict=True))


def _nearest(cut: FloatArray, x: float) -> FloatArray:
    """Find the coordinate of each cell along an axis that is nearest to x."""
    first = np.append(-np.inf, np.nextafter(cut, np.inf))
    return np.asarray(np.clip(x, first, np.append(cut, np.inf)))
