"""Why α = ½ ln((1 − ε)/ε): it is where the exponential loss of the round is least."""

import math
from dataclasses import dataclass, replace
from typing import Annotated

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material

SMALLEST = 1e-10  # where AdaBoost takes a perfect learner's error
LOW, HIGH, PER_ONE = -1, 3, 20  # the curve of the loss, in steps of 1/20


@dataclass(frozen=True)
class AlphaParams(Params):
    """Settings of the loss against the learner weight."""

    error: Annotated[
        float,
        Setting(
            "weighted error",
            "The weight of the points that the learner misses.",
            r"\varepsilon",
            low=0.0,
            high=1.0,
        ),
    ] = 0.3
    beta: Annotated[
        float,
        Setting("weight tried", "The learner weight at which the loss is looked at.", r"\beta",
                low=-20.0, high=20.0, reach=(-1.0, 3.0)),
    ] = 0.5  # fmt: skip


def resolve(params: AlphaParams, material: Material) -> AlphaParams:
    """Take the error of the last round."""
    error = material.rounds[-1].error
    if error is None:
        title = "This" if material.run is None else material.run.method.title
        raise Refusal(f"{title} weighs no learner by its weighted error; AdaBoost does")
    return replace(params, error=error)


def alpha(params: AlphaParams, _material: Material | None) -> Figures:
    """Follow the loss of the round along the learner weight."""
    error = params.error
    best = half_log(error)
    places = {k / PER_ONE for k in range(LOW * PER_ONE, HIGH * PER_ONE + 1)} | {params.beta}
    return {
        "minimiser": best,
        "minimum": 2.0 * math.sqrt(error * (1.0 - error)),
        "loss_at": {beta: loss(beta, error) for beta in sorted(places)},
        "parts_at_beta": {
            "missed": math.exp(params.beta) * error,
            "right": math.exp(-params.beta) * (1.0 - error),
        },
        "curve": {k / 100: half_log(k / 100) for k in range(1, 100)},
        "log_form": 2.0 * best,
        "capped": not SMALLEST < error < 1.0 - SMALLEST,
        "reversed": {"error": 1.0 - error, "minimiser": -best},
        "factors": _factors(error, best),
        "accuracy": {
            "weights": {share: half_log(1.0 - share) for share in (0.7, 0.9)},
            "ratio_of_weights": half_log(0.1) / half_log(0.3),
            "ratio_of_accuracies": 0.9 / 0.7,
        },
    }


def half_log(error: float) -> float:
    """½ ln((1 − ε)/ε), finite for a learner that misses nothing, or all."""
    error = min(max(error, SMALLEST), 1.0 - SMALLEST)
    return 0.5 * (math.log1p(-error) - math.log(error))


def loss(beta: float, error: float) -> float:
    """(e^β − e^−β) ε + e^−β: the missed points grow by e^β, the others shrink by e^−β."""
    return (math.exp(beta) - math.exp(-beta)) * error + math.exp(-beta)


def _factors(error: float, best: float) -> dict[str, dict[str, float]]:
    """Say what the weights of missed points and of the others are multiplied by, by each rule.

    Two rules of the notes agree once the weights are divided by their sum. What mixes them, half
    the logarithm for the missed points alone, does not.
    """
    rules = {"both": (best, -best), "missed_only": (2.0 * best, 0.0), "mixed": (best, 0.0)}
    factors = {}
    for name, (up, down) in rules.items():
        total = error * math.exp(up) + (1.0 - error) * math.exp(down)
        factors[name] = {"missed": math.exp(up) / total, "right": math.exp(down) / total}
    return factors


DEMONSTRATION = Demonstration(
    name="alpha",
    title="Why α is what it is",
    summary="The exponential loss of a round against the weight of its learner, and where it is "
    "least.",
    params=AlphaParams,
    compute=alpha,
    takes="run",
    method="adaboost",
    decided=("error",),
    resolve=resolve,
    place=2,
)
