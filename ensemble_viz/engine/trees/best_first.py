"""Growing one tree best first: split after split, always where it helps most.

Every split needs the best cuts of two new nodes, and small nodes take no less time one by one
than dozens of them together. So nodes are parted and searched before their turn comes, the most
useful first, as many at once as make up for the calls. Their turn alone decides whether they are
in the tree, and under which number: it is the tree that grows node by node.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.foresight import Batch, Parter
from ensemble_viz.engine.trees.growing_ledger import Ledger, PromisedPrefix
from ensemble_viz.engine.trees.pending import PendingTree
from ensemble_viz.engine.trees.tree import Tree

AT_ONCE = 3000
"""Points in the nodes that are parted together, if there are not more in the first of them."""


@dataclass(slots=True, eq=False)
class Node:
    """A node that can be cut."""

    batch: Batch
    place: int
    """Its place among those of the batch that can be cut."""
    size: int
    children: "tuple[Made, int, int] | None" = None
    """Left and right among those made with them, once it is parted."""


Entry = tuple[float, int, Any]
"""Minus what a node saves, its number, and the node."""
Queue = list[tuple[float, int, Node]]


class Made:
    """The nodes of a batch, each at hand."""

    __slots__ = ("first", "nodes", "rows", "start", "value")

    def __init__(self, batch: Batch, first: int, queue: Queue) -> None:
        """Put those that can be cut in a queue; `first` is the number of the first node."""
        self.first, self.rows = first, batch.rows
        self.value = np.ascontiguousarray(batch.value)
        size = batch.size.tolist()
        self.start = [0, *batch.size.cumsum().tolist()]
        self.nodes: dict[int, tuple[float, Node]] = {}
        """Those that can be cut, with what they save."""
        for place, (at, saved) in enumerate(zip(batch.open.tolist(), batch.saved, strict=True)):
            node = Node(batch, place, size[at])
            self.nodes[at] = saved, node
            heapq.heappush(queue, (-saved, first + at, node))

    def points_of(self, at: int) -> IntArray:
        """List the points of a node."""
        return self.rows[self.start[at] : self.start[at + 1]]


class BestFirst:
    """Grows a tree on one set of points, a split at a time."""

    def __init__(self, data: Dataset, parter: Parter) -> None:
        """Open the root."""
        self.parter = parter
        self.points = data.points
        self.ledger = Ledger()
        self._turn: Queue = []
        """The nodes of the tree as it is, by number; …"""
        self._unparted: Queue = []
        """… those that nobody has parted yet, in the tree or not, as they were made."""
        root = self._made(parter.plant())
        self._outside: dict[int, IntArray] = {}
        """The points that do not count, by their leaf."""
        if len(root.rows) < len(data):
            self._outside[0] = np.setdiff1d(np.arange(len(data)), root.rows)
        self.score: FloatArray = root.value.repeat(len(data), axis=0)
        """(n, K) or (n,): what the tree answers at the training points."""
        self._open(0, root, 0)

    @property
    def can_split(self) -> bool:
        """Say whether there is a node that can be cut."""
        return bool(self._turn)

    @property
    def tree(self) -> Tree:
        """Give the tree as it is now."""
        return PendingTree.of(PromisedPrefix(self.ledger, self.ledger.splits))

    def splits(self) -> Iterator[tuple[Tree, FloatArray]]:
        """Split as long as there is something to split; give the tree, and what it answers."""
        while self._turn:
            self.split()
            yield self.tree, self.score

    def split(self) -> None:
        """Split the most useful node."""
        _, number, node = most_useful(self._turn, TIE * self.parter.mixed)
        if node.children is None:
            self._look_ahead(node)
        assert node.children is not None
        made, *children = node.children
        left = self.ledger.split(number)
        self._part_outside(number, node, left)
        self.score = self.score.copy()
        for child, at in enumerate(children, start=left):
            self._open(child, made, at)

    def _look_ahead(self, needed: Node) -> None:
        """Part a node, and with it others that promise to be next."""
        chosen: dict[Batch, list[Node]] = {needed.batch: [needed]}
        room, queue = AT_ONCE - needed.size, self._unparted
        while queue and (queue[0][2].size <= room or self._is_done(queue[0][2], needed)):
            node = heapq.heappop(queue)[2]
            if not self._is_done(node, needed):
                chosen.setdefault(node.batch, []).append(node)
                room -= node.size
        for nodes in chosen.values():
            nodes.sort(key=lambda node: node.place)
        places = [np.array([one.place for one in own]) for own in chosen.values()]
        made = self._made(self.parter.part(list(zip(chosen, places, strict=True))))
        for batch, nodes in chosen.items():
            batch.let_go(len(nodes))
        parents = [node for nodes in chosen.values() for node in nodes]
        for at, node in enumerate(parents):
            node.children = made, at, at + len(parents)

    def _is_done(self, node: Node, needed: Node) -> bool:
        return node is needed or node.children is not None

    def _made(self, batch: Batch) -> Made:
        """Take in new nodes."""
        return Made(batch, self.ledger.add(batch), self._unparted)

    def _open(self, number: int, made: Made, at: int) -> None:
        """Let a node be in the tree: it answers for its points, and may be split."""
        self.ledger.order.append(made.first + at)
        rows = made.points_of(at)
        if self._outside:
            rows = np.append(rows, self._outside[number])
        self._answer(rows, made.value[at])
        if at in made.nodes:
            saved, node = made.nodes[at]
            heapq.heappush(self._turn, (-saved, number, node))

    def _answer(self, rows: IntArray, value: FloatArray) -> None:
        """Put an answer at some points: numpy is quick where it may write whole rows."""
        if self.score.ndim == 1:
            self.score[rows] = value
        else:
            row = np.dtype((np.void, self.score.strides[0]))
            self.score.view(row)[:, 0][rows] = value.view(row)[0]

    def _part_outside(self, number: int, node: Node, left: int) -> None:
        """Let points that do not count go down with the others."""
        if self._outside:
            rows = self._outside.pop(number)
            x = self.points[rows, node.batch.axis[node.place]]
            stays = x <= node.batch.threshold[node.place]
            self._outside |= {left: rows[stays], left + 1: rows[~stays]}


def most_useful(queue: list[Entry], nearly: float) -> Entry:
    """Take the most useful node out of the queue; of those that tie, the first made."""
    best = heapq.heappop(queue)
    if not queue or queue[0][0] > (enough := best[0] + nearly):
        return best
    tied = [best]
    while queue and queue[0][0] <= enough:
        tied.append(heapq.heappop(queue))
    first = min(tied, key=itemgetter(1))
    for entry in tied:
        if entry is not first:
            heapq.heappush(queue, entry)
    return first
