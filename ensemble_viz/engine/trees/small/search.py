"""The search for small trees, node by node.

The points are sorted once along every axis; a node is the list of the places of its points in
these orders, axis after axis, so that running sums along it judge all its cuts at once. For a
few nodes that is quicker than level by level. What is summed, and how cuts are judged, is up to
a judge; which node is next, to the order of growing: by level, or the most useful first.
"""

import heapq
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.bins import Bins
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.tree import between

MOST_DEPTH, MOST_LEAVES = 6, 16
"""Trees that may have more questions in a row, and more leaves, are grown level by level, …"""
FEW_POINTS, FEW_OF_CLASSES, FEW_TO_BOOST = 60, 300, 2000
"""… if there are more points: of values, of classes, whose leaves are soon pure, and where trees
follow the loss of classes, which is flat where they are right."""


Scored = tuple[FloatArray, float, Any]
"""(axes · m,): the score of the cut behind each place, overwritten where none can fall; by how much
cuts differ at most that tie; what the judge has summed."""
Open = tuple[int, IntArray, int]
"""The number of a node that may be cut, the places of its points, its depth."""
Found = tuple[Scored, int, float]
"""The cuts of a node, the best of them, and its score."""
Cut = tuple[int, int, float, float]
"""A question: node, axis, threshold, gain; the k-th has the children 1 + 2k and 2 + 2k."""


class Judge(ABC):
    """Sums what a tree is fitted to, and judges cuts by the sums."""

    def __init__(self, data: Dataset) -> None:
        self.axes, self.n = data.order.shape
        self.order, self.every = data.order.ravel(), np.arange(data.order.size)

    def root(self, places: IntArray | None) -> Any:
        """Say what is known of the root without searching it; None: of all points."""
        return None

    @abstractmethod
    def scores(self, places: IntArray | None, m: int, known: Any) -> Scored | None:
        """Judge the cuts of a node of m points; None where none could help."""

    def tie(self, scored: Scored) -> float:
        """Say exactly by how much cuts differ at most that tie."""
        return scored[1]

    def is_worth(self, scored: Scored, best: float) -> bool:
        """Say whether the best cut is better than none: trees cut wherever they can."""
        return True

    @abstractmethod
    def most(self, scored: Scored) -> float:
        """Name the most that any split of the node could save."""

    @abstractmethod
    def gain(self, scored: Scored, best: float) -> float:
        """Say what a cut gains; 0 where that is measured with the nodes."""

    def saved(self, scored: Scored, best: float, _at: int) -> float:
        """Weigh what a cut saves in the tree."""
        return self.gain(scored, best)

    def beside(self, _scored: Scored, _at: int) -> tuple[Any, Any]:
        """Say what is known of the left and the right side of a cut."""
        return None, None


@dataclass(slots=True, eq=False)
class Sketch:
    """What a tree asks, and what the search knows of its nodes."""

    leaf: IntArray
    """(n,): the leaf of each point, in the bag or not."""
    rows: IntArray | slice
    """The points it was grown on."""
    cuts: list[Cut] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    """How many of the points are in each node."""
    known: list[Any] = field(default_factory=list)
    """What the judge knows of each node."""
    tried: list[tuple[int, int, int]] = field(default_factory=list)
    """Of trees whose cuts are drawn: nodes, the axis that was drawn, and the other or LEAF."""

    def __len__(self) -> int:
        return 1 + 2 * len(self.cuts)


