"""Table, line plot, surface and gallery of second-order boosting, against records and formulas."""

import numpy as np
import pytest

from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.controls import layer_lines
from ensemble_viz.scene.learners.thumbnails import learner_thumbnail
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.shades import shades
from ensemble_viz.scene.words import agrees
from tests.scene.moments import at, scene

GRADIENTS, TRAIN, PRUNE, LEAVES, VOTE = 1, 2, 3, 4, 5


@pytest.mark.parametrize(("name", "which"), [("sine", 0), ("moons", 0), ("blobs", 2)])
def test_the_table_has_g_and_h_of_every_point(name, which):
    data = sample(name)
    shown = scene("xgboost", data, 2, GRADIENTS, View.of(learner=which), max_depth=2)
    run, table = shown.stage.run, shown.table
    score = run.score(1)
    if data.n_classes > 2:
        p = np.exp(score) / np.exp(score).sum(axis=1, keepdims=True)
        g, h = p[:, which] - (data.target == which), 2 * p[:, which] * (1 - p[:, which])
    elif data.n_classes:
        p = 1 / (1 + np.exp(-score))
        g, h = p - data.target, p * (1 - p)
    else:
        g, h = score - data.target, np.ones(len(data))
    assert np.allclose(table.column("gradient").value, g, atol=1e-12)
    assert np.allclose(table.column("hessian").value, h, atol=1e-12)
    assert (table.column("gradient").now, table.column("hessian").now) == (True, True)
    assert (table.hint, table.sort_key) == ("steepest first", "gradient")
    assert np.abs(g)[table.order()[0]] == np.abs(g).max()
    assert [column.title for column in table.columns][2:7] == ["F₁", "g", "h", "leaf", "w"]


def test_the_table_waits_for_the_values_of_the_leaves():
    shown = scene("xgboost", sample("moons"), 2, TRAIN, gamma=6.0)
    smaller, points = shown.stage.record.learners[0], shown.stage.data.points
    for step, known, tree in ((TRAIN, False, smaller.grown), (PRUNE, False, smaller),
                              (LEAVES, True, smaller), (VOTE, True, smaller)):  # fmt: skip
        table = at(shown, moment=Moment(2, step)).table
        assert len(np.unique(table.column("leaf").value)) == tree.n_leaves
        value = table.column("leaf value").value
        if known:
            assert np.array_equal(value, tree.answer(points))
        else:
            assert np.isnan(value).all()
    after = at(shown, moment=Moment(2, VOTE)).table.column("after").value
    assert np.array_equal(after, shown.stage.run.score(2))


def test_on_a_line_only_the_cuts_are_drawn_until_the_leaves_have_their_values():
    shown = scene("xgboost", sample("sine"), 2, GRADIENTS, max_depth=3, gamma=1.0)
    record = shown.stage.record
    smaller = record.learners[0]
    assert smaller.grown is not None
    plots = {k: at(shown, moment=Moment(2, k)).line_plot for k in range(1, 6)}
    assert plots[GRADIENTS].regions == ()
    assert len(plots[TRAIN].regions) == smaller.grown.n_leaves
    assert len(plots[PRUNE].regions) == smaller.n_leaves
    for step in (TRAIN, PRUNE):
        assert plots[step].learner is plots[step].to_come is None
        assert all(one.value == 0.0 and one.value_text == "" for one in plots[step].regions)
        assert plots[step].lower_title == "Residuals −g and the cuts of tree 2, same scale"
    for region in plots[LEAVES].regions:
        middle = np.array([[(region.left + region.right) / 2.0]])
        assert region.value == smaller.answer(middle)[0]
        assert agrees(region.value_text.removeprefix("+"), region.value)
    assert plots[LEAVES].to_come is not None
    assert plots[VOTE].learner.values == pytest.approx(0.3 * plots[LEAVES].learner.values)
    x = shown.stage.data.points[:, 0]
    assert plots[VOTE].curve.at(x) == pytest.approx(shown.stage.run.score(2))
    residuals = plots[GRADIENTS].residuals
    assert residuals.end == pytest.approx(shown.stage.data.target - shown.stage.run.score(1))
    assert plots[GRADIENTS].lower_title == "Residuals −g for tree 2, same scale"


