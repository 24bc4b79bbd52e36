"""A bootstrap sample: as many draws as there are points, with replacement, and what they miss."""

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material

CURVE = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 60, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class BootstrapParams(Params):
    """Settings of the bootstrap."""

    n: Annotated[
        int, Setting("points", "How many points there are, and draws.", "n", low=1, high=10**6)
    ] = 10  # fmt: skip
    bags: Annotated[
        int, Setting("bags", "How many samples are drawn.", "B", low=1, high=10_000)
    ] = 1  # fmt: skip


def resolve(params: BootstrapParams, material: Material) -> BootstrapParams:
    """Count the points and the bags of a run."""
    return replace(params, n=len(material.data), bags=len(_bags(material)))


def bootstrap(params: BootstrapParams, material: Material | None) -> Figures:
    """Say how likely it is that a point is not drawn, and how many different ones are."""
    out = not_drawn(params.n)
    figures = {
        "not_drawn": out,
        "drawn_at_all": 1.0 - out,
        "limit": math.exp(-1.0),
        "distinct": params.n * (1.0 - out),
        "distinct_sd": distinct_sd(params.n),
        "out_of_bags": params.bags * out,
        "never_in_any": out**params.bags,
        "against_n": {n: not_drawn(n) for n in CURVE},
    }
    if material is not None:
        bags = _bags(material)
        figures |= {
            "drawn": [np.count_nonzero(bag) for bag in bags],
            "out_of_bag": (bags == 0).sum(axis=0),
            "mass": _mass(material),
        }
    return figures


def not_drawn(n: int, times: int | None = None, points: int = 1) -> float:
    """That none of some points is among the draws: (1 − points/n)ⁿ."""
    if points >= n:
        return 0.0
    return math.exp((times or n) * math.log1p(-points / n))


def distinct_sd(n: int) -> float:
    """How much the number of different points varies: by single points and by pairs of them."""
    out, both = not_drawn(n), not_drawn(n, points=2)
    variance = n * (out - both) + n * n * (both - out * out)
    return math.sqrt(max(variance, 0.0))


def _bags(material: Material) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """List how often each point was drawn: (bags, n)."""
    found = [record.in_bag for record in material.rounds]
    if material.run is None or any(bag is None for bag in found):
        title = "This" if material.run is None else material.run.method.title
        raise Refusal(f"{title} draws no bags; bagging does")
    return np.array(found)


def _mass(material: Material) -> list[float]:
    """Say how likely each place is to be drawn: a place with c equal points has c/n."""
    data = material.data
    rows = np.column_stack([data.points, data.target])
    _, which, count = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    return [float(share) for share in count[which.reshape(-1)] / len(data)]


DEMONSTRATION = Demonstration(
    name="bootstrap",
    title="What a bag misses",
    summary="n draws with replacement leave out about 0.368 of the points, and one point in so "
    "many of the bags.",
    params=BootstrapParams,
    compute=bootstrap,
    takes="run",
    method="bagging",
    of_draws=True,
    decided=("n", "bags"),
    resolve=resolve,
    place=1,
)
