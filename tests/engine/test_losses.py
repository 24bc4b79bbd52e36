"""The losses of gradient boosting: absolute, Huber's and exponential; the others stand elsewhere.

Each is held against its definition, against figures of `tests/oracle`, against exact fractions and
against scikit-learn. Tests that show a fact or a property of the notes begin with its number.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import change_setting
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.quantiles import lower_quantile, weighted_median
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.losses import LossChoice, loss_of
from ensemble_viz.engine.methods import method
from ensemble_viz.engine.runs import Run, Scores, run, search_node
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import TreeRules
from ensemble_viz.engine.trees.fit import fit_values
from ensemble_viz.engine.trees.leaf_values import Fitted
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.tree import node_dicts
from ensemble_viz.scene.telling import why_ended
from tests.brute import boosting, oracle, trees
from tests.brute.boosting import Robust
from tests.brute.exact import TINY
from tests.engine.test_parity import RATES, Comparison, Exact, Fresh, Tally, changes_nothing, fresh
from tests.runs import near

ABC = ("a", "b", "c")
PARAMS = method("gradient-boosting").params
ROBUST = [name for name, case in oracle.cases("gbr").items() if case["loss"] != "squared"]
OFFERED = [name for name in ROBUST if "textbook" not in name]
some = settings(max_examples=40)


def values(points, target, weight=None) -> Dataset:
    given_weight = None if weight is None else np.array(weight, dtype=float)
    place = np.array(points, dtype=float).reshape(len(target), -1)
    columns = ("x1", "x2")[: place.shape[1]]
    return Dataset(place, np.array(target, dtype=float), None, columns, given_weight)


def classes(points, target, weight=None) -> Dataset:
    given_weight = None if weight is None else np.array(weight, dtype=float)
    names = ABC[: max(2, max(target) + 1)]
    return Dataset(np.array(points, dtype=float), np.array(target), names, weight=given_weight)


def finished(data: Dataset, seed: int = 0, **chosen) -> Run:
    done = run(data, "gradient-boosting", chosen, seed)
    done.finish()
    return done


def loss_at(data: Dataset, name: str, **more):
    return loss_of(data, LossChoice(name, **more))


@st.composite
def value_points(draw, most=24):
    side = draw(st.sampled_from([1, 4, 900]))
    n = draw(st.integers(2, most))
    rows = draw(st.lists(st.tuples(*[st.integers(0, side)] * 2), min_size=n, max_size=n))
    target = draw(st.lists(st.integers(-40, 40), min_size=n, max_size=n))
    weight = draw(st.none() | st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any))
    return values(np.array(rows) / 8, np.array(target) / 8, weight)


# --- what the losses are ------------------------------------------------------------------------

FACTS = values([[k, 0] for k in range(7)], [-2, -0.5, -0.2, 0, 0.3, 0.5, 2])


def test_sf37_the_absolute_loss_pulls_by_the_sign():
    data = values([[0, 0], [1, 0], [2, 0]], [3, 1, 2])
    score = np.array([1.0, 2.0, 2.0])
    notes = loss_at(data, "absolute", line_search=False)
    assert notes.negative_gradient(score).tolist() == [1, -1, 0]
    library = loss_at(data, "absolute")
    assert library.negative_gradient(score).tolist() == [1, -1, 1]
    assert notes.mean(score) == near(1.0)


def test_sf38_c10_hubers_loss_has_a_square_inside_and_a_line_outside():
    loss, zero = loss_at(FACTS, "huber", delta=0.5), np.zeros(7)
    assert loss.negative_gradient(zero).tolist() == [-0.5, -0.5, -0.2, 0, 0.3, 0.5, 0.5]
    own = [0.875, 0.125, 0.02, 0, 0.045, 0.125, 0.875]
    assert loss.mean(zero) == near(np.mean(own))
    for i, expected in enumerate(own):  # one point after the other
        one = values([[0, 0]], [FACTS.target[i]])
        assert loss_at(one, "huber", delta=0.5).mean(np.zeros(1)) == near(expected)


@pytest.mark.parametrize(
    ("name", "more"), [("absolute", {}), ("huber", {"delta": 0.7}), ("exponential", {})]
)
def test_sf35_the_target_is_the_slope_of_the_loss(name, more):
    rng = np.random.default_rng(35)
    target = rng.normal(size=9) if name != "exponential" else rng.integers(0, 2, 9)
    make = values if name != "exponential" else classes
    data = make(rng.normal(size=(9, 2)), target, rng.integers(1, 5, 9))
    loss, F, step = loss_at(data, name, **more), rng.normal(size=9) / 3, 1e-6
    for i, pull in enumerate(loss.negative_gradient(F)):
        up, down = F.copy(), F.copy()
        up[i], down[i] = F[i] + step, F[i] - step
        slope = (loss.mean(up) - loss.mean(down)) / (2 * step) / data.distribution[i]
        assert -slope == pytest.approx(pull, abs=1e-6)


def test_hubers_loss_of_all_residuals_is_the_square():
    """A quantile of 1, or a delta beyond all residuals: squared loss, but for the start."""
    data, square = sample("sine"), finished(sample("sine"), init="mean", rounds=6)
    for chosen in ({"huber_quantile": 1.0}, {"huber_delta": 1e3}):
        done = finished(data, loss="huber", leaf="gradient", init="mean", rounds=6, **chosen)
        for one, two in zip(done.rounds, square.rounds, strict=True):
            assert one.score == near(two.score)
            losses = [Metrics(each).figures(one.number)["loss"] for each in (done, square)]
            if "huber_delta" in chosen:  # the largest residual of before may have grown
                assert losses[0] == near(losses[1])


def test_hubers_loss_of_tiny_reach_is_the_absolute_one():
    data, delta = sample("sine"), 2.0**-20
    done = finished(
        data, loss="huber", leaf="gradient", huber_delta=delta, init="median",
        learning_rate=0.5, rounds=1,
    )  # fmt: skip
    signs = finished(data, loss="absolute", leaf="gradient", learning_rate=0.5, rounds=1)
    assert done.start.target == near(delta * signs.start.target, 1e-12)
    one, two = (each.round(1).learners[0] for each in (done, signs))
    assert one.threshold.tolist() == two.threshold.tolist()
    assert one.value == near(delta * two.value, 1e-12)


def test_c05_losses_start_at_the_median():
    data = sample("latitude")  # 60, 70, 65 and 30
    for name in ("absolute", "huber"):
        for init, start in {"prior": 62.5, "median": 62.5, "mean": 56.25, "zero": 0.0}.items():
            done = run(data, "gradient-boosting", {"loss": name, "init": init})
            assert done.start.initial_score.tolist() == [start]
    weighted = values(data.points, data.target, [1, 1, 1, 5])
    begun = run(weighted, "gradient-boosting", {"loss": "absolute"})
    assert begun.start.initial_score.tolist() == [30]


def test_the_exponential_loss_starts_at_half_the_log_odds():
    data = classes([[k, 0] for k in range(10)], [0] * 3 + [1] * 7)
    loss = loss_at(data, "exponential")
    (start,) = run(data, "gradient-boosting", {"loss": "exponential"}).start.initial_score
    assert start == near(0.5 * math.log(7 / 3))
    at = [loss.mean(np.full(10, start + step)) for step in (-0.01, 0, 0.01)]
    assert at[1] < min(at[0], at[2])
    assert at[1] == near(2 * math.sqrt(0.3 * 0.7))
    zero = run(data, "gradient-boosting", {"loss": "exponential", "init": "zero"})
    assert zero.start.initial_score.tolist() == [0]
    assert zero.start.target.tolist() == [-1] * 3 + [1] * 7


def test_c07_leaves_search_a_line_or_take_the_gradient():
    """Residuals −62.5 + (60, 70, 65, 30) = −2.5, 7.5, 2.5, −32.5, all in one leaf."""
    data = values(np.zeros((4, 2)), sample("latitude").target)
    answers = {
        ("absolute", "line-search"): -2.5,  # the lower of −2.5 and 2.5
        ("absolute", "gradient"): 0.0,
        ("huber", "line-search"): -2.5 + (0 + 5 + 5 - 5) / 4,
        ("huber", "gradient"): (-2.5 + 5 + 2.5 - 5) / 4,
    }
    for (name, leaf), answer in answers.items():
        chosen = {"loss": name, "leaf": leaf, "learning_rate": 1.0}
        if name == "huber":
            chosen["huber_delta"] = 5.0
        done = run(data, "gradient-boosting", chosen)
        if answer == 0.0:
            assert done.finish().rule == "nothing-to-split"
            assert len(done) == 0
        else:
            assert done.round(1).learners[0].value.tolist() == [answer]
            assert done.round(1).score == near([62.5 + answer] * 4)


# --- medians and steps of nodes -----------------------------------------------------------------


def lower_median(numbers, weight) -> float:
    """The least number that, with all below it, holds half of the weight."""
    return next(
        x
        for x in sorted(numbers)
        if sum(w for w, y in zip(weight, numbers, strict=True) if y <= x) >= sum(weight) / 2
    )


@some
@drawn(value_points(), st.data())
def test_every_node_answers_from_its_points(data, draw):
    """Whole numbers as weights: the plain definition is exact."""
    n = len(data)
    bag = draw.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n).filter(any))
    weight = np.array(bag)
    residual = data.target * 8
    grown = fit_values(data, residual, weight, TreeRules("squared", Limits(max_depth=3)))
    fitted, tree = Fitted(grown, weight, residual, grown.answering), grown.tree
    assert np.arange(n)[fitted.rows].tolist() == np.flatnonzero(weight > 0).tolist()
    own = residual[fitted.rows]
    medians, steps = fitted.lower_medians(own), fitted.clipped_means(own, 3.0)
    means, newton = fitted.means(), fitted.newton_steps(np.abs(own) + 1)
    box = tree.rectangles()
    for node in range(len(tree)):
        inside = ((data.points > box[node, :, 0]) & (data.points <= box[node, :, 1])).all(axis=1)
        r, w = residual[inside & (weight > 0)], weight[inside & (weight > 0)]
        middle = lower_median(r.tolist(), w.tolist())
        assert medians[node] == middle
        around = np.sign(r - middle) * np.minimum(np.abs(r - middle), 3.0)
        assert steps[node] == near(middle + w @ around / w.sum(), 1e-12)
        assert means[node] == near(w @ r / w.sum(), 1e-12)
        assert newton[node] == near(w @ r / (w @ (np.abs(r) + 1)), 1e-12)


def test_halves_that_are_equal_but_for_rounding_are_halves():
    """Three weights of a tenth against three tenths: the lower median is on the lower side."""
    data = values([[0, 0]] * 4, [1.0, 2.0, 3.0, 9.0])
    for weight in ([0.1, 0.1, 0.1, 0.3], [0.3, 1e-30, 1e-30, 0.1 + 0.2], [0.7, 0.1, 0.2, 1.0]):
        share = np.array(weight)
        grown = fit_values(data, data.target, share, TreeRules("squared", Limits()))
        median = Fitted(grown, share, data.target, grown.answering).lower_medians(data.target)
        expected = 3.0 if share[0] < 0.3 or share[0] > 0.5 else 1.0
        assert median.tolist() == [expected]
        assert lower_quantile(data.target, share, 0.5) == expected
        assert weighted_median(data.target, share) > expected


@some
@drawn(st.lists(st.integers(-9, 9), min_size=1, max_size=12), st.integers(1, 20))
def test_quantiles_are_the_least_value_that_holds_the_share(numbers, twentieths):
    x, n = np.array(numbers, dtype=float), len(numbers)
    found = lower_quantile(x, np.ones(n, dtype=int), twentieths / 20)
    assert found in numbers
    assert 20 * np.count_nonzero(x <= found) >= twentieths * n
    assert 20 * np.count_nonzero(x < found) < twentieths * n
    repeated = lower_quantile(np.repeat(x, 3), np.ones(3 * n, dtype=int), twentieths / 20)
    assert repeated == found == lower_quantile(x, np.full(n, 1 / n), twentieths / 20)
    assert weighted_median(x, np.full(n, 1 / n)) == np.median(x)


@some
@drawn(value_points(), st.sampled_from([0.3, 1.0]))
def test_the_absolute_loss_never_rises_and_no_other_step_lowers_it_more(data, rate):
    done = finished(data, loss="absolute", learning_rate=rate, max_depth=2, rounds=6)
    metrics, loss, before = Metrics(done), loss_at(data, "absolute"), math.inf
    for record in done.rounds:
        mean = metrics.figures(record.number)["loss"]
        assert mean == near(data.distribution @ np.abs(data.target - record.score))
        assert mean <= before + 1e-12
        before = mean
    if done.rounds:  # at the whole step, a leaf that moved on would lose
        record, tree = done.round(1), done.round(1).learners[0]
        whole = done.score(0) + tree.answer(data.points)
        for leaf in np.flatnonzero(tree.is_leaf):
            inside = tree.apply(data.points) == leaf
            for step in (-0.05, 0.05):
                assert loss.mean(whole + step * inside) >= loss.mean(whole) - 1e-12


@some
@drawn(value_points(), st.sampled_from([0.3, 1.0]))
def test_signs_move_no_prediction_by_more_than_the_learning_rate(data, rate):
    done = finished(data, loss="absolute", leaf="gradient", learning_rate=rate, rounds=6)
    for record in done.rounds:
        moved = record.score - done.score(record.number - 1)
        assert np.abs(moved).max() <= rate + 1e-12
        assert set(record.target.tolist()) <= {-1.0, 0.0, 1.0}


def test_a_residual_that_is_zero_on_paper_has_no_sign():
    """Ten steps of a tenth lead from 0 to 1: floating point stops a little before."""
    data = values([[0, 0], [1, 0]], [1.0, 5.0])
    done = finished(
        data, loss="absolute", leaf="gradient", init="zero", learning_rate=0.1, rounds=12
    )
    assert np.full(10, 0.1).cumsum()[-1] < 1.0  # sum() itself corrects that from Python 3.12 on
    assert done.round(10).score.tolist() == [1.0, near(1.0)]
    assert done.round(11).target.tolist() == [0.0, 1.0]
    assert done.round(12).score.tolist() == [1.0, near(1.2)]
    for record in done.rounds:
        rest = data.target - done.score(record.number - 1)
        assert record.target.tolist() == np.sign(rest).tolist()


# --- the oracle ---------------------------------------------------------------------------------


def run_of(case) -> Run:
    params = case["params"]
    chosen = {"loss": case["loss"], "rounds": params["rounds"], "max_depth": params["max_depth"]}
    chosen |= {"learning_rate": params["learning_rate"]}
    chosen["min_samples_leaf"] = params.get("min_samples_leaf", 1)
    if "plain" in case["id"]:
        chosen |= {"leaf": "gradient", "init": case["convention"]["init"].split()[0]}
    if params.get("delta") is not None:
        chosen["huber_delta"] = params["delta"]
    X, y = oracle.points_and_answers(case["dataset"])
    return run(values(X, y), "gradient-boosting", chosen)


@pytest.mark.parametrize("name", OFFERED)
def test_robust_rounds_are_those_of_the_oracle(name):
    case, tolerance = oracle.cases("gbr")[name], oracle.read("gbr")["tol"]
    done = run_of(case)
    probes = np.array(oracle.probes(case["dataset"])).reshape(-1, done.data.dimension)
    at, metrics = Scores(done, probes), Metrics(done)
    assert done.start.initial_score == near([case["init_value"]], tolerance)
    for t, expected in enumerate(case["expected"][: case["safe_rounds"]], start=1):
        record, figures, score = done.round(t), metrics.figures(t), at.next()
        assert figures["train_error"] == near(expected["train_mse"], tolerance)
        if expected.get("train_loss") is not None:
            assert figures["loss"] == near(expected["train_loss"], tolerance)
        if expected.get("huber_delta") is not None:
            assert figures["delta"] == near(expected["huber_delta"], tolerance)
        if expected.get("negative_gradient"):
            assert record.target == near(expected["negative_gradient"], tolerance)
        if expected.get("tree"):
            tree = node_dicts(done.data, record.learners[0])
            gradient = "plain" in name
            same_tree(tree, oracle.trace_nodes(expected["tree"], inner_values=gradient), tolerance)
        for found, column in ((record.score, "train_F"), (score, "probe_F")):
            if expected.get(column):
                assert found == near(expected[column], tolerance)
    assert t == 15


def same_tree(found: list[dict], expected: list[dict], tolerance: float) -> None:
    """Compare two trees, whatever the numbers of their nodes."""
    pairs = [(found[0], expected[0])]
    for ours, theirs in pairs:
        for column in ("feature", "threshold", "n"):
            assert ours[column] == theirs[column]
        if theirs["value"] is not None:
            assert ours["value"] == near(theirs["value"], tolerance)
        assert ours["impurity"] == near(theirs["impurity"], tolerance)
        if ours["feature"] is not None:
            pairs += [(found[ours[side]], expected[theirs[side]]) for side in ("left", "right")]
    assert len(pairs) == len(found) == len(expected)


# --- exact fractions and scikit-learn -----------------------------------------------------------

LIMITS = (
    {"max_depth": 1},
    {"max_depth": 2},
    {"max_depth": 3, "min_samples_leaf": 3},
    {"max_depth": None, "max_leaf_nodes": 4},
)
SMALL = Fraction(1, 10**12)  # what rounding makes of a difference that is none
LIBRARY = {"absolute": "absolute_error", "huber": "huber"}


def open_nodes(tree: trees.Node) -> Iterator[trees.Node]:
    return (node for node in tree.nodes() if node.left is not None)


@pytest.mark.parametrize("leaf", ["line-search", "gradient"])
@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_robust_boosting_is_that_of_the_reference(loss, leaf):
    tally = Tally()
    for seed in range(80):
        one, limits = fresh(seed, most=30), LIMITS[seed // 2 % 4]
        rate = (1.0, 0.5)[seed // 8 % 2]
        chosen = limits | {"loss": loss, "leaf": leaf, "learning_rate": rate, "rounds": 4}
        init = ("prior", "mean", "zero")[seed % 3]
        delta = Fraction(3, 4) if loss == "huber" and seed // 4 % 2 else None
        if delta is not None:
            chosen["huber_delta"] = float(delta)
        ours = run(one.data, "gradient-boosting", chosen | {"init": init})
        ours.finish()
        rounds = boosting.run_robust(
            one.X, one.y, 4, RATES[rate], Robust(loss, leaf, delta), weights=one.weight,
            init=init, **limits,
        )  # fmt: skip
        compare_rounds(tally, one, ours, rounds)
    assert tally.mismatches == []
    assert tally.nodes > 1000


def compare_rounds(tally: Tally, one: Fresh, ours: Run, rounds) -> None:
    """Compare all rounds with exact ones, until a sum that is zero on paper is not in floats."""
    counted = np.array(one.exact_weight) > 0
    for given in rounds:
        where = f"{one.seed} round {given.round}"
        if given.round > len(ours):
            if not changes_nothing(given.tree) and any(given.residuals):
                tally.mismatches.append(f"{where}: no round")
            return
        record = ours.round(given.round)
        floats = [float(r) for r in given.targets]
        if record.target[counted] != pytest.approx(np.array(floats)[counted], abs=1e-9):
            small = np.array([abs(r) < 1e-12 for r in given.residuals])
            off = np.abs(record.target - floats) > 1e-9
            if (off & counted & ~small).any():
                tally.mismatches.append(f"{where}: targets")
            else:
                tally.ties += 1  # the sign of a residual that is nothing but rounding
            return
        nodes = node_dicts(one.data, record.learners[0])
        tally.nodes += len(nodes)
        found = trees.same_tree(given.tree, nodes)
        tally.mismatches += [f"{where}: {difference}" for difference in found]
        if given.delta is not None:
            assert record.figures["delta"] == pytest.approx(float(given.delta), abs=1e-9)
        exact = [float(F) for F in given.F]
        assert record.score == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_robust_boosting_is_that_of_scikit_learn(loss, rate):
    tally, whole = Tally(), 0
    for seed in range(100):
        one, limits = fresh(seed, most=40), LIMITS[seed // 2 % 4]
        chosen = limits | {"loss": loss, "learning_rate": rate, "rounds": 5}
        start = None  # of weighted values it takes the lower median
        if one.weight is not None:
            chosen["init"], start = "mean", DummyRegressor()
        ours = run(one.data, "gradient-boosting", chosen)
        ours.finish()
        theirs = GradientBoostingRegressor(
            loss=LIBRARY[loss], learning_rate=rate, n_estimators=5, init=start,
            random_state=seed, **limits,
        ).fit(one.X, one.y, one.weight)  # fmt: skip
        whole += compare_with_library(tally, one, ours, theirs)
    assert tally.mismatches == []
    assert tally.nodes > 900
    assert whole >= 25, "data sets without a tie that leads the runs apart"


def compare_with_library(tally: Tally, one: Fresh, ours: Run, theirs) -> bool:
    """Compare round by round while no tie leads the runs apart; say whether none did."""
    limits = {"max_leaf_nodes"} & {name for name, v in ours.params.values().items() if v}
    counted = np.array(one.exact_weight) > 0
    staged = theirs.staged_predict(one.X)
    figures = Metrics(ours)
    for record, own, score in zip(ours.rounds, theirs.estimators_, staged, strict=False):
        exact = Exact(one.X, record.target.tolist(), one.exact_weight, "squared")
        where = f"{one.seed} round {record.number}"
        tree, library = record.learners[0], own[0].tree_
        if not same_targets(tree, library):
            tally.ties += 1  # the sign of a residual that is nothing but rounding
            return False
        comparison = RoundingComparison(tally, where, tree, library, exact)
        together = comparison.best_first() if limits else comparison.level_by_level(
            inner_values=False
        )  # fmt: skip
        if not together or tally.mismatches:
            return False
        assert record.score[counted] == pytest.approx(score[counted], abs=1e-9)
        if counted.all():
            loss = figures.figures(record.number)["loss"]
            assert loss == pytest.approx(theirs.train_score_[record.number - 1], abs=1e-9)
    for t in range(len(ours), 5):  # a run that ends has nothing more to change
        last = theirs.estimators_[t, 0].tree_
        assert np.abs(last.value[last.children_left < 0]).max() < 1e-9
    return True


def same_targets(tree, library) -> bool:
    """Compare the impurity of the roots: it tells whether all that was fitted to is the same."""
    return bool(abs(tree.impurity[0] - library.impurity[0]) < 1e-9)


class RoundingComparison(Comparison):
    """Cuts whose worth differs by the rounding of the targets tie."""

    def _children(self, i, j, rows):
        ours, theirs = self._cuts(i, j)
        if ours != theirs:
            gap = abs(self.exact.worth(rows, ours) - self.exact.worth(rows, theirs))
            if TINY < gap <= SMALL:
                self.tally.ties += 1
                return None
        return super()._children(i, j, rows)

    def _gains_nothing(self, i, j, rows) -> bool:
        ours, theirs = self._cuts(i, j)
        return self.exact.saved(rows, theirs if self._leaves(i, j)[0] else ours) <= SMALL

    def _facts(self, i, j, inner_values: bool) -> None:
        super()._facts(i, j, inner_values and all(self._leaves(i, j)))


@pytest.mark.parametrize("leaf", ["line-search", "gradient"])
def test_the_exponential_loss_is_boosted_as_in_the_reference(leaf):
    tally = Tally()
    for seed in range(50):
        one, limits = fresh(seed, classes=2, most=24), LIMITS[seed // 2 % 4]
        chosen = limits | {"loss": "exponential", "leaf": leaf, "learning_rate": 0.5, "rounds": 3}
        ours = run(one.data, "gradient-boosting", chosen)
        ours.finish()
        rounds = boosting.run_exponential(
            one.X, one.y, 3, Fraction(1, 2), weights=one.weight, leaf=leaf, **limits
        )
        for record, given in zip(ours.rounds, rounds, strict=False):
            nodes = node_dicts(one.data, record.learners[0])
            tally.nodes += len(nodes)
            found = trees.same_tree(given.tree, nodes)
            tally.mismatches += [f"{seed} {given.round}: {difference}" for difference in found]
            assert record.score == pytest.approx([float(F) for F in given.F], abs=1e-8)
        assert all(changes_nothing(given.tree) for given in rounds[len(ours) :])
    assert tally.mismatches == []
    assert tally.nodes > 500


@pytest.mark.parametrize("rate", [1.0, 0.3])
def test_the_exponential_loss_is_boosted_as_by_scikit_learn(rate):
    tally, whole = Tally(), 0
    for seed in range(100):
        one, limits = fresh(seed, classes=2, most=40), LIMITS[seed // 2 % 4]
        chosen = limits | {"loss": "exponential", "learning_rate": rate, "rounds": 5}
        ours = run(one.data, "gradient-boosting", chosen)
        ours.finish()
        theirs = GradientBoostingClassifier(
            loss="exponential", learning_rate=rate, n_estimators=5, random_state=seed, **limits
        ).fit(one.X, one.y, one.weight)
        theirs.staged_predict = lambda X, of=theirs: map(np.ravel, of.staged_decision_function(X))
        whole += compare_with_library(tally, one, ours, theirs)
    assert tally.mismatches == []
    assert tally.nodes > 900
    assert whole >= 25


# --- figures, ends, refusals --------------------------------------------------------------------


def test_hubers_figures_name_the_reach_of_their_round():
    done = finished(sample("sine"), loss="huber", rounds=12)
    metrics, reaches = Metrics(done), []
    for record in done.rounds:
        before = np.abs(done.data.target - done.score(record.number - 1))
        figures = metrics.figures(record.number)
        delta = figures["delta"]
        assert delta == np.sort(before)[math.ceil(0.9 * len(before) - 1e-9) - 1]
        size = np.abs(done.data.target - record.score)
        huber = np.where(size <= delta, size**2 / 2, delta * (size - delta / 2))
        assert figures["loss"] == near(huber.mean())
        assert record.target == near(np.clip(done.data.target - done.score(record.number - 1),
                                             -delta, delta))  # fmt: skip
        reaches.append(delta)
    assert len(set(reaches)) == 12
    assert reaches[-1] < reaches[0]
    loss = done.method.loss(done.data, done.params)(done.score(0))
    near_start = np.abs(done.data.target - done.score(0))
    first = np.where(near_start <= reaches[0], near_start**2 / 2,
                     reaches[0] * (near_start - reaches[0] / 2))  # fmt: skip
    assert loss == near(first.mean())
    given_delta = finished(sample("sine"), loss="huber", huber_delta=0.25, rounds=4)
    assert {record.figures["delta"] for record in given_delta.rounds} == {0.25}


def test_only_huber_has_a_delta_among_its_figures():
    for name in ("squared", "absolute"):
        assert "delta" not in Metrics(finished(sample("sine"), loss=name, rounds=1)).figures(1)


def test_the_exponential_loss_is_what_adaboost_lowers():
    """From 0 on, the sizes of the targets are AdaBoost's weights: e^(−yF)."""
    data = sample("moons")
    done = finished(data, loss="exponential", init="zero", rounds=8)
    assert np.abs(done.start.target).tolist() == [1.0] * len(data)
    y = 2 * data.target - 1
    for record in done.rounds:
        F = done.score(record.number - 1)
        assert record.target == near(y * np.exp(-y * F))
        loss = Metrics(done).figures(record.number)["loss"]
        assert loss == near(np.exp(-y * record.score).mean())
        assert Metrics(done).figures(record.number)["train_error"] <= loss
        assert decide(record.score, 2).tolist() == (record.score > 0).astype(int).tolist()
        assert Metrics(done).figures(record.number)["exp_loss"] is None
    losses = [Metrics(done).figures(t)["loss"] for t in range(1, 9)]
    assert losses == sorted(losses, reverse=True)


