"""Every number of a trace, computed again from the points and the nodes alone.

Nothing of the engine is used but the trace itself: trees are walked with `x <= threshold`, sums
are plain sums. `CHECKS` are functions of a `Case`, a trace with the points it was made from.
"""

import csv
import io
import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as sampling
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.runs import run
from ensemble_viz.export.trace import TraceOptions
from tests.runs import to_json

TOP = [
    "format", "version", "task", "classes", "columns", "n", "method", "params", "seed",
    "initial_score", "rounds", "stopped",
]  # fmt: skip
ROUND = [
    "round", "sample_weight", "next_weight", "in_bag", "features", "target", "hessian", "learners",
    "learner_weight", "error", "figures", "score", "prediction", "probe_score", "probe_prediction",
]  # fmt: skip
NODE = [
    "id", "feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value",
]  # fmt: skip
FIGURES = [
    "train_error", "test_error", "loss", "z", "bound", "exp_loss", "min_margin", "median_margin",
    "oob_error", "oob_error_trees", "oob_covered", "learner_error", "importance",
    "importance_permutation", "disagreement", "correlation",
]  # fmt: skip
OF_BAGS = [
    "oob_error", "oob_error_trees", "importance_permutation", "disagreement", "correlation",
]  # fmt: skip
SECOND_ORDER = ["grad", "hess"]
PER_POINT = [
    "sample_weight", "next_weight", "in_bag", "target", "hessian", "score", "prediction",
]  # fmt: skip
BAGS = (
    "bagging", "pasting", "random-subspaces", "random-patches", "random-forest", "extra-trees",
)  # fmt: skip
ONE_AXIS_A_TREE = ("random-subspaces", "random-patches")
ONE_AXIS_A_NODE = ("random-forest", "extra-trees")
ROBUST = ("absolute", "huber")
EXPONENTIAL = "exponential"
EPS = float(np.finfo(np.float64).eps)
ROUNDING = 1e-10  # an error so close to 0 or to ½ is 0, or ½
TIE = 1e-12  # of the largest value possible: candidates so close tie
LEAST_SHARE = float(np.finfo(np.float32).eps)  # of a class that has no point

Nodes = list[dict[str, Any]]
Array = np.ndarray


def close(value: Any, tolerance: float = 1e-9) -> Any:
    return pytest.approx(value, rel=tolerance, abs=tolerance)


# --- a trace and its points ---------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Case:
    """A trace, and what it was made from."""

    trace: dict[str, Any]
    points: Array
    answers: list[Any]
    """Class names or values."""
    weight: Array | None = None
    test_points: Array | None = None
    test_answers: list[Any] = field(default_factory=list)
    probes: Array | None = None

    @property
    def method(self) -> str:
        return self.trace["method"]

    @property
    def params(self) -> dict[str, Any]:
        return self.trace["params"]

    @property
    def rounds(self) -> list[dict[str, Any]]:
        return self.trace["rounds"]

    @cached_property
    def classes(self) -> list[str]:
        return self.trace["classes"] or []

    @cached_property
    def y(self) -> Array:
        return self.numbers(self.answers)

    def numbers(self, answers: Sequence[Any]) -> Array:
        """Class names become their places, values stay."""
        return np.array([self.classes.index(a) if self.classes else a for a in answers])

    @cached_property
    def share(self) -> Array:
        """How much each point counts in an average."""
        weight = np.ones(len(self.points)) if self.weight is None else self.weight
        return weight / weight.sum()

    @property
    def boosts(self) -> bool:
        """The trees are fitted to gradients."""
        return self.method in ("gradient-boosting", "xgboost")

    @property
    def second_order(self) -> bool:
        """The trees follow gradients and hessians."""
        return self.method == "xgboost"

    @property
    def draws_points(self) -> bool:
        """The learners see points that were drawn."""
        always = self.method in ("bagging", "pasting", "random-patches", "random-forest")
        sometimes = self.params.get("bootstrap", False) or self.params.get("subsample", 1.0) < 1.0
        return always or sometimes

    @property
    def draws_an_axis_a_tree(self) -> bool:
        """Every tree knows one axis of two."""
        return self.method in ONE_AXIS_A_TREE and self._narrow

    @property
    def draws_an_axis_a_node(self) -> bool:
        """Every node looks at one axis of two."""
        forest = self.method in ONE_AXIS_A_NODE and self._narrow
        return forest or (self.is_drawn and len(self.axes) == 2)

    @property
    def _narrow(self) -> bool:
        return self.params["max_features"] == 1 and len(self.axes) == 2

    @property
    def loss(self) -> str:
        """The loss that is boosted, by its name."""
        default = "log-loss" if self.classes else "squared"
        given = self.params.get("loss", "default")
        return default if given == "default" else given

    @property
    def criterion(self) -> str:
        return self.params["criterion"] if self.classes and not self.boosts else "squared"

    @property
    def is_stump(self) -> bool:
        """The sides of the notes' stump answer different classes, or it is a constant."""
        return self.criterion == "error" and self.params["max_depth"] == 1 and not self.is_drawn

    @property
    def is_drawn(self) -> bool:
        """Axes and thresholds are drawn, not searched."""
        return self.params.get("learner") == "random"

    @cached_property
    def axes(self) -> dict[str, int]:
        return {name: axis for axis, name in enumerate(self.trace["columns"])}

    def place(self, nodes: Nodes, point: Array) -> int:
        """Walk down to a leaf."""
        at = nodes[0]
        while at["feature"] is not None:
            side = "left" if point[self.axes[at["feature"]]] <= at["threshold"] else "right"
            at = nodes[at[side]]
        return at["id"]

    def answer(self, nodes: Nodes, points: Array) -> Array:
        """What a tree answers: shares or values."""
        return np.array([nodes[self.place(nodes, point)]["value"] for point in points])

    def rows(self, nodes: Nodes, rows: Array) -> dict[int, Array]:
        """Which of the rows come through each node."""
        through = {0: rows}
        for node in nodes:
            if node["feature"] is not None:
                own = through[node["id"]]
                left = self.points[own, self.axes[node["feature"]]] <= node["threshold"]
                through[node["left"]], through[node["right"]] = own[left], own[~left]
        return through

    def weights(self, record: dict[str, Any]) -> Array:
        """What each point weighs in the trees of a round."""
        weight = np.array(record["sample_weight"] or np.ones(len(self.points)))
        return weight * (record["in_bag"] or 1)

    def targets(self, record: dict[str, Any]) -> list[Array]:
        """What each learner of a round was fitted to."""
        if not self.boosts:
            return [self.y]
        target = np.array(record["target"])
        return [target] if target.ndim == 1 else list(target.T)

    def part(self, record: dict[str, Any], points: Array) -> Array:
        """What a round's learners add to the score, before their weight."""
        answers = [self.answer(one["nodes"], points) for one in record["learners"]]
        if len(answers) > 1:
            return np.column_stack(answers)
        if self.method == "adaboost" and len(self.classes) <= 2:
            return np.where(answers[0].argmax(axis=1) == 1, 1.0, -1.0)
        hard = self.method in BAGS and self.classes and self.params["vote"] == "hard"
        if hard or self.method == "adaboost":
            return np.eye(len(self.classes))[answers[0].argmax(axis=1)]
        return answers[0]

    def scores(self, points: Array) -> Iterator[tuple[dict[str, Any], Array]]:
        """The score at some points after each round."""
        total, weights = np.array(self.trace["initial_score"] or 0.0), 0.0
        if self.trace["initial_score"] is not None:
            total = np.repeat(total, len(points)) if len(total) == 1 else total
        for record in self.rounds:
            part = self.part(record, points)
            total = total + record["learner_weight"] * part
            weights += record["learner_weight"]
            if self.method == "tree":
                yield record, part
            else:
                yield record, total / weights if self.method in BAGS else total

    def before(self, t: int) -> Array:
        """The recorded score before round t, counted from 1."""
        if t > 1:
            return np.array(self.rounds[t - 2]["score"])
        initial = np.array(self.trace["initial_score"])
        n = len(self.points)
        return np.repeat(initial, n) if len(initial) == 1 else np.tile(initial, (n, 1))

    def residual(self, t: int) -> Array:
        """What is left over before round t."""
        return self.y - self.before(t)

    def trees(self) -> Iterator[tuple[dict[str, Any], Nodes, Array, Array]]:
        """Every tree with its round, what it was fitted to, and what the points weighed."""
        for record in self.rounds:
            for one, target in zip(record["learners"], self.targets(record), strict=True):
                yield record, one["nodes"], target, self.weights(record)


def decided(case: Case, score: Any) -> list[Any]:
    """F > 0 or the greatest score; ties to the first class."""
    score = np.array(score)
    if not case.classes:
        return score.tolist()
    if score.ndim == 1:
        return [case.classes[1] if f > 0 else case.classes[0] for f in score]
    return [case.classes[k] for k in score.argmax(axis=1)]


def missed(case: Case, score: Array, y: Array) -> tuple[Array, Array]:
    """What surely is missed, and what may be: a tie that rounding hides can go either way."""
    if not case.classes:
        return (score - y) ** 2, (score - y) ** 2
    score = np.column_stack((-score, score)) if score.ndim == 1 else score
    best = score.max(axis=1, keepdims=True)
    ties = score >= best - TIE * max(1.0, np.abs(score).max(initial=0.0))
    hidden = (ties & (score < best)).any(axis=1)
    plain = score.argmax(axis=1) != y
    surely = ~ties[np.arange(len(y)), y]
    return np.where(hidden, surely, plain) * 1.0, (hidden | plain) * 1.0


def misses(case: Case, nodes: Nodes, points: Array, y: Array) -> Array:
    """What a single tree does wrong at some points: its shares say exactly which class."""
    answer = case.answer(nodes, points)
    return (answer.argmax(axis=1) != y) * 1.0 if case.classes else (answer - y) ** 2


def between(value: float, low: float, high: float) -> bool:
    return low - 1e-9 * (1 + abs(low)) <= value <= high + 1e-9 * (1 + abs(high))


# --- the frame ----------------------------------------------------------------------------------


def check_the_header(case: Case) -> None:
    trace = case.trace
    assert list(trace) == TOP
    assert (trace["format"], trace["version"]) == ("ensemble-viz-trace", 1)
    assert trace["n"] == len(case.points)
    assert len(trace["columns"]) == case.points.shape[1]
    assert trace["task"] == ("classification" if trace["classes"] else "regression")
    if trace["classes"]:
        assert set(case.answers) <= set(trace["classes"])
    for record, number in zip(case.rounds, itertools.count(1), strict=False):
        assert list(record) == ROUND
        assert record["round"] == number
        assert set(record["figures"]) >= set(FIGURES)
        assert (record["hessian"] is None) == (not case.second_order)


def check_absent_things_are_null(case: Case) -> None:
    adaboost, bags = case.method == "adaboost", case.method in BAGS
    for record in case.rounds:
        assert (record["sample_weight"] is None) == (case.weight is None and not adaboost)
        assert (record["next_weight"] is None) == (not adaboost)
        assert (record["in_bag"] is None) == (not case.draws_points)
        assert (record["features"] is None) == (not case.draws_an_axis_a_tree)
        assert (record["error"] is None) == (not adaboost)
        for name in ("probe_score", "probe_prediction"):
            assert (record[name] is None) == (case.probes is None)
        figures = record["figures"]
        for name in ("z", "bound", "exp_loss"):
            assert (figures[name] is None) == (not adaboost or len(case.classes) > 2)
        for name in ("min_margin", "median_margin"):
            assert (figures[name] is None) == (not adaboost)
        assert ("delta" in figures) == (case.params.get("loss") == "huber")
        assert (figures["test_error"] is None) == (case.test_points is None)
        assert (figures["loss"] is None) == (bool(case.classes) and (bags or case.method == "tree"))
        assert (figures["oob_covered"] is None) == (not (bags and case.draws_points))
        assert bags or [figures[name] for name in OF_BAGS] == [None] * len(OF_BAGS)
        if not case.draws_points:
            assert [figures[name] for name in OF_BAGS[:3]] == [None] * 3


def check_the_shape_of_the_nodes(case: Case) -> None:
    for record in case.rounds:
        for one in record["learners"]:
            check_shape(case, one["nodes"], [])
            if "grown" in one:
                check_shape(case, one["grown"], MARKS)
        assert len(record["learners"]) == (len(case.classes) if several(case) else 1)


