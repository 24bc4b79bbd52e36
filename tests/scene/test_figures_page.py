"""The page of figures: each recomputed from trees and points, and from those shown above it."""

import re
from itertools import combinations

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.folds import deal_folds
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.studies import FOLDS, SETS
from ensemble_viz.engine.runs.studies.variance import redrawn
from ensemble_viz.scene.figures import pieces as figure_pieces
from ensemble_viz.scene.figures.page import COMPUTING, figures_page
from ensemble_viz.scene.figures.pieces import studies
from tests.scene.by_hand import Bags
from tests.scene.moments import scene
from tests.scene.walks import answers, walk
from tests.ui.reading import same

MOONS, SINE, SURFACE = sample("moons", n=40, seed=3), sample("sine", n=24), sample("surface", n=40)
T = 4


def values(shown, finished=True):
    """Read the page: the text of each symbol."""
    known = studies(shown.stage.lens)
    shown.stage.lens.figures(max(shown.stage.joined, 1))
    while finished and known.advance(shown.stage.joined):
        pass
    page = figures_page(shown.stage)
    assert page.computing != finished
    return {line.symbol: line.value for group in page.groups for line in group.lines}


def votes(trees, points, classes):
    """Count the votes of some trees, asked node by node."""
    total = np.zeros((len(points), max(classes, 1)))
    for tree in trees:
        said = tree.value[answers(tree, points)].reshape(len(points), -1)
        total += np.eye(classes)[said.argmax(axis=1)] if classes else said
    return total


def wrong(data, total, count):
    if data.n_classes:
        return total.argmax(axis=1) != data.target
    return (data.target - total[:, 0] / count) ** 2


def some(data, rows):
    return Dataset(data.points[rows], data.target[rows], data.classes, data.columns)


@pytest.mark.parametrize("data", [MOONS, SURFACE], ids=["classes", "values"])
def test_errors_are_those_of_the_trees_asked_one_by_one(data):
    shown = scene("random-forest", data, T, rounds=T)
    found, hand, made = values(shown), Bags(shown.stage.run), shown.stage.run
    trees = [record.learners[0] for record in made.rounds]
    assert same(found["train"], wrong(data, votes(trees, data.points, data.n_classes), T).mean())
    assert same(found["oob"], hand.oob(T)[2])
    fold, missed = deal_folds(data, FOLDS, made.seed), np.zeros(len(data))
    for k in range(FOLDS):
        out = fold == k
        part = Run(some(data, ~out), made.method, made.params, made.seed)
        part.upto(T)
        own = [record.learners[0] for record in part.rounds]
        missed[out] = wrong(some(data, out), votes(own, data.points[out], data.n_classes), T)
    assert same(found["CV"], missed.mean())


def test_importance_is_the_impurity_that_splits_saved():
    shown = scene("bagging", MOONS, T, rounds=T)
    found, shares = values(shown), np.zeros(2)
    for record in shown.stage.run.rounds:
        tree, saved = record.learners[0], np.zeros(2)
        mixed = tree.impurity * tree.weight
        for node in np.flatnonzero(tree.feature >= 0):
            below = mixed[tree.left[node]] + mixed[tree.right[node]]
            saved[tree.feature[node]] += mixed[node] - below
        shares += saved / saved.sum()
    shares /= shares.sum()
    assert same(found["I(x₁)"], shares[0])
    assert same(found["I(x₂)"], shares[1])
    figures = shown.stage.lens.figures(T)
    for axis, symbol in enumerate(("I*(x₁)", "I*(x₂)")):
        assert same(found[symbol], figures["importance_permutation"][axis])


def test_trees_differ_as_often_as_counted_pair_by_pair():
    shown = scene("bagging", MOONS, T, rounds=T)
    said = [
        votes([record.learners[0]], MOONS.points, 2).argmax(axis=1)
        for record in shown.stage.run.rounds
    ]
    pairs = list(combinations(said, 2))
    found = values(shown)
    assert same(found["dis"], np.mean([(a != b).mean() for a, b in pairs]))
    assert same(found["r"], np.mean([np.corrcoef(a, b)[0, 1] for a, b in pairs]))


