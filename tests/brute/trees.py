"""Grow trees from the cuts of `cuts`, and compare a tree of the trace with one grown here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.brute import scores
from tests.brute.cuts import Cut, Points, Stump, best, candidates, slack_of, stumps, tied_best
from tests.brute.exact import Number

__all__ = ["Cut", "Difference", "Node", "Stump", "best", "candidates", "grow", "grow_stump"]
__all__ += ["same_tree", "stumps"]


@dataclass(slots=True, eq=False)
class Node:
    """A node under the names of the trace; a method may replace `value` by its own answer."""

    rows: list[int]
    depth: int
    weight: Fraction
    impurity: Fraction
    value: list[Fraction] | Fraction
    label: int | None = None  # the class a stump answers here; shares alone may leave it open
    feature: int | None = None
    threshold: float | None = None
    gain: Fraction | None = None
    left: "Node | None" = None
    right: "Node | None" = None
    ties: list[Cut | Stump] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def tied(self) -> bool:
        """Say whether others were exactly as good as the cut taken."""
        return len(self.ties) > 1

    @property
    def answer(self) -> int | Fraction:
        if self.label is not None:
            return self.label
        return self.value.index(max(self.value)) if isinstance(self.value, list) else self.value

    def nodes(self) -> Iterator["Node"]:
        yield self
        if self.left is not None:
            yield from self.left.nodes()
            yield from self.right.nodes()

    def leaves(self) -> list["Node"]:
        return [node for node in self.nodes() if node.left is None]

    def leaf(self, point: Sequence[float]) -> "Node":
        if self.left is None:
            return self
        return (self.left if point[self.feature] <= self.threshold else self.right).leaf(point)


@dataclass(frozen=True, slots=True)
class Grower:
    """What stays the same from node to node while one tree grows."""

    points: Points
    targets: Sequence
    weights: Sequence[Number]
    criterion: str
    columns: list[scores.Column]
    max_depth: int | None = None
    min_samples_leaf: int = 1
    min_gain: Number = 0
    slack: Number = 0

    def tally(self, rows: Sequence[int]) -> list[Fraction]:
        return scores.tally(rows, self.columns)

    def node(self, rows: list[int], depth: int) -> Node:
        sums = self.tally(rows)
        return Node(
            rows,
            depth,
            weight=scores.total(sums, self.criterion),
            impurity=scores.IMPURITY[self.criterion](sums),
            value=scores.value(sums, self.criterion),
        )

    def is_pure(self, node: Node) -> bool:
        targets = [Fraction(self.targets[i]) for i in node.rows]
        return max(targets) - min(targets) <= self.slack

    def ties(self, node: Node) -> list[Cut]:
        """Find the best cuts of a node; none when it has to stay a leaf."""
        if node.depth == self.max_depth or self.is_pure(node):
            return []
        cut, tied = best(
            self.points,
            self.targets,
            self.weights,
            node.rows,
            self.criterion,
            min_samples_leaf=self.min_samples_leaf,
            slack=self.slack,
        )
        enough = cut is not None and self.gain(cut) >= self.min_gain - self.slack
        return tied if enough else []

    def gain(self, cut: Cut) -> Fraction:
        return scores.gain(self.tally(cut.left), self.tally(cut.right), self.criterion)

    def most_urgent(self, waiting: list[tuple[Node, list[Cut]]]) -> int:
        """The place of the greatest weighted decrease, the earliest among equals."""
        urgencies = [
            node.weight
            * scores.decrease(self.tally(ties[0].left), self.tally(ties[0].right), self.criterion)
            for node, ties in waiting
        ]
        enough = max(urgencies) - self.slack
        return next(place for place, urgency in enumerate(urgencies) if urgency >= enough)

    def split(self, node: Node, cut: Cut) -> tuple[Node, Node]:
        node.feature, node.threshold = cut.feature, cut.threshold
        node.gain = self.gain(cut)
        node.left = self.node(cut.left, node.depth + 1)
        node.right = self.node(cut.right, node.depth + 1)
        return node.left, node.right


def grow(
    points: Points,
    targets: Sequence,
    weights: Sequence[Number] | None = None,
    criterion: str = "gini",
    *,
    max_depth: int | None = None,
    min_samples_leaf: int = 1,
    max_leaf_nodes: int | None = None,
    min_gain: Number = 0,
    slack: Number = 0,
) -> Node:
    """Grow a tree; under a limit of leaves the one with the greatest weighted decrease goes first.

    A cut needs a gain of at least `min_gain`: with 0 those that gain nothing are made too. The
    criterion `error` with depth 1 means the exhaustive stump, which has no other limits.
    """
    if criterion == "error" and max_depth == 1:
        return grow_stump(points, targets, weights, slack=slack)
    weights = [1] * len(points) if weights is None else weights
    columns = scores.ledger(targets, weights, criterion)
    min_gain, slack = Fraction(min_gain), slack_of(criterion, slack)
    grower = Grower(
        points, targets, weights, criterion, columns, max_depth, min_samples_leaf, min_gain, slack
    )
    root = grower.node([i for i, weight in enumerate(weights) if weight > 0], 0)
    waiting = [(root, grower.ties(root))]
    for _ in range((max_leaf_nodes or len(points)) - 1):
        waiting = [(node, ties) for node, ties in waiting if ties]
        if not waiting:
            break
        node, ties = waiting.pop(0 if max_leaf_nodes is None else grower.most_urgent(waiting))
        node.ties = ties
        waiting += [(child, grower.ties(child)) for child in grower.split(node, ties[0])]
    return root


def grow_stump(
    points: Points,
    targets: Sequence[int],
    weights: Sequence[Number] | None = None,
    *,
    slack: Number = 0,
) -> Node:
    """Take the best of all stumps and constants, whatever it gains."""
    weights = [1] * len(points) if weights is None else weights
    grower = Grower(points, targets, weights, "error", scores.ledger(targets, weights, "error"))
    rows = [i for i, weight in enumerate(weights) if weight > 0]
    root = grower.node(rows, 0)
    root.ties = tied_best(stumps(points, targets, weights, rows), Fraction(slack))
    winner = root.ties[0]
    if winner.feature is None:
        root.label = winner.left
        return root
    left = [i for i in rows if points[i][winner.feature] <= winner.threshold]
    right = [i for i in rows if points[i][winner.feature] > winner.threshold]
    cut = Cut(winner.score, winner.feature, winner.threshold, left, right)
    low, high = grower.split(root, cut)
    low.label, high.label = winner.left, winner.right
    return root


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a tree of the trace leaves the one grown here."""

    kind: str  # tie: both cuts have exactly the same score at that node; mismatch: anything else
    id: int
    name: str
    expected: object
    found: object


