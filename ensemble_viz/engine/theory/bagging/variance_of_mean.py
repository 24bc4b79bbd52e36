"""The variance of a mean of B trees: what they have in common stays, the rest is divided by B."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.runs.studies import SETS, VarianceParts, VarianceStudy
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material

CURVE = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500, 1000)


@dataclass(frozen=True)
class VarianceOfMeanParams(Params):
    """Settings of the variance of a mean."""

    sigma2: Annotated[
        float,
        Setting(
            "variance of one",
            "How much a single tree varies.",
            r"\sigma^2",
            low=0.0,
            high=1e6,
            reach=(0.0, 4.0),
        ),
    ] = 1.0
    rho: Annotated[
        float,
        Setting(
            "correlation",
            "How alike two trees are: 0 when they have nothing in common, 1 for clones.",
            r"\rho",
            low=-1.0,
            high=1.0,
        ),
    ] = 0.25
    B: Annotated[
        int,
        Setting("trees", "How many trees are averaged.", "B", low=1, high=100_000, reach=(1, 1000)),
    ] = 10

    def check(self) -> None:
        """Refuse what no B trees can be: all of them the opposite of one another."""
        if self.rho * (self.B - 1) < -1.0 - 1e-9:
            raise Refusal(
                f"rho={self.rho:g}: {self.B} trees cannot all be so unlike one another; from "
                f"{-1 / (self.B - 1):.4g} on they can"
            )


def variance_of_mean(params: VarianceOfMeanParams, material: Material | None) -> Iterator[Figures]:
    """Take the variance apart: that of the settings, or that of a run, measured."""
    if material is None:
        yield _figures(VarianceParts(params.sigma2, params.rho, params.B))
        return
    study = _study(material)
    for t in range(1, material.round + 1):
        parts = study.parts(t)
        measured = {"sigma2": parts.sigma2, "rho": parts.rho, "B": t, "sets": SETS}
        yield _figures(parts) | {"measured": measured}


def _study(material: Material) -> VarianceStudy:
    if material.run is None or not material.rounds:
        raise Refusal("There is no run to measure")
    return VarianceStudy(material.run)


def _figures(parts: VarianceParts) -> Figures:
    several = [replace(parts, trees=B) for B in CURVE]
    return {
        "correlated": parts.shared,
        "own": parts.divided,
        "variance": parts.total,
        "limit": parts.shared,
        "against_B": {one.trees: one.total for one in several},
    }


DEMONSTRATION = Demonstration(
    name="variance-of-mean",
    title="The variance of a mean",
    summary="ρσ² stays however many trees are averaged; only (1 − ρ)σ² is divided among them.",
    params=VarianceOfMeanParams,
    compute=variance_of_mean,
    takes="run",
    method="bagging",
    decided=("sigma2", "rho", "B"),
    refines=True,
    place=2,
)
