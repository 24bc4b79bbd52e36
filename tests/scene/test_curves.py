"""Curves: every value recomputed in plain numpy, and read at the right moment."""

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.figures.curves import curves, whole_ticks
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import View


def stage_of(method, data, family="Errors", moment=None, measured=True, **settings):
    setup = Setup(method, methods.method(method).params.from_values(settings))
    lens = Lens(setup.run(data))
    if measured:
        lens.run.finish()
        while lens.measure():
            pass
    moment = moment or whole(lens.run, len(lens.run))
    return Stage(Document(data, (setup,)), lens, View.of(moment=moment, curves=family))


def series(shown, name):
    (found,) = [curve for curve in shown.series if curve.name == name]
    return found


@pytest.fixture(scope="module")
def moons():
    return sample("moons", n=60, test=80)


def signs(run, t, points):
    """Say −1 or +1 as the stump of round t does: by its threshold and its leaves."""
    (tree,) = run.round(t).learners
    left = points[:, tree.feature[0]] <= tree.threshold[0]
    says = np.where(tree.value.argmax(axis=1) == 1, 1.0, -1.0)
    return np.where(left, says[tree.left[0]], says[tree.right[0]])


def boosted(run, points):
    """Add up the votes of the stumps: the score after each round."""
    votes = [run.round(t).learner_weight * signs(run, t, points) for t in range(1, len(run) + 1)]
    return np.cumsum(votes, axis=0)


def test_adaboost_errors_are_those_of_the_weighted_vote(moons):
    stage = stage_of("adaboost", moons, rounds=12)
    shown, run = curves(stage), stage.run
    for name, points, target in (
        ("training", moons.points, moons.target),
        ("test error", moons.test.points, moons.test.target),
    ):
        answers = [np.zeros(len(points)), *(boosted(run, points) > 0)]
        expected = [np.mean(answer != target) for answer in answers]
        curve = series(shown, name)
        assert curve.at.tolist() == list(range(13))
        np.testing.assert_allclose(curve.values, expected, atol=1e-12)


def test_the_bound_is_the_product_of_all_z(moons):
    stage = stage_of("adaboost", moons, rounds=10)
    errors = np.array([record.error for record in stage.run.rounds])
    bound = np.cumprod(2.0 * np.sqrt(errors * (1.0 - errors)))
    curve = series(curves(stage), "bound ∏Z")
    np.testing.assert_allclose(curve.values, [1.0, *bound], rtol=1e-10)


def test_loss_and_margins_follow_from_the_score(moons):
    stage = stage_of("adaboost", moons, "Loss", rounds=10)
    y = 2.0 * moons.target - 1.0
    scores = boosted(stage.run, moons.points)
    loss = [1.0, *np.exp(-y * scores).mean(axis=1)]
    np.testing.assert_allclose(curves(stage).series[0].values, loss, rtol=1e-10)
    total = np.cumsum([record.learner_weight for record in stage.run.rounds])
    margins = y * scores / total[:, None]
    shown = curves(stage_of("adaboost", moons, "Margins", rounds=10))
    np.testing.assert_allclose(series(shown, "smallest").values, margins.min(axis=1), atol=1e-12)
    np.testing.assert_allclose(
        series(shown, "median").values, np.median(margins, axis=1), atol=1e-12
    )


def test_learner_weights_are_half_the_log_odds_of_being_right(moons):
    stage = stage_of("adaboost", moons, "Learner weights", rounds=8)
    errors = np.array([record.error for record in stage.run.rounds])
    (curve,) = curves(stage).series
    assert (curve.name, curve.style) == ("α", "bars")
    assert curve.at.tolist() == list(range(1, 9))
    np.testing.assert_allclose(curve.values, 0.5 * np.log((1.0 - errors) / errors), rtol=1e-10)


def test_the_importance_of_an_axis_is_the_weight_of_its_stumps(moons):
    stage = stage_of("adaboost", moons, "Importance", rounds=8)
    axis = np.array([record.learners[0].feature[0] for record in stage.run.rounds])
    weight = np.array([record.learner_weight for record in stage.run.rounds])
    share = np.cumsum(np.where(axis == 0, weight, 0.0)) / np.cumsum(weight)
    shown = curves(stage)
    np.testing.assert_allclose(series(shown, moons.columns[0]).values, share, atol=1e-12)
    np.testing.assert_allclose(series(shown, moons.columns[1]).values, 1.0 - share, atol=1e-12)
    assert (shown.low, shown.high) == (0.0, 1.0)