@some
@drawn(value_points(), st.sampled_from([0.5, 4.0]), st.integers(-20, 20))
def test_mr07_stretched_values_have_stretched_predictions(data, a, b):
    moved = values(data.points, a * data.target + b, data.weight)
    for chosen, change in (
        ({"loss": "absolute"}, {}),
        ({"loss": "huber"}, {}),
        ({"loss": "huber", "huber_delta": 0.5}, {"huber_delta": 0.5 * a}),
    ):
        one = finished(data, **chosen, learning_rate=0.5, rounds=3)
        two = finished(moved, **(chosen | change), learning_rate=0.5, rounds=3)
        assert len(one) == len(two)
        for first, second in zip(one.rounds, two.rounds, strict=True):
            assert second.score == near(a * first.score + b, 1e-8)
            cuts = [each.learners[0].threshold.tolist() for each in (first, second)]
            assert cuts[0] == cuts[1]


@st.composite
def shuffled(draw, most=18):
    """A loss, points that it can learn, and another order of them."""
    name = draw(st.sampled_from(["absolute", "huber", "exponential"]))
    side = draw(st.sampled_from([2, 5, 900]))
    n = draw(st.integers(2, most))
    rows = draw(st.lists(st.tuples(*[st.integers(0, side)] * 2), min_size=n, max_size=n))
    answer = st.integers(0, 1) if name == "exponential" else st.integers(-40, 40)
    target = np.array(draw(st.lists(answer, min_size=n, max_size=n)))
    return name, np.array(rows) / 8, target, np.array(draw(st.permutations(range(n))))


