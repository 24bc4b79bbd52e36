"""Why a node was split, or not, in words."""

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.trees.pruned import taken_back
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import counted, shortest


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