def test_the_parts_of_the_variance_add_up_to_that_of_the_mean():
    shown = scene("bagging", SINE, T, rounds=T)
    found, made = values(shown), shown.stage.run
    answered = np.empty((SETS, T, len(SINE)))
    for k in range(SETS):
        own = Run(redrawn(SINE, made.seed, k + 1), made.method, made.params, made.seed + k + 1)
        own.upto(T)
        for t, record in enumerate(own.rounds):
            tree = record.learners[0]
            answered[k, t] = tree.value[answers(tree, SINE.points)]
    sigma2 = answered.var(axis=0, ddof=1).mean()
    of_mean = answered.mean(axis=1).var(axis=0, ddof=1).mean()
    shared = (T * of_mean - sigma2) / (T - 1)
    assert same(found["σ²"], sigma2)
    assert same(found["ρ"], shared / sigma2)
    assert same(found["ρσ²"], shared)
    assert same(found["ρσ² + (1 − ρ)σ²/t"], of_mean)
    read = {symbol: float(text.replace("−", "-")) for symbol, text in found.items()}
    rest = (1.0 - read["ρ"]) * read["σ²"] / T
    assert same(found["(1 − ρ)σ²/t"], rest)
    assert same(found["ρσ² + (1 − ρ)σ²/t"], read["ρσ²"] + read["(1 − ρ)σ²/t"])


def test_what_takes_many_runs_is_computing_until_it_is_there():
    shown = scene("bagging", MOONS, T, rounds=T)
    before = values(shown, finished=False)
    assert [before[symbol] for symbol in ("CV", "σ²", "ρ", "ρσ²")] == [COMPUTING] * 4
    assert before["oob"] != COMPUTING
    known, pieces = studies(shown.stage.lens), 0
    while known.advance(T):
        pieces += 1
    assert pieces == 1 + FOLDS * (1 + T) + SETS * T  # the preparation, then a tree at a time
    assert not figures_page(shown.stage).computing
    assert not known.advance(T - 1)  # earlier rounds are known by then


@pytest.mark.parametrize(
    ("data", "name", "settings", "symbols"),
    [
        (MOONS, "adaboost", {}, {"train", "CV", "I(x₁)", "I(x₂)"}),
        (SINE, "gradient-boosting", {"loss": "huber"}, {"train", "CV"}),
        (MOONS, "xgboost", {}, {"train", "CV", "I(x₁)", "I(x₂)"}),
        (MOONS, "voting", {"members": "stump,tree"}, {"train", "CV", "I(x₁)", "I(x₂)", "dis", "r"}),
        (MOONS, "tree", {}, {"train", "CV", "I(x₁)", "I(x₂)"}),
    ],
)
def test_methods_have_the_figures_that_apply_to_them(data, name, settings, symbols):
    found = values(scene(name, data, 2, **settings))
    assert set(found) == symbols
    assert "–" not in found.values()


def test_there_is_nothing_to_measure_before_the_first_round_and_no_folds_of_two_points():
    assert figures_page(scene("bagging", MOONS, 0, 0).stage).groups[0].lines == ()
    two = Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), ("A", "B"))
    shown = scene("bagging", two, 1)
    assert values(shown)["CV"] == "–"
    (note,) = [g.note for g in figures_page(shown.stage).groups if g.title == "Errors"]
    assert note == "No cross-validation: 5 folds need 5 points that count, and there are 2 points."


def test_portions_that_end_say_why_there_is_no_variance_of_more():
    shown = scene("pasting", MOONS, 2, disjoint=True, max_samples=0.5)
    found = values(shown)
    assert same(found["train"], shown.stage.lens.figures(2)["train_error"])
    assert run(MOONS, "pasting", {"disjoint": True, "max_samples": 0.5}).upto(9) == 2


def test_a_stack_without_its_blender_has_no_error():
    shown = scene("stacking", MOONS, 2, members=["stump", "naive-bayes"])
    found = values(shown)
    assert (found["train"], found["CV"]) == ("–", "–")
    whole = values(scene("stacking", MOONS, 3, members=["stump", "naive-bayes"]))
    assert whole["CV"] not in ("–", COMPUTING)


def pieces_of(shown, symbol):
    values(shown)
    return figure_pieces.pieces(shown.stage, symbol)


def numbered(text):
    """Read the numbers of the points that a piece names."""
    return [int(one) - 1 for one in re.findall(r"\d+", text)]


@pytest.mark.parametrize(
    ("name", "data"), [("random-forest", MOONS), ("adaboost", MOONS), ("gradient-boosting", SINE)]
)
def test_cross_validation_is_recomputed_from_the_folds_shown(name, data):
    shown = scene(name, data, T, rounds=T)
    found, wrong_in_all, asked = values(shown), 0.0, []
    for piece in pieces_of(shown, "CV"):
        _, points, result = piece.split(": ")
        rows = numbered(points)
        asked += rows
        rest = [row for row in range(len(data)) if row not in rows]
        own = scene(name, some(data, rest), T, rounds=T).stage.run
        own.upto(T)
        test = Scores(own, data.points[rows])
        for _ in range(T):
            score = test.next()
        missed = decide(score, data.n_classes) - data.target[rows]
        if data.n_classes:
            count = int(np.count_nonzero(missed))
            assert result == f"{count} of {len(rows)} missed"
            wrong_in_all += count
        else:
            assert same(result.split()[-1], (missed**2).sum())
            wrong_in_all += float(result.split()[-1])
    assert sorted(asked) == list(range(len(data)))
    assert abs(float(found["CV"]) - wrong_in_all / len(data)) < 2e-4


