"""A tree is a set of rules: one IF … THEN … for each leaf."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from ensemble_viz.engine.data import Refusal, winner
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.trees import LEAF, Tree


@dataclass(frozen=True)
class RulesParams(Params):
    """Settings of the rules."""

    learner: Annotated[
        int,
        Setting(
            "tree",
            "Which tree of the round, where there is one a class or a fold: the first is 1.",
            "k",
            low=1,
            high=1000,
            reach=(1, 10),
        ),
    ] = 1


def rules(params: RulesParams, material: Material | None) -> Figures:
    """Write the way to each leaf as a rule."""
    assert material is not None
    learners = material.rounds[-1].learners
    if params.learner > len(learners):
        raise Refusal(f"learner={params.learner}: the round has {len(learners)}")
    tree = learners[params.learner - 1]
    if not isinstance(tree, Tree):
        raise Refusal("Only trees are sets of rules")
    found = [_rule(tree, int(leaf), material) for leaf in _from_the_left(tree)]
    return {"rules": found, "by_answer": _by_answer(found) if material.data.classes else None}


def _only_tree(params: RulesParams, material: Material | None) -> tuple[str, ...]:
    """Ask for no tree where there is but one."""
    if material is None or not material.round or params.learner > 1:
        return ()
    return ("learner",) if len(material.rounds[-1].learners) == 1 else ()


def _rule(tree: Tree, leaf: int, material: Material) -> dict[str, Any]:
    """Say when a point comes to this leaf, and what it is told there."""
    data = material.data
    value = tree.value[leaf]
    classes = data.classes if value.ndim else None
    return {
        "if": _conditions(tree, leaf, data.columns),
        "then": classes[int(winner(value))] if classes else float(value),
        "n": int(tree.n[leaf]),
        "weight": float(tree.weight[leaf]),
        "shares": value if classes else None,
    }


def _conditions(tree: Tree, leaf: int, columns: tuple[str, ...]) -> list[str]:
    """List the questions on the way that still matter at the leaf: of each axis at most two."""
    found = []
    for name, (low, high) in zip(columns, tree.rectangles(len(columns))[leaf], strict=True):
        found += [f"{name} > {float(low)!r}"] if low > -np.inf else []
        found += [f"{name} <= {float(high)!r}"] if high < np.inf else []
    return found


def _from_the_left(tree: Tree) -> list[int]:
    """List the leaves as they stand in a drawing."""
    waiting, leaves = [0], []
    while waiting:
        node = waiting.pop()
        if tree.feature[node] == LEAF:
            leaves.append(node)
        else:
            waiting += [int(tree.right[node]), int(tree.left[node])]
    return leaves


def _by_answer(found: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """Gather what leads to the same answer: this or that or that."""
    answers = dict.fromkeys(rule["then"] for rule in found)
    return {name: [rule["if"] for rule in found if rule["then"] == name] for name in answers}


DEMONSTRATION = Demonstration(
    name="rules",
    title="A tree is a set of rules",
    summary="One IF … THEN … for each leaf: the rules cover the plane, and never contradict.",
    params=RulesParams,
    compute=rules,
    takes="run",
    sample="ten-points",
    method="tree",
    idle=_only_tree,
    place=3,
)
