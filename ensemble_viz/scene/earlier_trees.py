"""The trees whose lines are drawn behind this round's, gathered as far as somebody has asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.surface import Nodes
from ensemble_viz.engine.trees import Tree

STUMP = 3  # nodes


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    """The different splits of the stumps of some rounds, in the order they were first drawn."""

    axis: IntArray
    at: FloatArray
    first: IntArray
    """The round that drew each first."""
    strongest: FloatArray
    """The weight of its strongest learner, as a share of the largest weight of all."""


class EarlierTrees:
    """One tree of each round, from the first on, and what its split is."""

    def __init__(self, run: Run, which: int) -> None:
        """Know no tree yet; of rounds with several learners that one is taken, or the last."""
        self.run = run
        self.which = which
        self.trees: list[Tree | None] = []
        self._weight: list[float] = []
        self._number: list[int] = []
        """Of each round: the number of its split, −1 where it is no stump."""
        self._first: list[int] = []
        self._known: dict[tuple[int, float], int] = {}
        self._stumps = 0
        """The rounds from the first on that have no larger tree than a stump."""

    def are_stumps(self, t: int) -> bool:
        """Say whether no tree before round t asks more than one question."""
        newest = self._learner(self.run.round(t - 1)) if t > 1 else None
        if isinstance(newest, Tree) and len(newest) > STUMP:
            return False  # without a look at the others
        self._gather(t - 1)
        return self._stumps >= t - 1

    def upto(self, t: int) -> list[Tree | None]:
        """List the trees before round t; None where a learner is none."""
        self._gather(t - 1)
        return self.trees[: max(t - 1, 0)]

    def splits(self, t: int) -> Splits:
        """List the different splits of the stumps before round t."""
        number = np.array(self._number[: max(t - 1, 0)], dtype=np.int64)
        count = int(number.max(initial=-1)) + 1
        strongest, asks = np.zeros(count), number >= 0
        np.maximum.at(strongest, number[asks], self.strength(1, t)[asks])
        known = [*self._known][:count]
        axis = np.array([split[0] for split in known], dtype=np.int64)
        at = np.array([split[1] for split in known], dtype=np.float64)
        return Splits(axis, at, np.array(self._first[:count], dtype=np.int64), strongest)

    def strength(self, first: int, t: int) -> FloatArray:
        """Measure the learner weights from a first round up to t by the largest; t is left out."""
        self._gather(t - 1)
        size = np.abs(self._weight[first - 1 : max(t - 1, 0)])
        found: FloatArray = size / (size.max(initial=0.0) or 1.0)
        return found

    def _gather(self, t: int) -> None:
        if t <= len(self.trees):
            return
        self.run.round(t)
        records = self.run.rounds[len(self.trees) : t]
        learners = [self._learner(record) for record in records]
        trees = [learner if isinstance(learner, Tree) else None for learner in learners]
        splits = splits_of([tree for tree in trees if tree is not None and len(tree) == STUMP])
        for record, tree in zip(records, trees, strict=True):
            weight = record.learner_weight
            if self._stumps == len(self.trees) and (tree is None or len(tree) <= STUMP):
                self._stumps += 1
            self.trees.append(tree)
            self._weight.append(1.0 if weight is None else weight)
            is_stump = tree is not None and len(tree) == STUMP
            self._number.append(self._number_of(next(splits)) if is_stump else -1)

    def _learner(self, record: Round) -> Learner:
        return record.learners[min(self.which, len(record.learners) - 1)]

    def _number_of(self, split: tuple[int, float]) -> int:
        """Number a split; equal ones have the same number."""
        number = self._known.setdefault(split, len(self._known))
        if number == len(self._first):
            self._first.append(len(self.trees))
        return number


def splits_of(stumps: Sequence[Tree]) -> Iterator[tuple[int, float]]:
    """List where stumps split: along which axis, and at what threshold."""
    if not stumps:
        return iter(())
    nodes = Nodes.of(stumps)
    asked = nodes.feature.take(nodes.root), nodes.threshold.take(nodes.root)
    return zip(*(column.tolist() for column in asked), strict=True)