def test_residuals_in_the_plane_are_areas():
    shown = scene("xgboost", sample("moons"), 2, GRADIENTS)
    marks, rest = shown.markers, shown.stage.residual
    area = np.empty(len(rest))
    area[marks.row] = marks.area
    assert area / area.max() == pytest.approx(np.abs(rest) / np.abs(rest).max())
    assert "residuals −g" in [line.words for line in layer_lines(shown.stage)]


def test_the_surface_is_the_probability():
    shown = scene("xgboost", sample("moons"), 3)
    found = shades(shown.stage, shown.frame)
    cells = shown.stage.lens.cells(3)
    p = 1 / (1 + np.exp(-cells.score))
    assert np.abs(found.step / 255.0 - p).max() < 0.003
    assert shades(at(shown, moment=START).stage, shown.frame) is not None


def test_the_gallery_adds_trees_to_the_start():
    shown = scene("xgboost", sample("moons"), 2)
    gallery = shown.gallery
    assert gallery.hint == "rate ν"
    assert [(item.caption, item.name) for item in gallery.terms] == [
        ("p = 0.5", "F₀"), ("0.3", "f₁"), ("0.3", "f₂"),
    ]  # fmt: skip
    starts = {
        ("sine", 0.5): "0.5", ("sine", "mean"): "mean", ("moons", "mean"): "log-odds",
        ("blobs", -1.25): "−1.25",
    }  # fmt: skip
    for (name, base), caption in starts.items():
        one = scene("xgboost", sample(name), 1, base_score=base).gallery
        assert one.terms[0].caption == caption


def test_thumbnails_of_trees_on_a_line_are_around_zero():
    shown = scene("xgboost", sample("sine"), 1, max_depth=1, base_score="mean")
    line = learner_thumbnail(shown.stage, 1, 0).line
    tree = shown.stage.record.learners[0]
    above = np.sign(line[[0, -1], 1] - 0.5)
    assert above.tolist() == np.sign(tree.value[[tree.left[0], tree.right[0]]]).tolist()


def test_a_stump_is_called_f_and_answers_with_its_sign():
    shown = scene("xgboost", sample("moons"), 1, LEAVES, max_depth=1)
    stump, tree = shown.learner_mark.stump, shown.stage.tree
    assert stump.name == "f₁"
    assert (stump.low, stump.high) == tuple(
        np.sign(tree.value[[tree.left[0], tree.right[0]]]).astype(int)
    )
    assert agrees(stump.low_text.removeprefix("+"), tree.value[tree.left[0]])
    before = at(shown, moment=Moment(1, TRAIN)).learner_mark.stump
    assert (before.low_text, before.high_text) == tuple("−+"[one > 0] for one in
                                                        (stump.low, stump.high))  # fmt: skip
    later = at(shown, moment=Moment(2, LEAVES))
    assert [chip.text for chip in later.earlier.chips] == ["f₁"]


def test_a_tree_that_asks_nothing_says_so_before_it_says_what_it_answers():
    shown = scene("xgboost", sample("surface"), 1, TRAIN, min_child_weight=100.0)
    assert shown.learner_mark.sentence == "f₁ asks nothing."
    value = shown.stage.record.learners[0].value[0]
    later = at(shown, moment=Moment(1, LEAVES)).learner_mark.sentence
    assert later.startswith("f₁ asks nothing: it answers ")
    assert agrees(later.split()[5].removeprefix("+"), value)


def test_one_point_and_points_in_one_place_are_said_in_words():
    values = Dataset(np.zeros((1, 1)), np.array([2.0]), None, ("x1",))
    shown = scene("xgboost", values, 1, TRAIN)
    assert shown.caption.headline == "Tree 1 is a single leaf"
    assert shown.search.sentence.startswith("Nothing to split: no cut is possible here")
    pruned = at(shown, moment=Moment(1, PRUNE))
    assert pruned.caption.headline == "Nothing to prune: the tree is a single leaf"
    assert pruned.formulas[0].text == "gᵢ = F₀(xᵢ) − yᵢ, hᵢ = 1"
