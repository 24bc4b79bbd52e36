"""The engine against scikit-learn and against the reference in exact fractions, on fresh data.

Half of the data sets are lattices of whole numbers with duplicates and opposite labels, where
ties abound. Where the engine and scikit-learn choose differently the reference decides: the two
choices must be worth exactly the same (entropies and logarithms: to forty digits), else the test
fails. Against the reference itself the rule for ties leaves one winner, and nothing may differ.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, zip_longest

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.forest import Member, Recipe, batches, train_drawn
from ensemble_viz.engine.runs import Run, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import Tree
from ensemble_viz.engine.trees.tree import node_dicts
from tests.brute import adaboost, boosting, scores, trees
from tests.brute.exact import TINY, shares

NAMES = ("a", "b", "c")
CLOSE = 1e-9
REFERENCES = ("scikit-learn", "the reference")


@dataclass
class Tally:
    """What was compared, and what was found."""

    nodes: int = 0
    ties: int = 0
    mismatches: list[str] = field(default_factory=list)

    def __add__(self, other: "Tally") -> "Tally":
        found = self.mismatches + other.mismatches
        return Tally(self.nodes + other.nodes, self.ties + other.ties, found)

    def __str__(self) -> str:
        return f"{self.nodes} nodes, {self.ties} exact ties, {len(self.mismatches)} mismatches"


@pytest.fixture(scope="session")
def summary(request) -> Iterator[dict[str, Tally]]:
    """Collect the counts of all tests, and print them at the end."""
    tallies: dict[str, Tally] = {}
    yield tallies
    plugins = request.config.pluginmanager
    reporter, capture = map(plugins.get_plugin, ("terminalreporter", "capturemanager"))
    for reference in REFERENCES:
        counts = [tally for name, tally in tallies.items() if name.endswith(reference)]
        if reporter and capture and counts:
            with capture.global_and_fixture_disabled():
                reporter.write_line(f"\nengine against {reference}: {sum(counts, Tally())}")


@pytest.fixture
def tally(request, summary) -> Tally:
    """Count for one test; its name says what against."""
    reference = REFERENCES["scikit_learn" not in request.node.name]
    return summary.setdefault(f"{request.node.name} against {reference}", Tally())


@dataclass
class Fresh:
    """A random data set, as numbers for the reference and as arrays for the others."""

    seed: int
    X: list[list[float]]
    y: list[int] | list[float]
    weight: list[float] | None

    @property
    def data(self) -> Dataset:
        whole = isinstance(self.y[0], int)
        return Dataset(
            np.array(self.X),
            np.array(self.y, dtype=np.int64 if whole else float),
            NAMES[: max(self.y) + 1] if whole else None,
            weight=None if self.weight is None else np.array(self.weight),
        )

    @property
    def shares(self) -> list[Fraction] | None:
        return None if self.weight is None else shares(self.weight)

    @property
    def exact_weight(self) -> list[Fraction]:
        return shares(self.weight or [1] * len(self.X))


def fresh(seed: int, classes: int = 0, most: int = 60, weighted: bool = True) -> Fresh:
    """Draw points: every other time on a small lattice, now and then with weights."""
    rng = np.random.default_rng([20261118, seed, classes])
    n = int(rng.integers(5, most + 1))
    lattice = seed % 2 == 1
    if lattice:
        X = rng.integers(0, rng.integers(2, 9), (n, 2)).astype(float)
    else:
        X = rng.integers(-2048, 2049, (n, 2)) / 1024
    if classes == 0:
        y = rng.integers(-3, 4, n).astype(float) if lattice else rng.integers(-2048, 2049, n) / 1024
    else:
        rule = np.digitize(X[:, 0] + np.sin(3 * X[:, 1]), np.quantile(X[:, 0], [0.4, 0.8]))
        y = np.where(rng.random(n) < 0.5, rule % classes, rng.integers(0, classes, n))
        y[:classes] = np.arange(classes)
    weight = None
    if weighted and rng.random() < 0.4:
        weight = rng.integers(1, 33, n) / 8
        if rng.random() < 0.5:
            weight[classes:] *= rng.random(n - classes) < 0.8  # some points count nothing
    return Fresh(seed, X.tolist(), y.tolist(), None if weight is None else weight.tolist())


class Exact:
    """Scores cuts of any rows in exact fractions."""

    def __init__(self, X, targets: Sequence, weight: Sequence, criterion: str) -> None:
        self.X, self.targets, self.criterion = X, targets, criterion
        self.columns = scores.ledger(targets, weight, criterion)
        self.rows = [i for i, part in enumerate(weight) if part > 0]

    def part(self, rows, feature, threshold):
        left = [i for i in rows if self.X[i][feature] <= threshold]
        return left, [i for i in rows if self.X[i][feature] > threshold]

    def worth(self, rows, cut) -> Fraction:
        return scores.score(*self._sides(rows, cut), self.criterion)

    def saved(self, rows, cut) -> Fraction:
        """The decrease times the weight: what decides which node is split first."""
        left, right = self._sides(rows, cut)
        weight = scores.total(left, self.criterion) + scores.total(right, self.criterion)
        return weight * scores.decrease(left, right, self.criterion)

    def _sides(self, rows, cut):
        return [scores.tally(side, self.columns) for side in self.part(rows, *cut)]

    def pure(self, rows) -> bool:
        own = [Fraction(self.targets[i]) for i in rows]
        return max(own) - min(own) <= TINY


class Comparison:
    """One tree of the engine beside one of scikit-learn."""

    def __init__(self, tally: Tally, where: str, ours: Tree, theirs, exact: Exact) -> None:
        self.tally, self.where, self.exact = tally, where, exact
        self.ours, self.theirs = ours, theirs

    def level_by_level(self, i=0, j=0, rows=None, inner_values=True) -> bool:
        """Compare two nodes and all below; False where a tie leads the trees apart."""
        rows = self.exact.rows if rows is None else rows
        leaves = self._leaves(i, j)
        self._facts(i, j, inner_values or all(leaves))
        if leaves[0] != leaves[1]:
            return self._one_leaf(i, j, rows)
        if leaves[0]:
            return True
        children = self._children(i, j, rows)
        together = children is not None
        for child in children or ():
            together &= self.level_by_level(*child, inner_values=inner_values)
        return together

    def best_first(self) -> bool:
        """Compare two trees split by split, in the order in which they grew."""
        pairs = {(0, 0): self.exact.rows}  # nodes of both trees that hold the same rows
        orders = [np.flatnonzero(~self.ours.is_leaf), np.flatnonzero(self.theirs.feature >= 0)]
        lefts = [self.ours.left, self.theirs.children_left]
        orders = [sorted(order, key=left.take) for order, left in zip(orders, lefts, strict=True)]
        for i, j in zip_longest(*orders):
            if (i, j) not in pairs:
                return self._another_first(i, j, pairs)
            self._facts(i, j, True)
            children = self._children(i, j, pairs[i, j])
            if children is None:
                return False
            pairs |= {(left, right): rows for left, right, rows in children}
        for i, j in pairs:
            if any(self._leaves(i, j)):
                self._facts(i, j, True)
        return True

    def _leaves(self, i, j):
        return bool(self.ours.is_leaf[i]), bool(self.theirs.children_left[j] < 0)

    def _cuts(self, i, j):
        return (
            (int(self.ours.feature[i]), float(self.ours.threshold[i])),
            (int(self.theirs.feature[j]), float(self.theirs.threshold[j])),
        )

    def _facts(self, i, j, values: bool) -> None:
        self.tally.nodes += 1
        scale = self.theirs.weighted_n_node_samples[0] / self.ours.weight[0]
        pairs = [
            (self.ours.n[i], self.theirs.n_node_samples[j]),
            (self.ours.weight[i] * scale, self.theirs.weighted_n_node_samples[j]),
            (self.ours.impurity[i], self.theirs.impurity[j]),
        ]
        if values:
            pairs.append((self.ours.value[i], self.theirs.value[j, 0]))
        if any(np.abs(np.subtract(a, b)).max() > CLOSE for a, b in pairs):
            self._mismatch(i, j, f"facts {pairs}")

    def _one_leaf(self, i, j, rows) -> bool:
        """A cut that gains exactly nothing is worth as much as none.

        By rounding scikit-learn makes some in nodes of equal answers, and refuses some elsewhere.
        """
        if self._gains_nothing(i, j, rows):
            self.tally.ties += 1
        else:
            self._mismatch(i, j, "one is a leaf")
        return self.exact.pure(rows)

    def _gains_nothing(self, i, j, rows) -> bool:
        ours, theirs = self._cuts(i, j)
        return self.exact.saved(rows, theirs if self._leaves(i, j)[0] else ours) <= TINY

    def _children(self, i, j, rows):
        """Pair the children of two nodes; None where they part the rows differently."""
        left, right = int(self.ours.left[i]), int(self.ours.right[i])
        other = [int(self.theirs.children_left[j]), int(self.theirs.children_right[j])]
        ours, theirs = self._cuts(i, j)
        sides = self.exact.part(rows, *ours)
        if ours != theirs:
            if abs(self.exact.worth(rows, ours) - self.exact.worth(rows, theirs)) > TINY:
                self._mismatch(i, j, f"cuts {ours} and {theirs}")
                return None
            self.tally.ties += 1
            parts = self.exact.part(rows, *theirs)
            if sides[0] != parts[0]:
                other.reverse()
                if sides[0] != parts[1]:
                    return None
        return [(left, other[0], sides[0]), (right, other[1], sides[1])]

    def _another_first(self, i, j, pairs) -> bool:
        """Which node is split first is open where both save the same, or one saves nothing."""
        saved = [Fraction(0), Fraction(0)]
        for (ours, theirs), rows in pairs.items():
            if ours == i:
                saved[0] = self.exact.saved(rows, self._cuts(i, theirs)[0])
            if theirs == j:
                saved[1] = self.exact.saved(rows, self._cuts(ours, j)[1])
        if abs(saved[0] - saved[1]) <= TINY:
            self.tally.ties += 1
        else:
            self._mismatch(i, j, f"not the same node first, they save {saved}")
        return False

    def _mismatch(self, i, j, what: str) -> None:
        self.tally.mismatches.append(f"{self.where}, nodes {i} and {j}: {what}")


def last_tree(data: Dataset, **settings) -> Tree | None:
    done = run(data, "tree", {"rounds": 1000} | settings)
    done.finish()
    return done.rounds[-1].learners[0] if len(done) else None


def same_as_reference(tally: Tally, where: str, expected: trees.Node, data: Dataset, tree: Tree):
    """Compare a tree with one of the reference; the cut of a node, too, has to be the same."""
    tally.nodes += len(list(expected.nodes()))
    differences = trees.same_tree(expected, node_dicts(data, tree))
    tally.mismatches += [f"{where}: {difference}" for difference in differences]


LIMITS = (
    {},
    {"max_depth": 1},
    {"max_depth": 2},
    {"min_samples_leaf": 3},
    {"max_depth": 4, "min_samples_leaf": 2},
    {"min_samples_leaf": 7},
)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_classification_trees_are_those_of_scikit_learn(criterion, tally):
    for seed in range(400):
        one, limits = fresh(seed, classes=2 + seed // 2 % 2), LIMITS[seed // 2 % len(LIMITS)]
        theirs = DecisionTreeClassifier(criterion=criterion, random_state=seed, **limits)
        theirs.fit(one.X, one.y, one.weight)
        compare_trees(tally, one, criterion, limits, theirs.tree_)
    assert tally.mismatches == []
    assert tally.nodes > 3000
    assert tally.ties > 50


def test_regression_trees_are_those_of_scikit_learn(tally):
    for seed in range(400):
        one, limits = fresh(seed), LIMITS[seed // 2 % len(LIMITS)]
        theirs = DecisionTreeRegressor(random_state=seed, **limits)
        theirs.fit(one.X, one.y, one.weight)
        compare_trees(tally, one, "squared", limits, theirs.tree_)
    assert tally.mismatches == []
    assert tally.nodes > 3000
    assert tally.ties > 50


def compare_trees(tally: Tally, one: Fresh, criterion: str, limits: dict, theirs) -> None:
    settings = limits if criterion == "squared" else limits | {"criterion": criterion}
    ours = last_tree(one.data, **settings)
    exact = Exact(one.X, one.y, one.exact_weight, criterion)
    if ours is None:
        assert len(theirs.feature) == 1 or exact.pure(exact.rows)
        return
    comparison = Comparison(tally, f"{one.seed} {criterion} {limits}", ours, theirs, exact)
    if "max_leaf_nodes" in limits:
        comparison.best_first()
    else:
        comparison.level_by_level()


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared"])
def test_trees_of_a_few_leaves_grow_as_those_of_scikit_learn(criterion, tally):
    for seed in range(300):
        one = fresh(seed, classes=0 if criterion == "squared" else 2 + seed // 2 % 2)
        limits = {"max_leaf_nodes": 2 + seed % 7}
        if criterion == "squared":
            theirs = DecisionTreeRegressor(random_state=seed, **limits)
        else:
            theirs = DecisionTreeClassifier(criterion=criterion, random_state=seed, **limits)
        compare_trees(tally, one, criterion, limits, theirs.fit(one.X, one.y, one.weight).tree_)
    assert tally.mismatches == []
    assert tally.nodes > 900
    assert tally.ties > 10


ADABOOST = (("gini", 1, 1.0), ("gini", 2, 1.0), ("entropy", 1, 1.0), ("gini", 1, 0.5))


@pytest.mark.parametrize(("criterion", "depth", "rate"), ADABOOST)
def test_adaboost_of_trees_is_that_of_scikit_learn(criterion, depth, rate, tally, summary):
    exactly = summary.setdefault(
        f"boosted {criterion} {depth} {rate} against the reference", Tally()
    )
    for seed in range(48 if criterion == "entropy" else 80):
        one = fresh(seed, classes=2)
        settings = {"criterion": criterion, "max_depth": depth, "learning_rate": rate}
        ours = run(one.data, "adaboost", settings | {"rounds": 6, "alpha": "log"})
        ours.finish()
        expected = adaboost.run(
            one.X, one.y, one.weight, 6, criterion, depth, learning_rate=Fraction(rate)
        )
        same_rounds_as_reference(exactly, one, ours, expected)
        theirs = scikit_adaboost(one, settings)
        compare_adaboost(tally, one, ours, list(certain(expected.rounds)), theirs)
    assert exactly.mismatches == []
    assert tally.mismatches == []
    assert tally.nodes > 700


@pytest.mark.parametrize(("criterion", "depth", "rate"), ADABOOST)
def test_samme_is_that_of_scikit_learn(criterion, depth, rate, tally, summary):
    exactly = summary.setdefault(f"SAMME {criterion} {depth} {rate} against the reference", Tally())
    compared = 0
    for seed in range(48 if criterion == "entropy" else 80):
        one = fresh(seed, classes=3)
        settings = {"criterion": criterion, "max_depth": depth, "learning_rate": rate}
        chosen = settings | {"rounds": 6, "alpha": "log", "multiclass": "samme"}
        ours = run(one.data, "adaboost", chosen)
        ours.finish()
        expected = adaboost.run(
            one.X, one.y, one.weight, 6, criterion, depth, learning_rate=Fraction(rate),
            alpha="log", samme=True,
        )  # fmt: skip
        same_rounds_as_reference(exactly, one, ours, expected)
        same_votes(exactly, one, ours, expected)
        theirs = scikit_adaboost(one, settings)
        compare_adaboost(tally, one, ours, list(certain(expected.rounds)), theirs)
        compared += len(ours)
    assert exactly.mismatches == []
    assert tally.mismatches == []
    assert tally.nodes > 500
    assert compared > 200


@pytest.mark.parametrize("samme", [False, True])
def test_stumps_of_three_classes_are_those_of_the_reference(samme, tally):
    ends = set()
    for seed in range(100):
        one = fresh(seed, classes=3, most=30)
        multiclass = "samme" if samme else "m1"
        ours = run(one.data, "adaboost", {"rounds": 6, "multiclass": multiclass})
        ours.finish()
        expected = adaboost.run(one.X, one.y, one.weight, rounds=6, samme=samme)
        same_rounds_as_reference(tally, one, ours, expected)
        same_votes(tally, one, ours, expected)
        ends.add(ours.stop.rule)
    assert tally.mismatches == []
    assert tally.nodes > (1000 if samme else 200)
    assert ends >= {"all-rounds"} | ({"no-better-than-chance"} if not samme else set())


def same_votes(tally: Tally, one: Fresh, ours: Run, expected: adaboost.Run) -> None:
    """Compare the votes of all classes at the points, and who wins."""
    for record, given in zip(ours.rounds, certain(expected.rounds), strict=False):
        assert record.learner_weight == pytest.approx(given.learner_weight, rel=1e-8)
        assert record.score == pytest.approx(np.array(given.F), abs=1e-8)
        best = np.sort(np.array(given.F), axis=1)
        clear = best[:, -1] - best[:, -2] > CLOSE
        winners = np.array(expected.predictions(given.round))
        if (decide(record.score, one.data.n_classes) != winners)[clear].any():
            tally.mismatches.append(f"{one.seed} round {given.round}: votes")


def scikit_adaboost(one: Fresh, settings: dict):
    """Fit scikit-learn's; None where it refuses to begin."""
    base = DecisionTreeClassifier(criterion=settings["criterion"], max_depth=settings["max_depth"])
    theirs = AdaBoostClassifier(
        base, n_estimators=6, learning_rate=settings["learning_rate"], random_state=one.seed
    )
    try:
        with np.errstate(divide="ignore"):  # it takes the logarithm of weights of 0
            return theirs.fit(one.X, one.y, one.weight)
    except ValueError as refusal:
        if "worse than random" in str(refusal):
            return None
        raise


