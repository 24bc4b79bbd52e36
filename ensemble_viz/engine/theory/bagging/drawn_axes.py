"""How many axes a forest looks at for a split: the rules of thumb of the notes."""

import math
from dataclasses import dataclass
from typing import Annotated

from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material

CURVE = (1, 2, 3, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 256, 1000)


@dataclass(frozen=True)
class DrawnAxesParams(Params):
    """Settings of the rules of thumb."""

    p: Annotated[
        int, Setting("axes", "How many axes the points have.", "p", low=1, high=10**6)
    ] = 2  # fmt: skip


def drawn_axes(params: DrawnAxesParams, _material: Material | None) -> Figures:
    """Follow the rules, and say how often the split that is best of all can be found."""
    rules = of_rules(params.p)
    return {
        **rules,
        "chance_of_best": {name: axes / params.p for name, axes in rules.items()},
        "is_bagging": [name for name, axes in rules.items() if axes == params.p],
        "against_p": {p: of_rules(p) for p in CURVE},
    }


def of_rules(p: int) -> dict[str, int]:
    """√p and log₂ p + 1, rounded down and never more than there are; and all."""
    return {"sqrt": math.isqrt(p), "log2_plus_1": min(p.bit_length(), p), "all": p}


DEMONSTRATION = Demonstration(
    name="drawn-axes",
    title="How many axes per split",
    summary="√p or log₂ p + 1: in the plane one is a random forest, and the other plain bagging.",
    params=DrawnAxesParams,
    compute=drawn_axes,
    place=5,
)
