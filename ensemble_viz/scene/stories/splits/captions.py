"""A tree that grows split by split, and is cut back again."""

from ensemble_viz.engine.data import winner
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.joined import missed_together, of_all, squared_error, ties_sentence
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import changed_node
from ensemble_viz.scene.telling import StepText, joined
from ensemble_viz.scene.trees.cuts import count_tied
from ensemble_viz.scene.trees.facts import grown, why_pruned
from ensemble_viz.scene.trees.reasons import impurity_name, impurity_of
from ensemble_viz.scene.words import SAME, agreed, class_name, counted, fixed, question, shown, verb

GO = "goes", "go"
WORDS = {
    "entropy": " bits: the information gain",
    "gain-ratio": ": its information gain ÷ the entropy of the cut itself",
}


def step_text(stage: Stage) -> StepText:
    return _STEPS[stage.key](stage)


def _search(stage: Stage) -> StepText:
    t = stage.round
    tree, node = grown(stage, t), changed_node(stage.run, t)
    where = f"cut at {question(stage.data, tree, node)}"
    headline = f"Node {node} is best {where}"
    if tree.gain[node] <= SAME * max(float(tree.impurity[node]), 1.0):
        headline = f"Node {node} is {where}"
        mixed = "but the leaf is mixed: the first is tried"
        return StepText(headline, f"No cut lowers its {impurity_name(stage)}, {mixed}.")
    gain = fixed(float(tree.gain[node]))
    its, why = impurity_of(stage.criterion), WORDS.get(stage.criterion, "")
    what = f"That lowers its {its.name} by {gain}{why}."
    if not its.saves:
        what = f"The {its.curve} of this cut is {gain}{why}."
    tied = count_tied(stage, tree, node)
    first = f"{tied} cuts tie, the first is taken." if tied > 1 else ""
    return StepText(headline, joined(what, first, _chosen(stage, tree, node)))


def _chosen(stage: Stage, tree: Tree, node: int) -> str:
    """Say among which leaves the node was chosen."""
    if stage.round == 1:
        return ""
    weight, gain = float(tree.weight[node] / tree.weight[0]), float(tree.gain[node])
    share = f"its share of points, {int(tree.n[node])}/{len(stage.data)}"
    if stage.data.weight is not None:
        weight, share = shown(weight), f"its share of the weight, {fixed(weight)}"
    product = agreed(gain * weight, shown(gain) * weight)
    if stage.criterion == "gain-ratio":
        return f"Times {share}, that is {product}: no allowed cut in any leaf reaches more."
    return f"Times {share}, that saves {product}: no allowed cut in any leaf saves more."


def _split(stage: Stage) -> StepText:
    t = stage.round
    tree, node = grown(stage, t), changed_node(stage.run, t)
    left, right = int(tree.n[tree.left[node]]), int(tree.n[tree.right[node]])
    headline = (
        f"Node {node} is split: {left} {verb(left, *GO)} left, {right} {verb(right, *GO)} right"
    )
    ties = ties_sentence(stage, t) if stage.data.n_classes else ""
    return StepText(headline, joined(_standing(stage, tree), alike(stage, tree, node), ties))


def alike(stage: Stage, tree: Tree, node: int) -> str:
    """Say what a cut is for whose two sides answer the same; nothing of others."""
    if not stage.data.n_classes:
        return ""
    sides = winner(tree.value[[int(tree.left[node]), int(tree.right[node])]])
    if sides[0] != sides[1]:
        return ""
    both = f"Both sides say {class_name(stage.data, int(sides[0]))}"
    if tree.gain[node] <= SAME * max(float(tree.impurity[node]), 1.0):
        return f"{both}: this cut saves nothing itself, one below it may."
    return f"{both}: purer, but no new answer yet."


def _standing(stage: Stage, tree: Tree) -> str:
    leaves = counted(tree.n_leaves, "leaf", "leaves")
    if not stage.data.n_classes:
        squares = fixed(squared_error(stage, stage.round))
        return f"The tree has {leaves}; the mean squared error is {squares}."
    missed = missed_together(stage, stage.round)
    return f"The tree has {leaves} and misses {of_all(stage, missed) if missed else 'nothing'}."


def _prune(stage: Stage) -> StepText:
    t = stage.round
    before, now, node = grown(stage, t - 1), grown(stage, t), changed_node(stage.run, t)
    gone = before.n_leaves - now.n_leaves + 1
    headline = f"Node {node} becomes a leaf: {gone} leaves become one"
    return StepText(headline, joined(why_pruned(stage), _standing(stage, now)))


_STEPS = {"search": _search, "split": _split, "prune": _prune}


def start_text(stage: Stage) -> StepText:
    its = impurity_of(stage.criterion)
    what = f"Each split is the one that lowers the {its.name} most{its.plainly}."
    if stage.criterion == "gain-ratio":
        what = "Each split is the cut with the highest gain ratio."
    return StepText(f"{counted(len(stage.data), 'point')} in a single leaf", what)
