"""The search for small trees, node by node.

The points are sorted once along every axis; a node is the list of the places of its points in
these orders, axis after axis, so that running sums along it judge all its cuts at once. For a
few nodes that is quicker than level by level. What is summed, and how cuts are judged, is up to
a judge; which node is next, to the order of growing: by level, or the most useful first.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.bins import Bins
from ensemble_viz.engine.trees.limits import Limits

MOST_DEPTH, MOST_LEAVES = 6, 16
"""Trees that may have more questions in a row, and more leaves, are grown level by level, …"""
FEW_POINTS = 300
"""… if they are not of classes, whose leaves are soon pure, and of no more points than these."""


class Scored(NamedTuple):
    """The cuts of a node, judged."""

    score: FloatArray
    """(axes · m,): of the cut behind each place; overwritten where none can fall."""
    nearly: float
    """No two cuts tie that are farther apart."""
    sums: Any
    """What the judge has summed."""


class Judge(Protocol):
    """Sums what a tree is fitted to, and judges cuts by the sums."""

    def root(self, places: IntArray | None) -> Any:
        """Say what is known of the root without searching it; None: of all points."""

    def scores(self, places: IntArray | None, m: int, known: Any) -> Scored | None:
        """Judge the cuts of a node of m points; None where none could help."""

    def tie(self, scored: Scored) -> float:
        """Say exactly by how much cuts differ at most that tie."""

    def is_worth(self, scored: Scored, best: float) -> bool:
        """Say whether the best cut is better than none."""

    def most(self, scored: Scored) -> float:
        """Name the most that any split of the node could save."""

    def saved(self, scored: Scored, best: float, at: int) -> float:
        """Weigh what a cut saves in the tree."""

    def beside(self, scored: Scored, at: int, best: float) -> tuple[Any, Any, float]:
        """Say what is known of the left and the right side of a cut, and what it gains."""


class Cut(NamedTuple):
    """A question of a tree; the children of the k-th have the numbers 1 + 2k and 2 + 2k."""

    node: int
    axis: int
    threshold: float
    gain: float


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

    def __len__(self) -> int:
        """Count the nodes."""
        return 1 + 2 * len(self.cuts)


class Open(NamedTuple):
    """A node that may be cut."""

    number: int
    places: IntArray
    depth: int


class Found(NamedTuple):
    """The best cut of a node."""

    scored: Scored
    at: int
    best: float


class SmallSearch:
    """Grows trees on one set of points."""

    def __init__(self, data: Dataset, limits: Limits, bins: Bins | None = None) -> None:
        """Sort what stays the same from tree to tree."""
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
    def can_grow(data: Dataset, limits: Limits) -> bool:
        """Say whether trees are so small that looking at node after node is quick."""
        if limits.min_gain > 0.0:
            return False
        if data.classes is not None and len(data) <= FEW_POINTS:
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
        sketch = Sketch(np.zeros(self.n, dtype=np.int64), rows)
        sketch.size.append(len(places) // self.axes)
        sketch.known.append(judge.root(None if places is self.every else places))
        root = Open(0, places, 0)
        if self.limits.max_leaf_nodes is None:
            self._by_level(sketch, judge, root)
        else:
            self._best_first(sketch, judge, root, self.limits.max_leaf_nodes)
        if in_bag is not None:
            outside = np.logical_not(in_bag).nonzero()[0]
            sketch.leaf[outside] = self._fall(sketch, outside)
        return sketch

    def _fall(self, sketch: Sketch, points: IntArray) -> IntArray:
        """Let points that are not in the bag fall into their leaves."""
        at = np.zeros(len(points), dtype=np.int64)
        for child, cut in zip(range(1, len(sketch), 2), sketch.cuts, strict=True):
            own = (at == cut.node).nonzero()[0]
            at[own] = child + (self.x[cut.axis].take(points.take(own)) > cut.threshold)
        return at

    def _by_level(self, sketch: Sketch, judge: Judge, root: Open) -> None:
        level = [root]
        while level:
            below: list[Open] = []
            for node in level:
                found = self._search(sketch, judge, node)
                if found is None:
                    self._leave(sketch, node)
                else:
                    below += self._split(sketch, judge, node, found)
            level = below

    def _best_first(self, sketch: Sketch, judge: Judge, root: Open, leaves: int) -> None:
        queue: list[tuple[float, int, Open, Found]] = []
        waiting, nearly = [root], -1.0
        while True:
            is_full = 1 + len(sketch.cuts) >= leaves
            for node in waiting:
                found = None if is_full else self._search(sketch, judge, node)
                if found is None:
                    self._leave(sketch, node)
                    continue
                if nearly < 0.0:
                    nearly = TIE * judge.most(found.scored)
                saved = judge.saved(found.scored, found.best, found.at)
                heapq.heappush(queue, (-saved, node.number, node, found))
            if is_full or not queue:
                break
            _, _, node, found = most_useful(queue, nearly)
            waiting = list(self._split(sketch, judge, node, found))
        for _, _, node, _ in queue:
            self._leave(sketch, node)

    def _search(self, sketch: Sketch, judge: Judge, node: Open) -> Found | None:
        """Find the best cut of a node."""
        places, limits = node.places, self.limits
        m, least = len(places) // self.axes, limits.min_samples_leaf
        if m < 2 * least or (limits.max_depth is not None and node.depth >= limits.max_depth):
            return None
        whole = places is self.every
        scored = judge.scores(None if whole else places, m, sketch.known[node.number])
        if scored is None:
            return None
        score = scored.score
        if least == 1:
            score[m - 1 :: m] = -np.inf
        else:
            by_axis = score.reshape(self.axes, m)
            by_axis[:, : least - 1] = by_axis[:, m - least :] = -np.inf
        if self.ties:
            key = self.key if whole else self.key.take(places)
            score[:-1][key[1:] == key[:-1]] = -np.inf
        at = int(score.argmax())
        best = score.item(at)
        if best == -np.inf or not judge.is_worth(scored, best):
            return None
        before = score[: at + 1]
        first = int((before >= best - scored.nearly).argmax())
        if first != at:
            first = int((before >= best - judge.tie(scored)).argmax())
        return Found(scored, first, best)

    def _split(self, sketch: Sketch, judge: Judge, node: Open, found: Found) -> Iterator[Open]:
        """Put a cut on record, and part the node there."""
        places, at = node.places, found.at
        m = len(places) // self.axes
        axis = at // m
        low, high = self.order.item(places.item(at)), self.order.item(places.item(at + 1))
        threshold = self._between(axis, low, high)
        left, right, gain = judge.beside(found.scored, at, found.best)
        child, count, depth = len(sketch.size), at - axis * m + 1, node.depth + 1
        sketch.cuts.append(Cut(node.number, axis, threshold, gain))
        sketch.size += (count, m - count)
        sketch.known += (left, right)
        if depth == self.limits.max_depth:
            own = places[axis * m : axis * m + m]
            sides = own[:count], own[count:]
            for side in (0, 1):
                sketch.leaf[self.order.take(sides[side])] = child + side
            return
        whole = places is self.every
        stays = (self.x_at[axis] if whole else self.x_at[axis].take(places)) <= threshold
        for side in (0, 1):
            kept = (np.logical_not(stays, stays) if side else stays).nonzero()[0]
            yield Open(child + side, kept if whole else places.take(kept), depth)

    def _between(self, axis: int, low: int, high: int) -> float:
        """Choose the threshold between two neighbours, or where their bins meet."""
        if self.bins is not None and (above := self.bins.above[axis]) is not None:
            return above.item(self.bins.number.item(axis, low))
        a, b = self.x[axis].item(low), self.x[axis].item(high)
        half = a / 2 + b / 2
        return (a if half >= b else half) + 0.0  # + 0.0 turns −0.0 into 0.0

    def _leave(self, sketch: Sketch, node: Open) -> None:
        """Leave a node as it is: a leaf."""
        if node.number:
            own = node.places[: len(node.places) // self.axes]
            sketch.leaf[self.order.take(own)] = node.number


def most_useful(queue: list[Any], nearly: float) -> Any:
    """Take the most useful node out of the queue; of those that tie, the first made."""
    tied = [heapq.heappop(queue)]
    while queue and queue[0][0] <= tied[0][0] + nearly:
        tied.append(heapq.heappop(queue))
    first = min(tied, key=itemgetter(1))
    for entry in tied:
        if entry is not first:
            heapq.heappush(queue, entry)
    return first