def certain(rounds: list[adaboost.Round]) -> Iterator[adaboost.Round]:
    """Give the rounds up to one whose tree has a leaf with shares equal but for the sixtieth digit.

    The reference answers there by that digit; with the learning rate 1 it is exact.
    """
    for given in rounds:
        shares = [sorted(leaf.value) for leaf in given.tree.leaves()]
        if any(0 < share[-1] - share[-2] <= TINY for share in shares):
            return
        yield given


def same_rounds_as_reference(tally: Tally, one: Fresh, ours: Run, expected: adaboost.Run) -> None:
    """Compare rounds of AdaBoost: the trees, whom they miss, the weights, and the end."""
    rounds = list(certain(expected.rounds))
    for record, given in zip(ours.rounds, rounds, strict=False):
        where, tree = f"{one.seed} round {given.round}", record.learners[0]
        same_as_reference(tally, where, given.tree, one.data, tree)
        answers = decide(tree.answer(one.data.points), one.data.n_classes)
        missed = np.flatnonzero(answers != one.y).tolist()
        if missed != given.missed:
            tally.mismatches.append(f"{where}: missed {missed}, not {given.missed}")
            return
        assert record.error == pytest.approx(float(given.error), abs=CLOSE)
        weights = [float(weight) for weight in given.next_weight]
        assert record.next_weight == pytest.approx(weights, abs=CLOSE)
    ends = (len(ours), ours.stop.rule), (len(expected.rounds), expected.stop.rule)
    if len(rounds) == len(expected.rounds) and ends[0] != ends[1]:
        tally.mismatches.append(f"{one.seed}: the end {ours.stop}, not {expected.stop}")