class SmallSearch:
    """Grows trees on one set of points."""

    def __init__(self, data: Dataset, limits: Limits, bins: Bins | None = None) -> None:
        self.limits, self.bins = limits, bins
        self.axes, self.n = data.order.shape
        self.order = data.order.ravel()
        self.every = np.arange(self.axes * self.n)
        self.x = list(np.ascontiguousarray(data.points.T))
        self.x_at = [x.take(self.order) for x in self.x]
        """(axes · n,): the coordinates at all places, along each axis."""
        place = data.rank if bins is None else bins.number
        self.ties = bool(data.rank.max(axis=1).min() < self.n - 1) or bins is not None
        self.key = np.take_along_axis(place, data.order, axis=1).ravel()
        """Cuts fall between different ones of these."""

    @staticmethod
    def can_grow(data: Dataset, limits: Limits, of_classes: int = FEW_TO_BOOST) -> bool:
        """Say whether trees are so small that looking at node after node is quick."""
        if limits.min_gain > 0.0:
            return False
        if len(data) <= (FEW_POINTS if data.classes is None else of_classes):
            return True
        depth, leaves = limits.max_depth, limits.max_leaf_nodes
        is_small = depth is not None and depth <= MOST_DEPTH
        return is_small or (leaves is not None and leaves <= MOST_LEAVES)

    def grow(self, judge: Judge, in_bag: NDArray[np.bool_] | None = None) -> Sketch:
        """Grow a tree on all points, or on those in the bag."""
        places = self.every
        rows: IntArray | slice = slice(None)
        if in_bag is not None:
            places, rows = in_bag.take(self.order).nonzero()[0], in_bag.nonzero()[0]
        known = judge.root(None if in_bag is None else places)
        leaf = np.zeros(self.n, dtype=np.int64)
        sketch = Sketch(leaf, rows, [], [len(places) // self.axes], [known])
        if self.limits.max_leaf_nodes is None:
            self._by_level(sketch, judge, places)
        else:
            self._best_first(sketch, judge, places, self.limits.max_leaf_nodes)
        if in_bag is not None:
            outside = np.logical_not(in_bag).nonzero()[0]
            leaf[outside] = self._fall(sketch, outside)
        return sketch

    def _fall(self, sketch: Sketch, points: IntArray) -> IntArray:
        """Let points that are not in the bag fall into their leaves."""
        at = np.zeros(len(points), dtype=np.int64)
        for k, (node, axis, threshold, _) in enumerate(sketch.cuts):
            own = (at == node).nonzero()[0]
            at[own] = 1 + 2 * k + (self.x[axis].take(points.take(own)) > threshold)
        return at

    def _by_level(self, sketch: Sketch, judge: Judge, places: IntArray) -> None:
        waiting: list[Open] = [(0, places, 0)]
        for node in waiting:  # which becomes longer meanwhile
            found = self._search(sketch, judge, node)
            if found is None:
                self._leave(sketch, node)
            else:
                waiting += self._split(sketch, judge, node, found)

    def _best_first(self, sketch: Sketch, judge: Judge, places: IntArray, leaves: int) -> None:
        queue: list[tuple[float, int, Open, Found]] = []
        waiting: list[Open] = [(0, places, 0)]
        nearly = -1.0
        while True:
            is_full = 1 + len(sketch.cuts) >= leaves
            for node in waiting:
                found = None if is_full else self._search(sketch, judge, node)
                if found is None:
                    self._leave(sketch, node)
                    continue
                scored, at, best = found
                if nearly < 0.0:
                    nearly = TIE * judge.most(scored)
                heapq.heappush(queue, (-judge.saved(scored, best, at), node[0], node, found))
            if is_full or not queue:
                break
            _, _, node, found = most_useful(queue, nearly)
            waiting = self._split(sketch, judge, node, found)
        for _, _, node, _ in queue:
            self._leave(sketch, node)

    def _search(self, sketch: Sketch, judge: Judge, node: Open) -> Found | None:
        number, places, depth = node
        limits = self.limits
        m, least = len(places) // self.axes, limits.min_samples_leaf
        if m < 2 * least or depth == limits.max_depth:
            return None
        scored = judge.scores(None if places is self.every else places, m, sketch.known[number])
        if scored is None:
            return None
        score, nearly, _ = scored
        if least == 1:
            score[m - 1 :: m] = -np.inf
        else:
            by_axis = score.reshape(self.axes, m)
            by_axis[:, : least - 1] = by_axis[:, m - least :] = -np.inf
        if self.ties:
            key = self.key if places is self.every else self.key.take(places)
            score[:-1][key[1:] == key[:-1]] = -np.inf
        at = int(score.argmax())
        best = score.item(at)
        if best == -np.inf or not judge.is_worth(scored, best):
            return None
        if at and score.item(score[:at].argmax()) >= best - nearly:  # those before it may tie
            at = int((score[: at + 1] >= best - judge.tie(scored)).argmax())
        return scored, at, best

    def _split(self, sketch: Sketch, judge: Judge, node: Open, found: Found) -> list[Open]:
        """Put a cut on record, and part the node there."""
        (number, places, depth), (scored, at, best) = node, found
        m = len(places) // self.axes
        axis = at // m
        low, high = self.order.item(places.item(at)), self.order.item(places.item(at + 1))
        threshold = self._between(axis, low, high)
        child, count = len(sketch.size), at - axis * m + 1
        sketch.cuts.append((number, axis, threshold, judge.gain(scored, best)))
        sketch.size += (count, m - count)
        sketch.known += judge.beside(scored, at)
        if depth + 1 == self.limits.max_depth:
            sketch.leaf[self.order.take(places[axis * m : at + 1])] = child
            sketch.leaf[self.order.take(places[at + 1 : axis * m + m])] = child + 1
            return []
        whole = places is self.every
        stays = (self.x_at[axis] if whole else self.x_at[axis].take(places)) <= threshold
        below, above = stays.nonzero()[0], np.logical_not(stays, stays).nonzero()[0]
        if not whole:
            below, above = places.take(below), places.take(above)
        return [(child, below, depth + 1), (child + 1, above, depth + 1)]

    def _between(self, axis: int, low: int, high: int) -> float:
        """Choose the threshold between two neighbours, or where their bins meet."""
        if self.bins is not None and (above := self.bins.above[axis]) is not None:
            return above.item(self.bins.number.item(axis, low))
        return between(self.x[axis].item(low), self.x[axis].item(high))

    def _leave(self, sketch: Sketch, node: Open) -> None:
        number, places, _ = node
        if number:
            sketch.leaf[self.order.take(places[: len(places) // self.axes])] = number


def most_useful(queue: list[Any], nearly: float) -> Any:
    """Take the most useful node out of the queue; of those that tie, the first made."""
    best = heapq.heappop(queue)
    if not queue or queue[0][0] > best[0] + nearly:
        return best
    tied = [best]
    while queue and queue[0][0] <= tied[0][0] + nearly:
        tied.append(heapq.heappop(queue))
    first = min(tied, key=itemgetter(1))
    for entry in tied:
        if entry is not first:
            heapq.heappush(queue, entry)
    return first
