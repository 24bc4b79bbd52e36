"""The words of the losses."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import fixed
from ensemble_viz.scene.theory.words import Words


def read(settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what the points of a run lose; without a run, what the first place does."""
    if "mean_loss" in figures:
        said = f"The points lose {fixed(figures['mean_loss'])} on average."
        if figures["train_error"] is not None:
            said += f" {fixed(figures['train_error'])} of them are missed."
        return (said,)
    return (
        f"At {fixed(figures['at'][0])} the {settings['loss']} loss is {fixed(figures['loss'][0])}, "
        f"and its negative gradient {fixed(figures['negative_gradient'][0])}.",
    )


WORDS = Words(
    question="What is lowered, and which way is down?",
    headline="Every loss says how bad an answer is, and its slope which way is better",
    explanation=(
        "Classes: the margin m = yF is positive where the sign of F is right. The 0-1 loss counts "
        "misses, but is flat: it does not say which way is down. e^−m is never below it and "
        "has a slope; so what AdaBoost lowers bounds the training error. The log-loss ln(1 + e^−m) "
        "grows only like a line where an answer is badly wrong.",
        "Values: the residual r = y − F is the negative gradient of ½ r². That is why boosting "
        "fits residuals: they point downhill. The absolute loss only asks for the side, sgn r. "
        "Huber's is ½ r² near 0 and δ (|r| − δ/2) beyond δ, with the slope cut off at ±δ: outliers "
        "pull no harder than that.",
    ),
    figures={
        "at": "the places: margins yF, or residuals y − F",
        "loss": "the loss there",
        "negative_gradient": "which way is down, and how steeply: for y = +1, or in the direction "
        "of the residual",
        "zero_one": "the 0-1 loss beside it; at m = 0, a tie, a point of the second class is "
        "missed",
        "as_printed": "Huber's loss and slope as a slide prints them",
        "points": "the margins or residuals of the points of a run, and what each loses",
        "mean_loss": "what they lose on average",
        "train_error": "the share of them that is missed",
    },
    read=read,
    beside=("loss", "exp_loss"),
    slip="A slide prints Huber's loss as δ |r| − δ/2 beyond δ, which jumps at δ unless δ = 1, and "
    "its negative gradient as y − t inside. It is δ (|r| − δ/2), and t − y: a bracket and a sign.",
    notes="The notes leave the sign of F = 0 open. In this program a tie goes to the first class, "
    "the one with y = −1. A residual of 0 has sgn 0 = 0 here, as in the notes; with the leaves of "
    "the libraries (line search) it counts as +1.",
)
