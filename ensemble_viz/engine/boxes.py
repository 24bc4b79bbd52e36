"""What many boxes add up to in each cell: their corners, and a running sum along every axis."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.leaves import BEFORE, Leaves, Line

LONG_ROW = 128  # numbers
EXACT_BITS = 52  # sums of whole numbers below 2^53 are exact in float64


def sum_of_boxes(lines: Sequence[Line], leaves: Leaves) -> FloatArray:
    """Add up the parts of all leaves that cover each cell or place: (rows, columns, parts).

    In fixed point: what cancels on paper cancels here, and leaves no ghost of rounding behind.
    """
    ends = [
        [line.first.take(leaves.edge[:, axis, side]) for side in (0, 1)]
        for axis, line in enumerate(lines)
    ]
    shape = tuple(line.count + 1 for line in reversed(lines))  # one more, for ends behind them all
    corner, sign = _corners(ends, shape)
    size = np.abs(leaves.part).sum()
    scale = np.ldexp(1.0, min(EXACT_BITS - 2 - int(np.frexp(size)[1]), 1000))
    inside = (slice(-1),) * len(shape)
    total = np.empty((leaves.part.shape[1], *(length - 1 for length in shape)))
    columns = np.rint(leaves.part.T * scale)
    rest = _shared(columns, leaves.edge)
    for k, units in enumerate(columns[:-1] if rest else columns):
        signed = np.concatenate([units if way > 0 else -units for way in sign])
        steps = np.bincount(corner, signed, int(np.prod(shape))).astype(np.int64).reshape(shape)
        _run_sums(steps)
        np.divide(steps[inside], scale, out=total[k])
        if rest:
            np.subtract(rest, steps, out=steps)
            np.divide(steps[inside], scale, out=total[-1])
    return np.moveaxis(total, 0, -1)  # each column of the score in one piece


def count_boxes(lines: Sequence[Line], edge: IntArray) -> IntArray:
    """Count the boxes that cover each cell: (rows, columns)."""
    ends = [
        [line.first.take(edge[:, axis, side]) for side in (0, 1)] for axis, line in enumerate(lines)
    ]
    shape = tuple(line.count + 1 for line in reversed(lines))
    corner, sign = _corners(ends, shape)
    ways = corner.reshape(len(sign), -1)
    more, less = (
        np.bincount(ways[[k for k, way in enumerate(sign) if way == one]].ravel(),
                    minlength=int(np.prod(shape)))
        for one in (1, -1)
    )  # fmt: skip
    more -= less
    steps = more.reshape(shape)
    _run_sums(steps)
    return steps[(slice(-1),) * len(shape)]


def _shared(columns: FloatArray, edge: IntArray) -> int:
    """Say how much two columns have together everywhere, if all leaves share out the same.

    0 where they do not: the second column is not what the first one leaves over then.
    """
    if len(columns) != 2 or not columns.shape[1]:
        return 0
    each = columns.sum(axis=0)
    first = (edge[..., 0] == BEFORE).all(axis=1)  # each tree has one leaf in the first cell
    return int(each[0] * first.sum()) if (each == each[0]).all() else 0


def _corners(ends: list[list[IntArray]], shape: tuple[int, ...]) -> tuple[IntArray, list[int]]:
    """Find each leaf's corners, with the signs that make running sums of what is put there."""
    places, signs = [np.zeros(len(ends[0][0]), dtype=np.int64)], [1]
    for along, length in zip(reversed(ends), shape, strict=True):
        places = [place * length + end for place in places for end in along]
        signs = [way for sign in signs for way in (sign, -sign)]
    return np.concatenate(places), signs


def _run_sums(steps: IntArray) -> None:
    """Sum up along every axis, in place; whole rows are added faster than numpy goes down them."""
    np.cumsum(steps, axis=-1, out=steps)
    if steps.ndim == 1:
        return
    if steps.shape[1] < LONG_ROW:
        np.cumsum(steps, axis=0, out=steps)
        return
    for before, row in pairwise(steps):
        np.add(before, row, out=row)
