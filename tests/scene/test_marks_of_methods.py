"""What single methods mark: bins, pruned splits, allowed axes, limits, what is drawn or cut off."""

import re

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.palette import AGAINST, LIGHT
from tests.scene.moments import at, boxes_of, scene
from tests.scene.walks import faults, walk
from tests.ui.reading import same

MOONS = sample("moons", n=40, seed=3)
BLOBS = sample("blobs", n=30, classes=3, seed=2)
SINE = sample("sine", n=30)


# --- xgboost ------------------------------------------------------------------------------------


def test_cuts_fall_on_borders_of_bins_only():
    shown = scene("xgboost", MOONS, 2, tree_method="hist", max_bin=6)
    tree = shown.stage.tree
    assert [len(borders) for borders in shown.bins] == [5, 5]
    for node in np.flatnonzero(tree.feature >= 0):
        assert tree.threshold[node] in shown.bins[tree.feature[node]]
    for axis in shown.search.axes:
        assert np.isin(axis.cuts.threshold, shown.bins[axis.cuts.axis]).all()
    assert scene("xgboost", MOONS, 2).bins == ()


def test_as_many_bins_as_values_end_in_the_middle_between_them():
    shown = scene("xgboost", SINE, 1, tree_method="hist", max_bin=256)
    x = np.sort(SINE.points[:, 0])
    assert shown.bins[0] == pytest.approx((x[1:] + x[:-1]) / 2)
    assert shown.line_plot.bins is shown.bins[0]


def test_splits_that_are_taken_back_stay_on_the_canvas_for_a_step():
    for shown in walk(MOONS, "xgboost", most=2, gamma=3.0, max_depth=3):
        stage = shown.stage
        lines = () if shown.learner_mark is None else shown.learner_mark.taken
        if stage.key != "prune":
            assert len(lines) == 0
            continue
        tree = stage.record.learners[0]
        assert len(lines) == (0 if tree.grown is None else tree.grown.n_leaves - tree.n_leaves)
        cuts = set() if tree.grown is None else set(tree.grown.threshold.tolist())
        assert all({x1, y1} & cuts for x1, y1, _, _ in lines.tolist())


def test_leaf_by_leaf_the_boxes_count_the_cuts_in_the_order_of_their_gains():
    shown = scene("xgboost", MOONS, 1, 2, grow="leaf-wise", max_depth=2)
    tree, turn = shown.stage.tree, {}
    for node, box in boxes_of(shown, 400.0).items():
        for line in box.lines:
            if found := re.fullmatch(r"cut (\d+)", line.value):
                turn[int(found[1])] = node
    assert sorted(turn) == list(range(1, tree.n_leaves))
    open_ = {0}
    for k in sorted(turn):
        assert turn[k] == max(open_, key=lambda node: tree.gain[node])
        open_ -= {turn[k]}
        open_ |= {
            int(child)
            for child in (tree.left[turn[k]], tree.right[turn[k]])
            if tree.feature[child] >= 0
        }


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("name", ["xgboost", "gradient-boosting"])
def test_a_tree_of_one_class_speaks_for_it_in_its_colour_or_against_it_in_none(name, which):
    shown = scene(name, BLOBS, 1, 3, max_depth=2)
    shown = type(shown)(type(shown.stage)(shown.document, shown.stage.lens, _looking(shown, which)))
    tree = shown.stage.tree
    for node, box in boxes_of(shown, 400.0).items():
        if box.kind == "leaf":
            assert box.k == (which if tree.value[node] > 0 else None)
    mark = shown.learner_mark
    said = [mark.stump.low, mark.stump.high] if mark.stump else mark.answers.tolist()
    assert set(said) <= {which, AGAINST}
    assert LIGHT.of_answer(which) is LIGHT.classes[which]
    assert LIGHT.of_answer(AGAINST).fill not in {look.fill for look in LIGHT.classes}


def _looking(shown, which):

    return shown.view.changed(learner=which)


# --- axes and portions --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random-subspaces", "random-patches"])
def test_the_axis_that_was_drawn_is_the_only_one_that_counts(name):
    for t in (1, 2, 3):
        shown = scene(name, MOONS, t)
        axes = shown.stage.record.features[0]
        assert shown.allowed == axes
        tree = shown.stage.tree
        assert set(tree.feature[tree.feature >= 0].tolist()) == set(axes)
        assert [axis.counts for axis in shown.search.axes] == [k in axes for k in range(2)]
    assert scene(name, MOONS, 1, max_features=2).allowed is None
    assert scene("bagging", MOONS, 1).allowed is None


def test_portions_are_counted_and_everybody_is_in_one_of_them():
    seen = np.zeros(len(MOONS), dtype=int)
    for t in (1, 2, 3):
        shown = scene("pasting", MOONS, t, 1, disjoint=True, max_samples=0.33)
        drawn = shown.stage.draws
        seen += drawn
        assert shown.caption.headline.endswith(f"are in portion {t} of 3")
        assert (shown.markers.hollow == (drawn == 0)[shown.markers.row]).all()
        assert f"{(drawn == 0).sum()} hollow" in shown.caption.sentence
    assert (seen == 1).all()


# --- AdaBoost -----------------------------------------------------------------------------------


