"""Nearest neighbours are looked for nearby only, and are those that measuring everything finds."""

import numpy as np
import pytest

from ensemble_viz.engine.ensembles.stack import Outputs
from ensemble_viz.engine.learners import Neighbours, answers_of, lesson_of
from ensemble_viz.engine.learners.knn import KIND, KnnParams
from ensemble_viz.engine.learners.nearest import neighbourhoods
from ensemble_viz.engine.learners.strips import surely_nearest

PLACES = {
    "scattered": lambda dice, size: dice.normal(size=size),
    "on a lattice": lambda dice, size: dice.integers(0, 8, size) / 4.0,
    "far apart": lambda dice, size: dice.normal(size=size) * 1e140,
    "squares underflow": lambda dice, size: dice.normal(size=size) * 1e-170,
    "two heaps": lambda dice, size: dice.normal(size=size) + 1e6 * dice.integers(0, 2, size),
}


def neighbours(points, own, k):
    """Take the nearest, of equally far ones the first, point by point."""
    found = []
    for point in points:
        away = ((own - point) ** 2).sum(axis=1)
        found.append(np.argsort(away, kind="stable")[:k])
    return np.array(found, dtype=np.int64)


@pytest.mark.parametrize("axes", [1, 2])
@pytest.mark.parametrize("places", PLACES)
def test_they_are_those_of_a_search_among_all(places, axes):
    for seed in range(12):
        dice = np.random.default_rng(seed)
        n, m, k = (int(dice.integers(*span)) for span in ((20, 700), (1, 900), (1, 20)))
        own, asked = (PLACES[places](dice, (size, axes)) for size in (n, m))
        target = dice.integers(0, 3, n)
        answer = Neighbours(KnnParams(k=k), own, target, 3).answer(asked)
        wanted = target[neighbours(asked, own, k)]
        shares = (wanted[:, :, None] == np.arange(3)).mean(axis=1)
        if places in ("on a lattice", "squares underflow"):
            assert np.allclose(answer, shares)
        else:  # distances that differ in their last digit tie here, and hardly ever by chance
            assert np.isclose(answer, shares).all(axis=1).mean() > 0.999


@pytest.mark.parametrize("k", [1, 5, 17])
@pytest.mark.parametrize("places", PLACES)
def test_what_strips_are_sure_of_is_right_and_nearly_all(places, k):
    dice = np.random.default_rng(k)
    own, asked = (PLACES[places](dice, (size, 2)) for size in (2000, 1500))
    sure = 0
    for rows, near in surely_nearest(asked, own, k, in_order=False):
        wanted = neighbours(asked[rows], own, k).reshape(-1, k)
        assert (np.sort(near, axis=1) == np.sort(wanted, axis=1)).all()
        sure += len(rows)
    assert sure > 1300 or places in ("on a lattice", "squares underflow")


def test_few_are_measured_and_everybody_is_asked_once():
    dice = np.random.default_rng(1)
    own = Neighbours(KnnParams(k=5), dice.random((2000, 2)), dice.integers(0, 2, 2000), 2)
    points = dice.random((3000, 2))
    parts = list(neighbourhoods(points, own.points, 5, (np.arange(3000), np.arange(2000))))
    assert sorted(np.concatenate([rows for rows, _ in parts])) == list(range(3000))
    measured = sum(len(rows) * len(near) for rows, near in parts)
    assert measured < 0.1 * 3000 * 2000
    assert all((np.diff(near) > 0).all() for _, near in parts)  # in the order of the data


def test_an_answer_does_not_depend_on_who_else_is_asked():
    dice = np.random.default_rng(2)
    own = Neighbours(KnnParams(k=7), dice.random((500, 2)), dice.normal(size=500), 0)
    points = dice.random((400, 2))
    together = own.answer(points)
    alone = np.concatenate([own.answer(point[None]) for point in points])
    assert together.tobytes() == alone.tobytes()
    assert own.answer(points[:0]).shape == (0,)


@pytest.mark.parametrize("classes", [0, 2, 3])
@pytest.mark.parametrize("places", PLACES)
def test_samples_asked_together_answer_as_each_alone_does(places, classes):
    """To the last digit, ties and all: in bags, portions, heavy bags and the whole."""
    for seed in range(16):
        dice = np.random.default_rng(seed)
        axes, n, k = (int(dice.integers(*span)) for span in ((1, 3), (20, 400), (1, 30)))
        own, asked = (PLACES[places](dice, (size, axes)) for size in (n, 60))
        asked[:20] = own[dice.integers(0, n, 20)]
        target = dice.integers(0, classes, n) if classes else dice.normal(size=n)
        names = tuple("ABC"[:classes]) or None
        data = Outputs(own, target, names, ("x1", "x2")[:axes])
        often = (1.0, 0.6, 3.0)[seed % 3]
        bags = [dice.poisson(often, n), (dice.random(n) < 0.7) * 1, np.ones(n, dtype=np.int64)]
        alike = [KIND.train(lesson_of(data, bag), KnnParams(k=k)) for bag in bags]
        alike = [one for one in alike if isinstance(one, Neighbours)]
        alone = [one.carefully(asked) for one in alike]
        together = answers_of(alike, asked) if alike else []
        assert [one.tobytes() for one in together] == [one.tobytes() for one in alone]
        assert [one.answer(asked).tobytes() for one in alike] == [one.tobytes() for one in alone]
