"""The learners before this round's, as faint lines on the canvas."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.field import NO_LINES
from ensemble_viz.scene.learners.tree_lines import TreePlane
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import subscript

MOST_TREES = 30  # earlier than that their lines are no longer told apart
MOST_LINES = 400  # of trees, the newest first
MOST_CHIPS = 12
LAST = 1 << 30  # more learners than a round has
LOUD = 3  # trees with lines as thick as their weights; of more all are thinner
CHIP_ROOM = 0.04  # of the canvas: nearer chips would cover one another


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
    """One tree of each round, from the first on."""

    def __init__(self, run: Run, which: int) -> None:
        """Know no tree yet; of rounds with several learners that one is taken, or the last."""
        self.run = run
        self.which = which
        self.trees: list[Tree | None] = []
        self._weight: list[float] = []
        self._stumps = 0
        """The rounds from the first on that have no larger tree than a stump."""

    def are_stumps(self, t: int) -> bool:
        """Say whether no tree before round t asks more than one question."""
        newest = self._learners([self.run.round(t - 1)])[0] if t > 1 else None
        if newest is not None and len(newest) > STUMP:
            return False  # without a look at the others
        self._gather(t - 1)
        while self._stumps < t - 1 and len(self.trees[self._stumps] or ()) <= STUMP:
            self._stumps += 1
        return self._stumps >= t - 1

    def upto(self, t: int) -> list[Tree | None]:
        """List the trees before round t; None where a learner is none."""
        self._gather(t - 1)
        return self.trees[: max(t - 1, 0)]

    def splits(self, t: int) -> Splits:
        """List the different splits of the stumps before round t."""
        self._gather(t - 1)
        stumps = [(k, tree) for k, tree in enumerate(self.trees[: max(t - 1, 0)])
                  if tree is not None and len(tree.feature) == STUMP]  # fmt: skip
        index = np.array([k for k, _ in stumps], dtype=np.int64)
        axis = np.array([tree.feature[0] for _, tree in stumps], dtype=np.int64)
        at = np.array([tree.threshold[0] for _, tree in stumps])
        order = np.lexsort((at, axis))  # of equal ones the first comes first
        axis, at, index = axis[order], at[order], index[order]
        begins = np.ones(len(order), dtype=bool)
        begins[1:] = (axis[1:] != axis[:-1]) | (at[1:] != at[:-1])
        start = begins.nonzero()[0]
        strength = self.strength(1, t)[index]
        strongest = np.maximum.reduceat(strength, start) if len(start) else strength
        drawn = index[start].argsort()
        first = start[drawn]
        return Splits(axis[first], at[first], index[first] + 1, strongest[drawn])

    def strength(self, first: int, t: int) -> FloatArray:
        """Measure the learner weights from a first round up to t by the largest; t is left out."""
        self._gather(t - 1)
        size = np.abs(self._weight[first - 1 : max(t - 1, 0)])
        found: FloatArray = size / (size.max(initial=0.0) or 1.0)
        return found

    def _gather(self, t: int) -> None:
        known = len(self.trees)
        if t > known:
            self.run.round(t)
            records = self.run.rounds[known:t]
            self.trees += self._learners(records)
            weights = (record.learner_weight for record in records)
            self._weight += [1.0 if weight is None else weight for weight in weights]

    def _learners(self, records: Sequence[Round]) -> list[Tree | None]:
        found = (record.learners[min(self.which, len(record.learners) - 1)] for record in records)
        return [learner if isinstance(learner, Tree) else None for learner in found]


@dataclass(frozen=True, slots=True)
class Chip:
    """The name of an earlier learner at the edge of the canvas, where its line ends."""

    text: str
    axis: int
    at: float


@dataclass(frozen=True, slots=True, eq=False)
class EarlierLines:
    """Earlier learners as lines, thicker with learner weight."""

    lines: FloatArray
    """(lines, 4)."""
    strength: FloatArray
    """(lines,): learner weight as a share of the largest, 0 … 1; less where trees are many."""
    chips: tuple[Chip, ...]


def earlier_lines(stage: Stage, frame: Frame) -> EarlierLines | None:
    """Draw the learners that have joined before; None where the layer is off.

    Stumps are lines across the canvas, each once, with the chip of the round that drew it first.
    Of trees the lines are drawn where their class changes, or all their splits where they answer
    values; only of the newest, at most 30 trees and some 400 lines. A single tree that grows is
    drawn as it was, until its next split is known.
    """
    if not stage.look.layers.earlier:
        return None
    if stage.run.method.combine == "latest":
        known = stage.learner_is_known or stage.round < 2
        return _newest(stage, frame, () if known else (stage.round - 1,))
    if are_stumps(stage):
        return _stumps(stage, frame, _trees(stage))
    return _newest(stage, frame, tuple(range(1, stage.round))[-MOST_TREES:])


def are_stumps(stage: Stage) -> bool:
    """Say whether earlier learners are lines with chips: they are few, and quickly drawn."""
    if stage.run.method.combine == "latest":
        return False
    return _trees(stage).are_stumps(stage.round)


def _trees(stage: Stage) -> EarlierTrees:
    """Find the trees of this and the earlier rounds; of folds the last one is drawn."""
    which = LAST if story_of(stage.run).holds_out else stage.which
    return stage.lens.kept(("earlier", which), EarlierTrees, stage.run, which)


def _stumps(stage: Stage, frame: Frame, trees: EarlierTrees) -> EarlierLines:
    """Draw the different splits of stumps, each as strong as its strongest learner."""
    splits = trees.splits(stage.round)
    ends = np.full(len(splits.at), np.inf)
    upright = np.column_stack((splits.at, -ends, splits.at, ends))
    level = np.column_stack((-ends, splits.at, ends, splits.at))
    lines = np.where((splits.axis == 0)[:, None], upright, level)
    clipped, seen = frame.clip_lines(lines)
    letter = story_of(stage.run).letter
    chips = tuple(
        Chip(f"{letter}{subscript(int(splits.first[k]))}", int(splits.axis[k]), float(splits.at[k]))
        for k in _thinned(splits, seen, frame)
    )
    return EarlierLines(clipped, splits.strongest[seen], chips)


def _thinned(splits: Splits, seen: NDArray[np.bool_], frame: Frame) -> list[int]:
    """Keep the earliest splits that are seen, and later ones where there is room beside them."""
    room = (CHIP_ROOM * (frame.high - frame.low)).tolist()
    kept: list[int] = []
    taken: tuple[list[float], list[float]] = ([], [])
    for k in seen.nonzero()[0].tolist():
        axis, at = int(splits.axis[k]), float(splits.at[k])
        if all(abs(at - other) >= room[axis] for other in taken[axis]):
            kept.append(k)
            taken[axis].append(at)
            if len(kept) == MOST_CHIPS:
                break
    return kept


def _newest(stage: Stage, frame: Frame, rounds: tuple[int, ...]) -> EarlierLines:
    """Draw some trees, from the newest back until there are many lines."""
    trees = _trees(stage)
    quiet = min(1.0, (LOUD / max(len(rounds), 1)) ** 0.5)
    drawn, first = trees.upto(stage.round), min(rounds, default=1)
    strength = quiet * trees.strength(first, stage.round)
    newest = [(t, tree) for t in reversed(rounds) if (tree := drawn[t - 1]) is not None]
    parts, strengths, count = [NO_LINES], [np.empty(0)], 0
    while newest and count < MOST_LINES:
        nodes = np.cumsum([len(tree) for _, tree in newest])
        some = max(1, int(nodes.searchsorted(2 * MOST_LINES)))  # there are half as many splits
        number, chosen = zip(*newest[:some], strict=True)
        parted = TreePlane(chosen)
        found = parted.class_edges() or parted.splits()
        lines, seen = frame.clip_lines(found.lines)
        own = found.tree[seen]
        behind = count + np.bincount(own, minlength=len(chosen)).cumsum()
        few = own <= behind.searchsorted(MOST_LINES)  # the tree with which there are many is whole
        parts.append(lines[few])
        strengths.append(strength[np.array(number)[own[few]] - first])
        newest, count = newest[some:], count + int(few.sum())
    return EarlierLines(np.concatenate(parts), np.concatenate(strengths), ())
