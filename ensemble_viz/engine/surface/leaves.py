"""The leaves of all trees of a run, round after round: where they are, and what they add.

They are gathered for many trees at once, level by level, and lie one behind the other in the
order of the rounds: those of the first rounds are the front of the arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Refusal
from ensemble_viz.engine.ensembles import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import LEAF, Tree

BEFORE, BEHIND = 0, -1  # numbers of the edges where there is no cut
NO_TREE = "only trees have rectangles; other learners are asked on a grid"
Cuts = tuple[FloatArray, ...]
Edges = NDArray[np.int32]
Kind = TypeVar("Kind", FloatArray, Edges)


@dataclass(frozen=True, slots=True, eq=False)
class Leaves:
    """The leaves of some trees in the order of the rounds: where they are and what they add."""

    cuts: Cuts
    """All cuts along each axis that are known, in their order."""
    edge: Edges
    """(axes, 2, leaves): low < x <= high, by the numbers of the cuts, counted from 1."""
    part: FloatArray
    """(leaves, columns): what a leaf adds to each column of the score, its weight included."""


@dataclass(frozen=True, slots=True, eq=False)
class Ballots:
    """Which leaves of a run have one vote, for one of two classes, and where the second gets it."""

    others: IntArray
    """(leaves + 1,): how many of the leaves before each have none."""
    before: IntArray
    """(leaves + 1,): how many of the leaves before each vote for the second class."""
    edge: Edges
    """(axes, 2, votes for the second class): as in `Leaves`."""

    @classmethod
    def of(cls, part: FloatArray, edge: Edges) -> "Ballots":
        """Look at what leaves add to the two columns of a score."""
        first, second = part[:, 0], part[:, 1]
        votes = second == 1.0
        others = first != np.where(votes, 0.0, 1.0)
        others |= ~votes & (second != 0.0)
        before = [np.concatenate(([0], each.cumsum())) for each in (others, votes)]
        return cls(before[0], before[1], edge.take(votes.nonzero()[0], axis=2))

    def between(self, start: int, end: int) -> Edges | None:
        """Find the votes for the second class of some leaves; None where one has no vote."""
        if self.others[start] < self.others[end]:
            return None
        return self.edge[..., self.before[start] : self.before[end]]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Cells or places along an axis, and where the leaves begin and end among them."""

    count: int
    first: IntArray
    """By the number of an edge: the first of them behind it."""

    @classmethod
    def of_cells(cls, chosen: NDArray[np.bool_]) -> "Line":
        """Number the cells between some of the cuts; one that ends nowhere ends behind them all."""
        behind = chosen.cumsum()
        count = int(behind[-1]) + 1 if len(behind) else 1
        return cls(count, np.concatenate(((0,), behind, (count,))))

    @classmethod
    def of_places(cls, cuts: FloatArray, places: FloatArray) -> "Line":
        """Number sorted places; a cut belongs to what is before it."""
        ends = places.searchsorted(cuts, side="right")
        return cls(len(places), np.concatenate(((0,), ends, (len(places),))))


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The nodes of several trees, one tree behind the other."""

    feature: IntArray
    threshold: FloatArray
    left: IntArray
    right: IntArray
    value: FloatArray
    """What the leaves among them answer."""
    root: IntArray
    """(trees,): the first node of each."""
    tree: IntArray
    """(nodes,): the number of the tree a node belongs to."""

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> "Nodes":
        """Put trees behind one another; who is asked for answers first measures all of them."""
        value = np.concatenate([tree.leaf_value for tree in trees])
        sizes = np.array([len(tree) for tree in trees])
        root = np.concatenate(([0], sizes.cumsum()[:-1]))
        ahead = root.repeat(sizes)
        return cls(
            np.concatenate([tree.feature for tree in trees]),
            np.concatenate([tree.threshold for tree in trees]),
            np.concatenate([tree.left for tree in trees]) + ahead,
            np.concatenate([tree.right for tree in trees]) + ahead,
            value,
            root,
            np.arange(len(trees)).repeat(sizes),
        )

    def edges(self, number: IntArray, axes: int, leaf: IntArray) -> Edges:
        """Find the part of the plane each leaf decides on, by the numbers of the nodes' cuts."""
        width = 2 * axes  # low and high along each axis
        edge = np.empty((len(self.feature), width), dtype=np.int32)
        edge[self.root] = (BEFORE, BEHIND) * axes
        whole = edge.view(np.dtype((np.void, edge.strides[0])))[:, 0]  # quicker than row by row
        place, level = edge.ravel(), self.root
        asks, side = self.feature != LEAF, 2 * self.feature
        while len(inner := asks.take(level).nonzero()[0]):
            level = level.take(inner)
            left, right, cut = self.left.take(level), self.right.take(level), number.take(level)
            along, own = side.take(level), whole.take(level)
            whole[left] = own
            whole[right] = own
            place[width * left + along + 1] = cut
            place[width * right + along] = cut
            level = np.concatenate((left, right))
        return np.ascontiguousarray(edge.take(leaf, axis=0).T).reshape(axes, 2, -1)


