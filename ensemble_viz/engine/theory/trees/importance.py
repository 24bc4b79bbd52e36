"""The importance of an axis, laid open: what its splits save, and what shuffling it spoils."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.runs.figures import bag_figures, impurity_saved
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.trees import Tree


@dataclass(frozen=True)
class ImportanceParams(Params):
    """Nothing is to be set: the trees say it all."""


def importance(_params: ImportanceParams, material: Material | None) -> Figures:
    """Add up what the splits save, tree by tree, in the two ways that are in use; then shuffle."""
    assert material is not None
    run, records = material.run, material.rounds
    assert run is not None
    latest = records[-1:] if run.method.combine == "latest" else records
    trees = [(one, record.learner_weight or 0.0) for record in latest for one in record.learners]
    if run.method.combine == "blend" or not all(isinstance(tree, Tree) for tree, _ in trees):
        raise Refusal(f"{run.method.title} has learners that split nothing here; trees do")
    axes = material.data.dimension
    saved = np.array([impurity_saved(tree, axes) for tree, _ in trees if isinstance(tree, Tree)])
    weight = np.array([own for _, own in trees])
    total = saved.sum(axis=1, keepdims=True)
    shares = np.divide(saved, total, out=np.zeros_like(saved), where=total > 0.0)
    return {
        "saved": saved,
        "shares": shares,
        "weights": weight,
        "importance": _of_one(weight @ shares if run.method.learners_vote else saved.sum(axis=0)),
        "shares_first": _of_one(weight @ shares),
        "decreases_first": _of_one(weight @ saved),
        **_shuffled(material),
    }


def _of_one(parts: FloatArray) -> list[float] | None:
    """Divide by the sum; None where nothing was saved."""
    total = float(parts.sum())
    return [float(part) / total for part in parts] if total > 0.0 else None


def _shuffled(material: Material) -> dict[str, Any]:
    """Measure how much worse each tree does out of bag when one axis is shuffled there.

    None of it where there are no bags, or they left no point out.
    """
    names = ("rises", "permutation", "permutation_sd", "permutation_normalised")
    run = material.run
    if run is None or any(record.in_bag is None for record in material.rounds):
        return dict.fromkeys(names)
    figures = bag_figures.BagFigures(run)
    for record in material.rounds:
        figures.next(record)
    rises = np.array(figures.rises)
    if not len(rises):
        return dict.fromkeys(names)
    mean = rises.mean(axis=0)
    sd = rises.std(axis=0, ddof=1) if len(rises) > 1 else None
    normalised = [
        float(own) / float(spread) if spread > 0.0 else None
        for own, spread in zip(mean, sd if sd is not None else [0.0] * len(mean), strict=True)
    ]
    return dict(zip(names, (rises, mean, sd, normalised), strict=True))


DEMONSTRATION = Demonstration(
    name="importance",
    title="Importance, laid open",
    summary="What the splits of each axis saved, tree by tree; and what shuffling the axis spoils.",
    params=ImportanceParams,
    compute=importance,
    takes="run",
    sample="moons",
    method="random-forest",
    method_settings={"rounds": 10},
    place=5,
)
