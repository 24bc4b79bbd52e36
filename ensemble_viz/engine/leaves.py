"""The leaves of all trees of a run, round after round: where they are, and what they add.

They are gathered for many trees at once, level by level, and lie one behind the other in the
order of the rounds: those of the first rounds are the front of the arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.method import Round
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.engine.run import Run
from ensemble_viz.engine.stretches import Stretch, stretches
from ensemble_viz.engine.tree import LEAF, Tree

NO_TREE = "only trees have rectangles; other learners are asked on a grid"
Cuts = tuple[FloatArray, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """The leaves of some trees in the order of the rounds: where they are and what they add."""

    box: FloatArray
    """(leaves, axes, 2): low < x <= high."""
    part: FloatArray
    """(leaves, columns): what a leaf adds to each column of the score, its weight included."""


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The nodes of several trees, one tree behind the other."""

    feature: IntArray
    threshold: FloatArray
    left: IntArray
    right: IntArray
    value: FloatArray
    root: IntArray
    """(trees,): the first node of each."""
    tree: IntArray
    """(nodes,): the number of the tree a node belongs to."""

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> "Nodes":
        """Put trees behind one another."""
        together = stretches(trees)
        parts: Sequence[Tree | Stretch] = together or trees
        if together:
            sizes = np.concatenate([stretch.sizes for stretch in together])
        else:
            sizes = np.array([len(tree) for tree in trees])
        root = np.concatenate(([0], sizes.cumsum()[:-1]))
        ahead = root.repeat(sizes)
        return cls(
            np.concatenate([part.feature for part in parts]),
            np.concatenate([part.threshold for part in parts]),
            np.concatenate([part.left for part in parts]) + ahead,
            np.concatenate([part.right for part in parts]) + ahead,
            np.concatenate([part.value for part in parts]),
            root,
            np.arange(len(trees)).repeat(sizes),
        )

    def boxes(self, axes: int) -> FloatArray:
        """Find the part of the plane each node decides on: (nodes, axes, 2), low < x <= high."""
        box = np.empty((len(self.feature), axes, 2))
        box[..., 0], box[..., 1] = -np.inf, np.inf
        level = self.root
        while len(level := level[self.feature[level] != LEAF]):
            axis, cut = self.feature[level], self.threshold[level]
            left, right = self.left[level], self.right[level]
            box[left] = box[right] = box[level]
            box[left, axis, 1] = cut
            box[right, axis, 0] = cut
            level = np.concatenate((left, right))
        return box


class RunLeaves:
    """The leaves of a run, gathered as far as somebody has asked for them."""

    def __init__(self, run: Run, columns: int) -> None:
        """Know no leaf yet."""
        self.run = run
        self.columns = columns
        axes = run.data.dimension
        self._box, self._part = np.empty((0, axes, 2)), np.empty((0, columns))
        self._end, self._total = [0], [0.0]
        """Of each round: where its leaves end, and the sum of the weights up to it."""
        self._latest = run.method.combine == "latest"
        self._cuts = tuple(np.empty(0) for _ in range(axes))
        self._since = tuple(np.empty(0, dtype=np.int64) for _ in range(axes))
        """(cuts,): the first round that has a cut there."""

    def upto(self, t: int) -> tuple[Leaves, float]:
        """Give the leaves in the score after round t, and the sum of their learners' weights."""
        self._gather(t)
        kept = slice(self._end[self._first(t)], self._end[t])
        return Leaves(self._box[kept], self._part[kept]), self._total[t]

    def cuts(self, t: int) -> Cuts:
        """List the different cuts in the score after round t along each axis, in their order."""
        self._gather(t)
        if self._latest:
            edges = self._box[self._end[self._first(t)] : self._end[t]]
            return tuple(finite(edges[:, axis]) for axis in range(edges.shape[1]))
        each = zip(self._cuts, self._since, strict=True)
        return tuple(cut[since <= t] for cut, since in each)

    def _first(self, t: int) -> int:
        """Say behind which round the leaves begin that are in the score after round t."""
        return t - 1 if t and self._latest else 0

    def _gather(self, t: int) -> None:
        """Gather up to round t."""
        known = len(self._end) - 1
        if t <= known:
            return
        self.run.round(t)
        records = self.run.rounds[known:t]
        nodes = Nodes.of([_tree(learner) for record in records for learner in record.learners])
        owner = np.arange(len(records)).repeat([len(record.learners) for record in records])
        leaf = (nodes.feature == LEAF).nonzero()[0]
        box = nodes.boxes(self.run.data.dimension)[leaf]
        part = self._parts(records, nodes, leaf, owner)
        ends = np.bincount(owner[nodes.tree[leaf]], minlength=len(records)).cumsum()
        self._end += (self._end[-1] + ends).tolist()
        for record in records:
            before = 0.0 if self._latest else self._total[-1]
            self._total.append(before + weight_of(record))
        if not self._latest:
            self._add_cuts(nodes, owner + known + 1)
        self._box = np.concatenate((self._box, box)) if known else box
        self._part = np.concatenate((self._part, part)) if known else part

    def _parts(
        self, records: Sequence[Round], nodes: Nodes, leaf: IntArray, owner: IntArray
    ) -> FloatArray:
        """Say what each leaf adds to the score."""
        say = self.run.method.say(self.run.data, self.run.params)
        said = say(nodes.value[leaf])
        tree = nodes.tree[leaf]
        weight = np.array([weight_of(record) for record in records])[owner[tree]]
        part = weight.reshape(-1, *(1,) * (said.ndim - 1)) * said
        part = part.reshape(len(part), -1)
        if records[0].one_a_class:
            k = np.concatenate([np.arange(len(record.learners)) for record in records])
            part = part * (np.arange(self.columns) == k[tree][:, None])
        return part

    def _add_cuts(self, nodes: Nodes, number: IntArray) -> None:
        """Take in the cuts of more trees, which belong to rounds of these numbers."""
        cuts, since = [], []
        for axis, (old, old_since) in enumerate(zip(self._cuts, self._since, strict=True)):
            asks = (nodes.feature == axis).nonzero()[0]
            every = np.concatenate((old, nodes.threshold[asks]))
            rounds = np.concatenate((old_since, number[nodes.tree[asks]]))
            cut, first = np.unique(every, return_index=True)  # the first of equals
            cuts.append(cut)
            since.append(rounds[first])
        self._cuts, self._since = tuple(cuts), tuple(since)


def weight_of(record: Round) -> float:
    """Say by what a round's answer is multiplied."""
    return 1.0 if record.learner_weight is None else record.learner_weight


def finite(edges: FloatArray) -> FloatArray:
    """List the different finite edges."""
    found = np.unique(edges)
    return found[np.isfinite(found)]


def _tree(learner: object) -> Tree:
    if not isinstance(learner, Tree):
        raise Refusal(NO_TREE)
    return learner