def compare_adaboost(tally: Tally, one: Fresh, ours: Run, exact_rounds, theirs) -> None:
    """Compare rounds as long as no tie leads the runs apart."""
    if theirs is None:
        assert len(ours) == 0
        return
    points = one.data.points
    for t, (record, given) in enumerate(zip(ours.rounds, exact_rounds, strict=False)):
        if t >= len(theirs.estimators_):
            tally.mismatches.append(f"{one.seed}: scikit-learn ends before round {t + 1}")
            return
        own, tree = theirs.estimators_[t], record.learners[0]
        exact = Exact(one.X, one.y, given.sample_weight, theirs.estimator.criterion)
        where = f"{one.seed} round {t + 1}"
        together = Comparison(tally, where, tree, own.tree_, exact).level_by_level()
        if not together:
            return
        h, their_h = decide(tree.answer(points), one.data.n_classes), own.predict(points)
        if (h != their_h).any():
            leaves = [given.tree.leaf(x).value for x in one.X]
            open_ = np.array([value.count(max(value)) > 1 for value in leaves])
            if (open_ | (h == their_h) | (np.array(one.exact_weight) == 0)).all():
                tally.ties += 1  # a leaf with as much weight of two classes
            else:
                tally.mismatches.append(f"{where}: answers")
            return
        assert record.error == pytest.approx(theirs.estimator_errors_[t], abs=CLOSE)
        if not record.figures["capped"]:
            expected = theirs.estimator_weights_[t]
            assert record.learner_weight == pytest.approx(expected, abs=1e-8)


