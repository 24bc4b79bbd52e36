"""Our tree beside a peer's, node by node, over points that are too many for exact fractions."""

import json
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.trees import Tree
from tests.bench.worth import Sides, Worth

Cut = tuple[int, float]


class Unequal(AssertionError):  # noqa: N818 - it is what was found
    """Two results differ, and no tie explains it."""


@dataclass(frozen=True, eq=False)
class Theirs:
    """A peer's tree in our arrays; a feature below 0 marks a leaf."""

    feature: IntArray
    threshold: FloatArray
    left: IntArray
    right: IntArray

    @classmethod
    def of_scikit(cls, tree: Any, axes: tuple[int, ...] = (0, 1)) -> Self:
        """Take scikit-learn's, which may have known some axes only."""
        feature = np.where(tree.feature < 0, -1, np.array(axes)[np.maximum(tree.feature, 0)])
        return cls(feature, tree.threshold, tree.children_left, tree.children_right)

    @classmethod
    def of_xgboost(cls, dump: str) -> Self:
        """Take xgboost's; `x < c` is `x <= c` here, for c lies between two points."""
        nodes: dict[int, dict[str, Any]] = {}
        rest = [json.loads(dump)]
        while rest:
            node = rest.pop()
            nodes[node["nodeid"]] = node
            rest += node.get("children", [])
        columns = np.full((4, max(nodes) + 1), -1.0)
        for k, node in nodes.items():
            if "leaf" not in node:
                cut = np.float32(node["split_condition"])
                columns[:, k] = int(node["split"][1:]), cut, node["yes"], node["no"]
        feature, threshold, left, right = columns
        return cls(feature.astype(int), threshold, left.astype(int), right.astype(int))


def cut_of(tree: Tree | Theirs, node: int) -> Cut | None:
    """Say how a node is cut; None where it is a leaf."""
    if tree.feature[node] < 0:
        return None
    return int(tree.feature[node]), float(tree.threshold[node])


@dataclass
class Comparison:
    """Walks down two trees as long as they have the same rows in their nodes."""

    X: FloatArray
    worth: Worth
    nodes: int = 0
    ties: int = 0
    together: bool = True
    """No tie has led them apart."""
    leaves: list[tuple[int, int]] = field(default_factory=list)
    """The leaves of both that hold the same rows."""
    alone: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    """What was gained where only ours, or only theirs, goes on; for trees with a few leaves."""
    slack: float = 0.0

    def compare(self, ours: Tree, theirs: Theirs, rows: IntArray | None = None) -> Self:
        """Compare all nodes; trees that grow best first may choose among equals in any order."""
        stack = [(0, 0, np.arange(len(self.X)) if rows is None else rows)]
        while stack:
            i, j, inside = stack.pop()
            self.nodes += 1
            cuts = cut_of(ours, i), cut_of(theirs, j)
            if cuts == (None, None):
                self.leaves.append((i, j))
            elif None in cuts:
                self._goes_on_alone(cuts, inside)
            elif (sides := self._sides(cuts, inside)) is not None:
                left, swapped = sides
                pair = (theirs.right[j], theirs.left[j]) if swapped else (
                    theirs.left[j], theirs.right[j]
                )  # fmt: skip
                stack.append((int(ours.left[i]), int(pair[0]), inside[left]))
                stack.append((int(ours.right[i]), int(pair[1]), inside[~left]))
        self._check_alone()
        return self

    def _split(self, cut: Cut, rows: IntArray) -> Sides:
        return self.X[rows, cut[0]] <= cut[1]

    def _goes_on_alone(self, cuts: tuple[Cut | None, Cut | None], rows: IntArray) -> None:
        """Note what a split gains that only one of them makes."""
        which = 0 if cuts[1] is None else 1
        cut = cuts[which]
        assert cut is not None
        gain, slack = self.worth.gain(rows, self._split(cut, rows))
        self.alone[which].append(gain)
        self.slack = max(self.slack, slack)
        self.together = False

    def _check_alone(self) -> None:
        """A split of one's own gains nothing, or as much as one of the other's own."""
        most = [max(gains, default=0.0) for gains in self.alone]
        if abs(most[0] - most[1]) > self.slack:
            raise Unequal(f"splits of one alone gain {most[0]!r} and {most[1]!r}")
        self.ties += len(self.alone[0]) + len(self.alone[1])

    def _sides(self, cuts: tuple[Any, ...], rows: IntArray) -> tuple[Sides, bool] | None:
        """Part the rows; None where a tie parts them differently in the two trees."""
        left, other = (self._split(cut, rows) for cut in cuts)
        if cuts[0] == cuts[1]:
            return left, False
        (ours, slack), (theirs, their_slack) = (
            self.worth.gain(rows, side) for side in (left, other)
        )
        if abs(ours - theirs) > max(slack, their_slack):
            raise Unequal(f"cuts {cuts} of {len(rows)} points gain {ours!r} and {theirs!r}")
        self.ties += 1
        if (left == other).all():
            return left, False
        if (left != other).all():
            return left, True
        self.together = False
        return None
