"""The learners before this round's, as faint lines on the canvas."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import FloatArray
from ensemble_viz.engine.tree import Tree
from ensemble_viz.scene.frame import Frame
from ensemble_viz.scene.learner_marks import NO_LINES, class_edges, split_lines
from ensemble_viz.scene.names import learner_letter
from ensemble_viz.scene.numbers import subscript
from ensemble_viz.scene.stage import Stage

MOST_TREES = 30  # earlier than that their lines are no longer told apart
MOST_LINES = 400  # of trees, the newest first
MOST_CHIPS = 12
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
    """(lines,): learner weight as a share of the largest, 0 … 1."""
    chips: tuple[Chip, ...]


def earlier_lines(stage: Stage, frame: Frame) -> EarlierLines | None:
    """Draw the learners that have joined before; None where the layer is off.

    Stumps are lines across the canvas, each once, with the chip of the round that drew it first.
    Of trees the lines are drawn where their class changes, or all their splits where they answer
    values; only of the newest, at most 30 trees and some 400 lines. A single tree that grows is
    drawn as it was, until its next split is known.
    """
    if not stage.view.layers.earlier:
        return None
    if stage.run.method.combine == "latest":
        known = stage.learner_is_known or stage.round < 2
        return _newest(stage, frame, () if known else (stage.round - 1,))
    rounds = range(1, stage.round)
    trees = [_tree(stage, t) for t in rounds]
    if all(tree is None or len(tree) <= 3 for tree in trees):
        return _stumps(stage, frame, rounds)
    return _newest(stage, frame, tuple(rounds)[-MOST_TREES:])


def _tree(stage: Stage, t: int) -> Tree | None:
    learners = stage.run.round(t).learners
    which = len(learners) if stage.run.method.story == "folds" else stage.which
    learner = learners[min(which, len(learners) - 1)]
    return learner if isinstance(learner, Tree) else None


def _strength(stage: Stage, rounds: range | tuple[int, ...]) -> dict[int, float]:
    """Measure learner weights by the largest of the rounds so far."""
    weight = [stage.run.round(t).learner_weight for t in rounds]
    size = np.abs([1.0 if each is None else each for each in weight])
    largest = size.max(initial=0.0) or 1.0
    return dict(zip(rounds, (size / largest).tolist(), strict=True))


def _stumps(stage: Stage, frame: Frame, rounds: range) -> EarlierLines:
    """Draw the different splits of stumps, each as strong as its strongest learner."""
    strength = _strength(stage, rounds)
    first: dict[tuple[int, float], int] = {}
    strongest: dict[tuple[int, float], float] = {}
    for t in rounds:
        tree = _tree(stage, t)
        if tree is not None and len(tree) == 3:
            split = int(tree.feature[0]), float(tree.threshold[0])
            first.setdefault(split, t)
            strongest[split] = max(strongest.get(split, 0.0), strength[t])
    lines = np.array([_across(*split) for split in first]).reshape(-1, 4)
    clipped, seen = frame.clip_lines(lines)
    letter = learner_letter(stage.run.method)
    chips = [Chip(f"{letter}{subscript(t)}", *split) for split, t in first.items()]
    shown = _thinned([chip for chip, inside in zip(chips, seen, strict=True) if inside], frame)
    return EarlierLines(clipped, np.array(list(strongest.values()))[seen], shown)


def _across(axis: int, at: float) -> tuple[float, float, float, float]:
    return (at, -np.inf, at, np.inf) if axis == 0 else (-np.inf, at, np.inf, at)


def _thinned(chips: list[Chip], frame: Frame) -> tuple[Chip, ...]:
    """Keep the earliest chips, and later ones where there is room beside them."""
    room = CHIP_ROOM * (frame.high - frame.low)
    kept: list[Chip] = []
    for chip in chips:
        near = (abs(chip.at - other.at) for other in kept if other.axis == chip.axis)
        if min(near, default=np.inf) >= room[chip.axis] and len(kept) < MOST_CHIPS:
            kept.append(chip)
    return tuple(kept)


def _newest(stage: Stage, frame: Frame, rounds: tuple[int, ...]) -> EarlierLines:
    """Draw some trees, from the newest back until there are many lines."""
    strength = _strength(stage, rounds)
    parts: list[FloatArray] = []
    strengths: list[NDArray[np.float64]] = []
    count = 0
    for t in reversed(rounds):
        tree = _tree(stage, t)
        if tree is None or count >= MOST_LINES:
            continue
        edges = stage.lens.kept(("edges", t, stage.which), class_edges, tree)
        lines = frame.clip_lines(split_lines(tree) if edges is None else edges)[0]
        parts.append(lines)
        strengths.append(np.full(len(lines), strength[t]))
        count += len(lines)
    return EarlierLines(
        np.concatenate([NO_LINES, *parts]), np.concatenate([np.empty(0), *strengths]), ()
    )
