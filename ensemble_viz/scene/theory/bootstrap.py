"""The words of the bootstrap."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import counted, fixed, shortest
from ensemble_viz.scene.theory.words import Words


def read(settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what n draws miss; on a run, what they did miss."""
    n, bags = settings["n"], settings["bags"]
    said = [
        f"(1 − 1/{n})^{n} = {fixed(figures['not_drawn'])}; the limit is 1/e = "
        f"{fixed(figures['limit'])}. A bag holds {shortest(figures['distinct'], 2)} different "
        "points on average.",
        f"In {counted(bags, 'bag')} a point is left out {shortest(figures['out_of_bags'], 2)} "
        f"times on average, and in none of them with probability {fixed(figures['never_in_any'])}.",
    ]
    if "drawn" in figures:
        drawn = figures["drawn"]
        said.append(
            f"The bags of the run hold {min(drawn)} to {max(drawn)} different points, "
            f"{shortest(sum(drawn) / len(drawn), 2)} on average."
        )
    return tuple(said)


WORDS = Words(
    question="Why 0.368?",
    headline="A bag leaves out more than a third of the points",
    explanation=(
        "A bag is drawn with replacement: n draws from n points. One draw misses a point with "
        "probability 1 − 1/n, all n of them with (1 − 1/n)ⁿ, which is near 1/e = 0.368 for all but "
        "the smallest n.",
        "So a tree never sees about 36.8 % of the points, and these can test it. Of B trees about "
        "0.368 · B have not seen a given point.",
        "Two points at the same place with the same answer are drawn twice as often: what stands c "
        "times among n has the probability c/n.",
    ),
    figures={
        "not_drawn": "(1 − 1/n)ⁿ: a point is in none of the n draws",
        "drawn_at_all": "a point is drawn once at least",
        "limit": "1/e, what it tends to",
        "distinct": "how many different points a bag holds on average",
        "distinct_sd": "the standard deviation of that number",
        "out_of_bags": "in how many of the bags a point is missing on average",
        "never_in_any": "a point is in none of the bags",
        "against_n": "(1 − 1/n)ⁿ for other n",
        "drawn": "how many different points each bag of the run holds",
        "out_of_bag": "in how many bags of the run each point is missing",
        "mass": "how likely one draw is to hit the place of each point: c/n",
    },
    read=read,
    beside=("in_bag", "max_samples", "oob_covered"),
    slip="A slide gives every distinct point the probability 1/n. That is right as long as no two "
    "points are equal; what stands there c times has c/n, or the probabilities would not sum to 1.",
    notes="One note says that bags are smaller than the data, the others that they have n draws. "
    "Here it is n, unless the sample size is set lower.",
)
