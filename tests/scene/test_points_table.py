"""The table of points: every column recomputed from points and records."""

import csv
import io
import sys

import numpy as np
import pytest

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from tests.scene.moments import at, scene


def column(shown, key):
    return shown.table.column(key)


def texts(shown, key):
    found = column(shown, key)
    return [found.text(row) for row in range(shown.table.n)]


def true_minus(text):
    return text.replace("-", "−")


def test_adaboost_says_weights_vote_and_sum():
    shown = scene("adaboost", sample("ten-points"), 3, 4)
    data, run = shown.stage.data, shown.stage.run
    y, weight, score = data.target * 2 - 1, np.full(10, 0.1), np.zeros(10)
    for t in (1, 2, 3):
        tree = run.round(t).learners[0]
        h = tree.answer(data.points).argmax(axis=1) * 2 - 1
        error = weight[h != y].sum()
        alpha = 0.5 * np.log((1 - error) / error)
        if t == 3:
            assert column(shown, "weight").value == pytest.approx(weight)
            assert column(shown, "score").value == pytest.approx(score, abs=1e-12)
        weight = weight * np.exp(-alpha * y * h)
        weight = weight / weight.sum()
        score = score + alpha * h
    assert column(shown, "next weight").value == pytest.approx(weight)
    assert texts(shown, "next weight") == [f"{w:.4f}" for w in weight]
    assert texts(shown, "learner") == [data.classes[k] for k in (h > 0).astype(int)]
    ringed = [column(shown, "learner").is_missed(row) for row in range(10)]
    assert ringed == (h != y).tolist()
    assert [one.title for one in shown.table.columns] == [
        "point", "class", "D₃", "D₄", "h₃", "F₂", "x₁", "x₂",
    ]  # fmt: skip
    joined = at(shown, moment=Moment(3, 5))
    assert column(joined, "score").title == "F₃"
    assert texts(joined, "score") == [true_minus(f"{f:+.4f}") for f in score]


def test_what_is_not_known_yet_is_missing():
    shown = scene("adaboost", sample("ten-points"), 2, 1)
    assert set(texts(shown, "next weight")) == {"–"}
    assert not any(column(shown, "learner").is_missed(row) for row in range(10))
    assert column(at(shown, moment=Moment(0, 0)), "learner") is None
    fitted = scene("gradient-boosting", sample("sine"), 1, 1)
    for key in ("leaf", "leaf value", "after"):
        assert set(texts(fitted, key)) == {"–"}


def test_weights_are_written_as_fractions_when_asked_for():
    shown = scene("adaboost", sample("ten-points"), 2, 1, View.of(fractions=True))
    assert set(texts(shown, "weight")) == {"1/14", "1/6"}


@pytest.mark.parametrize("vote", ["hard", "soft"])
def test_bags_say_draws_votes_and_the_votes_of_the_unseen(vote):
    shown = scene("bagging", sample("blobs"), 6, vote=vote, max_depth=2)
    data, run = shown.stage.data, shown.stage.run
    n = len(data)
    shares, unseen, voters = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n, dtype=int)
    for record in run.rounds[:6]:
        answer = record.learners[0].answer(data.points)
        if vote == "hard":
            answer = np.eye(3)[answer.argmax(axis=1)]
        out = record.in_bag == 0
        shares, voters = shares + answer, voters + out
        unseen[out] += answer[out]
    assert texts(shown, "draws") == [f"×{k}" for k in run.round(6).in_bag]
    said = answer.argmax(axis=1)
    assert texts(shown, "learner") == ["ABC"[k] for k in said]
    for key, votes, count in (("all", shares, np.full(n, 6)), ("unseen", unseen, voters)):
        found = column(shown, key)
        for row in range(n):
            if not count[row]:
                assert found.text(row) == "–"
                assert not found.is_missed(row)
                continue
            best = np.flatnonzero(votes[row] >= votes[row].max() - 1e-9)
            name = "ABC"[best[0]]
            written = f"{name} {round(votes[row].max())}" if vote == "hard" else name
            assert found.text(row) == written
            assert found.is_missed(row) == (best[0] != data.target[row])


def test_values_of_bags_are_averaged():
    shown = scene("random-forest", sample("surface"), 4)
    data, rounds = shown.stage.data, shown.stage.run.rounds[:4]
    answers = np.array([record.learners[0].answer(data.points) for record in rounds])
    out = np.array([record.in_bag == 0 for record in rounds])
    assert column(shown, "all").value == pytest.approx(answers.mean(axis=0))
    seen = out.any(axis=0)
    mean = (answers * out).sum(axis=0)[seen] / out.sum(axis=0)[seen]
    assert column(shown, "unseen").value[seen] == pytest.approx(mean)
    assert np.isnan(column(shown, "unseen").value[~seen]).all()