def trained(name: str, points, target, weight=None) -> Run:
    make = classes if name == "exponential" else values
    answers = target if name == "exponential" else target / 8
    return finished(make(points, answers, weight), loss=name, learning_rate=0.5, rounds=4)


def questions(done: Run) -> list:
    trees_ = [record.learners[0] for record in done.rounds]
    return [(tree.feature.tolist(), tree.threshold.tolist()) for tree in trees_]


@some
@drawn(shuffled())
def test_mr01_the_order_of_the_rows_does_not_matter(case):
    name, points, target, order = case
    one, two = trained(name, points, target), trained(name, points[order], target[order])
    assert questions(one) == questions(two)
    for first, second in zip(one.rounds, two.rounds, strict=True):
        assert second.score == near(first.score[order], 1e-12)


@some
@drawn(shuffled(), st.data())
def test_mr03_whole_weights_are_repeated_rows(case, data):
    name, points, target, _ = case
    n = len(target)
    weight = np.array(data.draw(st.lists(st.integers(1, 4), min_size=n, max_size=n)))
    one = trained(name, points, target, weight)
    two = trained(name, np.repeat(points, weight, axis=0), np.repeat(target, weight))
    assert questions(one) == questions(two)
    for first, second in zip(one.rounds, two.rounds, strict=True):
        assert second.score == near(np.repeat(first.score, weight), 1e-12)
        assert second.figures.get("delta", 0.0) == near(first.figures.get("delta", 0.0), 1e-12)


