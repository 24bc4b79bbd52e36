"""Lines of equal height on a grid, by marching squares: for surfaces that have no cells.

In every square between four neighbouring places the line enters and leaves where the height,
taken as linear along the sides, is zero. Where it crosses all four sides, the height in the
middle decides which corners belong together.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, distinct

# sides of a square: 0 below, 1 right, 2 above, 3 left; by the corners that are above zero,
# counted 1 (left below), 2 (right below), 4 (right above), 8 (left above)
SIDES = (
    (), ((3, 0),), ((0, 1),), ((3, 1),), ((1, 2),), ((3, 0), (1, 2)), ((0, 2),), ((3, 2),),
    ((2, 3),), ((2, 0),), ((0, 1), (2, 3)), ((2, 1),), ((1, 3),), ((1, 0),), ((0, 3),), (),
)  # fmt: skip
JOINED = {5: ((0, 1), (2, 3)), 10: ((3, 0), (1, 2))}  # where the middle is above zero, too


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
