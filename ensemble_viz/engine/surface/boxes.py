"""What many boxes add up to in each cell: their corners, and a running sum along every axis."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.surface.leaves import BEFORE, Edges, Leaves, Line

LONG_ROW = 128  # numbers
EXACT_BITS = 52  # sums of whole numbers below 2^53 are exact in float64
Counts = NDArray[np.int32]
Whole = TypeVar("Whole", IntArray, Counts)


def sum_of_boxes(lines: Sequence[Line], leaves: Leaves) -> FloatArray:
    """Add up the parts of all leaves that cover each cell or place: (rows, columns, parts).

    In fixed point: what cancels on paper cancels here, and leaves no ghost of rounding behind.
    """
    corner, sign, room = _corners(lines, leaves.edge)
    size = np.abs(leaves.part).sum()
    scale = np.ldexp(1.0, min(EXACT_BITS - 2 - int(np.frexp(size)[1]), 1000))
    shape = _shape(lines)
    total = np.empty((leaves.part.shape[1], *shape))
    columns = np.rint(leaves.part.T * scale)
    rest = _shared(columns, leaves.edge)
    for k, units in enumerate(columns[:-1] if rest else columns):
        signed = np.concatenate([units if way > 0 else -units for way in sign])
        covered = _run_sums(np.bincount(corner, signed, room).astype(np.int64), shape)
        np.divide(covered, scale, out=total[k])
        if rest:
            np.subtract(rest, covered, out=covered)
            np.divide(covered, scale, out=total[-1])
    return np.moveaxis(total, 0, -1)  # each column of the score in one piece


def count_boxes(lines: Sequence[Line], edge: Edges) -> Counts:
    """Count the boxes that cover each cell: (rows, columns)."""
    corner, sign, room = _corners(lines, edge)
    steps = np.zeros(room, dtype=np.int32)  # half the memory: there may be a million cells
    np.add.at(steps, corner, np.array(sign, dtype=np.int32).repeat(edge.shape[-1]))
    return _run_sums(steps, _shape(lines))


def _shape(lines: Sequence[Line]) -> tuple[int, ...]:
    return tuple(line.count for line in reversed(lines))


def _shared(columns: FloatArray, edge: Edges) -> int:
    """Say how much two columns have together everywhere, if all leaves share out the same.

    0 where they do not: the second column is not what the first one leaves over then.
    """
    if len(columns) != 2 or not columns.shape[1]:
        return 0
    each = columns.sum(axis=0)
    first = (edge[:, 0] == BEFORE).all(axis=0)  # each tree has one leaf in the first cell
    return int(each[0] * first.sum()) if (each == each[0]).all() else 0


def _corners(lines: Sequence[Line], edge: Edges) -> tuple[IntArray, list[int], int]:
    """Find each leaf's corners, with the signs that make running sums of what is put there.

    They are places in all rows, one behind the other, and some room behind them: what ends behind
    its row ends where the next one begins.
    """
    places, signs = [np.zeros(edge.shape[-1], dtype=np.int64)], [1]
    for axis, line in reversed([*enumerate(lines)]):
        ends = [line.first.take(side) for side in edge[axis]]
        places = [place * line.count + end for place in places for end in ends]
        signs = [way for sign in signs for way in (sign, -sign)]
    room = 1 + sum(math.prod(line.count for line in lines[: k + 1]) for k in range(len(lines)))
    return np.concatenate(places), signs, room


def _run_sums(steps: Whole, shape: tuple[int, ...]) -> Whole:
    """Sum up along every axis, in place; whole rows are added faster than numpy goes down them."""
    np.cumsum(steps, dtype=steps.dtype, out=steps)  # what is put in a row is taken away again
    cells = steps[: math.prod(shape)].reshape(shape)
    if cells.ndim > 1 and cells.shape[1] < LONG_ROW:
        np.cumsum(cells, axis=0, dtype=cells.dtype, out=cells)
    elif cells.ndim > 1:
        for before, row in pairwise(list(cells)):
            np.add(before, row, row)
    return cells
