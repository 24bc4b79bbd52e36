"""The random cuts that a node threw: where each fell, what it would gain, and which was kept."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words.names import axis_name
from ensemble_viz.scene.words.numbers import fixed, shortest

SHOWING = ("throw", "train")


@dataclass(frozen=True, slots=True)
class ThrownCut:
    """A cut thrown at random."""

    axis: int
    threshold: float
    gain: float | None
    """By how much it lowers the impurity; None where it leaves a side too few points."""
    kept: bool
    """The node was split there."""

    def question(self, data: Dataset) -> str:
        """Write where it fell: x₁ ≤ 0.6279."""
        return f"{axis_name(data, self.axis)} ≤ {shortest(self.threshold)}"

    def words(self, data: Dataset) -> str:
        """Write where it fell and what it gains: x₁ ≤ 0.6279 gains 0.1204."""
        gain = "leaves too few points" if self.gain is None else f"gains {fixed(self.gain)}"
        return f"{self.question(data)} {gain}"


@dataclass(frozen=True, slots=True)
class ThrownLine:
    """A thrown cut on the canvas, across the part of the plane that its node decides on."""

    axis: int
    line: tuple[float, float, float, float]
    text: str
    """x₁ ≤ 0.6279; with what it gains, once that was asked."""
    kept: bool


def throwing_tree(stage: Stage) -> Tree | None:
    """Find the round's tree whose nodes threw cuts; it is known while it throws the first."""
    if stage.record is None or not (stage.learner_is_known or stage.key == "throw"):
        return None
    tree = stage.record.learners[stage.which]
    return tree if isinstance(tree, Tree) and tree.thrown is not None else None


def thrown_cuts(tree: Tree, node: int) -> tuple[ThrownCut, ...]:
    """List the cuts that a node threw."""
    if tree.thrown is None:
        return ()
    kept = int(tree.feature[node])
    return tuple(ThrownCut(*cut, kept=cut[0] == kept) for cut in tree.thrown.of(node))


def told_node(stage: Stage, tree: Tree) -> int | None:
    """Choose the node whose cuts are told of: the one looked at, or the first in its steps."""
    node = stage.focus.node
    if stage.key == "throw" or (node is None and stage.key in SHOWING):
        return 0
    return node if node is not None and node < len(tree) else None


def thrown_lines(stage: Stage, frame: Frame) -> tuple[ThrownLine, ...]:
    """Draw the cuts of the node that is told of."""
    tree = throwing_tree(stage)
    node = None if tree is None else told_node(stage, tree)
    if tree is None or node is None or not stage.look.layers.learner:
        return ()
    box = tree.rectangles()[node]
    knows = stage.key != "throw"
    found = []
    for cut in thrown_cuts(tree, node):
        (low, high), at = box[1 - cut.axis].tolist(), cut.threshold
        line = (at, low, at, high) if cut.axis == 0 else (low, at, high, at)
        text = cut.words(stage.data) if knows else cut.question(stage.data)
        clipped, seen = frame.clip_lines(np.array([line]))
        if seen[0]:
            x1, y1, x2, y2 = clipped[0].tolist()
            found.append(ThrownLine(cut.axis, (x1, y1, x2, y2), text, knows and cut.kept))
    return tuple(found)


def kept_words(data: Dataset, tree: Tree, node: int) -> tuple[str, ...]:
    """List the random cuts of a node with what they gain, and say which is kept."""
    cuts = thrown_cuts(tree, node)
    return tuple(f"{cut.words(data)}{', kept' if cut.kept else ''}" for cut in cuts)


def thrown_note(cut: ThrownCut | None) -> str:
    """Say in a word or two what became of the cut along an axis."""
    if cut is None:
        return "none drawn"
    return "drawn" if cut.gain is not None else "too few points"


def first_thrown(stage: Stage) -> tuple[float, ...]:
    """List where the first random cuts fell on a line, while none is kept yet."""
    tree = throwing_tree(stage)
    if tree is None or stage.key != "throw" or not stage.look.layers.learner:
        return ()
    return tuple(cut.threshold for cut in thrown_cuts(tree, 0))
