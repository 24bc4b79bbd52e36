"""Growing trees: level by level, many at once; or one, its most useful split first."""

import heapq
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, draws
from ensemble_viz.engine.trees.bins import Bins
from ensemble_viz.engine.trees.frontier import (
    Cuts,
    Frontier,
    first_best,
    part,
    possible_cuts,
    root_frontier,
)
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.node_statistics import NodeFacts, Statistics
from ensemble_viz.engine.trees.nodes import NodeRecord, Splits, middle
from ensemble_viz.engine.trees.tree import LEAF, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """A tree, and the leaf each point of its bag fell into; LEAF for points not yet asked."""

    tree: Tree
    leaf: IntArray

    @property
    def learner(self) -> Tree:
        """The tree, where a learner of any kind may stand."""
        return self.tree

    @property
    def rows(self) -> IntArray | slice:
        """List the points that it saw."""
        return (self.leaf != LEAF).nonzero()[0]

    @property
    def parents(self) -> None:
        """The nodes with children 1 and 2, 3 and 4, … are not known."""

    @property
    def reach(self) -> float:
        """Nor is the largest of the values."""
        return inf

    def answering(self, value: FloatArray) -> "Grown":
        """Keep the questions, change the answers."""
        return Grown(self.tree.with_value(value), self.leaf)

    def answer(self, points: FloatArray) -> FloatArray:
        """Answer at the points it was grown on; those outside the bag must find their leaf."""
        outside = (self.leaf == LEAF).nonzero()[0]
        answer = self.tree.value.take(self.leaf, axis=0)
        if len(outside):
            answer[outside] = self.tree.answer(points[outside])
        return answer


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """An open node with its best cut, waiting for its turn."""

    frontier: Frontier
    facts: NodeFacts
    cuts: Cuts
    depth: int


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
        """Prepare to grow."""
        self.data = data
        self.statistics = statistics
        self.limits = limits
        self.keys = keys
        self.bins = bins
        self.order = data.order
        self.places = (data.rank if bins is None else bins.number).ravel()
        self.beyond = np.arange(data.dimension)[:, None] * len(data)  # where those of an axis begin
        self.record = NodeRecord()
        self.leaf: IntArray = np.zeros(0, dtype=np.int64)
        self.mixed = 0.0

    def grow(self, drawn: NDArray[np.bool_]) -> list[Grown]:
        """Grow one tree on each bag: (bags, n), which points are in it."""
        frontier, facts = self.plant(drawn)
        if self.limits.max_leaf_nodes is None:
            self._level_by_level(frontier, facts)
        else:
            self._best_first(frontier, facts, self.limits.max_leaf_nodes)
        return self.collect(len(drawn))

    def plant(self, drawn: NDArray[np.bool_]) -> tuple[Frontier, NodeFacts]:
        """Open the root of each bag."""
        self.record = NodeRecord()
        self.leaf = np.full(drawn.size, LEAF, dtype=np.int64)
        frontier = root_frontier(self.order, drawn)
        if self.keys is not None:
            frontier = replace(frontier, key=self.keys)
        facts = self._open(frontier)
        self.mixed = float(self.statistics.most(facts).max())
        return frontier, facts

    def collect(self, bags: int) -> list[Grown]:
        """Make trees of all nodes on record."""
        trees, local = self.record.trees(bags)
        leaves = local.take(self.leaf).reshape(bags, -1)  # LEAF stays LEAF
        grown = zip(trees, leaves, strict=True)
        return [Grown(self.statistics.finished(tree), leaf) for tree, leaf in grown]

    def _level_by_level(self, frontier: Frontier, facts: NodeFacts) -> None:
        depth = 0
        while len(frontier):
            frontier, facts, cuts = self.search(frontier, facts, depth)
            if len(frontier):
                frontier, facts = self.split(frontier, facts, cuts)
            depth += 1

    def _best_first(self, frontier: Frontier, facts: NodeFacts, max_leaf_nodes: int) -> None:
        queue: list[tuple[float, int, Candidate]] = []
        self.enqueue(queue, frontier, facts, depth=0)
        leaves = 1
        while queue and leaves < max_leaf_nodes:
            self.split_next(queue)
            leaves += 1
        for _, _, waiting in queue:
            self._leave(waiting.frontier, np.ones(1, dtype=bool))

    def split_next(self, queue: list[tuple[float, int, Candidate]]) -> None:
        """Split the most useful node of the queue, and put its children in."""
        best = self._most_useful(queue)
        children, facts = self.split(best.frontier, best.facts, best.cuts)
        self.enqueue(queue, children, facts, best.depth + 1)

    def _most_useful(self, queue: list[tuple[float, int, Candidate]]) -> Candidate:
        """Take the most useful node out of the queue; of those that tie, the first made."""
        tied = [heapq.heappop(queue)]
        while queue and queue[0][0] <= tied[0][0] + TIE * self.mixed:
            tied.append(heapq.heappop(queue))
        first = min(tied, key=lambda entry: entry[1])
        for entry in tied:
            if entry is not first:
                heapq.heappush(queue, entry)
        return first[-1]

    def enqueue(
        self,
        queue: list[tuple[float, int, Candidate]],
        frontier: Frontier,
        facts: NodeFacts,
        depth: int,
    ) -> None:
        """Put the nodes that can be split in the queue, by impurity saved, then by number."""
        frontier, facts, cuts = self.search(frontier, facts, depth)
        gain = self.statistics.gain(cuts.score, facts)
        for k in range(len(frontier)):
            one = np.arange(len(frontier)) == k
            alone = Candidate(frontier.only(one), facts.only(one), cuts.only(one), depth)
            left = alone.frontier.entries[cuts.axis[k], : cuts.position[k] + 1]
            saved = self.statistics.saved(float(gain[k]), float(facts.weight[k]), left)
            heapq.heappush(queue, (-saved, int(frontier.node[k]), alone))

    def search(
        self, frontier: Frontier, facts: NodeFacts, depth: int
    ) -> tuple[Frontier, NodeFacts, Cuts]:
        """Find the best cut of every node that can and may be cut; the others stay leaves."""
        limits = self.limits
        may = facts.mixed & (frontier.size >= 2 * limits.min_samples_leaf)
        if limits.max_depth is not None and depth >= limits.max_depth:
            may = np.zeros_like(may)
        self._leave(frontier, ~may)
        frontier, facts = frontier.only(may), facts.only(may)
        cuts = self.best_cuts(frontier, facts)
        gain = self.statistics.gain(cuts.score, facts)
        can = cuts.found & (gain >= limits.min_gain - TIE)
        self._leave(frontier, ~can)
        return frontier.only(can), facts.only(can), cuts.only(can)

    def _leave(self, frontier: Frontier, closed: NDArray[np.bool_]) -> None:
        """Leave the entries of some nodes where they are: these are leaves."""
        if closed.any():
            entries = frontier.entries[0].take(frontier.spread(closed).nonzero()[0])
            self.leaf[entries] = frontier.node[closed].repeat(frontier.size[closed])

    def best_cuts(self, frontier: Frontier, facts: NodeFacts) -> Cuts:
        """Find the best cut of every node."""
        if not len(frontier):
            none = np.zeros(0, dtype=np.int64)
            return Cuts(none > 0, none, none, np.zeros(0))
        score, largest = self.cut_scores(frontier, facts), self.statistics.largest(facts)
        return self.worth_it(first_best(frontier, score, largest), facts, largest)

    def worth_it(self, cuts: Cuts, facts: NodeFacts, largest: FloatArray) -> Cuts:
        """Leave nodes whole where that is better than any cut."""
        better = cuts.score >= self.statistics.constant(facts) - TIE * largest
        return cuts if better.all() else replace(cuts, found=cuts.found & better)

    def cut_scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """Score a cut behind every entry: (axes, E), −inf where none can fall."""
        ranks = self.places.take(self.on_axis(frontier, 0) + self.beyond)
        possible = possible_cuts(frontier, ranks, self.limits.min_samples_leaf)
        return np.where(possible, self.statistics.scores(frontier, facts), -np.inf)

    def on_axis(self, frontier: Frontier, axis: IntArray | int) -> IntArray:
        """Tell where the points of the entries are among those of an axis: axis · n + point.

        `axis` is one for each node; entries of all axes can be asked along it.
        """
        first = frontier.entries[0, frontier.start]
        n = len(self.data)
        return frontier.entries + frontier.spread(axis * n - (first - first % n))

    def thresholds(self, frontier: Frontier, axis: IntArray, last: IntArray) -> FloatArray:
        """Choose the thresholds behind some entries, each along its own axis."""
        n = len(self.data)
        low, high = (frontier.entries[axis, place] % n for place in (last, last + 1))
        threshold = middle(self.data.points[low, axis], self.data.points[high, axis])
        if self.bins is not None:
            for k in range(len(frontier.entries)):
                along = axis == k
                threshold[along] = self.bins.thresholds(k, low[along], threshold[along])
        return threshold

    def split(self, frontier: Frontier, facts: NodeFacts, cuts: Cuts) -> tuple[Frontier, NodeFacts]:
        """Part the nodes at their cuts, put the splits on record, and open the children."""
        threshold = cuts.threshold
        if threshold is None:
            threshold = self.thresholds(frontier, cuts.axis, frontier.start + cuts.position)
        # children are numbered by the number of their parent, left before right
        left = self.record.count + 2 * frontier.node.argsort().argsort()
        gain = self.statistics.gain(cuts.score, facts)
        self.record.split(Splits(frontier.node, cuts.axis, threshold, gain, left))
        goes_left = self.goes_left(frontier, cuts) if cuts.goes_left is None else cuts.goes_left
        key = np.concatenate((frontier.key, frontier.key))
        if self.keys is not None:
            key = draws.words(key, np.arange(2).repeat(len(frontier)))
        number = np.concatenate((left, left + 1))
        children = part(frontier, goes_left, cuts.position + 1, (number, key))
        return children, self._open(children)

    def goes_left(self, frontier: Frontier, cuts: Cuts) -> NDArray[np.bool_]:
        """Say which entries go left at the cuts of their nodes: (axes, E)."""
        n = len(self.data)
        last = frontier.entries[cuts.axis, frontier.start + cuts.position] % n
        rank = self.data.rank.ravel()
        limit = frontier.spread(rank.take(cuts.axis * n + last))
        return np.less_equal(rank.take(self.on_axis(frontier, cuts.axis)), limit)

    def _open(self, frontier: Frontier) -> NodeFacts:
        """Measure new nodes and put them on record."""
        facts = self.statistics.facts(frontier)
        bag = frontier.entries[0, frontier.start] // len(self.data)
        self.record.open(frontier, bag, facts)
        return facts