SQUARED = (
    {"learning_rate": 1.0, "max_depth": 1},
    {"learning_rate": 0.5, "max_depth": 2},
    {"learning_rate": 0.1, "max_depth": 3, "min_samples_leaf": 3},
    {"learning_rate": 0.5, "max_depth": None, "max_leaf_nodes": 4},
)
RATES = {1.0: Fraction(1), 0.5: Fraction(1, 2), 0.1: Fraction(1, 10)}


def exact_boosting(one: Fresh, rounds: int, settings: dict) -> Iterator[tuple[list, trees.Node]]:
    """Boost values with weights in exact fractions: the targets and the tree of each round."""
    limits = {name: value for name, value in settings.items() if name != "learning_rate"}
    y, weight = [Fraction(value) for value in one.y], one.exact_weight
    F = [sum(w * value for w, value in zip(weight, y, strict=True))] * len(y)
    for _ in range(rounds):
        residuals = [value - score for value, score in zip(y, F, strict=True)]
        tree = trees.grow(one.X, residuals, one.shares, "squared", **limits)
        yield residuals, tree
        rate = RATES[settings["learning_rate"]]
        F = [score + rate * tree.leaf(x).value for score, x in zip(F, one.X, strict=True)]


@pytest.mark.parametrize("settings", SQUARED, ids=lambda settings: str(settings["learning_rate"]))
def test_boosting_of_values_is_that_of_scikit_learn(settings, tally, summary):
    exactly = summary.setdefault(f"{settings} against the reference", Tally())
    for seed in range(60):
        one = fresh(seed, most=40)
        ours = run(one.data, "gradient-boosting", settings | {"rounds": 5})
        theirs = GradientBoostingRegressor(n_estimators=5, random_state=seed, **settings).fit(
            one.X, one.y, one.weight
        )
        ours.finish()
        together = True
        for t, (residuals, expected) in enumerate(exact_boosting(one, 5, settings)):
            where = f"{seed} round {t + 1}"
            if t == len(ours):
                exactly.mismatches += [] if changes_nothing(expected) else [f"{where}: no round"]
                break
            tree = ours.rounds[t].learners[0]
            same_as_reference(exactly, where, expected, one.data, tree)
            exact = Exact(one.X, residuals, one.exact_weight, "squared")
            comparison = Comparison(tally, where, tree, theirs.estimators_[t, 0].tree_, exact)
            if together and "max_leaf_nodes" in settings:
                together = comparison.best_first()
            elif together:
                together = comparison.level_by_level()
        if together:
            counted = np.array(one.exact_weight) > 0  # a tie may send the others elsewhere
            score = ours.score(len(ours))
            assert score[counted] == pytest.approx(theirs.predict(one.X)[counted], abs=CLOSE)
    assert exactly.mismatches == []
    assert tally.mismatches == []
    assert tally.nodes > 500