def test_more_classes_have_no_bound_and_their_limit_is_said():
    for multiclass, limit in (("m1", "½"), ("samme", "1 − 1/3 = 0.6667")):
        shown = scene("adaboost", BLOBS, 1, 2, multiclass=multiclass)
        assert "bound ∏Z" not in [curve.name for curve in shown.curves.series]
        assert limit in shown.caption.sentence
    shown = scene("adaboost", MOONS, 1, 2)
    assert "bound ∏Z" in [curve.name for curve in shown.curves.series]
    assert "½" not in shown.caption.sentence


def test_m1_stops_where_samme_goes_on():
    five = sample("blobs", n=60, classes=5, seed=2)
    stopped = scene("adaboost", five, 0, 0)
    assert "no stump gets more than half right, as M1 asks" in stopped.caption.headline
    assert "samme" in stopped.caption.hint
    assert scene("adaboost", five, 3, multiclass="samme").stage.round == 3


def test_a_drawn_learner_is_not_called_the_best_and_a_reversed_one_is_marked():
    turned = 0
    for shown in walk(MOONS, "adaboost", most=6, learner="random"):
        if shown.stage.key != "alpha":
            continue
        plot, record = shown.search, shown.stage.record
        assert plot.title == "The cut that was drawn"
        assert "wins" not in plot.hint
        assert [axis.best is None for axis in plot.axes] == [not axis.wins for axis in plot.axes]
        is_turned = record.learners[0].reversed
        turned += is_turned
        assert shown.tree.hint == "drawn, not searched" + ", reversed" * is_turned
        assert ("↔" in shown.gallery.next.caption) == is_turned
        assert ("not reversed" in shown.caption.sentence) == is_turned
        if is_turned:
            text = re.search(r"count −([\d.]+\d), with ε = ([\d.]+\d)", shown.caption.sentence)
            assert same(text[1], record.learner_weight)
            assert same(text[2], 1.0 - record.error)
    assert 0 < turned < 6


# --- robust losses ------------------------------------------------------------------------------


def test_residuals_end_where_they_are_cut_off():
    shown = scene("gradient-boosting", SINE, 2, 1, loss="huber")
    delta, plot = shown.stage.record.figures["delta"], shown.line_plot
    assert plot.cut_off == delta
    assert np.abs(plot.residuals.end).max() == pytest.approx(delta)
    assert np.abs(plot.stems.end - plot.stems.start).max() > delta
    assert "cut off at ±δ" in plot.lower_title
    assert scene("gradient-boosting", SINE, 2, 1).line_plot.cut_off is None
    signs = scene("gradient-boosting", SINE, 2, 1, loss="absolute").line_plot
    assert set(np.abs(signs.residuals.end)) == {1.0}
    assert signs.lower_title.startswith("Signs of the residuals")


@pytest.mark.parametrize("loss", ["huber", "absolute"])
def test_formulas_of_robust_leaves_can_be_worked_out(loss):
    for shown in walk(SINE, "gradient-boosting", most=3, loss=loss):
        for line in shown.formulas:
            assert not faults(line), line.text
        stage = shown.stage
        if stage.key != "train":
            continue
        node = int(np.where(stage.tree.feature < 0, np.abs(stage.tree.value), -1).argmax())
        inside = stage.tree.apply(SINE.points) == node
        rest = np.sort((SINE.target - stage.run.score(stage.round - 1))[inside])
        median = rest[(len(rest) + 1) // 2 - 1]
        (now,) = [line.text for line in shown.formulas if line.now]
        if loss == "absolute":
            assert same(now.rpartition(" = ")[2], median)
            continue
        delta = stage.record.figures["delta"]
        (middle,) = [line.text for line in shown.formulas if line.text.startswith("m")]
        assert same(middle.rpartition(" = ")[2], median)
        step = median + np.clip(rest - median, -delta, delta).mean()
        assert same(now.rpartition(" = ")[2], step)


def test_newtons_step_of_the_exponential_loss_divides_sums_that_are_shown():
    for shown in walk(MOONS, "gradient-boosting", most=2, loss="exponential"):
        for line in shown.formulas:
            assert "±" in line.text or not faults(line), line.text


def test_newtons_step_of_the_exponential_loss_is_a_fraction_where_asked():
    asked = scene("gradient-boosting", sample("moons", n=40), 1, 3, loss="exponential")
    for fractions, end in ((False, "20.0000 = −0.9000"), (True, "20.0000 = −9/10 = −0.9000")):
        shown = at(asked, fractions=fractions, pinned=Focus(place=(0.3, 0.2)))
        (leaf,) = [one.text for one in shown.formulas if one.now]
        assert leaf.endswith(end)


# --- a crowd of trees ---------------------------------------------------------------------------


def test_when_many_trees_vote_neither_draws_nor_one_tree_nor_earlier_ones_are_loud():
    grown, voted, asked = (scene("random-forest", sample("moons"), 20, step) for step in (2, 3, 4))
    assert any(grown.markers.badges)
    assert len(grown.learner_mark.lines)
    for shown in (voted, asked):
        assert not any(shown.markers.badges)
        assert set(shown.markers.area) == {1.0}
        assert len(shown.learner_mark.lines) == 0
        assert len(shown.learner_mark.inner)
        assert shown.earlier.strength.max() < 0.5
    assert not voted.markers.hollow.any()
    assert asked.markers.hollow.sum() == (asked.stage.draws == 0).sum()
    assert scene("random-forest", sample("moons"), 3, 2).earlier.strength.max() == 1.0