def same_tree(
    node: Node,
    nodes: Sequence[dict],
    columns: Sequence[str] = ("x1", "x2"),
    *,
    tolerance: float = 1e-9,
    start: int = 0,
) -> list[Difference]:
    """Walk the nodes of a trace beside a tree; it ends below a tie that parts the rows otherwise.

    `n`, `feature` and `threshold` are compared exactly, the figures within the tolerance, absolute
    below 1 and relative above; a figure that the trace does not give is not compared.
    """
    traced = nodes[start]
    found = figure_differences(node, traced, tolerance)
    feature = None if traced["feature"] is None else list(columns).index(traced["feature"])
    children = [node.left, node.right]
    cut = (feature, traced["threshold"])
    if cut != (node.feature, node.threshold):
        ties = [tie for tie in node.ties if (tie.feature, tie.threshold) == cut]
        expected = (node.feature, node.threshold)
        found.append(Difference("tie" if ties else "mismatch", traced["id"], "cut", expected, cut))
        children = [beside(children, rows) for tie in ties for rows in getattr(tie, "rows", ())]
    for child, place in zip(children, (traced["left"], traced["right"]), strict=False):
        if child is not None:
            found += same_tree(child, nodes, columns, tolerance=tolerance, start=place)
    return found


def beside(children: list[Node | None], rows: list[int]) -> Node | None:
    """Find the child that holds just these rows."""
    return next((child for child in children if child and child.rows == rows), None)


def figure_differences(node: Node, traced: dict, tolerance: float) -> list[Difference]:
    found = []
    if node.n != traced["n"]:
        found.append(Difference("mismatch", traced["id"], "n", node.n, traced["n"]))
    for name in ("weight", "impurity", "gain", "value"):
        expected, given = numbers(getattr(node, name)), numbers(traced.get(name))
        if name == "gain" and (node.left is None or traced["feature"] is None):
            continue
        if not given:
            continue
        if len(expected) != len(given) or any(
            abs(a - b) > tolerance * max(1, abs(a)) for a, b in zip(expected, given, strict=True)
        ):
            found.append(Difference("mismatch", traced["id"], name, expected, given))
    return found


def numbers(value: object) -> list[float]:
    if value is None:
        return []
    return [float(number) for number in (value if isinstance(value, list) else [value])]