MARKS = ["pruned", "kept_as"]  # on nodes as they were grown, before splits were taken back


def check_shape(case: Case, nodes: Nodes, marks: list[str]) -> None:
    assert [node["id"] for node in nodes] == list(range(len(nodes)))
    children = []
    for node in nodes:
        drawn = case.draws_an_axis_a_node and "tried" in node
        threw = case.method == "extra-trees" and "thrown" in node
        more = SECOND_ORDER * case.second_order + ["tried"] * drawn + ["thrown"] * threw + marks
        assert list(node) == NODE + more
        asked = [node[name] for name in ("feature", "threshold", "left", "right")]
        if node["feature"] is None:
            assert asked == [None] * 4
        else:
            assert None not in asked
            assert node["right"] == node["left"] + 1 > node["id"] + 1
            children += [node["left"], node["right"]]
    assert sorted(children) == list(range(1, len(nodes)))
    best_first = case.params.get("max_leaf_nodes") or case.params.get("grow") == "leaf-wise"
    if case.method != "tree" and not best_first:
        assert children == sorted(children), "level by level, from the left to the right"


def several(case: Case) -> bool:
    """Whether there is one learner a class."""
    return case.boosts and len(case.classes) > 2


def check_learners_name_their_class(case: Case) -> None:
    for record in case.rounds:
        assert all(one["kind"] == "tree" for one in record["learners"])
        for one in record["learners"]:
            assert one.get("reversed", True) is True
            assert "reversed" not in one or may_reverse(case)
        names = [one["class"] for one in record["learners"]]
        assert names == (case.classes if several(case) else [None])


def may_reverse(case: Case) -> bool:
    """Only learners of two classes that were drawn can be worse than chance, and turned round."""
    return case.is_drawn and len(case.classes) <= 2 and case.params["above_half"] == "reverse"


# --- nodes --------------------------------------------------------------------------------------


def impurity(case: Case, target: Array, weight: Array) -> float:
    if case.criterion == "squared":
        mean = weight @ target / weight.sum()
        return float(weight @ (target - mean) ** 2 / weight.sum())
    shares = class_shares(case, target, weight)
    if case.criterion == "gini":
        return float(1.0 - (shares**2).sum())
    if case.criterion == "error":
        return float(1.0 - shares.max())
    return bits(shares)


def bits(shares: Array) -> float:
    return sum(-p * math.log2(p) for p in shares.tolist() if p > 0)


def class_shares(case: Case, target: Array, weight: Array) -> Array:
    sums = np.array([weight[target == k].sum() for k in range(len(case.classes))])
    return sums / weight.sum()


def gain(case: Case, target: Array, weight: Array, left: Array) -> float:
    """Impurity less what is left over; for the gain ratio by the bits of the cut itself."""
    shares = np.array([weight[left].sum(), weight[~left].sum()]) / weight.sum()
    sides = [impurity(case, target[side], weight[side]) for side in (left, ~left)]
    saved = impurity(case, target, weight) - shares @ sides
    if case.criterion == "gain-ratio":
        return saved / bits(shares) if bits(shares) > 0 else 0.0
    return float(saved)


def value(case: Case, record: dict[str, Any], k: int, rows: Array) -> Any:
    """What a node answers, or would answer as a leaf."""
    weight, target = case.weights(record)[rows], case.targets(record)[k][rows]
    if case.criterion != "squared":
        return class_shares(case, target, weight)
    if not case.boosts or case.params["leaf"] == "gradient" or case.loss == "squared":
        return weight @ target / weight.sum()
    if case.loss in ROBUST:
        return robust_answer(case, record, rows)
    curvature = bend(case.before(record["round"]))
    curvature = (curvature if curvature.ndim == 1 else curvature[:, k])[rows]
    if case.loss == EXPONENTIAL:
        curvature = np.abs(target)
    return weight @ target / (weight @ curvature)


def robust_answer(case: Case, record: dict[str, Any], rows: Array) -> float:
    """The lower median of the residuals; for Huber's loss Friedman's step from there."""
    residual, weight = case.residual(record["round"])[rows], case.weights(record)[rows]
    order = np.argsort(residual, kind="stable")
    reached = np.cumsum(weight[order]) >= 0.5 * weight.sum() * (1 - TIE)
    middle = residual[order][reached][0]
    if case.loss == "absolute":
        return float(middle)
    delta = record["figures"]["delta"]
    around = np.minimum(np.abs(residual - middle), delta) * np.sign(residual - middle)
    return float(middle + weight @ around / weight.sum())


def bend(score: Array) -> Array:
    """The second derivative of the loss; with more classes Friedman's step carries (K − 1)/K."""
    p = probability(score)
    more = 1.0 if score.ndim == 1 else score.shape[1] / (score.shape[1] - 1)
    return p * (1.0 - p) * more


