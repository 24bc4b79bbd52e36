"""Second-order boosting against its definition, to sixty digits, and against xgboost itself.

xgboost keeps coordinates, derivatives and gains in 32 bits. Where it chooses another cut, the two
cuts must be worth the same in the engine's 64 bits: exactly (a tie), or to within what the 32 bits
may have lost, computed for that very node. Anything else fails the test.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
import xgboost

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import LEAF, Tree, bins_of
from ensemble_viz.engine.trees.bins import borders
from ensemble_viz.engine.trees.second_order import derivatives
from ensemble_viz.scene.telling import what_to_try, why_ended
from tests.brute import second_order

CLASSES = [0, 2, 3]
NAMES = ("a", "b", "c")
EPS32 = 2.0**-24
OBJECTIVES = {0: "reg:squarederror", 2: "binary:logistic", 3: "multi:softprob"}


@dataclass
class Fresh:
    """A random data set with settings; every coordinate is exact in 32 bits."""

    seed: int
    classes: int
    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray | None
    settings: dict

    @property
    def data(self) -> Dataset:
        names = NAMES[: self.classes] if self.classes else None
        weight = None if self.weight is None else self.weight.copy()
        return Dataset(self.X.copy(), self.y.copy(), names, weight=weight)

    @property
    def start_is_off(self) -> float:
        """Before it takes their logarithms xgboost adds a millionth to the shares of K classes."""
        return 4e-6 if self.classes > 2 and self.settings["base_score"] == "mean" else 0.0

    def run(self, **more) -> Run:
        done = run(self.data, "xgboost", self.settings | more)
        done.finish()
        return done


def fresh(seed: int, classes: int, most: int = 60) -> Fresh:
    """Draw points, every other time on a lattice where ties abound, and settings."""
    rng = np.random.default_rng([20261119, seed, classes])
    n = int(rng.integers(4, most + 1))
    lattice = seed % 2 == 1
    if lattice:
        X = rng.integers(0, rng.integers(2, 9), (n, 2)).astype(float)
    else:
        X = rng.integers(-2048, 2049, (n, 2)) / 1024
    if classes:
        rule = np.digitize(X[:, 0] + np.sin(3 * X[:, 1]), np.quantile(X[:, 0], [0.4, 0.8]))
        y = np.where(rng.random(n) < 0.6, rule % classes, rng.integers(0, classes, n))
        y[:classes] = np.arange(classes)
    else:
        y = rng.integers(-3, 4, n).astype(float) if lattice else rng.integers(-2048, 2049, n) / 512
    weight = rng.integers(1, 17, n) / 4 if rng.random() < 0.3 else None
    settings = {
        "learning_rate": float(rng.choice([0.3, 0.5, 1.0])),
        "max_depth": int(rng.integers(1, 5)),
        "reg_lambda": float(rng.choice([0.0, 0.5, 1.0, 5.0])),
        "gamma": float(rng.choice([0.0, 0.0, 0.4, 1.3, 3.1])),
        "min_child_weight": float(rng.choice([0.0, 0.9, 2.1])),
        "base_score": rng.choice([0.5, 0.3, "mean"]),
    }
    settings["base_score"] = (
        "mean" if settings["base_score"] == "mean" else float(settings["base_score"])
    )
    return Fresh(seed, classes, X, y, weight, settings)


# --- against the definition ---------------------------------------------------------------------


def check_node(tree: Tree, grown: Tree, k: int, expected: second_order.Node) -> None:
    """Compare a node as it was grown, what has become of it, and all below."""
    assert grown.n[k] == len(expected.rows)
    for ours, exact in (
        (grown.grad[k], expected.grad),
        (grown.hess[k], expected.hess),
        (grown.value[k], expected.value),
    ):
        assert ours == pytest.approx(float(exact), rel=1e-9, abs=1e-9)
    if expected.left is None:
        assert grown.feature[k] == LEAF
        return
    assert (grown.feature[k], grown.threshold[k]) == (expected.feature, expected.threshold)
    assert grown.gain[k] == pytest.approx(float(expected.gain), rel=1e-9, abs=1e-9)
    now = tree.kept[k] if tree.kept is not None else k
    if now != LEAF:
        assert (tree.feature[now] == LEAF) == expected.pruned
        assert tree.value[now] == grown.value[k]
    for below, child in ((grown.left[k], expected.left), (grown.right[k], expected.right)):
        if expected.pruned or now == LEAF:
            assert tree.kept[below] == LEAF
        check_node(tree, grown, below, child)


@pytest.mark.parametrize("classes", CLASSES)
def test_trees_and_sums_are_those_of_the_definition(classes):
    nodes = pruned = 0
    for seed in range(50):
        one = fresh(seed, classes, most=22)
        rules = second_order.Rules(**one.settings)
        weight = None if one.weight is None else one.weight.tolist()
        ours = one.run(rounds=3)
        answers = one.y.tolist()
        rounds = second_order.run(one.X.tolist(), answers, classes, 3, rules, weight)
        for record, expected in zip(ours.rounds, rounds, strict=False):
            for k, (tree, exact) in enumerate(zip(record.learners, expected.trees, strict=True)):
                grown = tree if tree.grown is None else tree.grown
                check_node(tree, grown, 0, exact)
                slope = record.target.reshape(len(one.y), -1)[:, k]
                bend = record.hessian.reshape(len(one.y), -1)[:, k]
                assert slope == pytest.approx(-np.array(expected.gradients[k], float), abs=1e-9)
                assert bend == pytest.approx(np.array(expected.hessians[k], float), abs=1e-9)
                nodes += len(grown)
                pruned += len(grown) - len(tree)
            F = np.array(expected.F, dtype=float)
            assert record.score.reshape(F.shape) == pytest.approx(F, rel=1e-9, abs=1e-9)
        if len(ours) < 3:
            assert ours.stop.rule in ("nothing-to-split", "residuals-zero")
            late = next(rounds, None)
            assert late is None or all(not tree.splits for tree in late.trees)
    assert nodes > 400
    assert pruned > 50


# --- against xgboost ----------------------------------------------------------------------------


@dataclass
class Tally:
    """What was compared, and how it came out."""

    trees: int = 0
    nodes: int = 0
    scores: int = 0
    ties: int = 0
    rounding: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.trees} trees, {self.nodes} nodes, {self.scores} scores, "
            f"{self.ties} exact ties, {len(self.rounding)} decided by 32 bits"
        )


@pytest.fixture(scope="session")
def tallies(request) -> Iterator[dict[str, Tally]]:
    """Collect the counts, and print them at the end."""
    kept: dict[str, Tally] = {}
    yield kept
    plugins = request.config.pluginmanager
    reporter, capture = map(plugins.get_plugin, ("terminalreporter", "capturemanager"))
    if reporter and capture:
        with capture.global_and_fixture_disabled():
            for name, tally in kept.items():
                reporter.write_line(f"\nengine against xgboost, {name}: {tally}")
                for line in tally.rounding:
                    reporter.write_line(f"  {line}")


def theirs(one: Fresh, rounds: int, **more) -> tuple[xgboost.Booster, xgboost.DMatrix]:
    names = {"learning_rate": "eta"}
    params = {
        names.get(name, name): value
        for name, value in (one.settings | more).items()
        if (name, value) != ("base_score", "mean")
    }
    params |= {"objective": OBJECTIVES[one.classes], "nthread": 1, "verbosity": 0}
    params.setdefault("tree_method", "exact")
    if one.classes > 2:
        params["num_class"] = one.classes
    matrix = xgboost.DMatrix(one.X, one.y, weight=one.weight)
    return xgboost.train(params, matrix, rounds), matrix


class Comparison:
    """One tree of the engine beside one of xgboost."""

    def __init__(self, one: Fresh, ours: Run, t: int, k: int, tally: Tally) -> None:
        self.one, self.tally = one, tally
        self.tree = ours.round(t).learners[k]
        self.where = f"set {one.seed} of {one.classes} classes, round {t}, tree {k}"
        F = ours.score(t - 1).reshape(len(one.y), -1)
        both = derivatives(ours.data, ours.score(t - 1))
        g, h = (np.reshape(part, F.shape)[:, k] for part in both)
        w = np.ones(len(one.y)) if one.weight is None else one.weight
        self.g, self.h = g * w, h * w
        # what the 32 bits lose of a derivative: of the score it starts from, and of itself
        size = 1.0 + np.abs(F).max(axis=1) + np.abs(1 if one.classes else one.y)
        lost = 4 * t * EPS32 * size + one.start_is_off
        self.lost = lost * w
        self.rules = second_order.Rules(**one.settings)

    def sums(self, rows) -> np.ndarray:
        return np.array([part[rows].sum() for part in (self.g, self.h, self.lost)])

    def gain(self, rows, left) -> tuple[float, float]:
        """What a cut gains, and how far 32 bits may be off."""
        gain = off = 0.0
        for side, sign in ((rows[left], 1), (rows[~left], 1), (rows, -1)):
            grad, hess, lost = self.sums(side)
            below = max(hess + self.rules.reg_lambda, 1e-16)
            answer = grad / below
            gain += sign * grad * answer
            off += 4 * EPS32 * abs(grad * answer) + 2 * abs(answer) * lost + answer**2 * lost
        return gain, off

    def same(self, k: int, dump: dict, rows: np.ndarray) -> bool:
        """Compare a node and all below; False where a tie leads the trees apart."""
        self.tally.nodes += 1
        cuts = [self.our_cut(k, rows), self.their_cut(dump, rows)]
        assert self.sums(rows)[1] == pytest.approx(dump["cover"], rel=1e-4, abs=1e-5)
        if cuts[0] is None and cuts[1] is None:
            return True
        if (cuts[0] is None) != (cuts[1] is None):
            return self.explain_leaf(rows, next(cut for cut in cuts if cut is not None))
        gains = [self.gain(rows, left) for left in cuts]
        assert self.tree.gain[k] == pytest.approx(gains[0][0], rel=1e-6, abs=1e-6)
        if not (cuts[0] == cuts[1]).all():
            return self.explain(gains, rows, cuts)
        assert dump["gain"] == pytest.approx(gains[0][0], rel=1e-5, abs=2 * gains[0][1])
        children = {child["nodeid"]: child for child in dump["children"]}
        left = self.same(int(self.tree.left[k]), children[dump["yes"]], rows[cuts[0]])
        right = self.same(int(self.tree.right[k]), children[dump["no"]], rows[~cuts[0]])
        return left and right

    def our_cut(self, k: int, rows: np.ndarray) -> np.ndarray | None:
        if self.tree.feature[k] == LEAF:
            return None
        return self.one.X[rows, self.tree.feature[k]] <= self.tree.threshold[k]

    def their_cut(self, dump: dict, rows: np.ndarray) -> np.ndarray | None:
        if "leaf" in dump:
            return None
        return self.one.X[rows, int(dump["split"][1:])] < np.float32(dump["split_condition"])

    def explain(self, gains, rows, cuts) -> bool:
        """Two different cuts: worth the same, or within what 32 bits lose."""
        (ours, off), (other, other_off) = gains
        where = f"{self.where}: cuts that gain {ours!r} and {other!r}"
        if abs(ours - other) <= 1e-12 * (1 + self.sums(rows)[1] + abs(ours)):
            self.tally.ties += 1
            return False
        if any(self.at_the_least_weight(rows, left) for left in cuts):
            self.tally.rounding.append(f"{where}; a side weighs just the least")
            return False
        assert abs(ours - other) <= off + other_off, where
        self.tally.rounding.append(f"{where}, off by up to {off + other_off:.1e}")
        return False

    def explain_leaf(self, rows, left) -> bool:
        """One splits, the other does not: the gain or the weight is just the least needed."""
        gain, off = self.gain(rows, left)
        where = f"{self.where}: a leaf, or a split that gains {gain!r}"
        least = min(abs(gain - bound) for bound in (1e-6, self.rules.gamma))
        assert least <= off or self.at_the_least_weight(rows, left), where
        self.tally.rounding.append(f"{where}, off by up to {off:.1e}")
        return False

    def at_the_least_weight(self, rows, left) -> bool:
        sides = [self.sums(side) for side in (rows[left], rows[~left])]
        return any(abs(hess - self.rules.min_child_weight) <= lost for _, hess, lost in sides)


def compare(one: Fresh, rounds: int, tally: Tally, **more) -> None:
    ours = one.run(rounds=rounds, **more)
    booster, matrix = theirs(one, rounds, **more)
    dumps = [json.loads(text) for text in booster.get_dump(with_stats=True, dump_format="json")]
    wide = one.classes if one.classes > 2 else 1
    for record in ours.rounds:
        t = record.number
        together = True
        for k in range(wide):
            tally.trees += 1
            rows = np.arange(len(one.y))
            together &= Comparison(one, ours, t, k, tally).same(0, dumps[(t - 1) * wide + k], rows)
        if not together:
            return
        margin = booster.predict(matrix, output_margin=True, iteration_range=(0, t))
        off = 8 * t * EPS32 * (1.0 + np.abs(record.score).max()) + 2 * one.start_is_off
        assert record.score == pytest.approx(margin, abs=off)
        tally.scores += margin.size
    if len(ours) < rounds:  # it ended because nothing changes any more: nor does xgboost
        margin = booster.predict(matrix, output_margin=True)
        now = ours.score(len(ours))
        assert now == pytest.approx(margin, abs=1e-4 * (1.0 + np.abs(now).max()))


@pytest.mark.parametrize("classes", CLASSES)
def test_trees_and_margins_are_those_of_xgboost(classes, tallies):
    tally = tallies.setdefault(f"exact, {classes or 'no'} classes", Tally())
    for seed in range(150):
        compare(fresh(seed, classes), 5, tally)
    assert tally.nodes > 2500
    assert tally.scores > 5000


@pytest.mark.parametrize("classes", CLASSES)
def test_few_bins_part_the_points_as_those_of_xgboost(classes, tallies):
    """Without γ: with bins xgboost does not grow what it would take back."""
    tally = tallies.setdefault(f"few bins, {classes or 'no'} classes", Tally())
    for seed in range(0, 160, 2):
        one = fresh(seed, classes)
        one.settings |= {"gamma": 0.0}
        most = max(2, len(one.y) // 6)
        compare(one, 4, tally, tree_method="hist", max_bin=most)
    assert tally.nodes > 1000


@pytest.mark.parametrize("weighted", [False, True])
def test_bins_are_those_of_xgboost(weighted):
    """Beyond eight values a bin xgboost only estimates the quantiles."""
    compared = 0
    for seed in range(200):
        rng = np.random.default_rng([7, seed])
        n, most = int(rng.integers(3, 200)), int(rng.integers(2, 40))
        x = rng.integers(0, rng.choice([9, 1024]), n) / 1024
        weight = rng.integers(1, 9, n) / 2 if weighted else None
        values, which = np.unique(x, return_inverse=True)
        if len(values) > 8 * most:
            continue
        own = np.bincount(which, weight).astype(float)
        matrix = xgboost.QuantileDMatrix(
            x[:, None], np.zeros(n), weight=weight, max_bin=most, nthread=1
        )
        cuts = matrix.get_quantile_cut()[1][1:-1]  # without what lies outside the points
        assert values[borders(own, most)].tolist() == cuts.tolist()
        compared += len(values) > most
    assert compared > 50


# --- bins ---------------------------------------------------------------------------------------


def bits(done: Run) -> list[bytes]:
    return [
        column.tobytes()
        for record in done.rounds
        for tree in record.learners
        for column in (tree.feature, tree.threshold, tree.gain, tree.value, record.score)
    ]


@pytest.mark.parametrize("classes", CLASSES)
def test_as_many_bins_as_values_change_nothing(classes):
    for seed in range(30):
        one = fresh(seed, classes)
        most = max(2, *(len(np.unique(x)) for x in one.X.T))
        exact = bits(one.run(rounds=4))
        assert bits(one.run(rounds=4, tree_method="hist", max_bin=most)) == exact


@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("most", [2, 5])
def test_cuts_fall_between_bins_only_always_at_the_same_places(classes, most):
    coarser = 0
    for seed in range(0, 40, 2):
        one = fresh(seed, classes)
        done = one.run(rounds=6, tree_method="hist", max_bin=most)
        for axis in (0, 1):
            number = bins_of(one.data, most).number[axis]
            assert number.max() < most
            trees = [tree for record in done.rounds for tree in record.learners]
            used = {float(c) for tree in trees for c in tree.threshold[tree.feature == axis]}
            assert len(used) < most
            for cut in used:
                sides = one.X[:, axis] <= cut
                assert not set(number[sides]) & set(number[~sides])
                low, high = one.X[sides, axis].max(), one.X[~sides, axis].min()
                assert cut == low / 2 + high / 2
        coarser += bits(done) != bits(one.run(rounds=6))
    assert coarser > 10


def test_points_that_weigh_nothing_make_no_bins():
    x = np.array([0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 9.0])
    weight = np.array([1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0])
    data = Dataset(np.column_stack((x, x)), x.copy(), weight=weight)
    bins = bins_of(data, 3)
    assert bins.number[0].tolist() == [0, 0, 0, 1, 2, 2, 2] or len(set(bins.number[0])) == 3
    assert set(bins.above[0]).isdisjoint(weight)
    lowest = [x[(bins.number[0] == k) & (weight > 0)].min() for k in (1, 2)]
    highest = [x[(bins.number[0] == k) & (weight > 0)].max() for k in (0, 1)]
    assert bins.above[0].tolist() == [(a + b) / 2 for a, b in zip(highest, lowest, strict=True)]


# --- rules of its own ---------------------------------------------------------------------------


def line(values, **more) -> Dataset:
    """Values on a line, at 1, 2, 3 …"""
    points = np.arange(1.0, len(values) + 1)[:, None]
    return Dataset(points, np.array(values, dtype=float), None, ("x1",), **more)


def labels(letters: str, **more) -> Dataset:
    """Classes a, b, c along the first axis, at 1, 2, 3 …"""
    points = np.column_stack((np.arange(1.0, len(letters) + 1), np.zeros(len(letters))))
    names = tuple(sorted(set(letters)))
    return Dataset(points, np.array([names.index(one) for one in letters]), names, **more)


def finished(data: Dataset, **settings) -> Run:
    done = run(data, "xgboost", settings)
    done.finish()
    return done


@pytest.mark.parametrize(("gamma", "leaves"), [(0.0, 4), (15.0, 4), (22.0, 4), (32.1, 1)])
def test_a_weak_split_over_a_strong_one_stays(gamma, leaves):
    """γ is asked from the leaves up: the splits gain 21⅓, 10⅔ and 32, each below the last."""
    settings = {"rounds": 1, "reg_lambda": 0.0, "gamma": gamma, "base_score": 0.001}
    tree = finished(line([4, -4, 4, -4]), **settings).round(1).learners[0]
    assert tree.n_leaves == leaves
    gains = (tree if tree.grown is None else tree.grown).gain
    assert gains[gains > 0] == pytest.approx([21.33, 10.67, 32], abs=0.05)


def test_what_was_taken_back_is_on_record():
    """Only the split at 2.5 gains 4 or more; the two below it are grown and taken back."""
    one = finished(line([0, 1, 6, 7]), rounds=1, gamma=4.0, base_score=3.5, reg_lambda=0.0)
    record = one.round(1)
    tree = record.learners[0]
    assert tree.grown.feature.tolist() == [0, 0, 0, -1, -1, -1, -1]
    assert tree.grown.gain.tolist() == [36.0, 0.5, 0.5, 0, 0, 0, 0]
    assert tree.feature.tolist() == [0, LEAF, LEAF]
    assert tree.gain.tolist() == [36.0, 0, 0]
    assert tree.kept.tolist() == [0, 1, 2, LEAF, LEAF, LEAF, LEAF]
    assert tree.value.tolist() == [0.0, -3.0, 3.0]
    assert record.figures["pruned"] == 2
    assert record.score.tolist() == pytest.approx([2.6, 2.6, 4.4, 4.4])


@pytest.mark.parametrize(("gamma", "leaves"), [(0.5, 4), (0.5 + 1e-9, 2), (36.0, 2), (36.1, 1)])
def test_a_split_that_gains_just_gamma_stays(gamma, leaves):
    """[0, 1, 6, 7] from 3.5: the splits gain 36, ½ and ½ at λ = 0."""
    settings = {"rounds": 1, "gamma": gamma, "reg_lambda": 0.0, "base_score": 3.5}
    one = finished(line([0, 1, 6, 7]), **settings)
    if leaves > 1:
        assert one.round(1).learners[0].n_leaves == leaves
    else:
        assert (len(one), one.stop.rule) == (0, "nothing-to-split")
        assert "every split gains less than its price, γ = 36.1" in why_ended(one)
        assert what_to_try(one) == "Try a smaller price of a split, γ."


def test_gamma_is_asked_from_rounding_errors_no_split():
    """0.1 + 0.2 is not 0.3: the split gains 0.02 but for rounding."""
    data = line([0.1 + 0.2, 0.5], weight=None)
    settings = {"rounds": 1, "reg_lambda": 0.0, "base_score": 0.4, "gamma": 0.02}
    tree = finished(data, **settings).round(1).learners[0]
    assert tree.n_leaves == 2


def test_least_hessian_counts_points_of_values_and_is_reached_by_equal_sums():
    six = line([0, 0, 9, 1, 1, 1])
    for least, found in ((3.0, 3.5), (2.0, 2.5), (4.0, None)):
        settings = {"rounds": 1, "max_depth": 1, "min_child_weight": least}
        tree = finished(six, **settings).round(1).learners[0]
        assert (tree.threshold[0] if tree.n_leaves > 1 else None) == found
    ten = labels("a" * 10 + "b" * 10)
    tree = finished(ten, rounds=1, base_score=0.3, min_child_weight=2.1).round(1).learners[0]
    assert (tree.threshold[0], tree.n_leaves) == (10.5, 2)


def test_a_whole_that_weighs_too_little_answers_nothing():
    """Three points of two classes have hessians of 0.75; with 1 for a leaf nothing moves."""
    few = labels("abb")
    stuck = finished(few)
    assert (len(stuck), stuck.stop.rule, stuck.stop.round) == (0, "nothing-to-split", 0)
    assert "the hessians h sum to 0.75, and a leaf needs 1" in why_ended(stuck)
    assert what_to_try(stuck) == "Try a smaller hessian in a leaf than 1."
    assert len(finished(few, min_child_weight=0.75, rounds=3)) == 1
    rare = finished(labels("aaaaabbbbbc"), rounds=30, min_child_weight=2.0, learning_rate=1.0)
    starved = [
        tree
        for record in rare.rounds
        for tree in record.learners
        if tree.hess[0] < 2.0 and abs(tree.grad[0]) > 1e-3
    ]
    assert starved
    assert all(len(tree) == 1 and tree.value[0] == 0.0 for tree in starved)


def test_weights_of_whole_numbers_are_repeated_points_also_for_lambda():
    for seed in range(20):
        one = fresh(seed, 2, most=25)
        weight = np.random.default_rng(seed).integers(1, 4, len(one.y))
        one.weight, twice = weight.astype(float), fresh(seed, 2, most=25)
        twice.X, twice.y = np.repeat(one.X, weight, axis=0), np.repeat(one.y, weight)
        twice.weight = None
        for a, b in zip(one.run(rounds=3).rounds, twice.run(rounds=3).rounds, strict=True):
            (left,), (right,) = a.learners, b.learners
            assert left.threshold.tolist() == right.threshold.tolist()
            assert left.grad == pytest.approx(right.grad, abs=1e-9)
            assert left.hess == pytest.approx(right.hess, abs=1e-9)
            assert np.repeat(a.score, weight) == pytest.approx(b.score, abs=1e-9)


@pytest.mark.parametrize(
    ("data", "base", "start"),
    [
        (line([1, 2, 6]), 0.5, [0.5]),
        (line([1, 2, 6]), "mean", [3.0]),
        (line([1, 2, 6], weight=np.array([1.0, 1.0, 2.0])), "mean", [3.75]),
        (line([1, 2, 6]), -7.0, [-7.0]),
        (labels("abb"), 0.5, [0.0]),
        (labels("abb"), 0.2, [np.log(0.25)]),
        (labels("abb"), "mean", [np.log(2.0)]),
        (labels("aabb"), "mean", [0.0]),
        (labels("aabc"), 0.5, [0.5, 0.5, 0.5]),
        (labels("aabc"), -2.0, [-2.0, -2.0, -2.0]),
        (labels("abc"), "mean", [0.0, 0.0, 0.0]),
        (labels("aabc"), "mean", np.log([4.0, 2.0, 2.0]) - np.log([4.0, 2.0, 2.0]).mean()),
        (labels("aa"), 0.9, [0.0]),
    ],
)
def test_where_the_sum_begins(data, base, start):
    begun = run(data, "xgboost", {"base_score": base})
    assert begun.start.initial_score.tolist() == pytest.approx(list(start), abs=1e-12)
    assert (begun.start.initial_score[np.array(start) == 0] == 0).all()


@pytest.mark.parametrize("base", [0.0, 1.0, -7.0, 1.5])
def test_with_two_classes_the_start_is_a_probability(base):
    with pytest.raises(Refusal, match=f"base_score={base}: with two classes the start is a prob"):
        run(labels("ab"), "xgboost", {"base_score": base})


def test_a_start_beyond_all_values_is_refused():
    with pytest.raises(Refusal, match=r"base_score=1e\+200: the start lies between"):
        run(line([1, 2]), "xgboost", {"base_score": 1e200})


def test_values_as_large_as_allowed_are_learned_and_their_weights_count():
    large = finished(line([1e150, -1e150, 3.0, 1e150]), rounds=4)
    assert len(large) == 4
    assert all(np.isfinite(record.score).all() for record in large.rounds)
    heavy = np.array([1e6, 1.0, 1.0])
    with pytest.raises(Refusal, match="times the sum of the weights is above 3e"):
        run(line([1e149, 1.0, 2.0], weight=heavy), "xgboost")
    assert len(finished(line([1e140, 1.0, 2.0], weight=heavy), rounds=2)) == 2


def test_steps_that_overshoot_end_the_run():
    wild = finished(line([1, 2, 3, 4]), learning_rate=10.0, reg_lambda=0.0, rounds=400)
    assert wild.stop.rule == "nothing-to-split"
    assert "run away" in why_ended(wild)
    assert all(np.isfinite(record.score).all() for record in wild.rounds)


def test_values_that_are_met_end_the_run():
    met = finished(line([1, 2, 4, 8]), reg_lambda=0.0, learning_rate=1.0)
    assert (met.stop.rule, len(met)) == ("residuals-zero", 1)
    assert met.round(1).score.tolist() == [1, 2, 4, 8]


def test_points_in_one_place_move_together_until_they_are_met():
    data = Dataset(np.ones((4, 2)), np.array([1.0, 2.0, 3.0, 5.0]))
    done = finished(data, rounds=1000)
    assert done.stop.rule == "nothing-to-split"
    assert "all points have the same place" in why_ended(done)
    assert done.rounds[-1].score == pytest.approx(2.75)


@pytest.mark.parametrize("classes", CLASSES)
def test_leaf_wise_makes_the_same_tree_the_most_useful_split_first(classes):
    reordered = 0
    for seed in range(25):
        one = fresh(seed, classes)
        wide, best = (one.run(rounds=3, grow=grow) for grow in ("depth-wise", "leaf-wise"))
        for a, b in zip(wide.rounds, best.rounds, strict=True):
            assert a.score == pytest.approx(b.score, abs=1e-9)
            for left, right in zip(a.learners, b.learners, strict=True):
                boxes = [tree.rectangles(2)[tree.is_leaf].tolist() for tree in (left, right)]
                assert sorted(boxes[0]) == sorted(boxes[1])
                reordered += left.feature.tolist() != right.feature.tolist()
    assert reordered > 5


def test_importance_is_what_the_splits_gained():
    done = fresh(4, 3).run(rounds=3)
    gained = np.zeros(2)
    for t, record in enumerate(done.rounds, start=1):
        for tree in record.learners:
            inner = tree.feature >= 0
            gained += np.bincount(tree.feature[inner], tree.gain[inner], 2)
        importance = Metrics(done).figures(t)["importance"]
        assert importance == pytest.approx(gained / gained.sum())


def test_stumps_add_up_without_interaction():
    """PR10: F(a, c) − F(a, d) − F(b, c) + F(b, d) = 0 for stumps."""
    done = fresh(6, 2).run(rounds=8, max_depth=1)
    rng = np.random.default_rng(1)
    a, b, c, d = rng.uniform(-2, 2, (4, 50))
    scores = []
    for x, y in ((a, c), (a, d), (b, c), (b, d)):
        at = Scores(done, np.column_stack((x, y)))
        scores.append([at.next() for _ in done.rounds][-1])
    assert scores[0] - scores[1] - scores[2] + scores[3] == pytest.approx(0, abs=1e-9)


def test_a_gain_that_rounding_could_pretend_is_none():
    """Values around 10⁹ of which nothing is left over but rounding."""
    rng = np.random.default_rng(3)
    data = line(1e9 + rng.integers(0, 2, 40))
    done = finished(data, rounds=60, reg_lambda=0.0)
    for record in done.rounds:
        tree = record.learners[0]
        assert (tree.gain[tree.feature >= 0] > 0).all()


def test_gradients_that_cancel_leave_the_first_class():
    """0.1 + 0.2 is not 0.3: what stands in one place is divided equally but for rounding."""
    points = np.array([[0.0, 0.0]] * 3 + [[5.0, 0.0]] * 2)
    weight = np.array([0.1, 0.2, 0.3, 1.0, 1.0])
    data = Dataset(points, np.array([1, 1, 0, 1, 1]), ("a", "b"), weight=weight)
    record = finished(data, rounds=1, min_child_weight=0.0).round(1)
    assert record.learners[0].grad.tolist() == [-1.0, 0.0, -1.0]
    assert record.score[:3].tolist() == [0.0, 0.0, 0.0]


def test_a_class_without_points_starts_as_in_xgboost():
    names = ("a", "b", "c")
    data = Dataset(np.column_stack((np.arange(4.0), np.zeros(4))), np.array([0, 0, 2, 2]), names)
    start = run(data, "xgboost", {"base_score": "mean"}).start.initial_score
    matrix = xgboost.DMatrix(data.points, data.target)
    params = {"objective": OBJECTIVES[3], "num_class": 3, "nthread": 1}
    booster = xgboost.train(params, matrix, 1)
    saved = json.loads(booster.save_config())["learner"]["learner_model_param"]["base_score"]
    assert start == pytest.approx(np.array(json.loads(saved)), abs=1e-5)
    assert len(finished(data, base_score="mean", rounds=5)) == 5
