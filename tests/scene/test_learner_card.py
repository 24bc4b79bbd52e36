"""The card of a learner that is no tree, and its formulas: numbers of the fit, written out."""

import re

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.scene.learners import card as learner_card
from ensemble_viz.scene.learners.card import described
from ensemble_viz.scene.words import agrees, value_of
from tests.datasets import DATASETS
from tests.scene.members_by_hand import taught
from tests.scene.moments import at, scene

TWO, THREE = DATASETS["two classes"], DATASETS["three classes"]


def card_of(shown):
    card = shown.tree.card
    assert card is not None
    return card


def all_agree(cells, values):
    values = np.ravel(values)
    return len(cells) == len(values) and all(map(agrees, cells, values))


def test_a_class_has_its_row_of_coefficients():
    shown = scene("voting", THREE, 1, members=["logistic"])
    hand = taught("logistic", THREE.points, THREE.target, 3)
    card = card_of(shown)
    assert card.heads == ("class", "intercept", "x₁", "x₂")
    assert [row.name for row in card.rows] == list(THREE.classes)
    assert [row.k for row in card.rows] == [0, 1, 2]
    for row, b, w in zip(card.rows, hand.intercept, hand.coef, strict=True):
        assert all_agree(row.cells, [b, *w])
    assert card.notes == ("C = 1",)


def test_scores_of_a_place_lead_to_its_shares():
    shown = at(scene("voting", THREE, 1, members=["logistic"]), pinned=Focus(point=4))
    hand = taught("logistic", THREE.points, THREE.target, 3)
    lines = [line.text for line in shown.formulas]
    for k, name in enumerate(THREE.classes):
        (line,) = [text for text in lines if text.startswith(f"s({name})")]
        score = hand.intercept[k] + hand.coef[k] @ THREE.points[4]
        assert value_of(line.rpartition("= ")[2]) == pytest.approx(score, abs=1.1e-3)


def test_axes_that_a_learner_does_not_know_are_not_named():
    shown = scene("random-subspaces", TWO, 2, base="naive-bayes", max_features=1, rounds=2)
    ((axis,),) = shown.stage.record.features
    hand = taught("naive-bayes", TWO.points[:, [axis]], TWO.target, 2)
    rows = card_of(shown).rows
    assert [row.cells[1] for row in rows] == [f"x{'₁₂'[axis]}"] * 2
    for k, row in enumerate(rows):
        assert all_agree(row.cells[2:], [hand.mean[k][0], hand.variance[k][0]])


def test_weights_count_in_what_is_learned():
    shown = scene("adaboost", TWO, 2, base="naive-bayes", rounds=2)
    weight, card = shown.stage.record.sample_weight, card_of(shown)
    for k in range(2):
        own = TWO.target == k
        share = weight[own] / weight[own].sum()
        mean = share @ TWO.points[own]
        first, second = card.rows[2 * k : 2 * k + 2]
        assert agrees(first.cells[0], weight[own].sum())
        assert agrees(first.cells[2], mean[0])
        assert agrees(second.cells[2], mean[1])


def test_neighbours_are_listed_with_their_votes_the_nearest_first():
    shown = scene("bagging", TWO, 2, 2, base="knn", rounds=2)
    assert card_of(shown).rows == ()
    assert "Point at a place" in card_of(shown).below[1]
    assert "Point at a place" not in card_of(shown).on_paper.text
    place = np.array([0.3, 0.4])
    looked = at(shown, hovered=Focus(place=(0.3, 0.4)))
    away = np.hypot(*(TWO.points - place).T)
    order = np.argsort(away, kind="stable")
    nearest = np.repeat(order, shown.stage.record.in_bag[order])[:5]
    rows = card_of(looked).rows
    assert [row.name for row in rows] == [f"point {row + 1}" for row in nearest]
    assert all(agrees(row.cells[1], away[k]) for row, k in zip(rows, nearest, strict=True))
    votes = [TWO.classes[k] for k in TWO.target[nearest]]
    assert [row.cells[0] for row in rows] == votes
    said = [f"{votes.count(name)} × {name}" for name in TWO.classes if name in votes]
    assert card_of(looked).notes[1] == f"They say {', '.join(said)}."
    assert card_of(looked).height == card_of(shown).height
    assert looked.asked.tolist() == TWO.points[nearest].tolist()


def test_of_many_neighbours_the_nearest_are_listed():
    shown = scene("voting", TWO, 1, members=["knn(k=15)"])
    card = card_of(at(shown, pinned=Focus(point=0)))
    assert len(card.rows) == 10
    assert card.rows[-1].name == "and 6 more"


def test_a_card_is_as_high_before_the_learner_is_known():
    for name, settings in (("bagging", {"base": "knn"}), ("voting", {"members": ["logistic"]})):
        steps = [scene(name, TWO, 1, step, **settings) for step in (1, 2, 3)]
        assert len({shown.tree.height for shown in steps}) == 1


def test_a_blender_of_many_inputs_is_written_upright():
    members = ["naive-bayes", "knn(k=3)"]
    shown = scene("stacking", THREE, 3, members=members, folds=2)
    card = card_of(shown)
    learner = shown.stage.learner.learner
    assert shown.tree.title == "Blender: logistic regression"
    assert card.heads == ("", *THREE.classes)
    names = [f"z{'₁₂'[k]}({name})" for k in range(2) for name in THREE.classes]
    assert [row.name for row in card.rows] == ["intercept", *names]
    for place, row in enumerate(card.rows[1:]):
        assert all_agree(row.cells, learner.coef[:, place])
    assert all_agree(card.rows[0].cells, learner.intercept)
    assert not any(re.search(r"\d\.\d{4} z", line.text) for line in shown.formulas)


def test_naive_bayes_of_many_inputs_leaves_rows_out():
    members = ["naive-bayes", "knn(k=3)", "logistic"]
    shown = scene("stacking", THREE, 4, 2, members=members, layers=2, folds=2)
    card = card_of(shown)
    assert len(card.rows) == 17
    assert card.rows[-1].name == "and 11 rows more"


def test_a_tree_upon_others_says_what_it_asks_about():
    shown = scene("stacking", TWO, 3, 2, members=["stump", "knn(k=3)"], layers=2, folds=2)
    assert shown.tree.card is None
    assert shown.tree.sentence == "Member 3 is a tree that asks about z₁ and z₂."


def test_an_exchanged_learner_says_so(monkeypatch):
    shown = scene("adaboost", TWO, 1, base="naive-bayes", rounds=1)
    plain = card_of(shown)
    about = described(shown.stage) | {"reversed": True}
    monkeypatch.setattr(learner_card, "described", lambda _stage: about)
    card = learner_card.learner_card(shown.stage)
    assert card.rows == plain.rows
    assert card.notes == ("It was worse than chance: its answers are exchanged.",)
    assert card.height > plain.height


def test_no_formula_writes_a_density_that_is_nothing():
    far = at(scene("voting", TWO, 1, members=["naive-bayes"]), pinned=Focus(place=(60.0, 60.0)))
    lines = [line.text for line in far.formulas if line.text.startswith("p(")]
    assert lines[1].endswith("= 0")
    assert "nan" not in " ".join(lines)