def test_out_of_bag_errors_ask_only_trees_that_never_saw_the_point():
    data = sample("blobs", n=50)
    stage = stage_of("bagging", data, rounds=9)
    votes, own, expected, alone = np.zeros((50, 3)), [], [], []
    for record in stage.run.rounds:
        out = record.in_bag == 0
        answer = record.learners[0].answer(data.points).argmax(axis=1)
        votes[np.flatnonzero(out), answer[out]] += 1
        asked = votes.sum(axis=1) > 0
        expected.append(np.mean(votes[asked].argmax(axis=1) != data.target[asked]))
        own.append(np.mean(answer[out] != data.target[out]))
        alone.append(np.mean(own))
    shown = curves(stage)
    np.testing.assert_allclose(series(shown, "out of bag").values, expected, atol=1e-12)
    np.testing.assert_allclose(series(shown, "one tree, mean").values, alone, atol=1e-12)
    assert series(shown, "training").at.tolist() == list(range(1, 10))


def test_values_have_squared_errors_from_the_start():
    data = sample("sine", n=40, test=30)
    stage = stage_of("gradient-boosting", data, rounds=6, learning_rate=0.5)
    shown = curves(stage)
    assert shown.family == "Squared error"
    score, test = np.full(40, data.target.mean()), np.full(30, data.target.mean())
    training, unseen = [], []
    for t in range(7):
        if t:
            (tree,) = stage.run.round(t).learners
            score = score + 0.5 * tree.answer(data.points)
            test = test + 0.5 * tree.answer(data.test.points)
        training.append(np.mean((score - data.target) ** 2))
        unseen.append(np.mean((test - data.test.target) ** 2))
    np.testing.assert_allclose(series(shown, "training").values, training, rtol=1e-9)
    np.testing.assert_allclose(series(shown, "test error").values, unseen, rtol=1e-9)
    half = curves(stage_of("gradient-boosting", data, "Loss", rounds=6, learning_rate=0.5))
    np.testing.assert_allclose(half.series[0].values, np.array(training) / 2.0, rtol=1e-9)


def test_the_log_loss_starts_with_even_chances():
    data = sample("blobs", n=30)  # three classes, as many points of each
    shown = curves(stage_of("gradient-boosting", data, "Loss", rounds=3))
    assert shown.series[0].values[0] == pytest.approx(np.log(3.0))


def test_readouts_are_those_of_the_last_round_that_has_joined(moons):
    missed = [0.5]
    stage = stage_of("adaboost", moons, rounds=8)
    missed += [np.mean(row != moons.target) for row in boosted(stage.run, moons.points) > 0]
    for step, joined in ((1, 6), (4, 6), (5, 7)):
        shown = curves(stage_of("adaboost", moons, moment=Moment(7, step), rounds=8))
        assert shown.after == f"after round {joined}"
        assert shown.joined == joined
        assert series(shown, "training").readout == f"{missed[joined]:.4f}"
    start = curves(stage_of("adaboost", moons, moment=Moment(), rounds=8))
    assert start.after == "at the start"
    assert series(start, "training").readout == "0.5000"


def test_the_playhead_goes_through_a_round_step_by_step(moons):
    heads = [
        curves(stage_of("adaboost", moons, moment=Moment(3, step), rounds=5)).playhead
        for step in range(1, 6)
    ]
    assert heads == pytest.approx([2.2, 2.4, 2.6, 2.8, 3.0])
    assert curves(stage_of("adaboost", moons, moment=Moment(), rounds=5)).playhead == 0.0


@pytest.mark.parametrize(
    ("method", "data", "expected"),
    [
        ("adaboost", "moons", ["Errors", "Loss", "Margins", "Learner weights", "Importance"]),
        ("random-forest", "blobs", ["Errors", "Importance"]),
        ("gradient-boosting", "blobs", ["Errors", "Loss", "Importance"]),
        ("gradient-boosting", "sine", ["Squared error", "Loss"]),
        ("bagging", "sine", ["Squared error"]),
        ("tree", "moons", ["Errors", "Importance"]),
    ],
)
def test_only_families_that_the_method_has_are_offered(method, data, expected):
    shown = curves(stage_of(method, sample(data, n=30), "Margins", rounds=3))
    assert list(shown.families) == expected
    assert shown.family == ("Margins" if "Margins" in expected else expected[0])


