"""The words of importance."""

from collections.abc import Mapping, Sequence
from typing import Any

from ensemble_viz.scene.numbers import fixed, signed
from ensemble_viz.scene.theory.words import Words


def read(_settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Set the ways of counting beside one another, axis by axis."""
    said = []
    if figures["shares_first"] is not None:
        said.append(
            f"Shares of each tree averaged: {_row(figures['shares_first'])}. Decreases averaged, "
            f"shares taken then: {_row(figures['decreases_first'])}."
        )
    if figures["permutation"] is not None:
        rises = ", ".join(map(signed, figures["permutation"]))
        said.append(f"Shuffling an axis raises the error of a tree out of bag by {rises}.")
    return tuple(said)


def _row(values: Sequence[float]) -> str:
    return ", ".join(map(fixed, values))


WORDS = Words(
    question="How is importance counted?",
    headline="An axis matters by what its splits save, or by what shuffling it spoils",
    explanation=(
        "Every split saves impurity, weighted by the points it parts. What the splits along an "
        "axis save is its importance in a tree; the shares of the axes sum to 1.",
        "Of many trees either the shares are averaged, as scikit-learn does, or the decreases "
        "themselves. The two differ a little, since trees save different amounts in all.",
        "Shuffling asks another question: how much worse is a tree, on the points it never saw, "
        "when the coordinates of one axis are dealt out anew among them? No relation to the answer "
        "is left then.",
    ),
    figures={
        "saved": "what the splits along each axis saved, tree by tree",
        "shares": "the same as shares of each tree",
        "weights": "how much each tree counts",
        "importance": "the importance that the program shows",
        "shares_first": "the shares of the trees, averaged by their weights",
        "decreases_first": "the decreases, averaged by their weights, and then their shares",
        "rises": "by how much shuffling each axis raised the error of each tree out of bag",
        "permutation": "the mean of these rises",
        "permutation_sd": "their standard deviation over the trees",
        "permutation_normalised": "mean / standard deviation; none where all rises are equal",
    },
    read=read,
    beside=("importance", "importance_permutation"),
    notes="A note averages the decreases over all trees, and divides the rises by their standard "
    "deviation. This program shows averaged shares where trees vote, and the plain mean of the "
    "rises; both ways stand here.",
)
