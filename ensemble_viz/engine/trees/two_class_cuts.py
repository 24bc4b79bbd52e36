"""The best cut of one node that has points of two classes, no two of them on the same spot.

A tree of some hundred points has dozens of small nodes. In each of them the calls of numpy would
take longer than the work, so a few points are searched by plain Python. The points of a node stand
along an axis as numbers: those of the second class are negative.

With l points on the left, r on the right and m in all, let the lead be m times the points of the
first class on the left, less what would be there by their share. Gini's score is what it is without
a cut, plus 2 lead² / (l · r · m): the merit of a cut is lead² / (l · r). As points of one class go
over to the left, the score is a convex function of their number, and least where the lead is 0. So
the best cut is behind points of the class that leads, and before one of the other class.

Nodes are light (`class_cuts.LIGHT`): no cut among points of one class is the best, or ties with it.
Of cuts that tie the lowest axis wins, then the lowest place.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE

FEW = 160
"""Scores of m points that are not the same differ by 32/m⁵ or more. Up to so many points that is
more than what ties, TIE · m: only equal merits tie, and these are fractions, rounded once."""
NEAR = 1e-6
"""Merits of cuts that tie are no further apart, as long as nodes are light: TIE · m²/2."""

Cut = tuple[int, int, int, float]
"""The axis, and how many points of the first class and of the second one go left. Where cuts tie,
the greatest of their scores, for they may differ in the last place; UNKNOWN where nothing ties."""
UNKNOWN = math.nan
Merit = tuple[float, int, int]
"""The merit of a cut, how many points go left, and the lead."""
Line = NDArray[np.int16]
"""The points of a node along an axis."""


def best_of_few(one: list[int], other: list[int], first: int, second: int) -> Cut:
    """Find the best cut of a node, given its points along both axes, and how many of each class."""
    best, ties = best_along(one, first, second)
    axis, score, total = 0, UNKNOWN, first + second
    if best[0] < first * second:  # else the classes are apart: nothing is better
        more, others = best_along(other, first, second)
        ties += others
        if more[0] > best[0]:
            axis, best = 1, more
        elif more[0] == best[0]:
            ties.append(more)
    most, left, lead = best
    if ties:
        twin = most, total - left, -lead  # the same but for the order
        rivals = [cut for cut in ties if cut[0] == most and cut not in (best, twin)]
        if rivals:
            score = max(score_of(*cut[1:], first, second) for cut in (best, *rivals))
    left_first = (lead + left * first) // total
    return axis, left_first, left - left_first, score


def score_of(left: int, lead: int, first: int, second: int) -> float:
    """Score a cut as `Gini.score` does."""
    right = first + second - left
    left_first = (lead + left * first) // (first + second)
    left_second = left - left_first
    right_first, right_second = first - left_first, second - left_second
    score = (left_first * left_first + left_second * left_second) / left
    return score + (right_first * right_first + right_second * right_second) / right


def best_along(  # noqa: C901, PLR0912 - two classes alike: calls would take longer
    line: list[int], first: int, second: int
) -> tuple[Merit, list[Merit]]:
    """Find the best cut along an axis, the first of several; and some others that may tie."""
    points, total = enumerate(line), first + second
    ties: list[Merit] = []
    most, place, best = 0.0, 0, 0
    lead = start = 0
    while True:
        for i, point in points:
            if point < 0:
                lead += (i - start) * second
                start = i
                break
        else:
            return (most, place, best), ties
        if lead > 0 and (merit := lead * lead / (start * (total - start))) >= most:
            if merit == most:
                ties.append((merit, start, lead))
            else:
                most, place, best = merit, start, lead
        for i, point in points:
            if point > 0:
                lead -= (i - start) * first
                start = i
                break
        else:
            return (most, place, best), ties
        if lead < 0 and (merit := lead * lead / (start * (total - start))) >= most:
            if merit == most:
                ties.append((merit, start, lead))
            else:
                most, place, best = merit, start, lead


def best_of_many(lines: tuple[Line, Line], first: int, second: int) -> Cut:
    """Find the best cut of a node of more points."""
    total = first + second
    negative = np.concatenate(lines) < 0
    changes = negative[1:] != negative[:-1]
    changes[total - 1] = False  # from one axis to the other
    place = changes.nonzero()[0]
    negatives = negative.cumsum().take(place)
    place += 1
    lead = second * place - total * negatives  # 0 again at the end of an axis
    left = place % total
    merit = lead * lead / (left * (total - left))
    best, score = int(merit.argmax()), UNKNOWN
    near = (merit >= merit[best] - NEAR).nonzero()[0]
    if len(near) > 1:
        scores = [score_of(int(left[k]), int(lead[k]), first, second) for k in near]
        score = max(scores)
        best = next(k for k, own in zip(near, scores, strict=True) if own >= score - TIE * total)
    count, axis = int(left[best]), int(place[best] > total)
    left_second = int(negatives[best]) - axis * second
    return axis, count - left_second, left_second, score