@some
@drawn(shuffled(), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_mr11_a_point_that_counts_nothing_changes_nothing(case, place):
    name, points, target, _ = case
    n = len(target)
    one = trained(name, points, target, np.ones(n))
    more = np.vstack((points, np.array(place) / 16))
    two = trained(name, more, np.append(target, 1 - target[0]), np.r_[np.ones(n), 0.0])
    assert questions(one) == questions(two)
    for first, second in zip(one.rounds, two.rounds, strict=True):
        assert second.score[:n] == near(first.score, 1e-12)


@pytest.mark.parametrize(
    ("points", "target", "chosen", "says"),
    [
        ([[1, 1]] * 4, [1, 2, 3, 9], {"loss": "absolute"}, "all points have the same place"),
        ([[0, 0], [1, 0], [2, 0]], [0, 0, 5], {"loss": "absolute", "init": "zero"},
         "the gradient is the same at all points"),
        ([[0, 0], [1, 0], [2, 0]], [0, 0, 5], {"loss": "huber", "huber_quantile": 0.5},
         "the gradient is the same at all points"),
        ([[0, 0], [1, 0], [2, 0]], [0, 2, 4], {"loss": "absolute", "min_samples_leaf": 2},
         "min_samples_leaf=2 allows no cut"),
    ],
)  # fmt: skip
def test_ends_say_why_nothing_changes(points, target, chosen, says):
    done = finished(values(points, target), learning_rate=1.0, **chosen)
    assert done.stop.rule == "nothing-to-split"
    assert says in why_ended(done)
    assert len(done) <= 1


@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_residuals_that_are_all_zero_end_the_run(loss):
    data = values([[k, 0] for k in range(6)], [1, 4, 4, 1, 1, 4])
    done = finished(data, loss=loss, learning_rate=1.0, max_depth=None, rounds=60)
    assert (done.stop.rule, done.stop.round) == ("residuals-zero", len(done))
    assert done.rounds[-1].score == near(data.target)
    constant = finished(values([[0, 0], [1, 0]], [3, 3]), loss=loss)
    assert (len(constant), constant.stop.rule) == (0, "residuals-zero")


def test_an_exponential_sum_that_runs_away_ends_with_a_sentence():
    points, target = [[0, 0], [0, 0], [0, 0], [2, 0]], [0, 1, 1, 1]
    done = finished(
        classes(points, target), loss="exponential", leaf="gradient", learning_rate=10.0, rounds=50
    )
    assert done.stop.rule == "nothing-to-split"
    assert "run away" in why_ended(done)
    metrics = Metrics(done)
    for record in done.rounds:
        assert np.isfinite(record.score).all()
        assert np.isfinite(record.target).all()
        assert math.isfinite(metrics.figures(record.number)["loss"])


def test_a_point_without_weight_disturbs_no_exponential_sum():
    """It stands on the wrong side, and its own loss grows beyond all others."""
    points, target = [[3, 0], [0, 0], [1, 0], [2, 0], [3, 0]], [0, 0, 0, 1, 1]
    chosen = {"loss": "exponential", "learning_rate": 1.0, "max_depth": 1, "rounds": 40}
    weighted = finished(classes(points, target, [0, 1, 1, 1, 1]), **chosen)
    without = finished(classes(points[1:], target[1:], [1, 1, 1, 1]), **chosen)
    assert len(weighted) == len(without) > 30
    assert weighted.stop.rule == without.stop.rule == "residuals-zero"
    for one, two in zip(weighted.rounds, without.rounds, strict=True):
        assert one.score[1:] == near(two.score, 1e-12)
        assert one.learners[0].n.tolist() == two.learners[0].n.tolist()


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (sample("moons"), "squared", "take log-loss or exponential"),
        (sample("blobs"), "absolute", "classes have no residuals"),
        (sample("blobs"), "exponential", "3 classes"),
        (sample("sine"), "exponential", "take squared, absolute or huber"),
        (sample("sine"), "log-loss", "values have no classes"),
    ],
)
def test_a_loss_that_does_not_fit_the_answers_is_refused(data, name, says):
    with pytest.raises(Refusal, match=says) as caught:
        run(data, "gradient-boosting", {"loss": name})
    assert str(caught.value).startswith(f"loss={name}: ")


