"""The learners before this round's, as faint lines on the canvas."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.earlier_trees import EarlierTrees, Splits
from ensemble_viz.scene.learner_marks import NO_LINES, class_edges, split_lines
from ensemble_viz.scene.numbers import subscript
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories import story_of

MOST_TREES = 30  # earlier than that their lines are no longer told apart
MOST_LINES = 400  # of trees, the newest first
MOST_CHIPS = 12
LAST = 1 << 30  # more learners than a round has
LOUD = 3  # trees with lines as thick as their weights; of more all are thinner
CHIP_ROOM = 0.04  # of the canvas: nearer chips would cover one another


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
    strength = trees.strength(first, stage.round)
    parts: list[FloatArray] = []
    strengths: list[FloatArray] = []
    count = 0
    for t in reversed(rounds):
        tree = drawn[t - 1]
        if tree is None or count >= MOST_LINES:
            continue
        edges = stage.lens.kept(("edges", t, stage.which), class_edges, tree)
        lines = frame.clip_lines(split_lines(tree) if edges is None else edges)[0]
        parts.append(lines)
        strengths.append(np.full(len(lines), quiet * strength[t - first]))
        count += len(lines)
    return EarlierLines(
        np.concatenate([NO_LINES, *parts]), np.concatenate([np.empty(0), *strengths]), ()
    )