def probability(score: Array) -> Array:
    if score.ndim == 1:
        return 1.0 / (1.0 + np.exp(-score))
    power = np.exp(score - score.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def check_what_the_nodes_hold(case: Case) -> None:
    for record in first_order(case):
        weight = case.weights(record)
        for k, one in enumerate(record["learners"]):
            target = case.targets(record)[k]
            through = case.rows(one["nodes"], np.flatnonzero(weight > 0))
            for node in one["nodes"]:
                rows = through[node["id"]]
                w, y = weight[rows], target[rows]
                assert node["n"] == len(rows) >= 1
                assert node["weight"] == close(w.sum())
                assert node["impurity"] == close(impurity(case, y, w))
                assert node["value"] == close(value(case, record, k, rows))


def first_order(case: Case) -> list[dict[str, Any]]:
    """The rounds, but not those whose trees have rules of their own."""
    return [] if case.second_order else case.rounds


def first_order_trees(case: Case) -> Iterator[tuple[dict[str, Any], Nodes, Array, Array]]:
    return iter(()) if case.second_order else case.trees()


def check_the_gains(case: Case) -> None:
    for _, nodes, target, weight in first_order_trees(case):
        through = case.rows(nodes, np.flatnonzero(weight > 0))
        for node in nodes:
            if node["feature"] is None:
                assert node["gain"] == 0
                continue
            rows = through[node["id"]]
            left = np.isin(rows, through[node["left"]])
            assert node["gain"] == close(gain(case, target[rows], weight[rows], left))
            assert node["gain"] >= 0


def middles(case: Case, rows: Array, axes: Sequence[int]) -> list[tuple[int, float]]:
    """The middles between neighbours, in the order in which ties go."""
    found = []
    for axis in axes:
        x = np.unique(case.points[rows, axis])
        for low, high in itertools.pairwise(x.tolist()):
            middle = low / 2 + high / 2
            found.append((axis, low if middle >= high else middle))
    return found


def leaves_enough(case: Case, rows: Array, axis: int, threshold: float) -> bool:
    left = int((case.points[rows, axis] <= threshold).sum())
    return min(left, len(rows) - left) >= case.params.get("min_samples_leaf", 1)


def cuts(case: Case, rows: Array, axes: Sequence[int]) -> list[tuple[int, float]]:
    """Where a cut can fall: where it leaves enough points on either side."""
    return [cut for cut in middles(case, rows, axes) if leaves_enough(case, rows, *cut)]


def open_cuts(
    case: Case, rows: Array, node: dict[str, Any], record: dict[str, Any]
) -> list[tuple[int, float]]:
    """The cuts that a node could choose from: those it threw, or all along its axes."""
    if case.method != "extra-trees":
        return cuts(case, rows, allowed(case, node, record))
    thrown = [(case.axes[name], threshold) for name, threshold, _ in node.get("thrown", [])]
    return [cut for cut in thrown if leaves_enough(case, rows, *cut)]


def merit(case: Case, target: Array, weight: Array, left: Array) -> float:
    """What a cut is chosen by: the gain; for the notes' stump how much it beats a constant."""
    if not case.is_stump:
        return gain(case, target, weight, left)
    sides = [class_shares(case, target[side], weight[side]) for side in (left, ~left)]
    scaled = [side * weight[own].sum() for side, own in zip(sides, (left, ~left), strict=True)]
    k = len(case.classes)
    right = [scaled[0][a] + scaled[1][b] for a in range(k) for b in range(k) if a != b]
    constant = class_shares(case, target, weight).max() * weight.sum()
    return (max(right, default=-1.0) - constant) / weight.sum()


def mixed(case: Case, target: Array) -> bool:
    """Not all answers are the same; values that differ by less than their rounding are."""
    if case.criterion != "squared":
        return len(set(target.tolist())) > 1
    largest = 1.0 if case.classes else np.abs(case.y).max()
    return np.ptp(target) > (64 * EPS * largest if case.boosts else 0.0)


def best_cuts(
    case: Case, rows: Array, target: Array, weight: Array, among: list[tuple[int, float]]
) -> tuple[float, list[tuple[int, float]]]:
    """The greatest merit of some cuts of a node, and all that reach it, in order."""
    y, w = target[rows], weight[rows]
    merits = {
        (axis, threshold): merit(case, y, w, case.points[rows, axis] <= threshold)
        for axis, threshold in among
    }
    if not merits or not mixed(case, y):
        return -math.inf, []
    best = max(merits.values())
    scale = largest_merit(case, y, w)
    if case.is_stump and best < -TIE * scale:
        return -math.inf, []
    return best, [cut for cut, worth in merits.items() if worth >= best - TIE * scale]


def largest_merit(case: Case, target: Array, weight: Array) -> float:
    if case.criterion == "squared":
        return impurity(case, target, weight)
    if case.criterion == "entropy":
        return max(1.0, math.log2(len(case.classes)))
    return 1.0


def allowed(case: Case, node: dict[str, Any], record: dict[str, Any]) -> list[int]:
    """The axes that a node may look at: the last it tried, or those of its tree."""
    if "tried" in node:
        return [case.axes[node["tried"][-1]]]
    return [case.axes[name] for name in (record["features"] or [case.axes])[0]]


def check_every_question_is_the_first_of_the_best(case: Case) -> None:
    for record, nodes, target, weight in first_order_trees(case):
        through = case.rows(nodes, np.flatnonzero(weight > 0))
        for node in nodes:
            if node["feature"] is not None:
                rows, asked = through[node["id"]], (case.axes[node["feature"]], node["threshold"])
                among = open_cuts(case, rows, node, record)
                if case.is_drawn:
                    assert asked in among
                    continue
                _, ties = best_cuts(case, rows, target, weight, among)
                assert asked == ties[0]


def depths(nodes: Nodes) -> dict[int, int]:
    depth = {0: 0}
    for node in nodes:
        if node["feature"] is not None:
            depth[node["left"]] = depth[node["right"]] = depth[node["id"]] + 1
    return depth


def check_leaves_are_leaves_for_a_reason(case: Case) -> None:
    grows = case.method == "tree"
    done = (
        case.trace["stopped"]["rule"] == "nothing-to-split" and case.params.get("prune") == "none"
    )
    for record, nodes, target, weight in first_order_trees(case):
        depth, limit = depths(nodes), case.params["max_depth"]
        assert limit is None or max(depth.values()) <= limit
        assert sum(node["feature"] is None for node in nodes) <= most_leaves(case)
        if case.params.get("max_leaf_nodes") or (
            grows and not (done and record is case.rounds[-1])
        ):
            continue
        through = case.rows(nodes, np.flatnonzero(weight > 0))
        for node in nodes:
            if node["feature"] is None and (limit is None or depth[node["id"]] < limit):
                rows = through[node["id"]]
                among = open_cuts(case, rows, node, record)
                best, ties = best_cuts(case, rows, target, weight, among)
                assert not ties or best < case.params.get("min_gain", 0.0)


def most_leaves(case: Case) -> float:
    return case.params.get("max_leaf_nodes") or math.inf


def full_trees(case: Case) -> list[dict[str, Any]]:
    """The rounds of the method tree that split, before any that prune."""
    grown = [len(record["learners"][0]["nodes"]) for record in case.rounds]
    return [r for r, size in zip(case.rounds, grown, strict=True) if size == 2 * r["round"] + 1]


def check_a_tree_grows_by_one_split_a_round(case: Case) -> None:
    earlier: Nodes = []
    for record in full_trees(case) if case.method == "tree" else []:
        nodes = record["learners"][0]["nodes"]
        split = nodes[-2:][0]["id"]
        same = [one for one in earlier if one == nodes[one["id"]]]
        assert len(earlier) - len(same) == (1 if earlier else 0)
        assert sum(node["left"] == split for node in nodes) == 1
        earlier = nodes


def check_pruning_makes_a_leaf_of_one_subtree_a_round(case: Case) -> None:
    if case.method != "tree":
        return
    grown = len(full_trees(case))
    assert grown == len(case.rounds) or case.params["prune"] != "none"
    for before, after in itertools.pairwise(case.rounds[max(grown - 1, 0) :]):
        old, new = (record["learners"][0]["nodes"] for record in (before, after))
        kept = paths(old).keys() & paths(new).keys()
        assert kept == paths(new).keys() < paths(old).keys()
        leaf = [k for k in kept if paths(new)[k]["feature"] != paths(old)[k]["feature"]]
        assert len(leaf) == 1
        assert paths(new)[leaf[0]]["feature"] is None
        gone = paths(old).keys() - kept
        assert all(path.startswith(leaf[0]) for path in gone)
        for name in ("n", "weight", "impurity", "value"):
            assert all(paths(new)[path][name] == paths(old)[path][name] for path in kept)
        if case.params["prune"] == "cost-complexity":
            links = prices(old)
            number = paths(old)[leaf[0]]["id"]
            assert links[number] == close(min(links.values()))
            assert after["figures"]["ccp_alpha"] == close(links[number])


def paths(nodes: Nodes) -> dict[str, dict[str, Any]]:
    """Each node by its way down from the root, L and R."""
    way = {0: ""}
    for node in nodes:
        if node["feature"] is not None:
            way[node["left"]], way[node["right"]] = way[node["id"]] + "L", way[node["id"]] + "R"
    return {way[node["id"]]: node for node in nodes}


def prices(nodes: Nodes) -> dict[int, float]:
    """What each subtree saves for each of its leaves beyond the first."""
    cost = [node["impurity"] * node["weight"] / nodes[0]["weight"] for node in nodes]
    below: dict[int, tuple[float, int]] = {}
    for node in reversed(nodes):
        if node["feature"] is None:
            below[node["id"]] = cost[node["id"]], 1
        else:
            left, right = below[node["left"]], below[node["right"]]
            below[node["id"]] = left[0] + right[0], left[1] + right[1]
    return {
        node["id"]: (cost[node["id"]] - below[node["id"]][0]) / (below[node["id"]][1] - 1)
        for node in nodes
        if node["feature"] is not None
    }


def check_the_most_useful_leaf_is_split_first(case: Case) -> None:
    best_first = case.params.get("max_leaf_nodes") or case.method == "tree"
    assert not case.second_order or not best_first
    whole = full_trees(case)[-1:] if case.method == "tree" else case.rounds
    for record, nodes, target, weight in case.trees() if best_first else []:
        if record not in whole:
            continue
        through, depth = case.rows(nodes, np.flatnonzero(weight > 0)), depths(nodes)
        saved = [saving(case, through[k], target, weight, depth[k]) for k in range(len(nodes))]
        slack = 1e-9 * impurity(case, target[through[0]], weight[through[0]]) * weight.sum()
        inner = [node for node in nodes if node["feature"] is not None]
        for node in sorted(inner, key=lambda one: one["left"]):
            waiting = [one["id"] for one in nodes[: node["left"]] if is_leaf_before(one, node)]
            assert saved[node["id"]] >= max(saved[k] for k in waiting) - slack


def is_leaf_before(one: dict[str, Any], split: dict[str, Any]) -> bool:
    return one["left"] is None or one["left"] >= split["left"]


def saving(case: Case, rows: Array, target: Array, weight: Array, depth: int) -> float:
    """How much impurity, times the weight, a leaf's best cut would save."""
    limit = case.params["max_depth"]
    if limit is not None and depth >= limit:
        return -math.inf
    among = cuts(case, rows, list(case.axes.values()))
    best, ties = best_cuts(case, rows, target, weight, among)
    if not ties or best < case.params.get("min_gain", 0.0) - TIE:
        return -math.inf
    axis, threshold = ties[0]
    y, w, left = target[rows], weight[rows], case.points[rows, axis] <= threshold
    below = [impurity(case, y[side], w[side]) * w[side].sum() for side in (left, ~left)]
    return impurity(case, y, w) * w.sum() - sum(below)


# --- nodes of second order ----------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Slopes:
    """What a tree of second order was fitted to."""

    case: Case
    g: Array
    h: Array
    rows: Array
    """The points that counted."""

    def sums(self, rows: Array) -> tuple[float, float]:
        return float(self.g[rows].sum()), float(self.h[rows].sum())

    def worth(self, rows: Array) -> float:
        grad, hess = self.sums(rows)
        below = hess + self.case.params["reg_lambda"]
        return grad * grad / below if below > 0 else 0.0

    def gain(self, rows: Array, left: Array) -> float:
        return self.worth(rows[left]) + self.worth(rows[~left]) - self.worth(rows)

    def enough(self, rows: Array) -> bool:
        return self.sums(rows)[1] >= self.case.params["min_child_weight"] * (1 - 1e-12)

    def rounding(self, rows: Array) -> float:
        """How close two gains tie: of the largest possible score of the node."""
        size, least = np.abs(self.g[rows]).sum(), self.case.params["min_child_weight"]
        alone = (self.g[rows] ** 2 / self.h[rows]).sum()
        below = self.case.params["reg_lambda"] + least
        return TIE * min(alone, size * size / below if below > 0 else math.inf)

    def cuts(self, rows: Array) -> dict[tuple[int, float], float]:
        """Every allowed cut with its gain, in the order in which ties go."""
        found = {}
        for axis in range(self.case.points.shape[1]):
            x = self.case.points[:, axis]
            for threshold in self.places(axis, rows):
                left = x[rows] <= threshold
                if self.enough(rows[left]) and self.enough(rows[~left]):
                    found[axis, threshold] = self.gain(rows, left)
        return found

    def places(self, axis: int, rows: Array) -> list[float]:
        """The middles between neighbours; with fewer bins than values those between bins."""
        x = self.case.points[:, axis]
        own = [low / 2 + high / 2 for low, high in itertools.pairwise(np.unique(x[rows]).tolist())]
        if self.case.params["tree_method"] == "exact":
            return own
        counts = self.case.share > 0
        fixed = between_bins(x[counts], self.case.share[counts], self.case.params["max_bin"])
        if fixed is None:
            return own
        parted: dict[tuple[bool, ...], float] = {}
        for threshold in fixed:
            parted.setdefault(tuple(x[rows] <= threshold), threshold)
        return [t for side, t in parted.items() if any(side) and not all(side)]


def between_bins(x: Array, share: Array, most: int) -> list[float] | None:
    """The thresholds between bins of weighted quantiles; None where every value has its own."""
    values = np.unique(x)
    upto = [share[x <= value].sum() for value in values]
    if len(values) <= most:
        return None
    chosen = list(range(1, most)) if len(values) == most + 1 else []
    first, last = upto[0], upto[-2]
    for k in range(1, most) if not chosen else ():
        quantile = first + k * (last - first) / most
        chosen.append(next(j for j, end in enumerate(upto) if end > quantile + 1e-12))
    if len(values) > most + 1:
        chosen = sorted({*chosen, len(values) - 1} - {0})[: most - 1]
    return [values[j - 1] / 2 + values[j] / 2 for j in chosen]


def slopes(case: Case) -> Iterator[tuple[dict[str, Any], dict[str, Any], Slopes]]:
    """Every tree of second order, with its round and with what it was fitted to."""
    times = np.ones(len(case.points)) if case.weight is None else case.weight
    for record in case.rounds if case.second_order else []:
        drawn = times * (record["in_bag"] or 1)
        hessian = np.array(record["hessian"]).reshape(len(drawn), -1)
        for k, one in enumerate(record["learners"]):
            target = case.targets(record)[k]
            rows = np.flatnonzero(drawn > 0)
            yield record, one, Slopes(case, -target * drawn, hessian[:, k] * drawn, rows)


def check_the_nodes_of_second_order(case: Case) -> None:
    for record, one, fitted in slopes(case):
        nodes = one.get("grown", one["nodes"])
        through = case.rows(nodes, fitted.rows)
        weight = case.weights(record)
        for node in nodes:
            rows = through[node["id"]]
            grad, hess = fitted.sums(rows)
            assert node["n"] == len(rows) >= 1
            assert node["weight"] == close(weight[rows].sum())
            assert node["impurity"] is None
            assert (node["grad"], node["hess"]) == (close(grad), close(hess))
            below = hess + case.params["reg_lambda"]
            answers = below > 0 and (len(nodes) > 1 or fitted.enough(rows))
            assert node["value"] == close(-grad / below if answers else 0.0)


def check_the_splits_of_second_order(case: Case) -> None:
    limit = case.params["max_depth"]
    for _, one, fitted in slopes(case):
        nodes = one.get("grown", one["nodes"])
        through, depth = case.rows(nodes, fitted.rows), depths(nodes)
        for node in nodes:
            rows = through[node["id"]]
            found = {} if depth[node["id"]] == limit else fitted.cuts(rows)
            best, slack = max(found.values(), default=0.0), fitted.rounding(rows)
            if node["feature"] is None:
                assert node["gain"] == 0
                assert best <= 1e-6 + 2 * slack
                continue
            assert best > 1e-6
            assert node["gain"] == close(best)
            first = next(cut for cut, gain in found.items() if gain >= best - slack)
            assert (case.axes[node["feature"]], node["threshold"]) == first


def check_what_was_taken_back(case: Case) -> None:
    for record in case.rounds if case.second_order else []:
        taken = 0
        for one in record["learners"]:
            grown, kept = one.get("grown"), one["nodes"]
            back = taken_back(case, grown or kept)
            assert any(back.values()) == (grown is not None)
            taken += sum(back.values())
            left: Nodes = []
            for node in grown or []:
                plain = {name: value for name, value in node.items() if name not in MARKS}
                assert node["pruned"] == back[node["id"]]
                if gone(grown, back, node["id"]):
                    assert node["kept_as"] is None
                    continue
                assert node["kept_as"] == len(left)
                if back[node["id"]]:
                    plain |= dict.fromkeys(("feature", "threshold", "left", "right")) | {"gain": 0}
                left.append(plain)
            numbers = {node["id"]: node["kept_as"] for node in grown or []}
            for node in left:
                node["id"] = numbers[node["id"]]
                node["left"], node["right"] = (
                    numbers.get(node[side]) for side in ("left", "right")
                )
            assert grown is None or left == kept
        assert record["figures"]["pruned"] == taken


def taken_back(case: Case, nodes: Nodes) -> dict[int, bool]:
    """Which splits gain less than γ, from the leaves up."""
    back: dict[int, bool] = {}
    ends: dict[int, bool] = {}
    for node in reversed(nodes):
        k, inner = node["id"], node["feature"] is not None
        below = inner and ends[node["left"]] and ends[node["right"]]
        back[k] = below and node["gain"] < case.params["gamma"] - 1e-12
        ends[k] = back[k] or not inner
    return back


def gone(nodes: Nodes, back: dict[int, bool], k: int) -> bool:
    """Whether a split above the node was taken back."""
    above = [node for node in nodes if k in (node["left"], node["right"])]
    return bool(above) and (back[above[0]["id"]] or gone(nodes, back, above[0]["id"]))


def check_the_split_that_gains_most_is_made_first(case: Case) -> None:
    leaf_wise = case.params.get("grow") == "leaf-wise"
    for _, one, _ in slopes(case) if leaf_wise else []:
        nodes = one.get("grown", one["nodes"])
        for node in nodes:
            waiting = [
                other["gain"]
                for other in nodes[: node["left"] or 0]
                if other["left"] is not None and other["left"] >= node["left"]
            ]
            assert not waiting or node["gain"] >= max(waiting) - 1e-9


def check_the_hessians(case: Case) -> None:
    for record in case.rounds if case.second_order else []:
        score = case.before(record["round"])
        p = probability(score)
        expected = p * (1 - p) * (1 if p.ndim == 1 else 2) if case.classes else np.ones(len(score))
        assert np.array(record["hessian"]) == close(expected, 1e-12)


def check_the_axes_that_were_tried(case: Case) -> None:
    drawn = case.draws_an_axis_a_node
    for _, nodes, _, weight in case.trees():
        through = case.rows(nodes, np.flatnonzero(weight > 0))
        for node in nodes:
            assert drawn or "tried" not in node
            if not drawn or (node["feature"] is None and "tried" not in node):
                continue
            tried = [case.axes[name] for name in node["tried"]]
            varies = [np.ptp(case.points[through[node["id"]], axis]) > 0 for axis in tried]
            assert len(set(tried)) == len(tried) <= 2
            assert len(tried) == 1 + (not varies[0]), "the other axis where this one is constant"
            assert node["feature"] in (None, node["tried"][-1])


def check_the_axes_of_each_tree(case: Case) -> None:
    for record in case.rounds:
        if record["features"] is None:
            continue
        assert record["features"] in ([["x1"]], [["x2"]])
        (known,) = record["features"][0]
        (learner,) = record["learners"]
        assert {node["feature"] for node in learner["nodes"]} <= {None, known}


def check_the_cuts_that_were_thrown(case: Case) -> None:
    """One on each axis that was looked at and varies, between the ends, with its gain."""
    for record, nodes, target, weight in case.trees() if case.method == "extra-trees" else []:
        through = case.rows(nodes, np.flatnonzero(weight > 0))
        for node in nodes:
            rows, thrown = through[node["id"]], node.get("thrown", [])
            x = case.points[rows]
            looked_at = allowed(case, node, record)
            varying = [axis for axis in looked_at if np.ptp(x[:, axis]) > 0]
            asked = node["feature"] is not None or "tried" in node or thrown
            assert [case.axes[name] for name, _, _ in thrown] == (varying if asked else [])
            for name, threshold, gains in thrown:
                along = x[:, case.axes[name]]
                assert along.min() <= threshold < along.max()
                left = along <= threshold
                fits = leaves_enough(case, rows, case.axes[name], threshold)
                worth = gain(case, target[rows], weight[rows], left)
                assert gains == (close(max(worth, 0.0)) if fits else None)
            kept = [cut for cut in thrown if cut[:2] == [node["feature"], node["threshold"]]]
            assert len(kept) == (node["feature"] is not None)
            assert not kept or kept[0][2] == node["gain"]


# --- weights, draws, targets --------------------------------------------------------------------


def check_the_weights_of_the_points(case: Case) -> None:
    for t, record in enumerate(case.rounds):
        weight = record["sample_weight"]
        if weight is None:
            continue
        assert sum(weight) == close(1.0, 1e-12)
        if t == 0 or case.method != "adaboost":
            assert weight == close(case.share, 1e-12)
        else:
            assert weight == case.rounds[t - 1]["next_weight"]


def signs(case: Case) -> Array:
    """+1 for the second class."""
    return 2.0 * case.y - 1.0


def agreement(case: Case, record: dict[str, Any]) -> Array:
    """+1 where the learner is right, −1 where it misses: y h for two classes."""
    answer = case.answer(record["learners"][0]["nodes"], case.points)
    return np.where(answer.argmax(axis=1) == case.y, 1.0, -1.0)


def chance(case: Case) -> float:
    """The error that learners stay below."""
    k = len(case.classes)
    return 1 - 1 / k if k > 2 and case.params["multiclass"] == "samme" else 0.5


def half_weight(case: Case, record: dict[str, Any]) -> float:
    """The learner weight as half a logarithm."""
    return record["learner_weight"] * (0.5 if case.params["alpha"] == "log" else 1.0)


def check_missed_points_weigh_more_in_the_next_round(case: Case) -> None:
    for record in case.rounds if case.method == "adaboost" else []:
        right = agreement(case, record)
        grown = record["sample_weight"] * np.exp(-half_weight(case, record) * right)
        assert record["next_weight"] == close(grown / grown.sum())
        z = close(grown.sum()) if len(case.classes) <= 2 else None
        assert record["figures"]["z"] == z
        assert sum(record["next_weight"]) == close(1.0, 1e-12)


def check_the_draws(case: Case) -> None:
    n, able = len(case.points), int((case.share > 0).sum())
    for record in case.rounds:
        bag = record["in_bag"]
        if bag is None:
            continue
        assert all(type(times) is int and times >= 0 for times in bag)
        assert sum(bag) in sizes(case, n, able)
        assert set(bag) <= {0, 1} or case.method in BAGS[:1] + BAGS[3:]
        assert not any(times for times, share in zip(bag, case.share, strict=True) if share == 0)
    bags = [tuple(record["in_bag"] or ()) for record in case.rounds]
    if case.method in BAGS and case.draws_points and n > 20 and len(bags) > 3:
        assert (len(set(bags)) > 1) == (sum(bags[0]) < able or case.method != "pasting")
    if case.params.get("disjoint"):
        assert np.array(bags).sum(axis=0).max() == 1, "no point is dealt twice"


def sizes(case: Case, n: int, able: int) -> set[int]:
    """How many draws a bag may hold; portions differ by one point at most."""
    if case.params.get("disjoint"):
        k = dealt(case, able)
        return {able // k, -(-able // k)}
    share = case.params.get("subsample", case.params.get("max_samples", 1.0))
    drawn_once = case.method in ("pasting", "gradient-boosting", "xgboost")
    return {max(1, round(share * (able if drawn_once else n)))}


def dealt(case: Case, able: int) -> int:
    """How many portions there are."""
    return min(able, round(1 / max(case.params["max_samples"], 1 / able)))


def check_what_the_learners_were_fitted_to(case: Case) -> None:
    for record in case.rounds:
        if not case.boosts:
            assert record["target"] == case.answers
            continue
        score = case.before(record["round"])
        if not case.classes:
            assert record["target"] == close(slope(case, record), 1e-12)
        elif case.loss == EXPONENTIAL:
            assert record["target"] == close(signs(case) * np.exp(-signs(case) * score), 1e-12)
        elif score.ndim == 1:
            assert record["target"] == close(case.y - probability(score), 1e-12)
        else:
            one_hot = np.eye(len(case.classes))[case.y]
            assert np.array(record["target"]) == close(one_hot - probability(score), 1e-12)


def slope(case: Case, record: dict[str, Any]) -> Array:
    """The negative gradient of a loss of values."""
    r = case.residual(record["round"])
    if case.loss == "absolute":
        return np.where(r >= 0, 1, -1) if case.params["leaf"] == "line-search" else np.sign(r)
    if case.loss == "huber":
        delta = record["figures"]["delta"]
        return np.where(np.abs(r) <= delta, r, delta * np.sign(r))
    return r


def check_the_reach_of_squares(case: Case) -> None:
    """Huber's delta is given, or the lower quantile of the residuals of its round."""
    for record in case.rounds if case.params.get("loss") == "huber" else []:
        if case.params["huber_delta"] is not None:
            assert record["figures"]["delta"] == case.params["huber_delta"]
            assert case.params["huber_quantile"] is None
            continue
        size = np.abs(case.residual(record["round"]))
        inside, below = (
            case.share @ (size <= record["figures"]["delta"] * (1 + sign * 1e-9))
            for sign in (1, -1)
        )
        assert below - 1e-9 <= case.params["huber_quantile"] <= inside + 1e-9
        assert np.abs(size - record["figures"]["delta"]).min() <= 1e-9


# --- scores -------------------------------------------------------------------------------------


def middle_value(y: Array, share: Array) -> float:
    """The median; the average of the two middle values where the halves are equal."""
    order = np.argsort(y, kind="stable")
    order = order[share[order] > 0]
    reached = np.cumsum(share[order])
    lower = y[order][reached >= 0.5 - 1e-12][0]
    upper = y[order][reached > 0.5 + 1e-12]
    return (lower + (upper[0] if len(upper) else lower)) / 2


def check_where_the_sum_begins(case: Case) -> None:
    initial, init = case.trace["initial_score"], case.params.get("init")
    if case.second_order and case.params["base_score"] != "mean":
        base = case.params["base_score"]
        assert initial == close(
            [base] * max(1, len(case.classes)) if len(case.classes) != 2 else [log_odds(base)]
        ) or (len(case.classes) == 1 and initial == [0.0])
        return
    wide = len(case.classes) if several(case) else 1
    if case.method == "adaboost":
        assert initial == [0.0] * (len(case.classes) if len(case.classes) > 2 else 1)
    elif not case.boosts:
        assert initial is None
    elif init == "zero":
        assert initial == [0.0] * wide
    elif not case.classes:
        mean = case.share @ case.y
        middle = init == "median" or (init == "prior" and case.loss in ROBUST)
        assert initial == close([middle_value(case.y, case.share) if middle else mean])
    else:
        shares = class_shares(case, case.y, case.share)
        log = np.log(np.clip(shares, LEAST_SHARE, 1 - LEAST_SHARE))
        second = shares[1] if len(shares) > 1 else 0.0
        if case.second_order:
            log = np.log(np.maximum(shares, 1e-6))
        least = 1e-6 if case.second_order else LEAST_SHARE
        p = min(max(second, least), 1 - least)
        half = 0.5 if case.loss == EXPONENTIAL else 1.0
        assert initial == close(log - log.mean() if wide > 1 else [half * math.log(p / (1 - p))])


def log_odds(p: float) -> float:
    return math.log(p / (1 - p))


def check_the_learner_weights_and_errors(case: Case) -> None:
    for record in case.rounds:
        if case.boosts:
            assert record["learner_weight"] == case.params["learning_rate"]
        elif case.method != "adaboost":
            assert record["learner_weight"] == 1.0
        else:
            error = np.array(record["sample_weight"])[agreement(case, record) < 0].sum()
            assert record["error"] == close(error, 1e-12)
            assert record["error"] < chance(case)
            counted = max(record["error"], ROUNDING)
            more = math.log(len(case.classes) - 1) if chance(case) > 0.5 else 0.0
            alpha = 0.5 * case.params["learning_rate"] * (math.log((1 - counted) / counted) + more)
            assert half_weight(case, record) == close(alpha)
            assert record["figures"]["capped"] == (record["error"] <= ROUNDING)


def check_the_scores(case: Case) -> None:
    for record, score in case.scores(case.points):
        assert np.array(record["score"]).shape == score.shape
        assert np.array(record["score"]) == close(score)
        if case.classes and case.method in (*BAGS, "tree"):
            assert score.shape == (len(case.points), len(case.classes))
            assert np.array(record["score"]).sum(axis=1) == close(1.0, 1e-12)


def check_the_predictions(case: Case) -> None:
    for record in case.rounds:
        assert record["prediction"] == decided(case, record["score"])


def check_the_probes(case: Case) -> None:
    if case.probes is None:
        return
    for record, score in case.scores(case.probes):
        assert np.array(record["probe_score"]).shape == score.shape
        assert np.array(record["probe_score"]) == close(score)
        assert record["probe_prediction"] == decided(case, record["probe_score"])


# --- figures ------------------------------------------------------------------------------------


def check_the_errors(case: Case) -> None:
    for record in case.rounds:
        wrong = decided(case, record["score"])
        if case.classes:
            error = case.share @ np.array(
                [a != b for a, b in zip(wrong, case.answers, strict=True)]
            )
        else:
            error = case.share @ (np.array(wrong) - case.y) ** 2
        assert record["figures"]["train_error"] == close(error)


def check_the_test_error(case: Case) -> None:
    if case.test_points is None:
        return
    y = case.numbers(case.test_answers)
    for record, score in case.scores(case.test_points):
        low, high = missed(case, score, y)
        assert between(record["figures"]["test_error"], low.mean(), high.mean())


def check_the_error_of_the_learner_alone(case: Case) -> None:
    for record in case.rounds:
        answers = [case.answer(one["nodes"], case.points) for one in record["learners"]]
        if case.boosts or not case.classes:
            squares = [(a - y) ** 2 for a, y in zip(answers, case.targets(record), strict=True)]
            error = case.share @ np.mean(squares, axis=0)
        else:
            error = case.share @ (answers[0].argmax(axis=1) != case.y)
        assert record["figures"]["learner_error"] == close(error)


def check_the_loss(case: Case) -> None:
    for record in case.rounds:
        score, loss = np.array(record["score"]), record["figures"]["loss"]
        if not case.classes:
            assert loss == close(case.share @ loss_of_values(case, record))
        elif case.method == "adaboost" and len(case.classes) > 2:
            votes = score * (1.0 if case.params["alpha"] == "log" else 2.0)
            total = votes.sum(axis=1) * (1 / len(case.classes) if chance(case) > 0.5 else 0.5)
            assert loss == close(case.share @ np.exp(total - votes[np.arange(len(votes)), case.y]))
        elif case.loss == EXPONENTIAL:
            assert loss == close(case.share @ np.exp(-signs(case) * score))
        elif case.method == "adaboost":
            F = score * (0.5 if case.params["alpha"] == "log" else 1.0)
            assert loss == close(case.share @ np.exp(-signs(case) * F))
        elif case.boosts:
            p = probability(score)
            own = np.where(case.y == 1, p, 1 - p) if p.ndim == 1 else p[np.arange(len(p)), case.y]
            assert loss == close(case.share @ -np.log(own))


def loss_of_values(case: Case, record: dict[str, Any]) -> Array:
    """What each point adds to the loss of values."""
    size, name = np.abs(case.y - np.array(record["score"])), case.params.get("loss")
    if name == "absolute":
        return size
    if name == "huber":
        delta = record["figures"]["delta"]
        return np.where(size <= delta, 0.5 * size**2, delta * (size - 0.5 * delta))
    return 0.5 * size**2


def check_margins_of_more_classes(case: Case) -> None:
    """The vote of the true class less the largest other one, as a share of all votes."""
    alphas = 0.0
    for record in case.rounds if case.method == "adaboost" and len(case.classes) > 2 else []:
        alphas += abs(record["learner_weight"])
        votes = np.array(record["score"])
        assert votes.sum(axis=1) == close([alphas] * len(votes))
        rows = np.arange(len(votes))
        own = votes[rows, case.y]
        votes[rows, case.y] = -np.inf
        margin = (own - votes.max(axis=1)) / alphas
        assert record["figures"]["min_margin"] == close(margin.min())
        assert record["figures"]["median_margin"] == close(np.median(margin))


def check_bound_and_margins(case: Case) -> None:
    bound = alphas = 0.0
    for record in case.rounds if case.method == "adaboost" and len(case.classes) <= 2 else []:
        figures = record["figures"]
        bound = (bound or 1.0) * figures["z"]
        alphas += abs(record["learner_weight"])
        margin = signs(case) * record["score"] / alphas
        assert figures["bound"] == close(bound)
        assert figures["exp_loss"] == close(bound)
        assert figures["exp_loss"] == figures["loss"]
        assert figures["train_error"] <= bound + 1e-9
        assert figures["min_margin"] == close(margin.min())
        assert figures["median_margin"] == close(np.median(margin))
        if case.params["learning_rate"] == 1.0 and not figures["capped"]:
            error = record["error"]
            assert figures["z"] == close(2 * math.sqrt(error * (1 - error)))


def weighted(case: Case, each: Array, rows: Array) -> float:
    """Average over some points, by their weight if they have any."""
    share = case.share[rows]
    return float(share @ each / share.sum() if share.sum() > 0 else each.mean())


def check_out_of_bag_errors(case: Case) -> None:
    votes, voters, alone = 0.0, np.zeros(len(case.points)), []
    for record in case.rounds if case.method in BAGS and case.draws_points else []:
        out, part = np.array(record["in_bag"]) == 0, case.part(record, case.points)
        votes = votes + (part.T * out).T
        voters += out
        if out.any():
            nodes = record["learners"][0]["nodes"]
            alone.append(weighted(case, misses(case, nodes, case.points[out], case.y[out]), out))
        figures, covered = record["figures"], voters > 0
        assert figures["oob_covered"] == covered.sum()
        assert figures["oob_error_trees"] == (close(np.mean(alone)) if alone else None)
        if not covered.any():
            assert figures["oob_error"] is None
            continue
        mean = (votes[covered].T / voters[covered]).T
        low, high = (weighted(case, each, covered) for each in missed(case, mean, case.y[covered]))
        assert between(figures["oob_error"], low, high)


def saved_by_axis(case: Case, nodes: Nodes) -> Array:
    """How much impurity the questions on each axis save, as a share of the root's weight."""
    saved = np.zeros(len(case.axes))
    for node in nodes:
        if node["feature"] is not None:
            if case.second_order:
                saved[case.axes[node["feature"]]] += node["gain"]
                continue
            here, *below = (
                nodes[k]["impurity"] * nodes[k]["weight"]
                for k in (node["id"], node["left"], node["right"])
            )
            saved[case.axes[node["feature"]]] += (here - sum(below)) / nodes[0]["weight"]
    return saved


def check_the_importance_of_the_axes(case: Case) -> None:
    total = np.zeros(len(case.axes))
    for record in case.rounds:
        if case.method == "tree":
            total[:] = 0.0
        for one in record["learners"]:
            saved = saved_by_axis(case, one["nodes"])
            impure = one["nodes"][0]["impurity"] or 0.0
            if abs(saved).max() <= TIE * impure and len(one["nodes"]) > 1:
                return  # what rounding saves has a test of its own
            if not case.boosts and saved.sum() > 0:
                saved = saved / saved.sum() * record["learner_weight"]
            total += saved
        importance = record["figures"]["importance"]
        if total.sum() <= 1e-12:
            assert importance is None or sum(importance) == close(1.0)
        else:
            assert importance == close(total / total.sum(), 1e-7)


def check_permuting_an_axis_that_no_tree_asks_for_changes_nothing(case: Case) -> None:
    asked: set[str] = set()
    for record in case.rounds:
        rises = record["figures"]["importance_permutation"]
        asked |= {node["feature"] for one in record["learners"] for node in one["nodes"]}
        if rises is not None:
            assert len(rises) == len(case.axes)
            assert all(rises[axis] == 0 for name, axis in case.axes.items() if name not in asked)


def rises_by_tree(case: Case) -> Iterator[tuple[dict[str, Any], Array]]:
    """By how much the out-of-bag error of each tree rose, axis by axis: means taken apart again."""
    total, count = np.zeros(len(case.axes)), 0
    for record in case.rounds if case.method in BAGS and case.draws_points else []:
        if 0 in record["in_bag"]:
            count += 1
            mean = np.array(record["figures"]["importance_permutation"])
            yield record, count * mean - total
            total = count * mean


def check_permuting_an_axis_gives_or_takes_whole_points(case: Case) -> None:
    """Without weights, errors are counts of the points that are out of the bag."""
    if not case.classes or case.weight is not None:
        return
    for record, rise in rises_by_tree(case):
        out = np.array(record["in_bag"]) == 0
        nodes = record["learners"][0]["nodes"]
        wrong = misses(case, nodes, case.points[out], case.y[out]).sum()
        more = rise * out.sum()
        assert more == close(np.round(more), 1e-7)
        assert ((-wrong - 1e-7 <= more) & (more <= out.sum() - wrong + 1e-7)).all()


def check_how_alike_the_trees_are(case: Case) -> None:
    patterns: list[Array] = []
    for record in case.rounds if case.method in BAGS else []:
        answer = case.answer(record["learners"][0]["nodes"], case.points)
        if case.classes:
            answer = np.eye(len(case.classes))[answer.argmax(axis=1)]
        patterns.append(answer)
        pairs = list(itertools.combinations(patterns, 2))
        figures = record["figures"]
        if case.classes and pairs:
            differ = np.mean([(a != b).any(axis=1).mean() for a, b in pairs])
            assert figures["disagreement"] == close(differ)
        else:
            assert figures["disagreement"] is None
        check_correlation(case, figures["correlation"], patterns)


def check_correlation(case: Case, correlation: float | None, patterns: list[Array]) -> None:
    least = [1e-9 * np.abs(one).max() for one in patterns]
    varying = [
        one - one.mean(axis=0)
        for one, rounding in zip(patterns, least, strict=True)
        if np.ptp(one, axis=0).max() > rounding
    ]
    if not case.classes and len(varying) < len(patterns):
        return  # has a test of its own
    alike = [
        (a * b).sum() / math.sqrt((a * a).sum() * (b * b).sum())
        for a, b in itertools.combinations(varying, 2)
    ]
    assert correlation == (close(np.mean(alike)) if alike else None)


# --- the end ------------------------------------------------------------------------------------


def check_why_it_stopped(case: Case) -> None:
    stopped = case.trace["stopped"]
    assert list(stopped) == ["rule", "text", "round", "error"]
    rule, t = stopped["rule"], len(case.rounds)
    assert stopped["text"].isprintable()
    assert stopped["text"].strip() == stopped["text"] != ""
    assert stopped["round"] == t + (rule == "no-better-than-chance")
    assert t <= case.params["rounds"] or case.params.get("prune", "none") != "none"
    assert (stopped["error"] is None) == (rule not in ("perfect-learner", "no-better-than-chance"))
    STOPPED[rule](case)


def stopped_after_all_rounds(case: Case) -> None:
    splits = sum(len(r["learners"][0]["nodes"]) == 2 * r["round"] + 1 for r in case.rounds)
    done = splits if case.params.get("prune", "none") != "none" else len(case.rounds)
    assert done == case.params["rounds"]


def stopped_by_a_perfect_learner(case: Case) -> None:
    assert case.method == "adaboost"
    assert case.trace["stopped"]["error"] == case.rounds[-1]["error"] <= ROUNDING
    assert not any(record["figures"]["capped"] for record in case.rounds[:-1])


def stopped_by_chance(case: Case) -> None:
    """The best learner under the weights left behind misses half of them; a stump can be sought."""
    assert case.method == "adaboost"
    assert case.trace["stopped"]["error"] >= chance(case) - ROUNDING
    assert case.trace["stopped"]["error"] <= 0.5 + ROUNDING or not may_reverse(case)
    weight = np.array(case.rounds[-1]["next_weight"]) if case.rounds else case.share
    if case.is_stump:
        rows = np.flatnonzero(weight > 0)
        constant = class_shares(case, case.y, weight).max()
        y, w = case.y[rows], weight[rows]
        better = [
            merit(case, y, w, case.points[rows, axis] <= threshold)
            for axis, threshold in cuts(case, rows, list(case.axes.values()))
        ]
        least = 1.0 - constant - max([0.0, *better])
        assert case.trace["stopped"]["error"] == close(least)


def stopped_with_nothing_to_split(case: Case) -> None:
    assert case.method in ("tree", "gradient-boosting", "xgboost", "pasting")
    if case.method == "pasting":
        assert (
            np.array([record["in_bag"] for record in case.rounds]).sum() == (case.share > 0).sum()
        )
        assert len(case.rounds) == dealt(case, int((case.share > 0).sum())) < case.params["rounds"]
        return
    if case.second_order:
        stopped_with_nothing_to_gain(case)
        return
    if case.method == "tree" or case.params["subsample"] < 1.0:
        return  # the leaves of a tree are looked at above
    final = case.before(len(case.rounds) + 1)
    rows = np.flatnonzero(case.share > 0)
    if case.loss in ROBUST:
        r = np.where(np.abs(case.y - final) <= 1e-12, 0.0, case.y - final)[rows]
        zero = case.share[rows][r == 0].sum()
        alike = (r >= 0).all() or (r <= 0).all()  # the gradients, but for zeros
        stuck = alike if case.loss == "absolute" else zero >= 0.4
        assert stuck or not cuts(case, rows, list(case.axes.values()))
        return
    if len(set(case.y[rows].tolist())) > 1 or not case.classes:
        one_hot = np.eye(max(2, len(case.classes)))[case.y] if case.classes else None
        wanted = case.y if final.ndim == 1 else one_hot
        left = wanted - (probability(final) if case.classes else final)
        if case.loss == EXPONENTIAL:
            left = signs(case) * np.exp(-signs(case) * final)
        assert case.share @ left == close(0.0, 1e-7)
        assert not cuts(case, rows, list(case.axes.values()))


def stopped_with_nothing_to_gain(case: Case) -> None:
    """No cut gains anything, or all that do are taken back, and the whole answers nothing."""
    rows = np.flatnonzero(case.share > 0)
    if case.classes and len(set(case.y[rows].tolist())) == 1:
        assert not case.rounds
        return
    assert case.params["subsample"] == 1.0
    final = case.before(len(case.rounds) + 1)
    times = np.ones(len(case.points)) if case.weight is None else case.weight
    p = probability(final) if case.classes else final
    one_hot = np.eye(max(2, len(case.classes)))[case.y] if p.ndim == 2 else case.y
    twice = p * (1 - p) * (1 if p.ndim == 1 else 2) if case.classes else np.ones(len(p))
    for g, h in zip(*(np.atleast_2d(part.T) for part in (p - one_hot, twice)), strict=True):
        fitted = Slopes(case, g * times, h * times, rows)
        assert abs(fitted.sums(rows)[0]) < 1e-7 or not fitted.enough(rows)
        best = max(fitted.cuts(rows).values(), default=0.0)
        assert best <= max(1e-6, case.params["gamma"]) + 2 * fitted.rounding(rows)


def stopped_at_zero(case: Case) -> None:
    assert case.boosts
    counts = case.share > 0
    left = (case.y - case.before(len(case.rounds) + 1))[counts]
    assert np.abs(left).max() <= 64 * EPS * np.abs(case.y[counts]).max()


STOPPED = {
    "all-rounds": stopped_after_all_rounds,
    "perfect-learner": stopped_by_a_perfect_learner,
    "no-better-than-chance": stopped_by_chance,
    "nothing-to-split": stopped_with_nothing_to_split,
    "residuals-zero": stopped_at_zero,
}

CHECKS: tuple[Callable[[Case], None], ...] = (
    check_the_header,
    check_absent_things_are_null,
    check_the_shape_of_the_nodes,
    check_learners_name_their_class,
    check_what_the_nodes_hold,
    check_the_gains,
    check_every_question_is_the_first_of_the_best,
    check_leaves_are_leaves_for_a_reason,
    check_a_tree_grows_by_one_split_a_round,
    check_pruning_makes_a_leaf_of_one_subtree_a_round,
    check_the_most_useful_leaf_is_split_first,
    check_the_nodes_of_second_order,
    check_the_splits_of_second_order,
    check_what_was_taken_back,
    check_the_split_that_gains_most_is_made_first,
    check_the_hessians,
    check_the_axes_that_were_tried,
    check_the_axes_of_each_tree,
    check_the_cuts_that_were_thrown,
    check_the_weights_of_the_points,
    check_missed_points_weigh_more_in_the_next_round,
    check_the_draws,
    check_what_the_learners_were_fitted_to,
    check_the_reach_of_squares,
    check_where_the_sum_begins,
    check_the_learner_weights_and_errors,
    check_the_scores,
    check_the_predictions,
    check_the_probes,
    check_the_errors,
    check_the_test_error,
    check_the_error_of_the_learner_alone,
    check_the_loss,
    check_bound_and_margins,
    check_margins_of_more_classes,
    check_out_of_bag_errors,
    check_the_importance_of_the_axes,
    check_permuting_an_axis_that_no_tree_asks_for_changes_nothing,
    check_permuting_an_axis_gives_or_takes_whole_points,
    check_how_alike_the_trees_are,
    check_why_it_stopped,
)
ONLY: dict[Callable[[Case], None], tuple[str, ...]] = {
    check_a_tree_grows_by_one_split_a_round: ("tree",),
    check_pruning_makes_a_leaf_of_one_subtree_a_round: ("tree",),
    check_the_most_useful_leaf_is_split_first: ("tree", "gradient-boosting"),
    check_missed_points_weigh_more_in_the_next_round: ("adaboost",),
    check_the_axes_that_were_tried: (*ONE_AXIS_A_NODE, "adaboost"),
    check_the_axes_of_each_tree: ONE_AXIS_A_TREE,
    check_the_cuts_that_were_thrown: ("extra-trees",),
    check_the_draws: (*BAGS, "gradient-boosting", "xgboost"),
    check_the_nodes_of_second_order: ("xgboost",),
    check_the_splits_of_second_order: ("xgboost",),
    check_what_was_taken_back: ("xgboost",),
    check_the_split_that_gains_most_is_made_first: ("xgboost",),
    check_the_hessians: ("xgboost",),
    check_bound_and_margins: ("adaboost",),
    check_margins_of_more_classes: ("adaboost",),
    check_the_reach_of_squares: ("gradient-boosting",),
    check_out_of_bag_errors: BAGS,
    check_permuting_an_axis_that_no_tree_asks_for_changes_nothing: BAGS,
    check_permuting_an_axis_gives_or_takes_whole_points: BAGS,
    check_how_alike_the_trees_are: BAGS,
}

# --- the traces of all methods ------------------------------------------------------------------

KINDS = ("two classes", "three classes", "plane", "line")
LABELS = {"two classes": ["no", "Yes"], "three classes": ["10", "9", "2"]}
ORDER = {"two classes": ["Yes", "no"], "three classes": ["2", "9", "10"]}  # by code point, by size
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "tree": [
        {},
        {"criterion": "entropy", "min_samples_leaf": 2},
        {"criterion": "gain-ratio", "max_depth": 3},
        {"criterion": "error", "min_gain": 0.02},
        {"prune": "cost-complexity", "max_leaf_nodes": 7},
        {"prune": "error", "rounds": 6},
        {"prune": "cost-complexity", "ccp_alpha": 0.03},
    ],
    "bagging": [
        {},
        {"max_samples": 0.6, "max_depth": 2, "vote": "soft"},
        {"criterion": "entropy", "min_samples_leaf": 3},
        {"criterion": "gain-ratio"},
        {"criterion": "error", "max_depth": 1, "vote": "soft"},
    ],
    "random-forest": [
        {},
        {"vote": "soft", "max_depth": 3, "max_samples": 0.5},
        {"max_features": 2, "criterion": "entropy"},
        {"max_features": "sqrt", "min_samples_leaf": 2},
    ],
    "pasting": [
        {},
        {"max_samples": 0.35, "disjoint": "yes", "criterion": "entropy"},
        {"disjoint": "yes", "rounds": 2, "max_depth": 2, "vote": "soft"},
        {"max_samples": 1, "min_samples_leaf": 3},
    ],
    "random-subspaces": [
        {},
        {"max_depth": 2, "vote": "soft", "min_samples_leaf": 2},
        {"max_features": 2, "criterion": "entropy"},
    ],
    "random-patches": [
        {},
        {"max_samples": 0.6, "max_depth": 2, "vote": "soft"},
        {"max_features": "log2", "criterion": "gain-ratio"},
        {"max_features": "sqrt", "min_samples_leaf": 2},
    ],
    "extra-trees": [
        {},
        {"max_features": 2, "vote": "soft", "max_depth": 3},
        {"max_features": "log2", "bootstrap": "yes", "criterion": "entropy"},
        {"min_samples_leaf": 3, "bootstrap": "yes"},
        {"max_features": 2, "min_samples_leaf": 2, "criterion": "gain-ratio"},
        {"max_features": 2, "criterion": "error", "max_depth": 1},
    ],
    "adaboost": [
        {"rounds": 9},
        {"max_depth": 2, "criterion": "gini", "learning_rate": 0.5},
        {"max_depth": 3, "criterion": "entropy", "alpha": "log"},
        {"max_depth": 2, "criterion": "error"},
        {"alpha": "log", "learning_rate": 1.5},
        {"multiclass": "samme", "max_depth": 2, "criterion": "gini"},
        {"multiclass": "samme", "alpha": "log", "learning_rate": 0.5},
        {"learner": "random"},
        {"learner": "random", "multiclass": "samme", "max_depth": 3, "criterion": "entropy"},
        {"learner": "random", "above_half": "stop", "max_depth": 2},
    ],
    "gradient-boosting": [
        {},
        {"subsample": 0.5, "max_depth": 3},
        {"leaf": "gradient", "max_leaf_nodes": 4, "max_depth": "none"},
        {"init": "zero", "learning_rate": 1, "min_samples_leaf": 3},
        {"init": "median"},
        {"max_depth": 1, "learning_rate": 0.5, "max_leaf_nodes": 2},
        {"loss": "absolute"},
        {"loss": "absolute", "leaf": "gradient", "init": "mean", "learning_rate": 0.5},
        {"loss": "absolute", "subsample": 0.6, "learning_rate": 1, "max_depth": 3},
        {"loss": "huber"},
        {"loss": "huber", "huber_quantile": 0.5, "learning_rate": 1},
        {"loss": "huber", "huber_delta": 0.4, "leaf": "gradient"},
        {"loss": "huber", "huber_delta": 0.4, "subsample": 0.6, "max_leaf_nodes": 4},
        {"loss": "exponential", "learning_rate": 0.5},
        {"loss": "exponential", "leaf": "gradient", "init": "zero", "subsample": 0.7},
    ],
    "xgboost": [
        {},
        {"gamma": 0.9, "max_depth": 3, "min_child_weight": 0.3},
        {"gamma": 0.4, "reg_lambda": 0, "learning_rate": 1, "grow": "leaf-wise"},
        {"subsample": 0.5, "base_score": "mean", "max_depth": "none"},
        {"tree_method": "hist", "max_bin": 3, "base_score": 0.3, "min_child_weight": 0},
        {"tree_method": "hist", "max_bin": 6, "reg_lambda": 5},
    ],
}
ELSEWHERE = {"voting", "stacking"}  # and every base but trees: in test_trace_of_members.py
ROUNDS = dict.fromkeys(BAGS, 6) | {"adaboost": 5, "gradient-boosting": 4, "xgboost": 4}


@dataclass(frozen=True)
class Plan:
    """A run to trace."""

    method: str
    kind: str
    weighted: bool
    chosen: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        """Name the test."""
        words = [self.method, self.kind, "weighted" if self.weighted else "unweighted"]
        return ", ".join(words + [f"{name}={value}" for name, value in self.chosen])


def plans() -> Iterator[Plan]:
    for method, kind in itertools.product(VARIANTS, KINDS):
        for weighted, chosen in itertools.product((False, True), VARIANTS[method]):
            if fits(method, kind, chosen):
                yield Plan(method, kind, weighted, tuple(chosen.items()))


def fits(method: str, kind: str, chosen: dict[str, Any]) -> bool:
    """Whether the method can learn these points with these settings."""
    if kind not in LABELS:
        return method != "adaboost" and chosen.get("loss") != EXPONENTIAL
    if chosen.get("init") in ("mean", "median") or chosen.get("loss") in ROBUST:
        return False
    return kind == "two classes" or chosen.get("loss") != EXPONENTIAL


PLANS = {str(plan): plan for plan in plans()}


@dataclass(frozen=True)
class Points:
    """A table of points: on a lattice with duplicates and opposite labels."""

    kind: str
    n: int
    seed: int

    @cached_property
    def coordinates(self) -> list[list[float]]:
        """Multiples of a third, so that middles are rounded."""
        chance = np.random.default_rng(self.seed)
        shape = (self.n, 1 if self.kind == "line" else 2)
        return (chance.integers(-3, 4, shape) / 3).tolist()

    @cached_property
    def answers(self) -> list[Any]:
        chance = np.random.default_rng(self.seed + 1)
        x = np.array(self.coordinates)
        wave = x.sum(axis=1) + chance.normal(0.0, 0.4, self.n)
        if self.kind not in LABELS:
            return np.round(wave, 3).tolist()
        names = LABELS[self.kind]
        return [names[k] for k in np.digitize(wave, [0.0, 0.5][: len(names) - 1])]

    @property
    def weights(self) -> list[float]:
        """From 0 to 2; the first point weighs nothing."""
        drawn = np.random.default_rng(self.seed + 2).integers(1, 9, self.n) / 4
        return [0.0, *drawn[1:].tolist()]

    @property
    def names(self) -> list[str]:
        """The header of the coordinates."""
        return ["x1", "x2"][: len(self.coordinates[0])]

    def table(self, *, weighted: bool) -> str:
        answer = "class" if self.kind in LABELS else "value"
        rows = [[*self.names, answer, *["weight"] * weighted]]
        for place, own, weight in zip(self.coordinates, self.answers, self.weights, strict=True):
            rows.append([*map(repr, place), str(own), *[repr(weight)] * weighted])
        return "".join(",".join(row) + "\n" for row in rows)


TRAIN = {kind: Points(kind, 21, seed) for seed, kind in enumerate(KINDS, start=40)}
TEST = {kind: Points(kind, 8, seed) for seed, kind in enumerate(KINDS, start=60)}


def probe_table(kind: str) -> str:
    """Points, places between them and far off, with another column between the coordinates."""
    seen = [row[0] for row in TRAIN[kind].coordinates[:6]]
    rows = ["x2,note,x1\n", "0,far,1e9\n", "-1e9,far,0.1\n"]
    rows += [f"{x / 2!r},between,{x + 1 / 6!r}\n" for x in seen]
    rows += [f"{row[-1]!r},point,{row[0]!r}\n" for row in TRAIN[kind].coordinates[:6]]
    return "".join(rows)


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """The tables as files."""
    folder = tmp_path_factory.mktemp("points")
    for kind in KINDS:
        for weighted in (False, True):
            name = f"{kind} {weighted}.csv"
            (folder / name).write_text(TRAIN[kind].table(weighted=weighted), encoding="utf-8")
        (folder / f"{kind} test.csv").write_text(TEST[kind].table(weighted=False), encoding="utf-8")
        (folder / f"{kind} probe.csv").write_text(probe_table(kind), encoding="utf-8")
    return folder


def command(plan: Plan, files: Any, *, table: bool = False) -> list[str]:
    settings = {"rounds": ROUNDS.get(plan.method, 50)} | dict(plan.chosen)
    chosen = [f"--set={name}={value}" for name, value in settings.items()]
    probes = ["--probe", str(files / f"{plan.kind} probe.csv")]
    return [
        "trace", "--method", plan.method, *chosen, "--seed", "5",
        "--data", str(files / f"{plan.kind} {plan.weighted}.csv"),
        "--test-data", str(files / f"{plan.kind} test.csv"),
        *(["--format", "csv"] if table else probes),
    ]  # fmt: skip


def read_probes(kind: str) -> Array:
    rows = list(csv.DictReader(io.StringIO(probe_table(kind))))
    return np.array([[float(row[name]) for name in TRAIN[kind].names] for row in rows])


def case_of(plan: Plan, trace: Any) -> Case:
    """Put a trace beside the points it was made of."""
    points, test = TRAIN[plan.kind], TEST[plan.kind]
    return Case(
        trace=trace,
        points=np.array(points.coordinates),
        answers=points.answers,
        weight=np.array(points.weights) if plan.weighted else None,
        test_points=np.array(test.coordinates),
        test_answers=test.answers,
        probes=read_probes(plan.kind),
    )


@pytest.fixture(scope="session")
def traced(cli, files) -> Callable[[str], Case]:
    """The trace of a plan, made once."""
    kept: dict[str, Case] = {}

    def trace(name: str) -> Case:
        if name not in kept:
            plan = PLANS[name]
            kept[name] = case_of(plan, cli(*command(plan, files)).json)
        return kept[name]

    return trace


def sentence(check: Callable[[Case], None]) -> str:
    return check.__name__.removeprefix("check_")


@pytest.mark.parametrize(
    ("check", "plan"),
    [
        pytest.param(check, name, id=f"{sentence(check)}: {name}")
        for check in CHECKS
        for name, plan in PLANS.items()
        if plan.method in ONLY.get(check, VARIANTS)
    ],
)
def test_recomputed(traced, check, plan):
    check(traced(plan))


def test_every_method_is_recomputed(cli):
    listed = {method["name"]: method for method in cli("methods", "--format", "json").json}
    assert set(listed) == set(VARIANTS) | ELSEWHERE, "a new method needs its formulas here"
    for name in VARIANTS:
        names = {setting["name"] for setting in listed[name]["settings"]} - {"base"}
        assert names == {"rounds"} | {setting for one in VARIANTS[name] for setting in one}


@pytest.mark.parametrize("plan", PLANS)
def test_the_settings_are_all_there_and_resolved(cli, traced, plan):
    listed = cli("methods", PLANS[plan].method, "--format", "json").json[0]["settings"]
    expected = {setting["name"]: setting["default"] for setting in listed}
    words = {"none": None, "sqrt": 1, "log2": 2, "yes": True}
    expected["rounds"] = ROUNDS.get(PLANS[plan].method, 50)
    if "huber_delta" in dict(PLANS[plan].chosen):
        expected["huber_quantile"] = None  # one or the other
    for name, value in PLANS[plan].chosen:
        choices = next(setting["choices"] for setting in listed if setting["name"] == name)
        expected[name] = value if choices and value in choices else words.get(value, value)
    trace = traced(plan).trace
    assert trace["params"] == expected
    assert trace["seed"] == 5
    assert trace["classes"] == ORDER.get(PLANS[plan].kind)
    assert trace["columns"] == TRAIN[PLANS[plan].kind].names


# --- any points ---------------------------------------------------------------------------------


def dataset(places: Array, answers: list[Any], classes: Any, **more: Any) -> Dataset:
    target = np.array([classes.index(one) for one in answers] if classes else answers)
    return Dataset(places.copy(), target, classes, ("x1", "x2")[: places.shape[1]], **more)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A trace of a few points on a lattice, with duplicates, weights and opposite labels."""
    kind = draw(st.sampled_from(KINDS))
    n = draw(st.integers(1, 12))
    axis = st.integers(0, 4).map(lambda k: k / 10)
    point = st.tuples(axis) if kind == "line" else st.tuples(axis, axis)
    points, test_points = (np.array(draw(st.lists(point, min_size=n, max_size=n))) for _ in "ab")
    known = st.sampled_from(LABELS.get(kind, [-1.0, 0.1, 0.3, 2.5]))
    answers = draw(st.lists(known, min_size=n, max_size=n))
    classes = tuple(name for name in ORDER.get(kind, ()) if name in answers) or None
    test_answers = draw(st.lists(st.sampled_from(answers), min_size=n, max_size=n))
    each = st.sampled_from([0.0, 0.5, 1.0, 1.0, 3.0])
    weight = draw(st.none() | st.lists(each, min_size=n, max_size=n).filter(any).map(np.array))
    test = dataset(test_points, test_answers, classes)
    data = dataset(points, answers, classes, weight=weight, test=test)
    plan = draw(st.sampled_from([plan for plan in PLANS.values() if plan.kind == kind]))
    words = {"none": None, "sqrt": 1, "log2": 2, "yes": True}
    chosen = {name: words.get(value, value) for name, value in plan.chosen}
    chosen["rounds"] = draw(st.integers(1, 6))
    made = run(data, plan.method, chosen, seed=draw(st.integers(0, 3)))
    trace = json.loads(to_json(made, TraceOptions(probes=points)), parse_constant=pytest.fail)
    return Case(trace, points, answers, weight, test_points, test_answers, points)


@sampling(max_examples=80)
@given(cases())
def test_any_points_are_recomputed(case):
    for check in CHECKS:
        check(case)


# --- a number that is off -----------------------------------------------------------------------

UNSEEN = ("seed", "params", "text", "importance_permutation")  # looked at by other tests
WATCHED = [
    "adaboost, two classes, weighted, rounds=9",
    "adaboost, three classes, unweighted, multiclass=samme, max_depth=2, criterion=gini",
    "adaboost, two classes, weighted, learner=random, multiclass=samme, max_depth=3, "
    "criterion=entropy",
    "gradient-boosting, line, unweighted, loss=absolute",
    "gradient-boosting, plane, weighted, loss=huber",
    "gradient-boosting, two classes, weighted, loss=exponential, learning_rate=0.5",
    "bagging, three classes, unweighted",
    "bagging, plane, weighted",
    "random-forest, two classes, weighted",
    "pasting, three classes, unweighted, max_samples=0.35, disjoint=yes, criterion=entropy",
    "random-patches, two classes, weighted",
    "extra-trees, two classes, weighted",
    "extra-trees, plane, unweighted, max_features=log2, bootstrap=yes, criterion=entropy",
    "gradient-boosting, three classes, unweighted",
    "gradient-boosting, line, weighted, subsample=0.5, max_depth=3",
    "gradient-boosting, two classes, unweighted, leaf=gradient, max_leaf_nodes=4, max_depth=none",
    "xgboost, three classes, unweighted, gamma=0.9, max_depth=3, min_child_weight=0.3",
    "xgboost, line, weighted, tree_method=hist, max_bin=3, base_score=0.3, min_child_weight=0",
    "xgboost, two classes, weighted, gamma=0.4, reg_lambda=0, learning_rate=1, grow=leaf-wise",
    "tree, two classes, weighted",
    "tree, plane, unweighted, prune=cost-complexity, max_leaf_nodes=7",
]


def places(thing: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a trace that is a number, a word or null."""
    inside = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, value in inside:
        if isinstance(value, dict | list):
            yield from places(value, (*way, key))
        else:
            yield (*way, key)


def off(value: Any) -> Any:
    if value is None:
        return 0.5
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return {"x1": "x2", "x2": "x1"}.get(value, value + "?")
    return value + 1 if isinstance(value, int) else value * (1 + 1e-5) + 1e-5


def notices(case: Case) -> bool:
    for check in CHECKS:
        try:
            check(case)
        except (AssertionError, LookupError, TypeError, ValueError, RuntimeWarning):
            return True
    return False


@pytest.mark.parametrize("plan", WATCHED)
def test_a_number_that_is_off_is_noticed(traced, plan):
    case = traced(plan)
    kinds: dict[Any, list[tuple[Any, ...]]] = {}
    for way in places(case.trace):
        if not {*way} & {*UNSEEN}:
            kinds.setdefault(tuple(k for k in way if isinstance(k, str)), []).append(way)
    assert len(kinds) > 40
    unnoticed = []
    for ways in kinds.values():
        *way, last = ways[len(ways) // 2]
        trace = json.loads(json.dumps(case.trace))
        inside = trace
        for key in way:
            inside = inside[key]
        inside[last] = off(inside[last])
        if not notices(replace(case, trace=trace)):
            unnoticed.append((*way, last))
    assert unnoticed == []


# --- the figure that needs draws ----------------------------------------------------------------


def possible_rises(case: Case, record: dict[str, Any], axis: int) -> list[float]:
    """By how much the error of a tree can rise when the points out of its bag swap coordinates."""
    out = np.flatnonzero(np.array(record["in_bag"]) == 0)
    nodes, y = record["learners"][0]["nodes"], case.y[out]
    error = weighted(case, misses(case, nodes, case.points[out], y), out)
    rises = []
    for order in itertools.permutations(out):
        swapped = case.points[out].copy()
        swapped[:, axis] = case.points[list(order), axis]
        rises.append(weighted(case, misses(case, nodes, swapped, y), out) - error)
    return rises


@pytest.mark.parametrize("method", ["bagging", "pasting", "random-patches", "random-forest"])
@pytest.mark.parametrize("task", ["classification", "regression"])
def test_permutation_importance_is_the_rise_under_some_order(cli, tmp_path, method, task):
    chance = np.random.default_rng(7)
    points = chance.normal(size=(8, 2))
    values = points @ [1.0, -1.0]
    answers = values.tolist() if task == "regression" else ["ab"[k] for k in (values > 0) * 1]
    case = tabled(cli, tmp_path, points, answers, method, "--task", task, "--set", "rounds=60")
    changed = set()
    for record, rises in rises_by_tree(case):
        for axis, rise in enumerate(rises):
            possible = possible_rises(case, record, axis)
            assert np.abs(np.array(possible) - rise).min() < 1e-9
            if abs(rise) > 1e-9:
                changed.add(axis)
    assert changed == {0, 1}


# --- how it is written --------------------------------------------------------------------------

PRINTED = [name for name, plan in PLANS.items() if plan.chosen in ((), (("rounds", 9),))]


@pytest.mark.parametrize("plan", PRINTED)
def test_json_is_alone_on_stdout_and_standard(cli, files, plan):
    said = cli(*command(PLANS[plan], files))
    whole = json.loads(said.out, parse_constant=pytest.fail)
    assert said.out.endswith("}\n")
    assert list(whole) == TOP
    assert all(line.startswith("ensemble-viz: ") for line in said.err.splitlines())
    numbers: list[str] = []
    json.loads(said.out, parse_float=numbers.append)
    assert len(numbers) > 50
    assert [text for text in numbers if text != repr(float(text))] == []


@pytest.mark.parametrize("plan", PRINTED)
def test_only_some_rounds_are_the_same_rounds(cli, files, traced, plan):
    whole = traced(plan).trace
    some = cli(*command(PLANS[plan], files), "--only", "3,1").json
    kept = [record for record in whole["rounds"] if record["round"] in (1, 3)]
    assert some == whole | {"rounds": kept}
    assert len(kept) == 2


@pytest.mark.parametrize("plan", PRINTED)
def test_without_points_the_rest_stays(cli, files, traced, plan):
    whole = traced(plan).trace
    rest = cli(*command(PLANS[plan], files), "--no-points").json
    without = [record | dict.fromkeys(PER_POINT) for record in whole["rounds"]]
    assert rest == whole | {"rounds": without}


@pytest.mark.parametrize("plan", PRINTED)
def test_a_file_holds_what_stdout_would(cli, files, tmp_path, plan):
    target = tmp_path / "trace.json"
    written = cli(*command(PLANS[plan], files), "-o", target)
    assert (written.code, written.out) == (0, "")
    assert target.read_text(encoding="utf-8") == cli(*command(PLANS[plan], files)).out
    assert list(tmp_path.iterdir()) == [target]


def cell(value: Any) -> str:
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)


def per_class(case: Case, name: str) -> list[str]:
    """The columns of something that may have a number a class."""
    wide = isinstance(case.rounds[0][name][0], list)
    return [f"{name}_{label}" for label in case.classes] if wide else [name]


@pytest.mark.parametrize("plan", PRINTED)
def test_csv_agrees_with_json_value_by_value(cli, files, traced, plan):
    case = traced(plan)
    table = cli(*command(PLANS[plan], files, table=True))
    assert table.code == 0
    head, *rows = csv.reader(io.StringIO(table.out))
    answer = "class" if case.classes else "value"
    fitted = [*per_class(case, "target"), *per_class(case, "score")]
    assert head == [
        "round", "id", *case.axes, answer, "sample_weight", "in_bag", *fitted, "prediction",
    ]  # fmt: skip
    expected = []
    for record in case.rounds:
        for i, place in enumerate(case.points.tolist()):
            numbers = [(record[name] or [None] * (i + 1))[i] for name in CSV_FIELDS]
            row: list[Any] = [record["round"], i + 1, *place, case.answers[i]]
            for value in numbers:
                row += value if isinstance(value, list) else [value]
            expected.append(list(map(cell, row)))
    assert rows == expected


CSV_FIELDS = ("sample_weight", "in_bag", "target", "score", "prediction")


@pytest.mark.parametrize("plan", PRINTED)
def test_csv_of_some_rounds_has_their_rows(cli, files, plan):
    asked = command(PLANS[plan], files, table=True)
    whole, some = (cli(*asked, *more).out.splitlines() for more in ([], ["--only", "2"]))
    assert some == [whole[0], *(row for row in whole[1:] if row.startswith("2,"))]
    assert len(some) == 22


def test_points_that_a_method_cannot_take_cost_one_line(cli):
    able = {*BAGS, "gradient-boosting", "tree", "voting", "stacking", "xgboost"}
    line = cli("trace", "--sample", "latitude", "--method", "adaboost").refusal
    assert line.startswith("AdaBoost ")
    assert able <= set(line.partition("; ")[2].removesuffix(" can").split(", "))


# --- ties, ends and constants that rounding must not decide --------------------------------------


def tabled(cli: Any, folder: Any, points: Any, answers: list[Any], method: str, *more: str) -> Case:
    """The trace of points given in a test; they are its probes as well."""
    rows = [",".join(map(repr, map(float, place))) for place in points]
    (folder / "probes.csv").write_text("x1,x2\n" + "\n".join(rows) + "\n", encoding="utf-8")
    answer = "class" if isinstance(answers[0], str) else "value"
    lines = [f"{row},{given!s}" for row, given in zip(rows, answers, strict=True)]
    table = f"x1,x2,{answer}\n" + "\n".join(lines) + "\n"
    (folder / "points.csv").write_text(table, encoding="utf-8")
    asked = ("trace", "--method", method, "--data", folder / "points.csv", *more)
    files = ("--probe", folder / "probes.csv", "--test-data", folder / "points.csv")
    trace = cli(*asked, *files).json
    places = np.array(points, dtype=float)
    return Case(trace, places, answers, None, places, answers, places)


def test_a_probe_is_answered_like_the_point_it_stands_on(cli, tmp_path):
    """After round 5 two learners for and two against cancel out: F = 0, the first class."""
    points, answers = [(1, 2), (0, 0), (0, 3), (1, 2), (0, 2)], ["-", "+", "-", "+", "+"]
    case = tabled(cli, tmp_path, points, answers, "adaboost", "--set", "rounds=6")
    for record in case.rounds:
        assert record["probe_score"] == record["score"]
        assert record["probe_prediction"] == record["prediction"]
        assert record["figures"]["test_error"] == close(record["figures"]["train_error"])


def test_equal_shares_of_a_soft_vote_go_to_the_first_class(cli, tmp_path):
    """Three stumps say (0, 1), (½, ½) and (1, 0), or thirds that add up to the same."""
    points, answers = [(2, 1), (2, 1), (1, 1), (0, 1)], ["b", "a", "b", "a"]
    chosen = ("--set", "vote=soft", "--set", "max_depth=1", "--set", "rounds=3", "--seed")
    ties = 0
    for seed in range(40):
        case = tabled(cli, tmp_path, points, answers, "bagging", *chosen, str(seed))
        for record in case.rounds:
            for (first, second), said in zip(record["score"], record["prediction"], strict=True):
                if abs(first - second) < 1e-12:
                    ties += 1
                    assert said == "a"
    assert ties > 40


def test_log_odds_of_equal_shares_are_zero(cli, tmp_path):
    """Forty points in the corners of a square: no stump helps, F stays 0, the first class."""
    points, answers = [(0, 0), (1, 1), (0, 1), (1, 0)] * 10, ["a", "a", "b", "b"] * 10
    chosen = ("--set", "max_depth=1", "--set", "rounds=2")
    case = tabled(cli, tmp_path, points, answers, "gradient-boosting", *chosen)
    assert case.trace["initial_score"] == [0.0]
    for record in case.rounds:
        assert record["prediction"] == ["a"] * 40


def test_a_sum_that_comes_back_to_zero_is_zero(cli, tmp_path):
    """Both classes stand in one place among others that are symmetric: F = 0 there."""
    points = [(2, 0), (2, 0), (1, 1), (0, 2), (1, 0), (2, 2)]
    answers = ["a", "b", "a", "a", "b", "b"]
    chosen = ("--set", "learning_rate=1", "--set", "rounds=3")
    case = tabled(cli, tmp_path, points, answers, "gradient-boosting", *chosen)
    last = case.rounds[2]
    assert last["score"][0] == close(0.0)
    assert last["prediction"][:2] == last["probe_prediction"][:2] == ["a", "a"]


def test_leaves_that_help_equally_are_split_in_the_order_of_their_ids(cli, tmp_path):
    """The leaves 1 and 2 save one point each: the lower id goes first."""
    line = [(0, "c"), (1, "a"), (1, "b"), (2, "c"), (3, "c"), (3, "c"), (4, "a"), (5, "b")]
    points, answers = [(x, 0) for x, _ in line], [name for _, name in line]
    case = tabled(cli, tmp_path, points, answers, "tree")
    first, second = case.rounds[:2]
    assert first["learners"][0]["nodes"][0]["threshold"] == 3.5
    nodes = case.rounds[-1]["learners"][0]["nodes"]
    worth = [nodes[k]["gain"] * nodes[k]["weight"] for k in (1, 2)]
    assert worth[0] == close(worth[1], 1e-12)
    assert second["learners"][0]["nodes"][1]["feature"] == "x1"


def test_a_perfect_learner_ends_the_run_also_in_the_last_round(cli, tmp_path):
    case = tabled(cli, tmp_path, [(0, 0), (1, 0)], ["a", "b"], "adaboost", "--set", "rounds=1")
    assert case.rounds[0]["figures"]["capped"]
    stopped = case.trace["stopped"]
    assert (stopped["rule"], stopped["round"], stopped["error"]) == ("perfect-learner", 1, 0.0)


@pytest.mark.parametrize("n", [3, 6, 7, 10, 13])
@pytest.mark.parametrize("value", [0.1, 0.3, 0.7])
def test_trees_that_always_say_the_same_have_no_correlation(cli, tmp_path, n, value):
    points = [(k, k * k % 5) for k in range(n)]
    case = tabled(cli, tmp_path, points, [value] * n, "bagging", "--set", "rounds=4")
    for record in case.rounds:
        assert record["figures"]["correlation"] is None
        assert record["prediction"] == close([value] * n, 1e-15)


def test_trees_that_are_the_same_correlate_by_one(cli, tmp_path):
    points = [(k, 0) for k in range(6)]
    chosen = ("--set", "rounds=30", "--set", "max_depth=1")
    case = tabled(cli, tmp_path, points, ["a"] * 3 + ["b"] * 3, "bagging", *chosen)
    for record in case.rounds[1:]:
        assert -1.0 <= record["figures"]["correlation"] <= 1.0


@pytest.mark.parametrize("seed", [0, 7])
def test_an_unlucky_subsample_does_not_end_the_run(cli, tmp_path, seed):
    """It holds the two points of one place only; the next one has something to split."""
    points, answers = [(0, 0), (0, 0), (1, 0), (2, 0)], ["a", "b", "a", "b"]
    chosen = ("--set", "subsample=0.5", "--set", "rounds=12", "--seed", str(seed))
    case = tabled(cli, tmp_path, points, answers, "gradient-boosting", *chosen)
    assert case.trace["stopped"]["rule"] == "all-rounds"
    assert len(case.rounds) == 12


def test_a_point_that_weighs_nothing_does_not_decide_why_the_run_ends(cli, tmp_path):
    """The two points that count have the same value: after no round every residual is zero."""
    rows = ["x1,x2,value,weight", "0,0,2,1", "1,0,2,1"]
    for more in ([], ["2,0,7,0"]):
        (tmp_path / "points.csv").write_text("\n".join(rows + more) + "\n", encoding="utf-8")
        asked = ("--data", tmp_path / "points.csv", "--method", "gradient-boosting")
        stopped = cli("trace", *asked).json["stopped"]
        assert (stopped["rule"], stopped["round"]) == ("residuals-zero", 0)


def test_an_axis_is_not_important_by_rounding(cli, tmp_path):
    """Every leaf of the tree has the same majority: by the error, its questions save nothing."""
    points = [(0, 0)] * 6 + [(0, 1), (1, 0)]
    chosen = ("--set", "max_depth=2", "--set", "rounds=1")
    case = tabled(cli, tmp_path, points, ["b"] * 5 + ["a", "b", "b"], "adaboost", *chosen)
    (record,) = case.rounds
    nodes = record["learners"][0]["nodes"]
    assert [node["gain"] for node in nodes if node["feature"]] == [0.0, 0.0]
    assert record["figures"]["importance"] is None


def test_cuts_that_part_the_points_alike_tie_also_far_from_zero(cli, tmp_path):
    """Points 1 and 2 can be parted on either axis: the lowest axis goes first."""
    points, answers = [(4, 0), (2, 3), (9, 9)], [0.4, 0.400005, 0.0]
    nodes = tabled(cli, tmp_path, points, answers, "tree").rounds[1]["learners"][0]["nodes"]
    assert (nodes[0]["feature"], nodes[0]["threshold"]) == ("x1", 6.5)
    assert (nodes[1]["feature"], nodes[1]["threshold"]) == ("x1", 3.0)


def test_cuts_that_part_the_points_alike_tie_however_unequal_the_weights(cli, tmp_path):
    """Left and right change places between the axes; the saving is the same, x1 goes first."""
    rows = ["x1,x2,value,weight", "4,0,0.1,1", "2,3,-0.3,100000"]
    (tmp_path / "points.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    trace = cli("trace", "--data", tmp_path / "points.csv", "--method", "tree").json
    root = trace["rounds"][0]["learners"][0]["nodes"][0]
    assert (root["feature"], root["threshold"]) == ("x1", 3.0)
