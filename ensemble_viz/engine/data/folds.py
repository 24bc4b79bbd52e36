"""Folds: the points dealt out into parts of equal size, each with its share of every class."""

import numpy as np

from ensemble_viz.engine.data import draws
from ensemble_viz.engine.data.dataset import Dataset, IntArray
from ensemble_viz.engine.data.refusal import Refusal

NO_FOLD = -1


def deal_folds(data: Dataset, folds: int, seed: int) -> IntArray:
    """Deal the points out, class by class: (n,), the fold of each point, from 0.

    Folds differ by at most one point, and by at most one point of each class. Points of weight 0
    are in no fold.
    """
    able = np.flatnonzero(data.distribution > 0)
    if not 2 <= folds <= len(able):
        raise Refusal(f"folds={folds}: from 2 to the number of points that count, {len(able)}")
    word = draws.words(seed, draws.BEFORE_ALL, draws.FOLD, np.arange(len(data)))[able]
    label = np.zeros(len(able)) if data.classes is None else data.target[able]
    fold = np.full(len(data), NO_FOLD)
    fold[able[np.lexsort((word, label))]] = np.arange(len(able)) % folds
    return fold


def numbers_of(fold: IntArray) -> IntArray:
    """List the different folds of some points."""
    along = np.sort(fold)
    return along[np.append(True, along[1:] != along[:-1])[: len(along)]]
