"""Is the error out of bag too high or too low? Measured on one training set after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.runs import read_setup
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.theory.repeats import (
    SETUPS,
    Sets,
    Setup,
    averaged,
    fresh,
    lessened,
    trained,
)

USUAL = "bagging(rounds=50)"


@dataclass(frozen=True)
class OutOfBagParams(Params):
    """Settings of the comparison."""

    sets: Sets = 50
    setup: Annotated[
        tuple[str, ...] | None,
        Setting(
            "method",
            "A method that draws bags, with its settings in brackets; none: that of the run, or "
            "bagging.",
            items=replace(SETUPS, most=1),
        ),
    ] = None


def out_of_bag(params: OutOfBagParams, material: Material | None) -> Iterator[Figures]:
    """Compare the errors out of bag with the error on points that nobody has seen."""
    assert material is not None
    one = _setup(params, material)
    found: list[tuple[float, float, float]] = []
    for k in range(params.sets):
        data = fresh(material, k)
        run = trained(one, data, k)
        own = Metrics(run).figures(len(run)) if len(run) else {}
        if own.get("oob_error") is None:
            raise Refusal(f"{run.method.title} leaves no point out of its bags; bagging does")
        found.append((own["oob_error"], own["oob_error_trees"], own["test_error"]))
        yield _figures(found)


def _setup(params: OutOfBagParams, material: Material) -> Setup:
    """Take the method that is named, or that of the run."""
    run = material.run
    if params.setup is None and run is not None:
        return run.method, run.params, run.seed
    method, settings, seed = read_setup(params.setup[0] if params.setup else USUAL)
    methods.refuse(method, material.data)
    return method, settings, seed


def _figures(found: list[tuple[float, float, float]]) -> Figures:
    vote, trees, test = zip(*found, strict=True)
    off = lessened(vote, test)
    errors = {
        "oob_error": vote, "oob_error_trees": trees, "test_error": test, "difference": off,
    }  # fmt: skip
    sides = {
        "too_high": sum(each > 0.0 for each in off),
        "too_low": sum(each < 0.0 for each in off),
    }
    return averaged(errors) | sides


DEMONSTRATION = Demonstration(
    name="out-of-bag",
    title="The error out of bag",
    summary="Whether what is estimated out of bag is too high or too low, and by how much.",
    params=OutOfBagParams,
    compute=out_of_bag,
    takes="points",
    sample="moons",
    refines=True,
    place=4,
)
