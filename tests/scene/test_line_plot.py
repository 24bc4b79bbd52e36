"""Points on a line: every curve, stem and bar is recomputed from the records, point by point."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Focus, Frame, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import SAMPLES, sample
from ensemble_viz.engine.runs import run
from ensemble_viz.scene.line import line_frame
from ensemble_viz.scene.line_names import curve_name, line_key, to_come_name
from ensemble_viz.scene.line_plot import MOST_EARLIER, line_plot, step_curve
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_residuals, last_step
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene

LINES = [name for name, made in SAMPLES.items() if made.build().dimension == 1]
METHODS = {
    "gradient-boosting": {"rounds": 4, "learning_rate": 0.5},
    "bagging": {"rounds": 4},
    "random-forest": {"rounds": 4, "max_depth": 2},
    "tree": {"rounds": 4},
}
BOOSTING = {"rounds": 4, "learning_rate": 0.5, "max_depth": 2}


def lens_of(data, method="gradient-boosting", **settings):
    return Lens(run(data, method, BOOSTING | settings if "boosting" in method else settings))


def scene_at(lens, t, step, **view):
    setup = Setup(lens.run.method.name, lens.run.params)
    document = Document(lens.run.data, (setup,))
    return Scene(Stage(document, lens, View.of(moment=Moment(t, step), **view)))


def plot_at(lens, t, step, **view):
    return scene_at(lens, t, step, **view).line_plot


def moments(lens):
    yield Moment(0, 0)
    for t in range(1, lens.run.upto(4) + 1):
        for step in range(1, last_step(lens.run, t) + 1):
            yield Moment(t, step)


def walked(tree, x):
    """Ask a tree by hand."""
    node = 0
    while tree.feature[node] >= 0:
        node = tree.left[node] if x <= tree.threshold[node] else tree.right[node]
    return node


def answers(learning, t, xs):
    tree = learning.round(t).learners[0]
    return np.array([tree.value[walked(tree, x)] for x in xs])


def ensemble(learning, t, xs):
    """Add up, average or take the last tree, as the method does."""
    trees = [answers(learning, k, xs) for k in range(1, t + 1)]
    if learning.method.combine == "sum":
        rates = [learning.round(k).learner_weight for k in range(1, t + 1)]
        start = learning.start.initial_score[0]
        return start + sum(rate * tree for rate, tree in zip(rates, trees, strict=True))
    return np.mean(trees, axis=0) if learning.method.combine == "mean" else trees[-1]


def places_to_ask(plot, seed=7):
    """Draw places in the frame, none of them so near to a cut that rounding decides."""
    frame = plot.frame
    return np.random.default_rng(seed).uniform(frame.left, frame.right, 200)


@pytest.fixture(scope="module", params=[(name, m) for name in LINES for m in METHODS], ids="-".join)
def lens(request):
    name, method = request.param
    return Lens(run(sample(name), method, METHODS[method]))


def test_there_are_samples_on_a_line():
    assert set(LINES) >= {"step", "sine"}


def test_the_curve_is_the_ensemble_after_the_rounds_that_have_joined(lens):
    learning = lens.run
    for moment in moments(lens):
        scene = scene_at(lens, moment.round, moment.step)
        plot, joined = scene.line_plot, scene.stage.joined
        if joined == 0 and learning.start.initial_score is None:
            assert plot.curve is None
            continue
        xs = places_to_ask(plot)
        expected = ensemble(learning, joined, xs)
        np.testing.assert_allclose(plot.curve.at(xs), expected, rtol=0, atol=1e-12)
        at_points = plot.curve.at(learning.data.points[:, 0])
        np.testing.assert_allclose(at_points, learning.score(joined), rtol=0, atol=1e-12)


def test_the_tree_of_the_round_is_drawn_once_it_is_known(lens):
    learning = lens.run
    for moment in moments(lens):
        scene = scene_at(lens, moment.round, moment.step)
        plot, known = scene.line_plot, scene.stage.learner_is_known
        if not known or learning.method.combine == "latest":
            assert plot.learner is None
            continue
        xs = places_to_ask(plot)
        tree = answers(learning, moment.round, xs)
        shrunk = has_residuals(learning) and scene.stage.key in ("shrink", "vote")
        factor = learning.round(moment.round).learner_weight if shrunk else 1.0
        np.testing.assert_allclose(plot.learner.at(xs), factor * tree, rtol=0, atol=1e-12)
        if shrunk:
            np.testing.assert_allclose(plot.unshrunk.at(xs), tree, rtol=0, atol=1e-12)
        else:
            assert plot.unshrunk is None


def test_what_is_to_come_is_dashed_from_the_tree_until_it_is_added(lens):
    for moment in moments(lens):
        scene = scene_at(lens, moment.round, moment.step)
        plot = scene.line_plot
        coming = has_residuals(lens.run) and scene.stage.key in ("train", "shrink")
        assert (plot.to_come is not None) == coming
        if coming:
            xs = places_to_ask(plot)
            expected = ensemble(lens.run, moment.round, xs)
            np.testing.assert_allclose(plot.to_come.at(xs), expected, rtol=0, atol=1e-12)
            assert to_come_name(scene.stage) == f"F{'₀₁₂₃₄'[moment.round]} to come"
            assert curve_name(scene.stage).startswith(f"F{'₀₁₂₃₄'[moment.round - 1]}")


def test_stems_end_at_the_values_and_residuals_are_the_target(lens):
    data = lens.run.data
    for moment in moments(lens):
        scene = scene_at(lens, moment.round, moment.step)
        plot = scene.line_plot
        if not has_residuals(lens.run) or moment.round == 0:
            assert plot.stems is None
            assert plot.residuals is None
            continue
        score = lens.run.score(scene.stage.joined)
        np.testing.assert_array_equal(plot.stems.end, data.target)
        np.testing.assert_array_equal(plot.stems.start, score)
        np.testing.assert_array_equal(plot.stems.positive, data.target - score > 0)
        target = lens.run.round(moment.round).target
        np.testing.assert_array_equal(plot.residuals.end, target)
        np.testing.assert_array_equal(plot.residuals.start, 0.0)
        np.testing.assert_array_equal(plot.residuals.positive, target > 0)


def test_stems_are_equally_long_above_and_below_until_the_tree_is_added():
    lens = lens_of(sample("sine"))
    for moment in moments(lens):
        plot = plot_at(lens, moment.round, moment.step)
        if plot.stems is not None and not plot.joined:
            above = plot.stems.end - plot.stems.start
            np.testing.assert_allclose(plot.residuals.end, above, rtol=0, atol=1e-12)


def test_leaf_values_are_the_means_of_the_residuals_in_their_regions():
    for name in LINES:
        lens = lens_of(sample(name), subsample=1.0)
        x = lens.run.data.points[:, 0]
        for t in range(1, 5):
            fitted, shrunk = plot_at(lens, t, 2), plot_at(lens, t, 3)
            r = lens.run.round(t).target
            assert [region.name for region in fitted.regions] == ["R₁", "R₂", "R₃", "R₄"]
            for region, smaller in zip(fitted.regions, shrunk.regions, strict=True):
                inside = (region.left < x) & (x <= region.right)
                assert region.value == pytest.approx(r[inside].mean(), abs=1e-12)
                assert float(region.value_text.replace("−", "-")) == round(region.value, 4)
                assert region.value_text[0] in "+−"
                assert smaller.value == pytest.approx(0.5 * region.value, abs=1e-12)


def test_regions_lie_side_by_side_and_their_edges_are_the_thresholds(lens):
    for moment in moments(lens):
        plot = plot_at(lens, moment.round, moment.step)
        if not plot.regions:
            continue
        frame = plot.frame
        edges = [frame.left, *(region.right for region in plot.regions)]
        assert [region.left for region in plot.regions] == edges[:-1]
        assert edges[-1] == frame.right
        assert sorted(plot.splits) == edges[1:-1]


def test_the_thick_threshold_is_the_root_s_or_the_new_one_of_a_tree_that_grows():
    boosting = lens_of(sample("sine"))
    assert plot_at(boosting, 2, 2).splits[0] == boosting.run.round(2).learners[0].threshold[0]
    growing = lens_of(sample("sine"), "tree", rounds=4)
    for t in range(2, 5):
        now, before = (growing.run.round(k).learners[0] for k in (t, t - 1))
        new = set(now.threshold[now.feature >= 0]) - set(before.threshold[before.feature >= 0])
        assert {plot_at(growing, t, 2).splits[0]} == new


def test_large_trees_have_no_names_and_no_thresholds():
    plot = plot_at(lens_of(sample("sine"), "bagging", rounds=2), 1, 2)
    assert plot.learner is not None
    assert plot.regions == ()
    assert plot.splits == ()


def test_the_node_the_point_or_the_place_that_is_looked_at_lights_its_regions():
    lens = lens_of(sample("sine"))
    tree, x = lens.run.round(2).learners[0], lens.run.data.points[:, 0]
    leaves = np.flatnonzero(tree.feature < 0)
    left = int(tree.left[0])
    below = {left, int(tree.left[left]), int(tree.right[left])} & set(leaves.tolist())

    def lit(**focus):
        plot = plot_at(lens, 2, 2, pinned=Focus(**focus))
        return {region.node for region in plot.regions if region.lit}

    assert lit() == set()
    assert lit(node=0) == set(leaves.tolist())
    assert lit(node=left) == below
    for leaf in leaves.tolist():
        assert lit(node=leaf) == {leaf}
    for cut in tree.threshold[tree.feature >= 0].tolist():
        assert lit(place=(cut, 0.0)) == {walked(tree, cut)}  # the cut itself goes left
    for row in range(0, len(x), 7):
        assert lit(point=row) == {walked(tree, x[row])}
        assert lit(place=(x[row] + 0.01, 9.0)) == {walked(tree, x[row] + 0.01)}
        assert plot_at(lens, 2, 2, pinned=Focus(point=row)).lit.nonzero()[0].tolist() == [row]
    inside = [walked(tree, each) in below for each in x]
    assert plot_at(lens, 2, 2, pinned=Focus(node=left)).lit.tolist() == inside
    assert not plot_at(lens, 2, 2).lit.any()


def test_the_trees_of_a_bag_before_this_one_are_faint_the_last_thirty_of_them():
    lens = lens_of(sample("sine"), "bagging", rounds=40)
    for t in (1, 5, 40):
        plot = plot_at(lens, t, 1)
        shown = range(max(1, t - MOST_EARLIER), t)
        assert len(plot.earlier) == len(shown)
        xs = places_to_ask(plot)
        for k, curve in zip(shown, plot.earlier, strict=True):
            np.testing.assert_allclose(curve.at(xs), answers(lens.run, k, xs), atol=1e-12)
    assert plot_at(lens_of(sample("sine")), 3, 2).earlier == ()


def test_points_that_a_tree_never_saw_are_known():
    lens = lens_of(sample("sine"), subsample=0.5)
    drawn = lens.run.round(2).in_bag
    np.testing.assert_array_equal(plot_at(lens, 2, 2).unseen, drawn == 0)
    assert plot_at(lens_of(sample("sine")), 2, 2).unseen is None


def test_both_panels_have_one_scale_and_one_frame(lens):
    for moment in moments(lens):
        scene = scene_at(lens, moment.round, moment.step)
        plot = scene.line_plot
        assert plot.upper.top == scene.frame.top
        assert (plot.upper.left, plot.upper.right) == (scene.frame.left, scene.frame.right)
        if plot.lower is None:
            assert plot.upper == plot.frame == scene.frame
            continue
        assert plot.lower.bottom + plot.offset == pytest.approx(scene.frame.bottom, abs=1e-12)
        assert plot.lower.top + plot.offset == pytest.approx(plot.upper.bottom, abs=1e-12)
        assert plot.frame.bottom == pytest.approx(scene.frame.bottom, abs=1e-12)
        assert plot.lower.bottom < 0 < plot.lower.top
        assert plot.in_upper(plot.upper.top)
        assert not plot.in_upper(plot.offset)


def test_the_frame_is_the_same_in_every_round(lens):
    frames = {scene_at(lens, moment.round, moment.step).frame for moment in moments(lens)}
    assert len(frames) == 1


@settings(max_examples=100)
@given(st.floats(0.1, 10.0))
def test_ticks_are_equally_far_apart_in_both_panels_and_inside_them(zoom):
    stage = scene_at(lens_of(sample("sine")), 1, 2).stage
    whole = line_frame(stage.run)
    top = whole.bottom + zoom * (whole.top - whole.bottom)
    plot = line_plot(stage, replace(whole, top=top))
    apart = {round(step, 9) for step in (*np.diff(plot.y_ticks.at), *np.diff(plot.r_ticks.at))}
    assert len(apart) == 1
    for ticks, panel in ((plot.y_ticks, plot.upper), (plot.r_ticks, plot.lower)):
        assert all(panel.bottom - 1e-9 <= at <= panel.top + 1e-9 for at in ticks.at)
        numbers = [float(text.replace("−", "-")) for text in ticks.labels]
        np.testing.assert_allclose(numbers, ticks.at, rtol=0, atol=1e-9)


values = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=25)


@settings(max_examples=60)
@given(values, st.sampled_from(["prior", "zero"]))
def test_every_value_and_every_first_residual_is_inside_its_panel(pairs, init):
    x, y = np.array(pairs).T
    data = Dataset(x[:, None].copy(), y.copy(), columns=("x",))
    lens = lens_of(data, init=init, rounds=1)
    plot = plot_at(lens, 0, 0)
    assert (x > plot.frame.left).all()
    assert (x < plot.frame.right).all()
    start = lens.run.start.initial_score[0]
    seen = np.append(y, start)
    room = 0.08 * np.ptp(seen)  # for marks at the very ends
    assert (seen - room >= plot.upper.bottom).all()
    assert (seen + room <= plot.upper.top).all()
    assert (seen - start - room >= plot.lower.bottom).all()
    assert (seen - start + room <= plot.lower.top).all()


@settings(max_examples=60)
@given(st.floats(0.01, 50.0), st.floats(-20.0, 20.0))
def test_zero_keeps_its_place_on_the_screen_while_one_zooms_and_pans(zoom, move):
    learning = run(sample("sine"), "gradient-boosting", BOOSTING)
    whole = line_frame(learning)

    def share(frame):
        plot = line_plot(stage, frame)
        height = frame.top - frame.bottom
        return (plot.offset - frame.bottom) / height, (plot.upper.bottom - frame.bottom) / height

    stage = scene_at(Lens(learning), 0, 0).stage
    height = zoom * (whole.top - whole.bottom)
    seen = Frame(whole.left, whole.bottom + move, whole.right, whole.bottom + move + height)
    assert share(seen) == pytest.approx(share(whole), abs=1e-9)


def test_a_step_curve_is_cut_to_the_frame():
    lens = lens_of(sample("sine"))
    cells = lens.cells(3)
    for left, right in [(-1.0, 8.0), (2.0, 4.0), (100.0, 101.0), (3.0, 3.0000001)]:
        curve = step_curve(cells, Frame(left, -2.0, right, 2.0))
        assert (curve.edges[0], curve.edges[-1]) == (left, right)
        assert len(curve.values) == len(curve.edges) - 1
        assert (np.diff(curve.edges) > 0).all()
        xs = np.linspace(left, right, 50)
        np.testing.assert_array_equal(curve.at(xs), cells.at(xs[:, None]))


def test_switching_a_layer_off_takes_away_what_it_is_called_after():
    lens = lens_of(sample("sine"))
    layers = View().look.layers

    def shown(**switches):
        return plot_at(lens, 2, 2, layers=replace(layers, **switches))

    every = shown()
    assert None not in (every.curve, every.to_come, every.stems, every.residuals, every.learner)
    assert shown(boundary=False).curve is shown(boundary=False).to_come is None
    assert shown(residuals=False).stems is shown(residuals=False).residuals is None
    without = shown(learner=False)
    assert without.learner is None
    assert (without.regions, without.splits) == ((), ())
    bag = lens_of(sample("sine"), "bagging", rounds=3)
    assert len(plot_at(bag, 3, 1).earlier) == 2
    assert plot_at(bag, 3, 1, layers=replace(layers, earlier=False)).earlier == ()


def test_the_key_names_the_lines_that_are_drawn(lens):
    for moment in moments(lens):
        scene = scene_at(lens, moment.round, moment.step)
        plot, key = scene.line_plot, dict(line_key(scene.stage))
        drawn = {
            "sum": plot.curve,
            "to come": plot.to_come,
            "learner": plot.learner,
            "earlier": plot.earlier or None,
            "positive": plot.residuals,
            "negative": plot.residuals,
        }
        assert set(key) == {style for style, part in drawn.items() if part is not None}
        assert all(key.values())
        assert tuple(key.items()) == scene.legend.lines


@pytest.mark.parametrize(
    ("moment", "title"),
    [
        ((0, 0), "Residuals: none taken yet"),
        ((3, 1), "Residuals for tree 3, same scale"),
        ((3, 2), "Residuals and tree 3, same scale"),
        ((3, 3), "Residuals and tree 3 × 0.50, same scale"),
        ((3, 4), "Tree 3 × 0.50 and the residuals it was fitted to, same scale"),
    ],
)
def test_the_lower_panel_says_what_it_shows(moment, title):
    assert plot_at(lens_of(sample("sine")), *moment).lower_title == title


def test_who_goes_round_by_round_sees_the_tree_as_it_was_fitted():
    lens = lens_of(sample("sine"))
    plot = plot_at(lens, 3, 4, small_steps=False)
    xs = places_to_ask(plot)
    np.testing.assert_allclose(plot.learner.at(xs), answers(lens.run, 3, xs), rtol=0, atol=1e-12)
    assert plot.unshrunk is None
    assert plot.lower_title == "Tree 3 and the residuals it was fitted to, same scale"


def test_a_stump_is_called_a_stump_and_an_odd_rate_is_written_whole():
    lens = lens_of(sample("sine"), max_depth=1, learning_rate=0.125)
    assert plot_at(lens, 2, 3).lower_title == "Residuals and stump 2 × 0.125, same scale"


def test_without_points_there_are_panels_and_nothing_in_them():
    empty = Dataset(np.empty((0, 1)), np.empty(0), columns=("x",))
    for method in METHODS:
        plot = plot_at(Lens(run(empty, method)), 0, 0)
        assert (plot.curve, plot.stems, plot.learner, plot.first_x) == (None, None, None, None)
        assert (plot.upper.left, plot.upper.right) == (0.0, 10.0)
        assert (plot.upper.bottom, plot.upper.top) == (pytest.approx(0.0, abs=1e-12), 10.0)
        assert len(plot.x_ticks.at) > 1


def test_every_method_that_learns_values_can_be_drawn_on_a_line():
    for name, method in methods.methods().items():
        if "regression" in method.tasks:
            lens = Lens(run(sample("step"), name, {"rounds": 2}))
            for moment in moments(lens):
                assert plot_at(lens, moment.round, moment.step).frame