@pytest.mark.parametrize("name", ["squared", "log-loss"])
def test_the_default_is_the_loss_that_everybody_takes(name):
    data = sample("sine" if name == "squared" else "blobs")
    chosen, default = finished(data, loss=name, rounds=3), finished(data, rounds=3)
    for one, two in zip(chosen.rounds, default.rounds, strict=True):
        assert one.score.tobytes() == two.score.tobytes()


def test_exponential_classes_have_no_middle_to_start_from():
    with pytest.raises(Refusal, match="init=median"):
        run(sample("moons"), "gradient-boosting", {"loss": "exponential", "init": "median"})


def test_a_delta_takes_the_place_of_the_quantile():
    assert (PARAMS().huber_quantile, PARAMS().huber_delta) == (0.9, None)
    for given_delta in (PARAMS.from_values({"huber_delta": 2.0}),
                        PARAMS.from_texts({"huber_delta": "2"})):  # fmt: skip
        assert (given_delta.huber_quantile, given_delta.huber_delta) == (None, 2.0)
        assert PARAMS.from_values(given_delta.values()) == given_delta
    no_delta = PARAMS.from_texts({"huber_delta": "none", "huber_quantile": "none"})
    assert (no_delta.huber_quantile, no_delta.huber_delta) == (0.9, None)
    for both in ({"huber_delta": 2.0, "huber_quantile": 0.9}, {"huber_quantile": 0.3}):
        if "huber_delta" not in both:
            assert PARAMS.from_values(both).huber_quantile == 0.3
            continue
        with pytest.raises(Refusal, match="not both") as caught:
            PARAMS.from_values(both)
        assert str(caught.value).startswith("huber_delta=2.0: ")
    for value in (0.0, 1.1, -1.0, math.nan):
        with pytest.raises(Refusal, match="huber_quantile="):
            PARAMS.from_values({"huber_quantile": value})
    with pytest.raises(Refusal, match="huber_delta="):
        PARAMS.from_values({"huber_delta": 0.0})


