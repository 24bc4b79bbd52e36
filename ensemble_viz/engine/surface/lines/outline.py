"""A surface as shapes: the lines between different cells, and equal cells merged to rectangles.

Vector drawings are made of these, at any size; nothing is asked pixel by pixel.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.surface.surface import Cells


def visible(
    cells: Cells, labels: Numbers, low: FloatArray, high: FloatArray
) -> tuple[list[FloatArray], Numbers]:
    """Clip cells of the plane to a view from corner `low` to corner `high`.

    Returns the coordinates of the edges along each axis, and the labels between them.
    """
    coordinates, inside = [], []
    for cut, first, last in zip(cells.cuts, low, high, strict=True):
        start, end = cut.searchsorted(first, side="right"), cut.searchsorted(last)
        coordinates.append(np.concatenate(([first], cut[start:end], [last])))
        inside.append(slice(start, end + 1))
    return coordinates, labels[tuple(reversed(inside))]


def boundary(cells: Cells, labels: Numbers, low: FloatArray, high: FloatArray) -> FloatArray:
    """Draw the lines between cells of different labels: (lines, 4) as x1, y1, x2, y2."""
    (x, y), inside = visible(cells, labels, low, high)
    column, start, end = _runs(inside[:, 1:] != inside[:, :-1], down=True)
    upright = np.column_stack((x[column + 1], y[start], x[column + 1], y[end]))
    row, start, end = _runs(inside[1:] != inside[:-1])
    level = np.column_stack((x[start], y[row + 1], x[end], y[row + 1]))
    return np.concatenate((upright, level))


def rectangles(
    cells: Cells, labels: Numbers, low: FloatArray, high: FloatArray
) -> tuple[FloatArray, Numbers]:
    """Merge neighbouring cells of the same label: (rectangles, 4) as x1, y1, x2, y2, and labels."""
    (x, y), inside = visible(cells, labels, low, high)
    change = np.ones((len(inside), inside.shape[1] + 1), dtype=bool)
    change[:, 1:-1] = inside[:, 1:] != inside[:, :-1]
    row, place = change.nonzero()
    begins = place < inside.shape[1]
    row, start = row[begins], place[begins]
    end = place[np.flatnonzero(begins) + 1]
    label = inside[row, start]
    order = np.lexsort((row, label, end, start))
    row, start, end, label = row[order], start[order], end[order], label[order]
    goes_on = np.zeros(len(row), dtype=bool)
    goes_on[1:] = (row[1:] == row[:-1] + 1) & (start[1:] == start[:-1])
    goes_on[1:] &= (end[1:] == end[:-1]) & (label[1:] == label[:-1])
    first = np.flatnonzero(~goes_on)
    last = np.append(first[1:], len(row)) - 1
    box = np.column_stack((x[start[first]], y[row[first]], x[end[first]], y[row[last] + 1]))
    return box, label[first]


def _runs(marked: NDArray[np.bool_], down: bool = False) -> tuple[IntArray, IntArray, IntArray]:
    """Find the runs of marks in each row, or down each column: line, first, one past the last."""
    found = np.ascontiguousarray(marked).ravel().nonzero()[0]  # few are marked
    line, place = np.divmod(found, max(marked.shape[1], 1))
    if down:
        order = (place * len(marked) + line).argsort()
        line, place = place.take(order), line.take(order)
    begins = np.ones(len(line), dtype=bool)
    begins[1:] = (np.diff(place) != 1) | (np.diff(line) != 0)
    first = begins.nonzero()[0]
    last = np.append(first, len(line))[1:] - 1
    return line[first], place[first], place[last] + 1
