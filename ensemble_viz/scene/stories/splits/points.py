"""A growing tree at a point: the questions on its way, and the answer of its leaf."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import changed_node
from ensemble_viz.scene.table import Column, answer_column, leaf_column
from ensemble_viz.scene.telling import CardRow, Content, Spot, winner
from ensemble_viz.scene.words import (
    apart,
    axis_name,
    class_name,
    fixed,
    leaf_name,
    shortest,
    threshold_between,
)

MOST_QUESTIONS = 8


def content(spot: Spot) -> Content:
    stage = spot.stage
    if stage.joined == 0:
        return Content(())
    tree = stage.run.round(stage.joined).learners[0]
    assert isinstance(tree, Tree)
    path = spot.path(tree)
    new = changed_node(stage.run, stage.round) if stage.key == "split" else None
    asked = path[:-1][-MOST_QUESTIONS:]
    rows = [_question_row(spot, tree, node, node == new) for node in asked]
    skipped = len(path) - 1 - len(asked)
    if skipped:
        rows.insert(0, CardRow("questions before", str(skipped)))
    at = _coordinates(spot, tree, path)
    return Content((*rows, *_leaf_rows(spot, tree, path[-1])), at=at)


def _question_row(spot: Spot, tree: Tree, node: int, now: bool) -> CardRow:
    data, axis, threshold = spot.stage.data, int(tree.feature[node]), float(tree.threshold[node])
    x = float(spot.at[0, axis])
    texts = (apart(x, threshold)[1], threshold_between(data, axis, threshold))
    asked = f"{axis_name(data, axis)} ≤ {max(texts, key=len)}"
    return CardRow(asked, "yes" if x <= threshold else "no", now)


def _coordinates(spot: Spot, tree: Tree, path: list[int]) -> tuple[str, ...]:
    """Write where it is with so many digits that every answer on the way can be seen."""
    found = [shortest(float(x)) for x in spot.at[0]]
    for node in path[:-1]:
        axis = int(tree.feature[node])
        text = apart(float(spot.at[0, axis]), float(tree.threshold[node]))[0]
        found[axis] = max(found[axis], text, key=len)
    return tuple(found)


def _leaf_rows(spot: Spot, tree: Tree, leaf: int) -> list[CardRow]:
    data, name = spot.stage.data, leaf_name(tree, leaf)
    points = CardRow(f"points in leaf {name}", str(int(tree.n[leaf])))
    if not data.n_classes:
        value = float(tree.value[leaf])
        return [points, CardRow("their mean", fixed(value), rule=True), *spot.rest_rows(value)]
    share = tree.value[leaf]
    parts = " · ".join(_part(spot, tree, leaf, int(k)) for k in np.flatnonzero(share))
    return [
        CardRow(f"points in leaf {name}", parts),
        CardRow(f"leaf {name} says", winner(data, share), rule=True),
    ]


def _part(spot: Spot, tree: Tree, leaf: int, k: int) -> str:
    """Count the points of a class in a leaf; where points have weights, give the share."""
    data = spot.stage.data
    if data.weight is not None:
        return f"{fixed(float(tree.value[leaf, k]))} {class_name(data, k)}"
    return f"{round(float(tree.value[leaf, k] * tree.n[leaf]))} {class_name(data, k)}"


def columns(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    yield leaf_column(stage.standing)
    yield answer_column(stage.standing, "tree", "What the tree says.")
