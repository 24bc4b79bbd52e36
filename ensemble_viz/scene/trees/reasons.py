"""Why a node was split, or not, in words: what a criterion measures, which cuts were random."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.formulary.maths import Maths
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.facts import taken_back
from ensemble_viz.scene.words import axis_name, class_name, counted, fixed, shortest


def grows(stage: Stage) -> bool:
    """Say whether a single tree grows, a split a round."""
    return story_of(stage.run).grows_one_tree


def searches(stage: Stage) -> bool:
    """Say whether the round trains a tree, which searches for splits; before any, any might."""
    if stage.record is None:
        return getattr(stage.run.params, "base", "tree") == "tree"
    return isinstance(stage.record.learners[stage.which], Tree)


def by_chance(stage: Stage) -> str:
    """Say how chance chose among the cuts; empty where the best of them is taken."""
    if stage.run.rules(stage.round).drawn:
        return "drawn, not searched"
    thrown = stage.tree is not None and stage.tree.thrown is not None
    return "the best drawn wins" if thrown else ""


def title(stage: Stage, tree: Tree, node: int) -> str:
    """Call the search of a node that was split."""
    if tree.grad is not None and taken_back(stage)[node]:
        return "Why this split is pruned"
    if stage.run.rules(stage.round).drawn:
        return "The cut that was drawn"
    chosen = stage.focus.node is not None or grows(stage) or tree.depth == 1
    return "Why this split" if chosen else "The first split"


def why_pure(stage: Stage, tree: Tree, node: int) -> str:
    """Say that there is nothing to part."""
    where = "in this leaf" if node else "there is"
    if stage.data.classes is None or stage.run.method.goes_downhill:
        return f"Nothing to split: every value {where} is the same."
    k = int(tree.value[node].argmax())
    return f"Nothing to split: every point {where} is {class_name(stage.data, k)}."


def why_not(stage: Stage, tree: Tree, node: int) -> str:
    """Say why a leaf that could be split is not."""
    limits = stage.run.rules(stage.round).limits
    if limits.max_depth is not None and tree.node_depth()[node] >= limits.max_depth:
        return f"Not split: at most {counted(limits.max_depth, 'question')} deep"
    if grows(stage):
        return "Not split so far: others gain more"
    if tree.grad is not None:
        return "Not split: no cut gains enough"
    return "Not split: no cut gains enough" if node else "No cut beats one answer for all"


def why_none(stage: Stage) -> str:
    """Say why a node has no cuts at all."""
    least = getattr(stage.run.params, "min_child_weight", 0.0)
    why = f": a leaf needs H ≥ {shortest(least)}" if least else ""
    return f"Nothing to split: no cut is possible here{why}."


@dataclass(frozen=True, slots=True)
class Impurity:
    """The words for what a split lowers."""

    name: str
    """In a sentence: Gini impurity."""
    brief: str
    """In the box of a node: Gini."""
    curve: str
    """What the curves of a search measure: Gini left over."""
    letter: str
    plainly: str = ""
    """What it measures, where the name does not say it."""
    saves: bool = True
    """A split gains the impurity it saves, so that what it leaves over can be shown."""
    rule: Maths | None = None
    term: str = ""
    """What is taken away for each class, with %s for its share."""


BITS = Maths(r"= -\sum_k p_k \log_2 p_k")
BIT = r"%s \log_2 %s"
KNOWN = {
    "gini": Impurity(
        "Gini impurity", "Gini", "Gini left over", "G",
        plainly=": the chance that two draws with replacement from a leaf differ in class",
        rule=Maths(r"= 1 - \sum_k p_k^2"),
        term=r"\left(%s\right)^2",
    ),
    "entropy": Impurity(
        "entropy", "entropy", "entropy left over", "H", rule=BITS, term=BIT,
    ),
    "gain-ratio": Impurity(
        "entropy", "entropy", "gain ratio", "H", saves=False, rule=BITS, term=BIT,
    ),
    "error": Impurity(
        "share of misses", "error share", "error left over", "E",
        rule=Maths(r"= 1 - \max_k p_k"),
    ),
    "squared": Impurity(
        "variance", "variance", "squared error", "V",
        rule=Maths(r"= \frac{1}{n} \sum_i (y_i - \bar{y})^2"),
    ),
    "second-order": Impurity("loss", "loss", "gain", "L", saves=False),
}  # fmt: skip


def impurity_of(criterion: str) -> Impurity:
    name = criterion.replace("-", " ").replace("_", " ")
    return KNOWN.get(criterion) or Impurity(name, name, f"gain by {name}", "I", saves=False)


def impurity_name(stage: Stage) -> str:
    return impurity_of(stage.criterion).name


SHOWING = ("throw", "train")


@dataclass(frozen=True, slots=True)
class ThrownCut:
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
    if tree.thrown is None:
        return ()
    kept = int(tree.feature[node])
    return tuple(ThrownCut(*cut, kept=cut[0] == kept) for cut in tree.thrown.of(node))


def tells_of_node(stage: Stage) -> bool:
    """Say whether a node is looked at, or this step is about the first."""
    return stage.focus.node is not None or stage.key in SHOWING


def told_node(stage: Stage, tree: Tree) -> int | None:
    """Choose the node whose cuts are told of: the one looked at, or the first in its steps."""
    if not tells_of_node(stage):
        return None
    node = 0 if stage.key == "throw" else stage.focus.node or 0
    return node if node < len(tree) else None


def thrown_lines(stage: Stage, frame: Frame) -> tuple[ThrownLine, ...]:
    """Draw the cuts of the node that is told of."""
    if not stage.look.layers.learner or not tells_of_node(stage):
        return ()  # whether cuts were thrown is not known until the trees are measured
    tree = throwing_tree(stage)
    node = None if tree is None else told_node(stage, tree)
    if tree is None or node is None:
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
