"""The words of resampling against reweighting."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import counted, fixed
from ensemble_viz.scene.theory.words import Words


def read(settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Compare the two ways after the last round."""
    error = figures["standard_error"]["resampling_error"]
    exact = "" if error is None else f" ± {fixed(error)}"
    by_weights = figures["reweighting_error"]
    weighed = "there is no learner" if by_weights is None else f"the error is {fixed(by_weights)}"
    return (
        f"After {counted(settings['rounds'], 'round')} by weights {weighed}, every time. On "
        f"samples it is {fixed(figures['resampling_error'])}{exact} on average over "
        f"{figures['sets']} runs, from {fixed(figures['resampling_least'])} to "
        f"{fixed(figures['resampling_most'])}.",
    )


WORDS = Words(
    question="Does the learner get weights, or a sample?",
    headline="By weights boosting is the same every time; on samples it is a matter of luck",
    explanation=(
        "AdaBoost gives every point a weight. A learner that understands weights takes them as "
        "they are. One that does not gets a sample: n points drawn with replacement, heavy ones "
        "more often.",
        "On average both see the same. But a sample leaves points out, and no two samples are "
        "equal, so the run is another one each time and needs more rounds for the same error.",
    ),
    figures={
        "reweighting": "the training error by weights, round by round",
        "resampling": "the training error on samples, round by round, averaged over the runs",
        "reweighting_error": "the first after the last round",
        "resampling_error": "the second after the last round",
        "resampling_least": "the luckiest run",
        "resampling_most": "the unluckiest run",
        "standard_error": "how exactly the average is known",
        "sets": "how many runs there were",
    },
    read=read,
    beside=("sample_weight",),
    notes="One note feeds “the resulting sample” to the weak learner, the others train on the "
    "weights themselves. This program takes the weights, so that every number can be recomputed; "
    "samples are drawn only here.",
)
