"""Short lines joined to long ones, and long ones with no more corners than they need."""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray

Place = tuple[float, float]


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
