"""Lines between what is said here and there; and equal cells merged to rectangles.

Surfaces that have cells are drawn along their borders, others by marching squares: in every square
between four neighbouring places the line enters and leaves where the height, taken as linear along
the sides, is zero. Where it crosses all four sides, the height in the middle decides which corners
belong together. Short lines are joined to long ones, with no more corners than they need.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, distinct
from ensemble_viz.engine.surface.surface import Cells

Place = tuple[float, float]
# sides of a square: 0 below, 1 right, 2 above, 3 left; by the corners that are above zero,
# counted 1 (left below), 2 (right below), 4 (right above), 8 (left above)
SIDES = (
    (), ((3, 0),), ((0, 1),), ((3, 1),), ((1, 2),), ((3, 0), (1, 2)), ((0, 2),), ((3, 2),),
    ((2, 3),), ((2, 0),), ((0, 1), (2, 3)), ((2, 1),), ((1, 3),), ((1, 0),), ((0, 3),), (),
)  # fmt: skip
JOINED = {5: ((0, 1), (2, 3)), 10: ((3, 0), (1, 2))}  # where the middle is above zero, too


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


def contour(x: FloatArray, y: FloatArray, height: FloatArray) -> FloatArray:
    """Draw the lines between heights above zero and the others: (lines, 4) as x1, y1, x2, y2.

    `height` is (rows, columns) at the sorted coordinates `y` and `x`.
    """
    corner = (height[:-1, :-1], height[:-1, 1:], height[1:, 1:], height[1:, :-1])
    code = sum((part > 0).astype(np.int64) << bit for bit, part in enumerate(corner))
    assert isinstance(code, np.ndarray)
    row, column = ((code > 0) & (code < 15)).nonzero()
    code = code[row, column]
    heights = np.stack([part[row, column] for part in corner])
    crossing = _crossings(heights, (x[column], x[column + 1], y[row], y[row + 1]))
    joined = heights.sum(axis=0) > 0
    lines = [np.empty((0, 4))]
    for number in distinct(code).tolist():
        for sides, chosen in _cases(number, joined):
            those = (code == number) & chosen
            lines += [np.hstack([crossing[side][those] for side in pair]) for pair in sides]
    return np.concatenate(lines)


def class_contours(x: FloatArray, y: FloatArray, score: FloatArray) -> FloatArray:
    """Draw the lines between the classes that win: `score` is (rows, columns, K).

    The line between two classes is drawn once, as the border of the first of them.
    """
    lines = [np.empty((0, 4))]
    classes = score.shape[-1]
    for k in range(classes - 1):
        others = np.delete(score, k, axis=-1)
        # equal scores go to the first class: only what is truly less than a later one is outside
        lead = score[..., k] - others.max(axis=-1)
        behind = np.where(lead == 0, score.argmax(axis=-1) != k, lead < 0)
        border = contour(x, y, np.where(behind, np.maximum(-lead, np.finfo(float).tiny), -lead))
        if len(border):
            rival = others.argmax(axis=-1)
            rival += rival >= k
            lines.append(border[_rival_at(x, y, rival, border) > k])
    return np.concatenate(lines)


def _crossings(
    heights: FloatArray, box: tuple[FloatArray, FloatArray, FloatArray, FloatArray]
) -> list[FloatArray]:
    """Find where the height is zero along each side: a list of (squares, 2) for the four sides."""
    left, right, low, high = box
    a, b, c, d = heights
    below = np.column_stack((_between(left, right, a, b), low))
    beside = np.column_stack((right, _between(low, high, b, c)))
    above = np.column_stack((_between(left, right, d, c), high))
    before = np.column_stack((left, _between(low, high, a, d)))
    return [below, beside, above, before]


def _between(start: FloatArray, end: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    """Go from start to end as far as the height needs from one to zero on its way to the other."""
    crosses = (one > 0) != (other > 0)
    way = np.where(crosses, one - other, 1.0)
    share = np.where(crosses, one / np.where(way == 0, 1.0, way), 0.5)
    return start * (1.0 - share) + end * share


def _cases(
    number: int, joined: NDArray[np.bool_]
) -> list[tuple[tuple[tuple[int, int], ...], NDArray[np.bool_]]]:
    if number in JOINED:
        return [(SIDES[number], ~joined), (JOINED[number], joined)]
    return [(SIDES[number], np.ones_like(joined))]


def _rival_at(x: FloatArray, y: FloatArray, rival: IntArray, border: FloatArray) -> IntArray:
    """Say which class is met behind each line: the best other one at the place nearest to it."""
    middle = (border[:, :2] + border[:, 2:]) / 2.0
    places = []
    for axis, at in zip((x, y), middle.T, strict=True):
        right = np.clip(axis.searchsorted(at), 1, len(axis) - 1)
        places.append(right - (at - axis[right - 1] < axis[right] - at))
    return rival[places[1], places[0]]


def chained(lines: FloatArray) -> list[FloatArray]:
    """Join lines, (m, 4) as x1, y1, x2, y2, at the ends they share: a list of (k, 2).

    Where more than two of them meet, or one ends alone, a chain ends; a ring ends where it began.
    """
    ends: dict[Place, list[int]] = defaultdict(list)
    pairs = [((a, b), (c, d)) for a, b, c, d in lines.tolist() if (a, b) != (c, d)]
    for number, pair in enumerate(pairs):
        for end in pair:
            ends[end].append(number)
    free = [True] * len(pairs)
    knots = [place for place, met in ends.items() if len(met) != 2]
    chains = []
    for place in (*knots, *ends):
        for number in ends[place]:
            if free[number]:
                chains.append(_followed(place, number, pairs, ends, free))
    return chains


def _followed(
    place: Place,
    number: int,
    pairs: list[tuple[Place, Place]],
    ends: dict[Place, list[int]],
    free: list[bool],
) -> FloatArray:
    """Go along lines that nobody has gone along, from one of them on."""
    chain = [place]
    while True:
        free[number] = False
        one, other = pairs[number]
        place = other if one == place else one
        chain.append(place)
        following = [k for k in ends[place] if free[k]] if len(ends[place]) == 2 else []
        if not following:
            return np.array(chain)
        number = following[0]


def simplified(chain: FloatArray, near: FloatArray) -> FloatArray:
    """Leave out places of a chain that are no farther from what is left than `near`: (2,).

    The place that is farthest from the straight way stays, and so on in both parts of it.
    """
    scaled = chain / near
    keep = np.zeros(len(chain), dtype=bool)
    keep[[0, -1]] = True
    waiting = [(0, len(chain) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        away = _away(scaled[first + 1 : last], scaled[first], scaled[last])
        farthest = int(away.argmax())
        if away[farthest] > 1.0:
            middle = first + 1 + farthest
            keep[middle] = True
            waiting += [(first, middle), (middle, last)]
    return chain[keep]


def _away(points: FloatArray, start: FloatArray, end: FloatArray) -> NDArray[np.float64]:
    """Measure how far points are from the straight way between two others."""
    way = end - start
    length = float(way @ way)
    shift = points - start
    share = np.clip(shift @ way / length, 0.0, 1.0) if length > 0.0 else np.zeros(len(points))
    return np.hypot(*(shift - share[:, None] * way).T)
