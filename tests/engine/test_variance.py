"""The parts of ρσ² + (1 − ρ)σ²/B: as a sum, from answers, and from trees trained again."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import LARGEST_SEED, Run, run
from ensemble_viz.engine.runs.studies import VarianceParts, VarianceStudy
from ensemble_viz.engine.runs.studies.variance import SquareSums, redrawn
from tests.datasets import DATASETS
from tests.runs import near


@pytest.mark.parametrize(
    ("rho", "totals"),
    [(0.0, (1, 0.1, 0.01)), (0.25, (1, 0.325, 0.2575)), (0.5, (1, 0.55, 0.505)), (1.0, (1, 1, 1))],
)
def test_sf15_what_trees_have_in_common_stays(rho, totals):
    for trees, total in zip((1, 10, 100), totals, strict=True):
        parts = VarianceParts(1.0, rho, trees)
        assert parts.total == near(total)
        assert (parts.shared, parts.divided) == near((rho, (1 - rho) / trees))


def by_definition(answers) -> tuple[float, float]:
    """σ², and ρ = mean covariance of two trees / σ²."""
    trees = range(answers.shape[1])
    own = [answers[:, b].var(axis=0, ddof=1).mean() for b in trees]
    both = []
    for a, b in itertools.permutations(trees, 2):
        rest = [answers[:, k] - answers[:, k].mean(axis=0) for k in (a, b)]
        both.append((rest[0] * rest[1]).sum(axis=0).mean() / (len(answers) - 1))
    return np.mean(own), np.mean(both) / np.mean(own)


def variance_parts(answers: np.ndarray, trees: int | None = None) -> VarianceParts:
    """Take the variance apart: (sets, B, places), what B trees on each training set answer."""
    sums = SquareSums()
    for k in range(answers.shape[1]):
        sums = sums.with_tree(answers[:, k])
    return sums.parts(trees)


@settings(max_examples=60)
@given(arrays(float, (4, 3, 5), elements=st.floats(-9, 9)))
def test_the_parts_add_up_to_the_variance_of_the_mean(answers):
    parts = variance_parts(answers)
    observed = answers.mean(axis=1).var(axis=0, ddof=1).mean()
    assert parts.total == near(observed, 1e-7)
    if parts.sigma2 > 1e-9:
        assert (parts.sigma2, parts.rho) == near(by_definition(answers), 1e-6)


def test_one_tree_has_no_correlation_and_clones_have_one():
    alone = variance_parts(np.array([[[1.0]], [[3.0]]]))
    assert (alone.rho, alone.sigma2, alone.total) == (None, 2.0, 2.0)
    clones = variance_parts(np.repeat([[[1.0, 2.0]], [[3.0, 5.0]]], 6, axis=1))
    assert clones.rho == near(1)
    assert clones.total == near(clones.sigma2)
    still = variance_parts(np.ones((3, 2, 4)))
    assert (still.rho, still.total) == (None, 0.0)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("bagging", {"max_depth": 4}),
        ("random-forest", {}),
        ("pasting", {}),
        ("random-patches", {}),
        ("extra-trees", {"max_features": 2}),
    ],
)
def test_pr14_a_few_trees_foretell_the_variance_of_many(name, own):
    """Over fresh training sets; ρ and σ² from some trees, the variance of the mean of others."""
    truth = sample("surface", n=150, noise=0.0, seed=99).points
    answers = []
    for seed in range(60):
        done = run(sample("surface", n=60, noise=0.3, seed=1000 + seed), name, own, seed)
        answers.append([done.part(t, truth) for t in range(1, 21)])
    answers = np.array(answers)  # (sets, trees, points)
    for trees in (1, 2, 5, 12):
        foretold = variance_parts(answers[:, :8], trees)
        observed = answers[:, 8 : 8 + trees].mean(axis=1).var(axis=0, ddof=1).mean()
        assert foretold.trees == trees
        assert foretold.total == pytest.approx(observed, rel=0.15)
        assert 0.02 < foretold.rho < 0.6


def test_trees_on_all_points_are_more_alike_than_trees_on_bags():
    """A smaller ρ is what drawing points and axes is for (003)."""
    rho = {}
    for name, own in (("bagging", {}), ("random-forest", {}), ("pasting", {"max_samples": 1.0})):
        study = VarianceStudy(run(sample("surface", n=80, noise=0.3), name, own))
        rho[name] = study.parts(10).rho
    assert rho["random-forest"] < rho["bagging"] < rho["pasting"] == near(1)


@pytest.mark.parametrize("name", ["values in the plane", "three classes", "weights"])
def test_a_study_is_what_it_says(name):
    """Bagging trained again on points drawn with replacement; the answers are put together."""
    data = DATASETS[name]
    whole = run(data, "bagging", {"max_depth": 3}, seed=11)
    study = VarianceStudy(whole, sets=6)
    answers = []
    for k in range(1, 7):
        again = Run(redrawn(data, 11, k), whole.method, whole.params, 11 + k)
        answers.append([again.part(t, data.points).ravel() for t in (1, 2, 3)])
    for t in (3, 1, 2):
        parts, expected = study.parts(t), variance_parts(np.array(answers)[:, :t])
        assert (parts.sigma2, parts.total) == near((expected.sigma2, expected.total))
        assert parts.rho == (None if t == 1 else near(expected.rho))
        assert parts.trees == t


def test_training_sets_are_drawn_from_the_points_that_count():
    data = DATASETS["weights, some of them zero"]
    drawn = redrawn(data, 5, 1)
    places = {tuple(place): k for k, place in enumerate(data.points.tolist())}
    rows = [places[tuple(place)] for place in drawn.points.tolist()]
    assert len(drawn) == len(data)
    assert (data.weight[rows] > 0).all()
    assert (drawn.weight == data.weight[rows]).all()
    assert (drawn.target == data.target[rows]).all()
    assert len(set(rows)) < len(rows)
    others = [redrawn(data, 5, k).points.tolist() for k in (2, 3)]
    assert drawn.points.tolist() not in others
    assert redrawn(data, 5, 1).points.tolist() == drawn.points.tolist()


def test_a_study_goes_on_beyond_the_rounds_of_its_run():
    study = VarianceStudy(run(sample("sine", n=30), "bagging", {"rounds": 2}), sets=3)
    assert study.parts(5).trees == 5


def test_the_greatest_seed_has_training_sets_too():
    data = Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([0.0, 1.0, 5.0]), None, ("x1",))
    study = VarianceStudy(run(data, "bagging", seed=LARGEST_SEED), sets=4)
    assert study.parts(3).sigma2 > 0


@pytest.mark.parametrize("name", ["adaboost", "gradient-boosting", "stacking", "tree", "voting"])
def test_what_is_no_mean_is_refused_by_a_sentence(name):
    with pytest.raises(Refusal, match="does not average learners that are drawn alike; bagging"):
        VarianceStudy(run(sample("moons"), name))
