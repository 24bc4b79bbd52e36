"""All rounds of one tree that grows split by split, kept as one set of arrays.

The tree after t splits has the first 1 + 2 t nodes of the last one; only those that were split
later are still leaves. What the trees have on record is written when somebody looks, for many
rounds at once.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.foresight import Batch
from ensemble_viz.engine.trees.pending import NAMES, USUAL
from ensemble_viz.engine.trees.tree import LEAF, Tree

MOST_ROUNDS = 64
"""That are written at a time: later ones take more room."""
FACTS = ("n", "weight", "impurity", "value")
QUESTIONS = ("feature", "threshold", "gain", "left", "right")
PUT = {name: getattr(Tree, name).__set__ for name in NAMES}
"""What fills in a field of a tree that is being made: a record can be changed by no other way."""


@dataclass(slots=True, eq=False)
class Pages:
    """The trees of some rounds: views of common arrays."""

    first: int
    facts: list[Any]
    """(nodes, …): what was measured."""
    questions: list[Any]
    """(rounds, nodes): what is asked, round by round."""

    def tree(self, splits: int) -> dict[str, Any]:
        """Take a tree out."""
        row, nodes = splits - self.first, 1 + 2 * splits
        columns: dict[str, Any] = {
            name: column[:nodes] for name, column in zip(FACTS, self.facts, strict=True)
        }
        for name, column in zip(QUESTIONS, self.questions, strict=True):
            columns[name] = column[row, :nodes]
        return columns

    def trees(self) -> list[Tree]:
        """Make trees of all of them, column by column: one by one it would take twice as long."""
        rounds, width = self.questions[0].shape
        trees = [object.__new__(Tree) for _ in range(rounds)]
        nodes = range(1 + 2 * self.first, 1 + 2 * (self.first + rounds), 2)
        known = list(map(slice, nodes))
        asked = [slice(k * width, k * width + count) for k, count in enumerate(nodes)]
        columns = [rows.ravel() for rows in self.questions]
        fields: list[tuple[str, Iterable[Any]]] = [
            *zip(FACTS, (map(column.__getitem__, known) for column in self.facts), strict=True),
            *zip(QUESTIONS, (map(column.__getitem__, asked) for column in columns), strict=True),
            *((name, repeat(usual)) for name, usual in USUAL.items()),
        ]
        for name, values in fields:
            deque(map(PUT[name], trees, values), 0)
        return trees


@dataclass(slots=True, eq=False)
class Ledger:
    """The nodes that were made, and the order in which they were split."""

    made: int = 0
    order: list[int] = field(default_factory=list)
    """The nodes of the tree: their numbers among all that were made."""
    parents: list[int] = field(default_factory=list)
    """The node that each split was one of."""
    _facts: list[tuple[IntArray, FloatArray, FloatArray, FloatArray]] = field(default_factory=list)
    _cuts: list[tuple[IntArray, IntArray, FloatArray, FloatArray]] = field(default_factory=list)
    _pages: list[Pages] = field(default_factory=list)
    _written: int = 0

    @property
    def splits(self) -> int:
        """Count the splits of the tree as it is now."""
        return len(self.parents)

    def split(self, number: int) -> int:
        """Split a node of the tree; give the number of its left child."""
        self.parents.append(number)
        return 2 * len(self.parents) - 1

    def add(self, batch: Batch) -> int:
        """Put the nodes of a batch on record, with their cuts; give the number of the first."""
        first = self.made
        self._facts.append((batch.size, batch.weight, batch.impurity, batch.value))
        self._cuts.append((batch.open + first, batch.axis, batch.threshold, batch.gain))
        self.made += len(batch.size)
        return first

    def tree(self, splits: int) -> dict[str, Any]:
        """Find the fields of the tree after so many splits."""
        while self._written <= splits:
            self._write()
        for pages in reversed(self._pages):
            if pages.first <= splits:
                return pages.tree(splits)
        raise AssertionError

    def _write(self) -> None:
        """Write down some more rounds."""
        first, last = self._written, min(len(self.parents), self._written + MOST_ROUNDS - 1)
        order = np.array(self.order[: 1 + 2 * last])
        facts = [
            np.concatenate(column).take(order, axis=0) for column in zip(*self._facts, strict=True)
        ]
        node, *known = map(np.concatenate, zip(*self._cuts, strict=True))
        cuts = [np.zeros(self.made, column.dtype) for column in known]
        for column, own in zip(cuts, known, strict=True):
            column[node] = own
        cuts = [column.take(order) for column in cuts]
        self._pages.append(written(first, self.parents[:last], facts, cuts))
        self._written = last + 1


def written(
    first: int, parents: list[int], facts: list[NDArray[Any]], cuts: list[NDArray[Any]]
) -> Pages:
    """Write down rounds, from `first` to one a parent, where the nodes stand by their number."""
    last, parent = len(parents), np.array(parents, dtype=np.int64)
    when, left = np.full(1 + 2 * last, last + 1), np.full(1 + 2 * last, LEAF)
    when[parent] = np.arange(1, last + 1)
    left[parent] = np.arange(1, 2 * last, 2)
    split = np.arange(first, last + 1)[:, None] >= when
    nothing = (LEAF, 0.0, 0.0)
    asked = [np.where(split, column, none) for column, none in zip(cuts, nothing, strict=True)]
    asked += [np.where(split, left + side, LEAF) for side in (0, 1)]
    freeze(*facts, *asked)
    return Pages(first, facts, asked)


@dataclass(frozen=True, slots=True, eq=False)
class PromisedPrefix:
    """The tree after some splits, still to be written."""

    ledger: Ledger
    splits: int

    @property
    def is_measured(self) -> bool:
        """Say whether somebody has looked: nothing is left to be measured in any case."""
        return True

    @property
    def leaf_means(self) -> None:
        """What the leaves answer is no sooner known than the rest."""
        return

    def __len__(self) -> int:
        """Count the nodes."""
        return 1 + 2 * self.splits

    def written(self) -> None:
        """Stand on no page with other trees."""
        return

    def found(self, _name: str) -> dict[str, Any]:
        """Find all fields of the tree, whichever was asked for."""
        return self.ledger.tree(self.splits) | USUAL
