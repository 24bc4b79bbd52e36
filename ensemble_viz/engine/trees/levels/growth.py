"""Growing trees: level by level, many at once; or one, its most useful split first."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, dataset, draws, winner
from ensemble_viz.engine.trees.bins import Bins
from ensemble_viz.engine.trees.levels.frontier import (
    Cuts,
    Frontier,
    first_best,
    part,
    root_frontier,
    rule_out,
)
from ensemble_viz.engine.trees.levels.node_statistics import Facts, Statistics
from ensemble_viz.engine.trees.levels.record import NodeRecord, Splits
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.tree import LEAF, Tree, middle

NO_PLACE = np.zeros(0, dtype=np.int64)
NO_CUTS = Cuts(NO_PLACE > 0, NO_PLACE, NO_PLACE, np.zeros(0))
Rows = IntArray | NDArray[np.bool_] | slice
"""Some of the points, however they are picked out."""


@dataclass(slots=True, eq=False)
class Grown:
    """A tree, and the leaf each point fell into."""

    tree: Tree
    leaf: IntArray
    rows: Rows
    """The points that it saw."""
    choice: IntArray | None = None
    """The class that each node chooses, where that is known."""
    opposite_choice: IntArray | None = None
    """The same, if the two classes were exchanged."""

    def __len__(self) -> int:
        return len(self.tree)

    @property
    def learner(self) -> Tree:
        """The tree, where a learner of any kind may stand."""
        return self.tree

    def answering(self, value: FloatArray) -> "Grown":
        """Keep the questions, change the answers."""
        return replace(self, tree=replace(self.tree, value=value))

    def answer(self, _points: FloatArray) -> FloatArray:
        """Answer at the points it was grown among."""
        return self.tree.leaf_value.take(self.leaf, axis=0)

    def decide(self, points: FloatArray) -> IntArray:
        """Choose a class at each of the points it was grown on."""
        if self.choice is None:
            return winner(self.answer(points))
        return self.choice.take(self.leaf)


class Grower:
    """Grows trees on bags of one data set, judged by one kind of statistics.

    With `keys`, one a bag, every node has a key of its own to draw from. With `bins`, cuts fall
    between bins only.
    """

    def __init__(
        self,
        data: Dataset,
        statistics: Statistics,
        limits: Limits,
        keys: NDArray[np.uint64] | None = None,
        bins: Bins | None = None,
    ) -> None:
        self.data, self.statistics, self.limits = data, statistics, limits
        self.keys, self.bins = keys, bins
        self.order = data.order
        self.rank = data.rank.ravel().astype(np.int32)  # half as far to carry
        self.x = np.ascontiguousarray(data.points.T).ravel()
        self.places = self.rank if bins is None else bins.number.ravel()
        self.ties = bins is not None or data.rank.max(axis=1).min() < len(data) - 1
        """Points may have the same place."""
        self.beyond = np.arange(data.dimension)[:, None] * len(data)  # where those of an axis begin
        self.record = NodeRecord(data.dimension)
        self.leaf: IntArray = np.zeros(0, dtype=np.int64)
        self.is_left = np.zeros(0, dtype=bool)
        """The entries that went left when their node was last split."""

    def grow(self, drawn: NDArray[np.bool_]) -> list[Grown]:
        """Grow one tree on each bag: (bags, n), which points are in it."""
        frontier, facts = self.plant(drawn)
        depth = 0
        while len(frontier):
            frontier, facts, cuts = self.search(frontier, facts, depth)
            depth += 1
            if len(frontier):
                frontier, facts = self.split(frontier, facts, cuts, depth)
        return self.collect(drawn)

    def plant(self, drawn: NDArray[np.bool_]) -> tuple[Frontier, Facts]:
        self.record = NodeRecord(self.data.dimension)
        self.leaf = np.full(drawn.size, LEAF, dtype=np.int64)
        self.is_left = np.zeros(drawn.size, dtype=bool)
        key = None if self.keys is None else draws.words(self.keys)
        frontier = root_frontier(self.order, drawn, key)
        facts = self.statistics.facts(frontier)
        self.record.open(frontier.node, frontier.bag, frontier.size, facts)
        return frontier, facts

    def collect(self, drawn: NDArray[np.bool_]) -> list[Grown]:
        """Make trees of all nodes on record; points outside the bags fall into their leaves."""
        forest, local = self.record.forest(len(drawn), self.statistics, self.thresholds)
        leaf = local.take(self.leaf).reshape(drawn.shape)
        outside = np.logical_not(drawn).ravel().nonzero()[0]
        if len(outside):
            tree = outside // len(self.data)
            points = self.data.points.take(outside - tree * len(self.data), axis=0)
            leaf.put(outside, forest.fall(tree, points))
        dataset.freeze(leaf)
        trees = forest.trees(self.data.points, list(leaf.astype(np.int32)))
        return [Grown(*each) for each in zip(trees, leaf, drawn, strict=True)]

    def search(self, frontier: Frontier, facts: Facts, depth: int) -> tuple[Frontier, Facts, Cuts]:
        """Find the best cut of every node that can and may be cut; the others stay leaves."""
        may, least = self.may_split(facts, frontier.size, depth), self.limits.min_gain
        if not may.all():
            frontier, facts = self._close(frontier, may), facts.only(may)
        if not len(frontier):
            return frontier, facts, NO_CUTS
        cuts = self.best_cuts(frontier, facts)
        can, constant = cuts.found, self.statistics.constant(facts)
        if constant is not None:
            can = can & (cuts.score >= constant - TIE * self.statistics.largest(facts))
        if least > 0.0:
            can = can & (self.statistics.gain(cuts.score, facts) >= least - TIE)
        if can.all():
            return frontier, facts, cuts
        kept = self._close(frontier, can)
        return kept, facts.only(can), cuts.only(can, frontier, kept)

    def may_split(self, facts: Facts, size: IntArray, depth: int) -> NDArray[np.bool_]:
        """Say which nodes of a level may be cut, and can be, as far as one sees without looking."""
        limits = self.limits
        if limits.max_depth is not None and depth >= limits.max_depth:
            return np.zeros(len(size), dtype=bool)
        return self.statistics.mixed(facts) & (size >= 2 * limits.min_samples_leaf)

    def _close(self, frontier: Frontier, keep: NDArray[np.bool_]) -> Frontier:
        """Leave nodes as they are, leaves; keep the others open."""
        inside, gone = frontier.spread(keep), ~keep
        own = frontier.entries[0].take((~inside).nonzero()[0])
        self.leaf[own] = frontier.node[gone].repeat(frontier.size[gone])
        return frontier.only(keep, inside.nonzero()[0])

    def best_cuts(self, frontier: Frontier, facts: Facts) -> Cuts:
        axis = self.axis_of(frontier)
        seen = frontier if axis is None else frontier.along(axis)
        score, sums = self.cut_scores(seen, facts, axis)
        cuts = first_best(seen, score, self.statistics.largest(facts))
        if sums is not None:
            cuts.left = sums[cuts.axis, cuts.place]
        if axis is None:
            count = frontier.entries.shape[1]
            at = frontier.spread(cuts.axis * count) + np.arange(count)
            cuts.along = frontier.entries.ravel().take(at)
        else:
            cuts.axis, cuts.along = axis, seen.entries[0]
        return cuts

    def axis_of(self, _frontier: Frontier) -> IntArray | None:
        """Choose the one axis that each node is searched along; None: they are along all."""
        return None

    def cut_scores(
        self, frontier: Frontier, facts: Facts, axis: IntArray | None = None
    ) -> tuple[FloatArray, IntArray | None]:
        """Score a cut behind every entry: (axes, E), −inf where none can fall."""
        score, sums = self.statistics.scores(frontier, facts)
        ranks = None
        if self.ties:
            beyond = self.beyond if axis is None else 0
            along = self.on_axis(frontier, 0 if axis is None else axis) + beyond
            ranks = self.places.take(along)
        rule_out(score, frontier, ranks, self.limits.min_samples_leaf)
        return score, sums

    def on_axis(self, frontier: Frontier, axis: IntArray | int) -> IntArray:
        """Tell where the points of the entries are among those of an axis: axis · n + point.

        `axis` is one for each node; entries of all axes can be asked along it.
        """
        return frontier.entries + frontier.spread((axis - frontier.bag) * len(self.data))

    def thresholds(self, axis: IntArray, low: IntArray, high: IntArray) -> FloatArray:
        """Choose the thresholds between some points, each along its own axis."""
        beyond = axis * len(self.data)
        threshold = middle(self.x.take(beyond + low), self.x.take(beyond + high))
        if self.bins is not None:
            for k in range(self.data.dimension):
                along = axis == k
                threshold[along] = self.bins.thresholds(k, low[along], threshold[along])
        return threshold

    def split(
        self, frontier: Frontier, facts: Facts, cuts: Cuts, depth: int
    ) -> tuple[Frontier, Facts]:
        """Part the nodes at their cuts, put the splits on record, and open the children.

        Where it is known what the children sum up to, those that stay leaves are never opened.
        """
        # children are numbered by the number of their parent, left before right
        number = self.record.count + 2 * frontier.node.argsort().argsort()
        gain = self.statistics.gain(cuts.score, facts)
        low = high = cuts.axis
        if cuts.threshold is None:
            low, high = self.beside(frontier, cuts.axis, cuts.place)
        splits = Splits(frontier.node, cuts.axis, low, high, cuts.threshold, gain, number)
        self.record.splits.append(splits)
        goes_left = cuts.goes_left if cuts.goes_left is not None else self.goes_left(frontier, cuts)
        left_size = cuts.place - frontier.start + 1
        size = np.concatenate((left_size, frontier.size - left_size))
        numbers = np.concatenate((number, number + 1))
        known = self.statistics.parted(facts, cuts.left)
        stays = np.ones(len(size), dtype=bool)
        if known is not None:
            stays = self.may_split(known, size, depth)
        children, gone = part(frontier, goes_left, stays, size, numbers)
        if known is None:
            known = self.statistics.facts(children)
        self.record.open(numbers, np.concatenate((frontier.bag, frontier.bag)), size, known)
        if len(gone):
            left = frontier.spread(number).take(gone)
            self.leaf[frontier.entries[0].take(gone)] = left + ~goes_left[0].take(gone)
            known = known.only(stays)
        return children, known

    def beside(
        self, frontier: Frontier, axis: IntArray, place: IntArray
    ) -> tuple[IntArray, IntArray]:
        """Find the points on either side of the cuts behind some places."""
        n, count = len(self.data), frontier.entries.shape[1]
        entries, before = frontier.entries.ravel(), axis * count + place
        return entries.take(before) % n, entries.take(before + 1, mode="clip") % n

    def goes_left(self, frontier: Frontier, cuts: Cuts) -> NDArray[np.bool_]:
        """Say which entries go left at the cuts of their nodes: (axes, E)."""
        assert cuts.along is not None
        halves, is_left = np.empty(2 * len(frontier), np.int64), np.zeros(2 * len(frontier), bool)
        halves[::2] = cuts.place - frontier.start + 1
        halves[1::2] = frontier.last - cuts.place
        is_left[::2] = True
        self.is_left[cuts.along] = is_left.repeat(halves)
        return self.is_left.take(frontier.entries)
