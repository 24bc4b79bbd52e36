"""The same thing again and again: fresh training sets, and how exactly a mean of them is known.

Points of a sample are drawn anew, by seeds of their own. Points of one's own stand for
the world that they came from: each time a third of them, dealt out anew, is kept for testing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np

from ensemble_viz.engine.data import Dataset, Refusal, folds, lists
from ensemble_viz.engine.data.samples import LARGEST_SEED
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.runs import Run, read_setup
from ensemble_viz.engine.runs.studies import validation
from ensemble_viz.engine.settings import Items, Params, Setting
from ensemble_viz.engine.theory.demonstration import Drawn, Figures, Material

MOST_SETUPS = 8
FIRST_SEED = 1000  # beyond the sample's own: far from those that lessons use
TEST_POINTS = 400
PARTS = 3

Sets = Annotated[
    int,
    Setting(
        "training sets",
        "How many training sets are drawn: more of them make the figures more exact.",
        "S",
        low=2,
        high=2000,
    ),
]


def read_one_word(given: object) -> str:
    """Check a method with its settings; it stays as it was typed."""
    if not isinstance(given, str):
        raise Refusal("a setup is written METHOD or METHOD(name=value, …)")
    read_setup(given)
    return given.strip()


SETUPS = Items(
    read_one_word, "a list like tree(max_depth=1), bagging(rounds=50)",
    "tree(max_depth=1), bagging(rounds=50)", MOST_SETUPS, lists.split_list,
)  # fmt: skip
Setup = tuple[Method, Params, int]
"""A method, its settings and its seed."""


def trained(setup: Setup, data: Dataset, k: int) -> Run:
    """Train a method to its end on training set k, with draws of its own."""
    method, params, seed = setup
    run = Run(data, method, params, (seed + k) % LARGEST_SEED)
    run.finish()
    return run


def redrawn(drawn: Drawn, k: int, test: int = 0) -> Dataset:
    """Draw training set k of a sample, counted from 0."""
    return drawn.build(seed=(drawn.seed + FIRST_SEED + k) % (LARGEST_SEED + 1), test=test)


def fresh(material: Material, k: int) -> Dataset:
    """Draw training set k, counted from 0, with test points that it has not seen."""
    if material.drawn is not None and material.drawn.can_be_redrawn:
        return redrawn(material.drawn, k, TEST_POINTS)
    data = material.data
    if len(data) < 2 * PARTS:
        raise Refusal(f"{2 * PARTS} points at least are needed to keep some of them for testing")
    out = folds.deal_folds(data, PARTS, k) == 0
    test = Dataset(data.points[out], data.target[out], data.classes, data.columns)
    return replace(validation.without(data, out), test=test)


def averaged(found: Mapping[str, Sequence[float]]) -> Figures:
    """Average what was found in each set, by names; how exactly each mean is known; and the sets.

    The standard error of a single set is not known.
    """
    counts = {name: len(values) for name, values in found.items()}
    return {
        **{name: float(np.mean(values)) for name, values in found.items()},
        "standard_error": {
            name: float(np.std(values, ddof=1) / math.sqrt(counts[name]))
            if counts[name] > 1
            else None
            for name, values in found.items()
        },
        "sets": max(counts.values()),
    }


def lessened(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Subtract the figures of one thing from those of another, set by set."""
    return [a - b for a, b in zip(one, other, strict=True)]