@pytest.mark.parametrize("family", ["Errors", "Loss", "Margins", "Learner weights", "Importance"])
def test_the_axis_holds_the_curves_and_the_column_every_readout(moons, family):
    stage = stage_of("adaboost", moons, family, rounds=15)
    shown = curves(stage)
    for curve in shown.series:
        assert np.isfinite(curve.values).all()
        low, high = curve.values.min(), curve.values.max()
        rounding = 1e-9 * (shown.high - shown.low)
        assert curve.clipped or shown.low - rounding <= low <= high <= shown.high + rounding
    assert shown.y_ticks.at[0] == shown.low
    assert shown.y_ticks.at[-1] == shown.high
    for t in range(16):
        moment = whole(stage.run, t)
        part = curves(Stage(stage.document, stage.lens, View.of(moment=moment, curves=family)))
        assert all(len(curve.readout) <= len(shown.widest) for curve in part.series)
        assert (part.low, part.high, part.widest) == (shown.low, shown.high, shown.widest)


def test_what_is_too_small_for_its_decimals_is_said_to_be_small():
    shown = curves(stage_of("adaboost", sample("ten-points"), rounds=50))
    assert series(shown, "bound ∏Z").values[-1] < 0.00005
    assert series(shown, "bound ∏Z").readout == "<0.0001"


def test_no_more_rounds_are_measured_than_are_asked_for(moons):
    stage = stage_of("adaboost", moons, moment=Moment(1, 5), measured=False, rounds=40)
    curves(stage)
    assert stage.lens.measured == 1
    far = Stage(stage.document, stage.lens, View.of(moment=Moment(30, 5)))
    shown = curves(far)
    assert stage.lens.measured == 1
    assert series(shown, "training").readout == "–"
    assert series(shown, "training").at.tolist() == [0.0, 1.0]


def test_curves_grow_while_rounds_are_measured(moons):
    stage = stage_of("adaboost", moons, moment=Moment(1, 5), measured=False, rounds=6)
    stage.run.finish()
    for measured in range(1, 7):
        stage.lens.measure()
        assert len(series(curves(stage), "training").at) == measured + 1


def test_the_round_of_the_lowest_test_error_is_marked(moons):
    stage = stage_of("adaboost", moons, rounds=12)
    errors = np.mean((boosted(stage.run, moons.test.points) > 0) != moons.test.target, axis=1)
    best = 1 + int(errors.argmin())
    mark = curves(stage).mark
    assert (mark.round, mark.text) == (best, f"test error lowest after round {best}")
    assert mark.value == pytest.approx(errors.min())
    assert curves(stage_of("adaboost", moons, "Loss", rounds=12)).mark is None
    assert curves(stage_of("adaboost", sample("moons", n=40), rounds=12)).mark is None


def test_a_run_that_stops_leaves_the_rest_of_its_axis_empty():
    data = Dataset(
        points=np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 1.0]]),
        target=np.array([0, 0, 1, 1]),
        classes=("A", "B"),
    )
    shown = curves(stage_of("adaboost", data, rounds=20))  # one stump misses nothing
    assert (shown.last, shown.rounds, shown.ends_early) == (1, 20, True)
    going = curves(stage_of("adaboost", data, measured=False, moment=Moment(), rounds=20))
    assert going.last is None


def test_without_points_there_are_axes_and_no_curves():
    data = Dataset(points=np.empty((0, 2)), target=np.empty(0, dtype=np.int64), classes=("A", "B"))
    shown = curves(stage_of("adaboost", data))
    assert all(len(curve.at) == 0 and curve.readout == "–" for curve in shown.series)
    assert shown.rounds == 50
    assert (shown.low, shown.high) == (0.0, 1.0)


@pytest.mark.parametrize("last", [1, 2, 3, 7, 12, 50, 99, 500, 10_000])
def test_ticks_of_rounds_are_few_and_whole(last):
    ticks = whole_ticks(last)
    assert 2 <= len(ticks.at) <= 7
    assert ticks.labels == tuple(f"{int(x)}" for x in ticks.at)
    assert 0 == ticks.at[0] <= ticks.at[-1] <= last
