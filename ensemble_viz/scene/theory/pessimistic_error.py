"""The words of C4.5's estimate."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import fixed, shortest
from ensemble_viz.scene.theory.words import Words


def read(settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Compare the leaf with the subtree, if there is one."""
    n, errors = shortest(settings["n"]), shortest(settings["errors"])
    said = [
        f"{errors} of {n} points are missed; C4.5 expects {fixed(figures['estimate'])}. The exact "
        f"binomial limit is {fixed(figures['binomial_limit'])}."
    ]
    if figures["subtree"] is not None:
        verdict = (
            "the subtree becomes a leaf" if figures["pruned"] else "the subtree stays as it is"
        )
        said.append(
            f"As a leaf {fixed(figures['leaf'])}, as a subtree {fixed(figures['subtree'])}: "
            f"{verdict}."
        )
    return tuple(said)


WORDS = Words(
    question="Why was this subtree cut, though it made fewer errors?",
    headline="A leaf is judged by the errors it may make, not by those it made",
    explanation=(
        "On its own training points a subtree never misses more than the leaf in its place. So "
        "C4.5 does not count errors, it estimates them: e errors among n points may have been "
        "luck, and few points leave much room for luck.",
        "It takes the largest error rate at which so few errors would still be as likely as CF, "
        "usually 25 %. A leaf of 1 point without an error is expected to make 0.75, one of 9 "
        "points 1.28.",
        "The subtree becomes a leaf where the leaf's estimate is no larger than the sum of its "
        "leaves' estimates.",
    ),
    figures={
        "estimate": "the errors that C4.5 expects of the leaf, as its program reckons",
        "rate": "the same as a share of its points",
        "binomial_limit": "the exact limit, Σ_{k ≤ e} C(n, k) Uᵏ (1 − U)ⁿ⁻ᵏ = CF, times n",
        "leaf": "the estimate of the leaf",
        "subtree": "the sum of the estimates of the leaves below",
        "leaves": "the estimate of each leaf below",
        "pruned": "whether the leaf takes the place of the subtree",
        "nodes": "the same for every node of the tree of a run that asks something",
    },
    read=read,
    beside=("prune",),
    notes="A note prunes where the leaf makes no more errors than the subtree, without saying on "
    "which points: on those it learned from it always makes as many or more. This program counts "
    "on the test points where there are any, and takes C4.5's estimate otherwise. Quinlan's book "
    "and his program differ a little; the program's way is taken.",
)