def changes_nothing(tree: trees.Node) -> bool:
    return tree.left is None and abs(tree.value) <= TINY


@pytest.mark.parametrize("classes", [2, 3])
def test_boosting_of_classes_is_that_of_scikit_learn(classes, tally, summary):
    exactly = summary.setdefault(f"{classes} classes against the reference", Tally())
    for seed in range(40):
        one = fresh(seed, classes=classes, most=30, weighted=False)
        limits = {"max_depth": 1 + seed % 3, "min_samples_leaf": 1 + seed // 2 % 2}
        ours = run(one.data, "gradient-boosting", limits | {"rounds": 3, "learning_rate": 0.5})
        ours.finish()
        theirs = GradientBoostingClassifier(
            n_estimators=3, learning_rate=0.5, random_state=seed, **limits
        ).fit(one.X, one.y)
        expected = boosting.run_log_loss(one.X, one.y, classes, 3, Fraction(1, 2), **limits)
        compare_log_loss((tally, exactly), one, ours, expected, theirs)
    assert exactly.mismatches == []
    assert tally.mismatches == []
    assert tally.nodes > 500


def compare_log_loss(tallies, one: Fresh, ours: Run, expected, theirs) -> None:
    tally, exactly = tallies
    together = True
    for record, given, own in zip(ours.rounds, expected, theirs.estimators_, strict=False):
        for k, tree in enumerate(record.learners):
            where = f"{one.seed} round {record.number} class {k}"
            same_as_reference(exactly, where, given.trees[k], one.data, tree)
            if together:
                targets = [parts[k] for parts in given.residuals]
                exact = Exact(one.X, targets, one.exact_weight, "squared")
                comparison = Comparison(tally, where, tree, own[k].tree_, exact)
                together = comparison.level_by_level(inner_values=False)
        found = record.score.reshape(len(one.X), -1)
        assert found == pytest.approx(np.array(given.F, dtype=float), abs=1e-8)
    for given in expected[len(ours) :]:
        if not all(changes_nothing(tree) for tree in given.trees):
            exactly.mismatches.append(f"{one.seed}: no round {given.round}")


SEEDS = {"gini": 200, "entropy": 48, "gain-ratio": 40, "error": 200, "squared": 160}
REFERENCE_LIMITS = (*LIMITS, {"min_gain": 1 / 16}, {"max_depth": 3, "min_gain": 1e-9})


@pytest.mark.parametrize("criterion", SEEDS)
def test_trees_are_those_of_the_reference(criterion, tally):
    for seed in range(SEEDS[criterion]):
        one = fresh(seed, classes=0 if criterion == "squared" else 2 + seed // 2 % 2)
        limits = REFERENCE_LIMITS[seed // 2 % len(REFERENCE_LIMITS)]
        settings = limits if criterion == "squared" else limits | {"criterion": criterion}
        tree = last_tree(one.data, **settings)
        expected = trees.grow(one.X, one.y, one.shares, criterion, **limits)
        if tree is None:
            tally.mismatches += [] if expected.left is None else [f"{seed}: no tree"]
        else:
            same_as_reference(tally, f"{seed} {limits}", expected, one.data, tree)
            same_answers(tally, f"{seed} {limits}", expected, one, tree)
    assert tally.mismatches == []
    assert tally.nodes > 400


def same_answers(tally: Tally, where: str, expected: trees.Node, one: Fresh, tree: Tree) -> None:
    """Compare classes that are answered: of equal shares the first, on the sides of a stump two."""
    if one.data.classes is None:
        return
    found = decide(tree.answer(one.data.points), one.data.n_classes).tolist()
    if found != [expected.leaf(x).answer for x in one.X]:
        tally.mismatches.append(f"{where}: answers {found}")


@pytest.mark.parametrize("criterion", SEEDS)
def test_the_most_useful_leaf_is_split_first_as_in_the_reference(criterion, tally):
    """Where leaves are exactly as useful, the one made first is split first."""
    for seed in range(SEEDS[criterion]):
        one = fresh(seed, classes=0 if criterion == "squared" else 2 + seed // 2 % 2)
        settings = {} if criterion == "squared" else {"criterion": criterion}
        leaves = 3 + seed // 2 % 6
        tree = last_tree(one.data, max_leaf_nodes=leaves, **settings)
        expected = trees.grow(one.X, one.y, one.shares, criterion, max_leaf_nodes=leaves)
        if tree is not None:
            same_as_reference(tally, f"{seed} {leaves} leaves", expected, one.data, tree)
    assert tally.mismatches == []
    assert tally.nodes > 300


def test_adaboost_of_stumps_is_that_of_the_reference(tally):
    for seed in range(150):
        one = fresh(seed, classes=2)
        ours = run(one.data, "adaboost", {"rounds": 8})
        ours.finish()
        expected = adaboost.run(one.X, one.y, one.weight, rounds=8)
        same_rounds_as_reference(tally, one, ours, expected)
    assert tally.mismatches == []
    assert tally.nodes > 1500


def test_the_sides_of_a_stump_answer_differently_or_it_is_a_constant():
    """One side is divided equally, the other has more of the first class.

    Answering the first class on both sides would be a constant, which comes last among equals.
    """
    X = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    record = run(Dataset(X, np.array([0, 1, 0, 0]), ("a", "b")), "adaboost").round(1)
    assert record.learners[0].threshold[0] == 0.5
    assert record.score[:2] == pytest.approx(-record.score[2:])
    assert record.next_weight == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6])


@pytest.mark.parametrize("init", ["prior", "zero", "median"])
def test_boosting_of_values_is_that_of_the_reference(init, tally):
    for seed in range(60):
        one, settings = fresh(seed, most=40, weighted=False), SQUARED[seed // 2 % len(SQUARED)]
        ours = run(one.data, "gradient-boosting", settings | {"rounds": 6, "init": init})
        ours.finish()
        limits = {name: value for name, value in settings.items() if name != "learning_rate"}
        rate = RATES[settings["learning_rate"]]
        rounds = boosting.run_squared(one.X, one.y, 6, rate, init=init, **limits)
        if not all(changes_nothing(given.tree) for given in rounds[len(ours) :]):
            tally.mismatches.append(f"{seed}: no round {len(ours) + 1}")
        for record, given in zip(ours.rounds, rounds, strict=False):
            where = f"{seed} round {given.round}"
            same_as_reference(tally, where, given.tree, one.data, record.learners[0])
            assert record.score == pytest.approx([float(F) for F in given.F], abs=CLOSE)
    assert tally.mismatches == []
    assert tally.nodes > 1000


def test_boosting_of_subsamples_is_that_of_the_reference_on_what_was_drawn(tally):
    for seed in range(0, 40, 2):  # in general position: residuals that were rounded do not tie
        one = fresh(seed, most=40, weighted=False)
        settings = {"max_depth": 2, "learning_rate": 0.5, "subsample": 0.6, "rounds": 4}
        done = run(one.data, "gradient-boosting", settings, seed)
        done.finish()
        for record in done.rounds:
            drawn = record.in_bag.tolist()
            assert set(drawn) == {0, 1}
            residuals, tree = record.target.tolist(), record.learners[0]
            slack = Fraction(1, 10**12)
            expected = trees.grow(one.X, residuals, drawn, "squared", max_depth=2, slack=slack)
            same_as_reference(tally, f"{seed} {record.number}", expected, one.data, tree)
            step = 0.5 * tree.answer(one.data.points)  # all points move, drawn or not
            before = done.score(record.number - 1)
            assert record.score == pytest.approx(before + step, abs=CLOSE)
    assert tally.mismatches == []
    assert tally.nodes > 300


@pytest.mark.parametrize("criterion", ["gini", "error", "squared"])
def test_bagged_trees_are_those_of_the_reference_on_their_bags(criterion, tally):
    for seed in range(40):
        one = fresh(seed, classes=0 if criterion == "squared" else 2 + seed // 2 % 2, most=40)
        limits = LIMITS[seed // 2 % len(LIMITS)]
        settings = limits if criterion == "squared" else limits | {"criterion": criterion}
        done = run(one.data, "bagging", settings | {"rounds": 3}, seed)
        done.finish()
        unit = one.shares or [Fraction(1)] * len(one.X)
        for record in done.rounds:
            weight = [int(k) * w for k, w in zip(record.in_bag, unit, strict=True)]
            expected = trees.grow(one.X, one.y, weight, criterion, **limits)
            where = f"{seed} bag {record.number} {limits}"
            same_as_reference(tally, where, expected, one.data, record.learners[0])
    assert tally.mismatches == []
    assert tally.nodes > 700


FORESTS = {
    "bagging": ("bagging", {}, BaggingClassifier),
    "random-forest": ("random-forest", {}, RandomForestClassifier),
    "soft": (
        "random-forest",
        {"vote": "soft", "min_samples_leaf": 4, "criterion": "entropy"},
        RandomForestClassifier,
    ),
    "bagging-of-values": ("bagging", {"max_depth": 4}, BaggingRegressor),
    "random-forest-of-values": ("random-forest", {"min_samples_leaf": 2}, RandomForestRegressor),
    "pasting": ("pasting", {"max_samples": 0.4}, BaggingClassifier),
    "pasting-of-values": ("pasting", {}, BaggingRegressor),
    "subspaces": ("random-subspaces", {"vote": "soft", "max_depth": 4}, BaggingClassifier),
    "subspaces-of-values": ("random-subspaces", {"min_samples_leaf": 3}, BaggingRegressor),
    "patches": ("random-patches", {"vote": "soft", "min_samples_leaf": 4}, BaggingClassifier),
    "patches-of-values": ("random-patches", {"max_samples": 0.5}, BaggingRegressor),
    "extra-trees": ("extra-trees", {}, ExtraTreesClassifier),
    "two-cuts": ("extra-trees", {"max_features": 2, "criterion": "entropy"}, ExtraTreesClassifier),
    "two-cuts-soft": (
        "extra-trees",
        {"max_features": 2, "min_samples_leaf": 5, "vote": "soft"},
        ExtraTreesClassifier,
    ),
    "extra-trees-on-bags": (
        "extra-trees",
        {"bootstrap": True, "min_samples_leaf": 3, "vote": "soft"},
        ExtraTreesClassifier,
    ),
    "extra-trees-of-values": ("extra-trees", {"min_samples_leaf": 2}, ExtraTreesRegressor),
    "two-cuts-of-values": ("extra-trees", {"max_features": 2}, ExtraTreesRegressor),
}
DRAWS = {
    "bagging": {},
    "pasting": {"bootstrap": False, "max_samples": 0.6},
    "random-subspaces": {"bootstrap": False, "max_features": 1},
    "random-patches": {"max_features": 1},
}


def scikit_forest(method: str, kind, settings: dict, seed: int):
    limits = {name: value for name, value in settings.items() if name != "vote"}
    if method not in DRAWS:
        return kind(n_estimators=25, random_state=seed, **({"max_features": 1} | limits))
    chosen = {name: limits.pop(name) for name in ("max_samples",) if name in limits}
    tree = DecisionTreeClassifier if kind is BaggingClassifier else DecisionTreeRegressor
    return kind(tree(**limits), n_estimators=25, random_state=seed, **(DRAWS[method] | chosen))


@pytest.mark.parametrize("name", FORESTS)
def test_forests_err_and_grow_as_those_of_scikit_learn(name):
    """Mean test error and mean number of leaves differ by chance only: four standard errors."""
    method, settings, kind = FORESTS[name]
    points = {"n": 100, "test": 400} | ({"noise": 0.3} if "values" in name else {})
    scatters = "sub" in name or "patches" in name or "bags" in name  # from one forest to another
    differences = []
    for seed in range(60 if scatters else 30):
        data = sample("surface" if "values" in name else "moons", seed=seed, **points)
        ours = run(data, method, settings | {"rounds": 25}, seed)
        error = Metrics(ours).figures(25)["test_error"]
        leaves = np.mean([record.learners[0].n_leaves for record in ours.rounds])
        theirs = scikit_forest(method, kind, settings, seed).fit(data.points, data.target)
        wrong = (theirs.predict(data.test.points) - data.test.target) ** 2
        their_leaves = np.mean([tree.get_n_leaves() for tree in theirs.estimators_])
        differences.append([error - wrong.mean(), leaves / their_leaves - 1])
    middle = np.mean(differences, axis=0)
    standard_error = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences))
    assert (np.abs(middle) <= 4 * standard_error).all()
    least = 0.01 if scatters and "values" in name else 0.005
    assert (standard_error < [least, 0.02]).all()  # so that a difference would show


@pytest.mark.parametrize(("max_samples", "draws"), [(1.0, 60), (0.5, 30)])
def test_bags_leave_out_the_share_that_chance_says(max_samples, draws):
    data = sample("moons", n=60)
    done = run(data, "bagging", {"rounds": 400, "max_depth": 1, "max_samples": max_samples})
    done.finish()
    bags = np.array([record.in_bag for record in done.rounds])
    assert (bags.sum(axis=1) == draws).all()
    out = (bags == 0).mean(axis=1)
    expected = (1 - 1 / 60) ** draws
    assert abs(out.mean() - expected) < 4 * out.std() / np.sqrt(len(out))
    assert expected == pytest.approx(0.368 if draws == 60 else 0.604, abs=0.004)
    by_point = (bags == 0).mean(axis=0)  # no point is preferred
    assert np.abs(by_point - expected).max() < 5 * np.sqrt(expected * (1 - expected) / len(bags))


GROWN = {
    "bagging": ("moons", "bagging", {}),
    "half-bags": ("blobs", "bagging", {"max_samples": 0.5, "criterion": "entropy"}),
    "random-forest": ("moons", "random-forest", {"min_samples_leaf": 2}),
    "values": ("surface", "random-forest", {"max_depth": 5}),
    "pasting": ("moons", "pasting", {}),
    "portions": ("surface", "pasting", {"disjoint": True, "max_samples": 0.01}),
    "subspaces": ("blobs", "random-subspaces", {"max_depth": 3}),
    "patches": ("surface", "random-patches", {"max_samples": 0.7}),
    "extra-trees": ("moons", "extra-trees", {}),
    "extra-trees-on-bags": ("blobs", "extra-trees", {"max_features": 2, "bootstrap": True}),
    "extra-trees-of-values": ("surface", "extra-trees", {"max_depth": 5, "max_features": 2}),
}


def recipe_of(done: Run) -> Recipe:
    """The recipe of a run, read from its settings."""
    rules, name = done.method.rules(done.data, done.params), done.method.name
    own = done.params.values() | {"max_samples": getattr(done.params, "max_samples", 1.0)}
    whole = name == "random-subspaces" or (name == "extra-trees" and not own["bootstrap"])
    pasted = "portion" if own.get("disjoint") else "paste"
    return Recipe(
        own["max_samples"],
        rules,
        name in ("random-forest", "extra-trees") and own["max_features"] == 1,
        "all" if whole else pasted if name == "pasting" else "bag",
        1 if name in ("random-subspaces", "random-patches") else 2,
        name == "extra-trees",
    )


def bits(bag, axes, tree: Tree) -> tuple[object, ...]:
    """Write all of a tree as bytes."""
    names = ("feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value")
    more = [] if tree.tried is None else [tree.tried]
    if tree.thrown is not None:
        thrown = tree.thrown
        more += [thrown.thrown, thrown.threshold, thrown.gain, thrown.fits]
    columns = [bag, *more, *(getattr(tree, name) for name in names)]
    return axes, *(None if column is None else column.tobytes() for column in columns)


def bits_of(member: Member) -> tuple[object, ...]:
    return bits(member.in_bag, member.axes, member.trained.learner)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", GROWN)
def test_trees_are_the_same_to_the_bit_however_many_grow_at_a_time(name, weighted):
    points, method, settings = GROWN[name]
    data = sample(points, n=120 if name == "portions" else 40)
    if weighted:
        weight = np.random.default_rng(7).integers(0, 99, len(data)) / 4
        data = Dataset(data.points, data.target, data.classes, data.columns, weight)
    done = run(data, method, settings | {"rounds": 100}, seed=3)
    recipe = recipe_of(done)
    one_by_one = [
        bits_of(member)
        for t in range(1, 101)
        for member in train_drawn(data, recipe, 3, np.arange(t, t + 1))
    ]
    assert len(set(one_by_one)) == (2 if name == "subspaces" else 100)
    for size in (7, 25, 100):
        groups = [np.arange(t, min(t + size, 101)) for t in range(1, 101, size)]
        together = [train_drawn(data, recipe, 3, group) for group in groups]
        assert [bits_of(member) for group in together for member in group] == one_by_one
    stream = zip(range(1, 101), chain.from_iterable(batches(data, recipe, 3, 1)), strict=False)
    assert [bits_of(member) for _, member in stream] == one_by_one
    done.finish()
    recorded = [(r.in_bag, r.features and r.features[0], r.learners[0]) for r in done.rounds]
    assert [bits(*each) for each in recorded] == one_by_one
