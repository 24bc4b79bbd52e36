"""What leaves answer, and what becomes of the loss when a learner is added to the sum."""

import numpy as np

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.lowered import loss_of, lowered
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.sums.descent import largest_leaf, leaf_rows
from ensemble_viz.scene.telling import Said, joined
from ensemble_viz.scene.together import (
    change,
    loss,
    missed_together,
    of_all,
    squared_error,
    ties_sentence,
)
from ensemble_viz.scene.words.grammar import capital, verb
from ensemble_viz.scene.words.names import class_name, leaf_name
from ensemble_viz.scene.words.numbers import counted, fixed, rate_text, signed, subscript

MOST_NAMED = 2  # leaves of the same value


def leaf_values(stage: Stage, how: str) -> Said:
    """Say which leaf answers with the largest value, and how the leaves come to theirs."""
    tree = stage.tree
    assert tree is not None
    node = largest_leaf(tree)
    value = signed(float(tree.value[node]))
    alike = [one for one in np.flatnonzero(tree.is_leaf).tolist() if _is_as_large(tree, one, node)]
    points = " and ".join(_with_points(stage, one) for one in alike[:MOST_NAMED])
    points += f" and {len(alike) - MOST_NAMED} more" if len(alike) > MOST_NAMED else ""
    has = verb(len(alike), "has", "have")
    one = f" of class {class_name(stage.data, stage.which)}" if stage.data.n_classes > 2 else ""
    largest = "leaf value" if value.startswith("+") else "leaf value in size"
    headline = f"The largest {largest}{one} is {value}"
    return Said(headline, f"{points} {has} it: {how}.")


def _is_as_large(tree: Tree, one: int, node: int) -> bool:
    """Say whether a leaf answers the same as the largest, as far as can be seen."""
    return fixed(float(tree.value[one])) == fixed(float(tree.value[node]))


def _with_points(stage: Stage, node: int) -> str:
    """Name a leaf, with its points."""
    assert stage.tree is not None
    points = counted(len(leaf_rows(stage, node)), "point")
    return f"{leaf_name(stage.tree, node)} ({points})"


def vote(stage: Stage) -> Said:
    """Say what became of the loss when the tree was added."""
    t, name = stage.round, noun(stage.run)
    if not stage.data.n_classes:
        what, before, after, was = _lowered(stage)
        rate = rate_text(stage.run.params.learning_rate)
        letter = story_of(stage.run).letter
        sums = f"F{subscript(t)} = F{subscript(t - 1)} + {rate} · {letter}{subscript(t)}."
        added = f"{capital(name)} {t} is added: {sums}"
        return Said(f"{what} {change(before, after)}", joined(added, was))
    rate = rate_text(stage.run.params.learning_rate)
    added = f"{capital(name)} {t} × {rate} is added"
    if stage.data.n_classes > 2:
        added = f"{stage.data.n_classes} {name}s × {rate} are added"
    missed = missed_together(stage, t)
    log_loss = f"The {loss_of(stage.run).figure} {change(loss(stage, t - 1), loss(stage, t))}."
    headline = f"{added}: {of_all(stage, missed)} {verb(missed)} missed"
    return Said(headline, joined(log_loss, ties_sentence(stage, t)))


def _lowered(stage: Stage) -> tuple[str, float, float, str]:
    """Name what the round lowered of values, before and after it, and say where δ moved it."""
    t = stage.round
    if lowered(stage.run) == "squared":
        return "Squared error", squared_error(stage, t - 1), squared_error(stage, t), ""
    name, delta, was = loss_of(stage.run).figure, _delta(stage, t), ""
    before, after = (_mean_loss(stage, k, delta) for k in (t - 1, t))
    old = _delta(stage, t - 1)
    if old not in (0.0, delta):
        by_old, now = f"By δ{subscript(t - 1)} = {fixed(old)}", f"δ{subscript(t)} = {fixed(delta)}"
        anew = f"δ is new each round, so it is measured anew with {now}."
        was = f"{by_old} it stood at {fixed(_mean_loss(stage, t - 1, old))}; {anew}"
    return capital(name).replace(" of ", " ", 1), before, after, was


def _delta(stage: Stage, t: int) -> float:
    """Read Huber's δ of a round; 0 where there is none."""
    return float(stage.run.round(t).figures.get("delta", 0.0)) if t else 0.0


def _mean_loss(stage: Stage, t: int, delta: float) -> float:
    """Average Huber's loss with some δ, or the loss that has none, after round t."""
    if not delta:
        return loss(stage, t)
    score = stage.run.score(t)
    assert score is not None
    size = np.abs(stage.data.target - score)
    near = np.minimum(size, delta)
    return float(stage.data.distribution @ (near * (size - near / 2.0)))
