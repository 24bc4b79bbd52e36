"""Shapes that classes have in the plane, without the noise.

Classes take turns, point by point, so that the first points of a large sample are a small one.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data.dataset import FloatArray, IntArray
from ensemble_viz.engine.data.samples.chance import Chance

Classified = tuple[FloatArray, IntArray]

# In an order in which the first two, three, … lie apart: another class leaves the others in place.
BLOBS = np.array(
    [
        (-0.6, -0.4),
        (0.5, 0.7),
        (0.7, -0.6),
        (-0.7, 0.9),
        (-0.1, 0.2),
        (1.4, 0.1),
        (0.0, -1.3),
        (-1.5, 0.2),
    ]
)
BLOB_SPREAD = 0.2
CLOUD_SPREAD = 0.3
EYE = 0.25
# Without noise there is a little room between the classes, or few points would show no shape.
BOARD_GAP = 0.2
STRIPE_GAP = 0.25  # of the width of a stripe
YIN_YANG_GAP = 0.1


def moons(chance: Chance) -> Classified:
    """Bend each class into a half circle that reaches into the other."""
    label = _take_turns(chance.n)
    angle = chance.uniform(0, 0.0, np.pi)
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.where(label[:, None] == 0, upper, [1.0, 0.5] - upper), label


def circles(chance: Chance, factor: float) -> Classified:
    """Put a circle around a smaller one; the radius of the outer one is 1."""
    label = _take_turns(chance.n)
    radius = np.where(label == 0, 1.0, factor)
    return _polar(radius, chance.uniform(0, 0.0, 2 * np.pi)), label


def blobs(chance: Chance, classes: int, ratio: float) -> Classified:
    """Gather each class in a round cloud, the first `ratio` times as large as the last."""
    share = ratio ** -np.linspace(0.0, 1.0, classes)
    label = _by_share(chance.n, share / share.sum())
    return BLOBS[label] + BLOB_SPREAD * _cloud(chance), label


def xor(chance: Chance) -> Classified:
    """Put four clouds in the corners, the two of a class across from each other."""
    label = _take_turns(chance.n)
    side = np.arange(chance.n) // 2 % 2 * 2.0 - 1.0
    centre = np.column_stack([side, np.where(label == 0, side, -side)])
    return centre + CLOUD_SPREAD * _cloud(chance), label


def checkerboard(chance: Chance) -> Classified:
    """Fill four by four squares of side 1, the classes by turns."""
    square = np.arange(chance.n) * 7 % 16  # a point in each, then a second, never two neighbours
    column, row = square % 4, square // 4
    low, high = BOARD_GAP / 2, 1 - BOARD_GAP / 2
    points = np.column_stack(
        [column + chance.uniform(0, low, high), row + chance.uniform(1, low, high)]
    )
    return points, (column + row) % 2


def spirals(chance: Chance, turns: float) -> Classified:
    """Wind two arms around each other."""
    label = _take_turns(chance.n)
    radius = np.sqrt(chance.uniform(0, 0.02, 1.0))  # the root spreads points evenly along the arm
    return _polar(radius, (2 * turns * radius + label) * np.pi), label


def stripes(chance: Chance, angle: float) -> Classified:
    """Lay four parallel bands across a square, the classes by turns."""
    label = _take_turns(chance.n)
    points = np.column_stack([chance.uniform(0, -1.0, 1.0), chance.uniform(1, -1.0, 1.0)])
    across = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    width = across.sum() / 2  # the square is four of these wide, seen along the bands
    place = (points * across).sum(axis=1) / width
    band = np.floor(place)
    points -= STRIPE_GAP * width * np.outer(place - band - 0.5, across)
    return _mirrored(points, band % 2 != label), label


def gaussians(chance: Chance) -> Classified:
    """Let two normal clouds overlap: a round one, and a long slanting one beside it."""
    label = _take_turns(chance.n)
    along, aside = chance.normal(0), chance.normal(1)
    round_one = np.column_stack([0.5 * along - 0.4, 0.5 * aside + 0.4])
    long_one = np.column_stack([0.6 * along - 0.2 * aside + 0.4, 0.5 * along + 0.24 * aside - 0.4])
    return np.where(label[:, None] == 0, round_one, long_one), label


def yin_yang(chance: Chance) -> Classified:
    """Part a disc by an S, with an eye of the other class in each half."""
    label = _take_turns(chance.n)
    points = _disc(chance, 0)
    for again in (2, 4, 6):  # a point on the border would be drawn in neither colour
        on_border = np.abs(_depth_in_dark(points)) < YIN_YANG_GAP / 2
        points = np.where(on_border[:, None], _disc(chance, again), points)
    return _mirrored(points, (_depth_in_dark(points) > 0) != label), label


def _depth_in_dark(points: FloatArray) -> FloatArray:
    """Measure how far inside the dark half a point lies; negative in the light half."""
    upper = np.hypot(points[:, 0], points[:, 1] - 0.5)
    lower = np.hypot(points[:, 0], points[:, 1] + 0.5)
    depth = np.maximum(points[:, 0], 0.5 - upper)
    depth = np.minimum(depth, lower - 0.5)
    return np.maximum(np.minimum(depth, upper - EYE), EYE - lower)


def _mirrored(points: FloatArray, wrong: NDArray[np.bool_]) -> FloatArray:
    """Carry points through the centre, where the other class is."""
    return np.where(wrong[:, None], -points, points)


def _disc(chance: Chance, which: int) -> FloatArray:
    radius = np.sqrt(chance.uniform(which))  # the root spreads the points evenly over the disc
    return _polar(radius, chance.uniform(which + 1, 0.0, 2 * np.pi))


def _take_turns(n: int) -> IntArray:
    return np.arange(n, dtype=np.int64) % 2


def _by_share(n: int, share: FloatArray) -> IntArray:
    """Let classes take turns so that each has its share of the first points, however many."""
    turns = [(np.arange(np.ceil(n * part) + len(share)) + 0.5) / part for part in share]
    label = np.repeat(np.arange(len(share)), [len(turn) for turn in turns])
    return label[np.argsort(np.concatenate(turns), kind="stable")[:n]]


def _cloud(chance: Chance) -> FloatArray:
    return np.column_stack([chance.normal(0), chance.normal(1)])


def _polar(radius: FloatArray, angle: FloatArray) -> FloatArray:
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
