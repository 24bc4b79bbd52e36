"""How many stumps there are to choose from, and what it costs to look at all of them."""

import math
from dataclasses import dataclass

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params, shared
from ensemble_viz.engine.theory import Demonstration, Figures, Material


@dataclass(frozen=True)
class StumpsParams(Params):
    """Settings of the count."""

    rounds: shared.Rounds = 50


def stumps(params: StumpsParams, material: Material | None) -> Figures:
    """Count the cuts of each axis, the stumps, and the steps of a search."""
    assert material is not None
    data = material.data
    n, axes = data.points.shape
    if not n:
        raise Refusal("There are no points yet")
    distinct = [int(rank.max()) + 1 for rank in data.rank]
    cuts = [count - 1 for count in distinct]
    K = data.n_classes
    pairs, constants = (K * (K - 1), K) if K else (1, 1)
    log = math.log2(n)
    return {
        "distinct": distinct,
        "cuts": cuts,
        "with_ends": [count + 1 for count in distinct],
        "candidates": pairs * sum(cuts) + constants,
        "steps": {
            "sorting": axes * n * log,
            "rounds": axes * n * params.rounds,
            "total": axes * n * (log + params.rounds),
            "sorting_every_round": axes * n * (log + 1.0) * params.rounds,
            "cut_by_cut": sum(cuts) * n * params.rounds,
        },
    }


DEMONSTRATION = Demonstration(
    name="stumps",
    title="Counting stumps",
    summary="How many cuts and stumps the points allow, and why sorting them once makes it cheap.",
    params=StumpsParams,
    compute=stumps,
    takes="points",
    sample="ten-points",
    place=2,
)