def test_importance_of_stumps_is_recomputed_from_weights_and_questions_that_are_shown():
    total, along = 0.0, {"x₁": 0.0, "x₂": 0.0}
    for shown in walk(sample("ten-points"), "adaboost"):
        if shown.stage.key == "train":
            axis = shown.caption.headline.split(" asks ")[-1].split(" ≤")[0].split()[-1]
        if shown.stage.key == "alpha":
            alpha = float(shown.caption.headline.split("= ")[1])
            along[axis], total = along[axis] + alpha, total + alpha
    found = values(shown)
    for axis, part in along.items():
        assert abs(float(found[f"I({axis})"]) - part / total) < 1e-4
    (note,) = [g.note for g in figures_page(shown.stage).groups if g.title.startswith("Import")]
    assert "as shares of 1, each counted by its α" in note


@pytest.mark.parametrize(
    ("name", "settings", "how"),
    [
        ("bagging", {}, "shares"),
        ("adaboost", {"max_depth": 2}, "weighed"),
        ("gradient-boosting", {}, "sums"),
        ("xgboost", {}, "sums"),
        ("tree", {}, "sums"),
    ],
)
def test_importance_is_recomputed_from_its_pieces_as_the_note_says(name, settings, how):
    shown = scene(name, MOONS, T, rounds=T, **settings)
    found, parts = values(shown), {}
    for axis in ("x₁", "x₂"):
        read = [
            list(map(float, re.findall(r"\d+\.\d+", p))) for p in pieces_of(shown, f"I({axis})")
        ]
        place = 0 if how == "sums" else 2
        parts[axis] = sum(one[place] * (one[3] if how == "weighed" else 1.0) for one in read)
    total = sum(parts.values())
    for axis, part in parts.items():
        assert abs(float(found[f"I({axis})"]) - part / total) < 2e-4
    (note,) = [g.note for g in figures_page(shown.stage).groups if g.title.startswith("Import")]
    assert ("added up" in note) == (how == "sums")
    assert ("then their mean" in note) == (how == "shares")


@pytest.mark.parametrize("data", [MOONS, SURFACE], ids=["classes", "values"])
def test_shuffled_importance_is_recomputed_from_the_points_that_are_exchanged(data):
    shown = scene("bagging", data, T, rounds=T)
    found, rises = values(shown), []
    for t, piece in enumerate(pieces_of(shown, "I*(x₂)"), start=1):
        _, points, result = piece.split(": ")
        out, given = (numbered(part) for part in points.split(" get x₂ of "))
        assert sorted(out) == sorted(given)
        moved = data.points[out].copy()
        before, after = (float(text) for text in re.findall(r"\d+\.\d+", result))
        tree = shown.stage.run.round(t).learners[0]
        assert same(
            f"{before:.4f}", wrong(some(data, out), votes([tree], moved, data.n_classes), 1).mean()
        )
        moved[:, 1] = data.points[given, 1]
        assert same(
            f"{after:.4f}", wrong(some(data, out), votes([tree], moved, data.n_classes), 1).mean()
        )
        rises.append(after - before)
    assert abs(float(found["I*(x₂)"].replace("−", "-")) - np.mean(rises)) < 2e-4


def test_the_training_sets_of_the_variance_are_those_that_are_named():
    shown = scene("bagging", SINE, T, rounds=T)
    sets = [numbered(piece.split(": ")[1]) for piece in pieces_of(shown, "ρ")]
    for k, rows in enumerate(sets, start=1):
        own = redrawn(SINE, shown.stage.run.seed, k)
        assert np.array_equal(np.sort(own.target), np.sort(SINE.target[rows]))
    assert len(sets) == SETS
    assert pieces_of(shown, "train") == ()


def test_the_two_correlations_say_what_each_is_over():
    shown = scene("random-forest", MOONS, T, rounds=T)
    values(shown)
    words = {li.symbol: li.words for g in figures_page(shown.stage).groups for li in g.lines}
    assert "over the training points" in words["r"]
    assert "over the training sets" in words["ρ"]
