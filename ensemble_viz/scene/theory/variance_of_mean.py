"""The words of the variance of a mean."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import agreed, fixed, value_of
from ensemble_viz.scene.theory.words import Words


def read(_settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Write the sum with its digits."""
    shared, own = fixed(figures["correlated"]), fixed(figures["own"])
    total = agreed(figures["variance"], value_of(shared) + value_of(own))
    said = [
        f"{shared} + {own} = {total}: "
        f"what trees have in common, and what is divided among them. More trees end at "
        f"{fixed(figures['limit'])}."
    ]
    measured = figures.get("measured")
    if measured and measured["rho"] is not None:
        said.append(
            f"Measured on {measured['sets']} training sets drawn from the points: σ² = "
            f"{fixed(measured['sigma2'])}, ρ = {fixed(measured['rho'])}, B = {measured['B']}."
        )
    return tuple(said)


WORDS = Words(
    question="Why do trees help only up to a point?",
    headline="What trees have in common stays; the rest is divided by their number",
    explanation=(
        "A tree that is trained on other points answers otherwise: σ² is how much. Two trees of "
        "the same points are alike: ρ is their correlation.",
        "The mean of B trees varies by ρσ² + (1 − ρ)σ²/B. The second part goes away with more "
        "trees, the first never does.",
        "So a forest makes its trees less alike: each gets a bag, and each split only some of the "
        "axes. Clones have ρ = 1, and gain nothing.",
    ),
    figures={
        "correlated": "ρσ²: what the trees have in common",
        "own": "(1 − ρ)σ²/B: what each has for itself, divided by their number",
        "variance": "the variance of their mean: the sum of both",
        "limit": "ρσ²: what it tends to with more trees",
        "against_B": "the variance for other numbers of trees",
        "measured": "σ² and ρ as they were measured on a run, and on how many training sets",
    },
    read=read,
    beside=("correlation",),
    notes="ρ is the correlation over training sets, at one place. How alike the answers of two "
    "trees are over places is another number, and usually larger.",
)
