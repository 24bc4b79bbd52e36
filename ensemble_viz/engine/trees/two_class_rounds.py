"""A tree of two classes, split by split, whose nodes are all known before the first split."""

import heapq
from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.best_first import Entry, most_useful
from ensemble_viz.engine.trees.growing_ledger import MOST_ROUNDS, written
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.tree import Tree
from ensemble_viz.engine.trees.two_class_nodes import Nodes


class Foreseen:
    """Grows a tree as `BestFirst` does; its rounds are written many at a time."""

    def __init__(self, data: Dataset, rules: TreeRules) -> None:
        """Open the root."""
        self._nodes = Nodes.of(data, rules)
        _, weight, impurity, _ = self._nodes.facts
        self._nearly = TIE * weight.item(0) * impurity.item(0)
        self._order = [0]
        """The nodes of the tree, by their number …"""
        self._parents: list[int] = []
        """… and the number of the one that each split was of."""
        self._turn: list[Entry] = []
        if 0 in self._nodes.open:
            self._turn.append((-self._nodes.open[0][0], 0, 0))
        self._trees: list[Tree] = []
        self._scores: list[FloatArray] = []
        """As far as they are written."""
        self._splits = 0
        self._write()

    @property
    def can_split(self) -> bool:
        """Say whether there is a node that can be cut."""
        return self._splits < len(self._parents) or bool(self._turn)

    @property
    def tree(self) -> Tree:
        """Give the tree as it is now."""
        return self._trees[self._splits]

    @property
    def score(self) -> FloatArray:
        """(n, K): what the tree answers at the training points."""
        return self._scores[self._splits]

    def splits(self) -> Iterator[tuple[Tree, FloatArray]]:
        """Split as long as there is something to split; give the tree, and what it answers."""
        while self.can_split:
            self._splits += 1
            if self._splits == len(self._trees):
                self._write()
            yield self.tree, self.score

    def _write(self) -> None:
        """Write down the rounds that come next."""
        first = len(self._trees)
        self._choose(first + MOST_ROUNDS - 1)
        order, nodes = np.array(self._order), self._nodes
        facts, cuts = (
            [column.take(order, axis=0) for column in known] for known in (nodes.facts, nodes.cuts)
        )
        self._trees += written(first, self._parents, facts, cuts).trees()
        answers = facts[3].view(np.complex128)[:, 0]  # both shares are moved as one
        scores = answers.take(self._leaves(first, order)).take(nodes.leaf, axis=1)
        freeze(scores)
        self._scores += list(scores.view(np.float64).reshape(len(scores), -1, 2))

    def _choose(self, most: int) -> None:
        """Choose the nodes to split, so many in all."""
        known, queue, nearly = self._nodes.open, self._turn, self._nearly
        order, parents = self._order, self._parents
        while queue and len(parents) < most:
            _, number, node = most_useful(queue, nearly)
            parents.append(number)
            left = known[node][1]
            for side in (left, left + 1):
                if side in known:
                    heapq.heappush(queue, (-known[side][0], len(order), side))
                order.append(side)

    def _leaves(self, first: int, order: IntArray) -> IntArray:
        """Number the node that each leaf of the tree is in, from a round on: (rounds, leaves).

        A node takes its leaves over from its parent, whose number is lower, in the round that made
        it; so in any round the greatest number is that of the node that is there.
        """
        nodes, number = self._nodes, np.arange(len(order))
        made = np.maximum((number + 1) // 2 - first, 0)
        at = np.zeros((len(self._parents) + 1 - first, nodes.end.item(0)), dtype=np.int64)
        begin = nodes.begin.take(order)
        count = nodes.end.take(order) - begin
        cells = (made * at.shape[1] + begin - count.cumsum() + count).repeat(count)
        cells += np.arange(len(cells))
        at.ravel()[cells] = number.repeat(count)
        return np.maximum.accumulate(at)
