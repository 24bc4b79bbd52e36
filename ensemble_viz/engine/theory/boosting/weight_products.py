"""AdaBoost's weights as products: a point carries the odds of all the learners that missed it."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.ensembles import exponential
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Figures, Material

FARTHEST = 700.0  # e to this is finite


@dataclass(frozen=True)
class WeightProductsParams(Params):
    """Nothing is to be set: the rounds say it all."""


def weight_products(_params: WeightProductsParams, material: Material | None) -> Figures:
    """Multiply the odds of the learners that missed each point, and divide by the sum."""
    assert material is not None
    run, data, records = material.run, material.data, material.rounds
    if run is None or run.method.story != "weights":
        title = "This" if run is None else run.method.title
        raise Refusal(f"{title} does not weigh points by its learners' misses; AdaBoost does")
    half = run.params.alpha == "half-log"
    odds = (2.0 if half else 1.0) * np.array([record.learner_weight or 0.0 for record in records])
    missed = np.array([_missed(material, record.number) for record in records])
    product = odds @ missed
    score = np.asarray(records[-1].score) * (1.0 if half else 0.5)
    if score.ndim == 1:
        margin = (2.0 * data.target - 1.0) * score
    else:
        margin = 2.0 * exponential.lead(score, data, run.params.multiclass)
    return {
        "unnormalised": _raised(data.distribution, product),
        "weight": _shares(data.distribution, product),
        "exp_of_margin": _shares(data.distribution, -margin),
        "recorded": records[-1].next_weight,
        "odds": np.exp(odds),
        "missed_by": [(np.flatnonzero(own) + 1) for own in missed.T],
    }


def _raised(share: FloatArray, exponent: FloatArray) -> list[float | None]:
    """Multiply by e to the exponent; None where no number is large enough."""
    return [
        float(own * np.exp(power)) if power < FARTHEST else None
        for own, power in zip(share, exponent, strict=True)
    ]


def _shares(share: FloatArray, exponent: FloatArray) -> FloatArray:
    """Divide by the sum, whatever it is."""
    raised = share * np.exp(exponent - exponent.max())
    return np.asarray(raised / raised.sum())


def _missed(material: Material, t: int) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Say which points the learner of round t misses."""
    assert material.run is not None
    said = material.run.answer(t)
    return np.asarray(said.argmax(axis=1) != material.data.target)


DEMONSTRATION = Demonstration(
    name="weight-products",
    title="Weights are products of odds",
    summary="The weight of a point is the product of the odds of all learners that missed it, and "
    "its exponential loss, both divided by their sums.",
    params=WeightProductsParams,
    compute=weight_products,
    takes="run",
    sample="ten-points",
    method="adaboost",
    method_settings={"rounds": 3},
    place=3,
)
