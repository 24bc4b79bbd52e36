"""The words of the weights as products."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import counted, fixed
from ensemble_viz.scene.theory.words import Words

MOST_SHOWN = 6  # factors of a product


def read(_settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Follow the heaviest point."""
    weights = figures["weight"]
    k = weights.index(max(weights))
    missed = figures["missed_by"][k]
    odds = [fixed(figures["odds"][t - 1]) for t in missed]
    more = [] if len(odds) <= MOST_SHOWN else ["…"]
    number = figures["unnormalised"][k]
    product = "too large to be written" if number is None else fixed(number)
    if odds:
        product += f" from the odds {' · '.join(odds[:MOST_SHOWN] + more)}"
    return (
        f"Point {k + 1} is the heaviest, or the first of them: {counted(len(missed), 'learner')} "
        f"missed it, its product is {product}. Divided by the sum, its weight is "
        f"{fixed(weights[k])}; by its loss e^(−yF) it is {fixed(figures['exp_of_margin'][k])}.",
    )


WORDS = Words(
    question="Where do the weights come from?",
    headline="A point carries the odds of every learner that missed it",
    explanation=(
        "A learner multiplies the weight of a point it misses by e^α and of any other by e^−α. As "
        "only ratios count, that is the same as multiplying the missed ones by e^2α = (1 − ε)/ε, "
        "the odds of the learner being right.",
        "After some rounds the weight of a point is therefore (1/n) ∏ (1 − ε)/ε over the learners "
        "that missed it, divided by the sum over all points.",
        "It is also e^(−yF) divided by its sum: the share that the point has in the exponential "
        "loss. What is answered worst weighs most.",
    ),
    figures={
        "unnormalised": "(1/n) ∏ (1 − ε)/ε over the learners that missed the point",
        "weight": "the same divided by the sum: D of the next round",
        "exp_of_margin": "e^(−yF), divided by its sum",
        "recorded": "the weights that the run has on record",
        "odds": "(1 − ε)/ε of each learner",
        "missed_by": "the rounds whose learners missed the point",
    },
    read=read,
    beside=("sample_weight", "next_weight"),
    slip="A slide gives the product without dividing by the sum. As weights of a distribution they "
    "have to be divided: after three rounds of the ten points the products sum to 3.8. On "
    "another slide the second form of e^(−yF) has a ½ in the exponent; with α = ½ ln((1 − ε)/ε) "
    "the ½ is in α already.",
)