class RunLeaves:
    """The leaves of a run, gathered as far as somebody has asked for them."""

    def __init__(self, run: Run, columns: int) -> None:
        self.run = run
        self.columns = columns
        axes = run.data.dimension
        self._edge: Edges = np.empty((axes, 2, 0), dtype=np.int32)
        self._part = np.empty((0, columns))
        """As in `Leaves`, and some room behind them."""
        self._end, self._total = [0], [0.0]
        """Of each round: where its leaves end, and the sum of the weights up to it."""
        self._ballots: Ballots | None = None
        self._latest = run.method.combine == "latest"
        self._cuts = tuple(np.empty(0) for _ in range(axes))
        self._since = tuple(np.empty(0, dtype=np.int64) for _ in range(axes))
        """(cuts,): the first round that has a cut there."""

    def upto(self, t: int) -> tuple[Leaves, float]:
        """Give the leaves in the score after round t, and the sum of their learners' weights."""
        self._gather(t)
        kept = slice(self._end[self._first(t)], self._end[t])
        return Leaves(self._cuts, self._edge[..., kept], self._part[kept]), self._total[t]

    def votes(self, t: int) -> Edges | None:
        """List where trees vote for the second of two classes, in the score after round t.

        None where not every leaf has one vote for one of two classes.
        """
        self._gather(t)
        if self.columns != 2 or not self._total[t]:
            return None
        if self._ballots is None:
            end = self._end[-1]
            self._ballots = Ballots.of(self._part[:end], self._edge[..., :end])
        return self._ballots.between(self._end[self._first(t)], self._end[t])

    def chosen(self, t: int, axis: int) -> NDArray[np.bool_]:
        """Say which of the cuts known along an axis are in the score after round t."""
        self._gather(t)
        if not self._latest:
            return np.less_equal(self._since[axis], t)
        edges = self._edge[axis, :, self._end[self._first(t)] : self._end[t]]
        chosen = np.zeros(len(self._cuts[axis]) + 1, dtype=bool)
        chosen[edges[edges > BEFORE]] = True
        return chosen[1:]

    def cuts(self, t: int) -> Cuts:
        """List the different cuts in the score after round t along each axis, in their order."""
        each = range(self.run.data.dimension)
        chosen = [self.chosen(t, axis) for axis in each]  # all are known only then
        return tuple(self._cuts[axis][chosen[axis]] for axis in each)

    def _first(self, t: int) -> int:
        """Say behind which round the leaves begin that are in the score after round t."""
        return t - 1 if t and self._latest else 0

    def _gather(self, t: int) -> None:
        known = len(self._end) - 1
        if 0 <= t <= known:
            return
        self.run.round(t)
        records = self.run.rounds[known:t]
        nodes = Nodes.of([_tree(learner) for record in records for learner in record.learners])
        owner = np.arange(len(records)).repeat([len(record.learners) for record in records])
        leaf = (nodes.feature == LEAF).nonzero()[0]
        number = self._add_cuts(nodes, owner + known + 1)
        edge = nodes.edges(number, self.run.data.dimension, leaf)
        part = self._parts(records, nodes, leaf, owner)
        of_leaf = owner.take(nodes.tree.take(leaf))
        ends = np.bincount(of_leaf, minlength=len(records)).cumsum()
        self._edge = _longer(self._edge, edge, self._end[-1], axis=2)
        self._part = _longer(self._part, part, self._end[-1], axis=0)
        self._ballots = None
        self._end += (self._end[-1] + ends).tolist()
        for record in records:
            before = 0.0 if self._latest else self._total[-1]
            self._total.append(before + weight_of(record))

    def _parts(
        self, records: Sequence[Round], nodes: Nodes, leaf: IntArray, owner: IntArray
    ) -> FloatArray:
        say = self.run.method.say(self.run.data, self.run.params)
        said = say(nodes.value.take(leaf, axis=0))
        tree = nodes.tree.take(leaf)
        weight = np.array([weight_of(record) for record in records]).take(owner.take(tree))
        part = weight.reshape(-1, *(1,) * (said.ndim - 1)) * said
        part = part.reshape(len(part), -1)
        if records[0].one_a_class:
            k = np.concatenate([np.arange(len(record.learners)) for record in records])
            part = part * (np.arange(self.columns) == k[tree][:, None])
        return part

    def _add_cuts(self, nodes: Nodes, rounds: IntArray) -> IntArray:
        """Take in the cuts of more trees, of these rounds; give each node the number of its cut."""
        cuts, since, number = [], [], np.zeros(len(nodes.feature), dtype=np.int64)
        for axis, (old, old_since) in enumerate(zip(self._cuts, self._since, strict=True)):
            asks = (nodes.feature == axis).nonzero()[0]
            every = np.concatenate((old, nodes.threshold.take(asks)))
            born = np.concatenate((old_since, rounds.take(nodes.tree.take(asks))))
            cut, first, index = np.unique(every, return_index=True, return_inverse=True)
            number[asks] = index[len(old) :] + 1
            renumbered = np.concatenate(((BEFORE,), index[: len(old)] + 1, (BEHIND,)))
            known = self._edge[axis, :, : self._end[-1]]
            known[...] = renumbered.take(known)
            cuts.append(cut)
            since.append(born.take(first))  # the first of equals
        self._cuts, self._since = tuple(cuts), tuple(since)
        return number


def _longer(known: Kind, more: Kind, count: int, axis: int) -> Kind:
    """Put more behind the first ones along an axis; where they need other memory, twice as much."""
    if not count:
        return more
    end = count + more.shape[axis]
    if end > known.shape[axis]:
        shape = [*known.shape]
        shape[axis] = 2 * end
        before, known = known, np.empty(shape, dtype=known.dtype)
        known.swapaxes(0, axis)[:count] = before.swapaxes(0, axis)[:count]
    known.swapaxes(0, axis)[count:end] = more.swapaxes(0, axis)
    return known


def weight_of(record: Round) -> float:
    """Say by what a round's answer is multiplied."""
    return 1.0 if record.learner_weight is None else record.learner_weight


def _tree(learner: object) -> Tree:
    if not isinstance(learner, Tree):
        raise Refusal(NO_TREE)
    return learner
