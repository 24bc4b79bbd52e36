"""Which points each learner of an ensemble sees: in bags, in portions, in samples without repeats.

What round t draws depends on the seed and t alone.
"""

import numpy as np

from ensemble_viz.engine.data import Dataset, IntArray, draws


def bag_size(n: int, share: float) -> int:
    return max(1, round(share * n))


def portions(data: Dataset, share: float) -> int:
    """Count the portions of about this share that the points can be dealt out into."""
    able = int(np.count_nonzero(data.distribution > 0))
    return min(able, round(1.0 / max(share, 1.0 / able)))


def draw_bags(data: Dataset, seed: int, rounds: IntArray, size: int) -> IntArray:
    """Draw with replacement: (rounds, n), how often each point is in the bag of each round.

    Points of weight 0 are never drawn.
    """
    able = np.flatnonzero(data.distribution > 0)
    word = draws.words(seed, rounds[:, None], draws.BAG, np.arange(size))
    return _bags(len(data), able.take(draws.below(len(able), word)))


def paste(data: Dataset, seed: int, rounds: IntArray, share: float) -> IntArray:
    """Draw without replacement: (rounds, n), 1 for the points that each round draws.

    The share is that of the points which have a weight; the others are never drawn.
    """
    able = np.flatnonzero(data.distribution > 0)
    order = draws.permutation(draws.words(seed, rounds[:, None], draws.BAG, np.arange(len(able))))
    return _bags(len(data), able[order[:, : bag_size(len(able), share)]])


def deal(data: Dataset, seed: int, rounds: IntArray, share: float) -> IntArray:
    """Deal the points out like cards: (rounds, n), 1 for the points of each round's portion."""
    able = np.flatnonzero(data.distribution > 0)
    order = draws.permutation(draws.words(seed, draws.BEFORE_ALL, draws.BAG, np.arange(len(able))))
    portion = np.zeros(len(data), dtype=np.int64)
    portion[able[order]] = 1 + np.arange(len(able)) % portions(data, share)
    return (portion == rounds[:, None]).astype(np.int64)


def _bags(n: int, drawn: IntArray) -> IntArray:
    """Count how often each point was drawn: from (rounds, draws) to (rounds, n)."""
    place = drawn + n * np.arange(len(drawn))[:, None]
    return np.bincount(place.ravel(), minlength=len(drawn) * n).reshape(-1, n)
