"""Columns that several stories have."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.names import leaf_numbers
from ensemble_viz.scene.numbers import signed, subscript
from ensemble_viz.scene.table import Column, known, number_column, region_name, whole


def sum_by_sum(stage: Stage, rest: tuple[Column, ...], letter: str) -> Iterator[Column]:
    """List the sum so far, what it leaves over, the step and the next sum."""
    if stage.record is None:
        return
    t, which = stage.round, stage.which
    before, after = (
        score if score is None or score.ndim == 1 else score[:, which]
        for score in (stage.run.score(t - 1), stage.run.score(t) if stage.is_joined else None)
    )
    yield number_column(stage, "before", f"F{subscript(t - 1)}", "The sum so far.", before)
    yield from rest
    yield leaf_column(stage)
    value = stage.answer if stage.values_are_known else None
    yield Column(
        "leaf value", letter, "What the leaf answers.", "number", known(stage, value), signed,
        now=stage.key in ("train", "leaves") and value is not None,
    )  # fmt: skip
    words, now = "The sum with this round's tree.", stage.key == "vote"
    yield number_column(stage, "after", f"F{subscript(t)}", words, after, now=now)


def leaf_column(stage: Stage) -> Column:
    """Say in which leaf each point is."""
    tree = stage.tree
    region = None if tree is None else leaf_numbers(tree)[tree.apply(stage.data.points)]
    words = "The leaf the point falls into, counted from the left."
    return Column("leaf", "leaf", words, "leaf", known(stage, region), region_name)


def said_column(stage: Stage, title: str, words: str) -> Column:
    """Say what this round's learner answers: a class or a value."""
    if stage.data.classes is None:
        return number_column(stage, "learner", title, words, stage.answer, now=stage.key == "train")
    voted = None if stage.answer is None else decide(stage.answer, stage.data.n_classes)
    return vote_column(stage, "learner", title, words, voted, missed=stage.missed_by_learner)


def vote_column(
    stage: Stage, key: str, title: str, words: str, voted: NDArray[Any] | None, **parts: Any
) -> Column:
    """List votes, rings where they are wrong."""
    value = np.full(len(stage.data), -1) if voted is None else voted
    names = stage.data.classes or ()
    return Column(key, title, words, "vote", value, whole, names, **parts)