@pytest.mark.parametrize("data", ["sine", "moons", "blobs"])
def test_boosting_says_sum_residual_leaf_and_the_next_sum(data):
    shown = scene("gradient-boosting", sample(data), 3, view=View.of(learner=1), learning_rate=0.5)
    stage, run = shown.stage, shown.stage.run
    k, points = stage.which, stage.data.points
    sums = np.repeat(run.start.initial_score[k : k + 1], len(points))
    for record in run.rounds[:2]:
        sums = sums + 0.5 * record.learners[k].answer(points)
    assert column(shown, "before").value == pytest.approx(sums)
    target = run.round(3).target
    r = target if target.ndim == 1 else target[:, k]
    if data == "sine":
        assert r == pytest.approx(stage.data.target - sums)
    elif data == "moons":
        assert r == pytest.approx(stage.data.target - 1 / (1 + np.exp(-sums)))
    assert column(shown, "residual").value.tolist() == r.tolist()
    tree = run.round(3).learners[k]
    gamma = tree.answer(points)
    assert column(shown, "leaf value").value.tolist() == gamma.tolist()
    assert column(shown, "after").value == pytest.approx(sums + 0.5 * gamma)
    boxes = shown.tree.arranged(288.0).boxes
    named = {box.node: box.lines[0].text for box in boxes if box.kind == "leaf"}
    assert texts(shown, "leaf") == [named[leaf] for leaf in tree.apply(points).tolist()]
    assert texts(shown, "residual") == [true_minus(f"{x:+.4f}") for x in r]


def test_a_growing_tree_says_leaf_and_class():
    shown = scene("tree", sample("blobs"), 4)
    answer = shown.stage.tree.answer(shown.stage.data.points).argmax(axis=1)
    assert texts(shown, "learner") == ["ABC"[k] for k in answer]
    wrong = [column(shown, "learner").is_missed(row) for row in range(shown.table.n)]
    assert wrong == (answer != shown.stage.data.target).tolist()
    assert len(set(texts(shown, "leaf"))) == shown.stage.tree.n_leaves


def test_given_weights_have_a_column():
    points = np.arange(12.0).reshape(6, 2)
    data = Dataset(points, np.array([0, 1] * 3), ("A", "B"), weight=np.arange(1.0, 7.0))
    shown = scene("bagging", data, 1)
    assert column(shown, "weight").value == pytest.approx(np.arange(1, 7) / 21)


def test_the_heaviest_come_first():
    shown = scene("adaboost", sample("moons"), 5, 3)
    before, after = (getattr(shown.stage.record, name) for name in ("sample_weight", "next_weight"))
    assert shown.table.hint == "heaviest first"
    order = shown.table.order()
    assert order.tolist() == sorted(range(len(before)), key=lambda row: -before[row])
    later = at(shown, moment=Moment(5, 4)).table.order()
    assert later.tolist() == sorted(range(len(after)), key=lambda row: -after[row])


def test_the_largest_residuals_come_first():
    shown = scene("gradient-boosting", sample("sine"), 2, 1)
    r = shown.stage.record.target
    assert shown.table.hint == "largest r first"
    assert shown.table.order().tolist() == sorted(range(len(r)), key=lambda row: -abs(r[row]))


def test_points_of_bags_stay_in_their_order():
    shown = scene("bagging", sample("moons"), 2)
    assert shown.table.hint == ""
    assert shown.table.order().tolist() == list(range(shown.table.n))


def test_any_column_sorts_both_ways_and_what_is_missing_comes_last():
    shown = scene("random-forest", sample("surface"), 2)
    table = shown.table
    for one in table.columns:
        known = [row for row in range(table.n) if not np.isnan(one.value[row])]
        missing = [row for row in range(table.n) if np.isnan(one.value[row])]
        for down, sign in ((False, 1), (True, -1)):
            expected = sorted(known, key=lambda row: sign * one.value[row])
            assert table.order(one.key, down).tolist() == expected + missing
    assert any(np.isnan(one.value).any() for one in table.columns)


def test_what_is_copied_can_be_computed_with():
    shown = scene("adaboost", sample("moons"), 3)
    table = shown.table
    rows = np.array([4, 0, 17])
    read = list(csv.DictReader(io.StringIO(table.copied(rows)), delimiter="\t"))
    assert list(read[0]) == [one.cell or one.title for one in table.columns]
    data, record = shown.stage.data, shown.stage.record
    for row, line in zip(rows, read, strict=True):
        assert int(line["point"]) == row + 1
        assert line["class"] == data.classes[data.target[row]]
        assert float(line["x1"]) == data.points[row, 0]
        assert float(line["D₃"]) == record.sample_weight[row]
        assert float(line["F₃"]) == record.score[row]


def test_no_text_is_made_before_a_cell_is_seen(monkeypatch):
    shown = scene("bagging", sample("surface", n=20000), 1, max_depth=3)

    def refuse(*_args):
        raise AssertionError

    module = sys.modules["ensemble_viz.scene.table"]  # the door has a function of its name
    monkeypatch.setattr(module, "fixed", refuse)
    assert shown.table.n == 20000
    assert len(shown.table.order("x1")) == 20000