def test_a_form_changes_delta_or_quantile_and_the_other_gives_way():
    document = Document(sample("sine"), (first_setup("gradient-boosting"),), title="Sine")
    for name, value, expected in (
        ("huber_delta", 1.5, (None, 1.5)),
        ("huber_quantile", 0.8, (0.8, None)),
        ("huber_delta", 2.5, (None, 2.5)),
        ("learning_rate", 0.5, (None, 2.5)),
        ("huber_delta", None, (0.9, None)),
        ("huber_quantile", None, (0.9, None)),
    ):
        document = change_setting(document, 0, name, value)
        params = document.setups[0].params
        assert (params.huber_quantile, params.huber_delta) == expected
    assert params.learning_rate == 0.5


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("sine", {"loss": "absolute"}),
        ("surface", {"loss": "huber", "subsample": 0.6}),
        ("surface", {"loss": "absolute", "leaf": "gradient", "max_depth": 3}),
        ("moons", {"loss": "exponential"}),
    ],
)
def test_the_search_laid_open_finds_the_split_on_record(name, chosen):
    done = finished(sample(name), 3, rounds=4, **chosen)
    for record in done.rounds:
        tree = record.learners[0]
        for node in np.flatnonzero(tree.feature >= 0):
            found = search_node(done, record.number, int(node))
            axis = found.axes[tree.feature[node]]
            cut = axis.threshold.tolist().index(tree.threshold[node])
            assert axis.gain[cut] == pytest.approx(tree.gain[node], rel=1e-9, abs=1e-15)
            assert found.impurity == pytest.approx(tree.impurity[node], abs=1e-12)
            firsts = [(a.axis, a.tied[0]) for a in found.axes if len(a.tied)]
            assert firsts[0] == (tree.feature[node], cut)


def test_outliers_pull_less_at_losses():
    """A step from 0 to 1 with one value of 50: leaves of at least three points meet the others."""
    target = [0.0] * 5 + [1.0, 1.0, 50.0, 1.0, 1.0]
    data, far = values([[k, 0] for k in range(10)], target), {}
    chosen = {"max_depth": 1, "min_samples_leaf": 3, "learning_rate": 0.5, "rounds": 20}
    for name in ("squared", "absolute", "huber"):
        score = finished(data, loss=name, **chosen).rounds[-1].score
        far[name] = float(np.abs(data.target - score)[data.target < 50].max())
    assert far["squared"] > 5
    assert far["huber"] < 2
    assert far["absolute"] < 0.01
