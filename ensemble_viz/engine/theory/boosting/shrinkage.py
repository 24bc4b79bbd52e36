"""Shrinkage: smaller steps need more rounds, and often end at a better place."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.runs import Run, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.settings import Params, Setting, shared
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.theory.typed import numbers

SLICE = 20  # rounds between two looks
MOST_RATES = 8


@dataclass(frozen=True)
class ShrinkageParams(Params):
    """Settings of the race."""

    rates: Annotated[
        str,
        Setting("learning rates", "The learning rates to compare, parted by blanks.", r"\nu"),
    ] = "1 0.1 0.01"  # fmt: skip
    loss: Annotated[
        float,
        Setting(
            "loss to reach",
            "The training loss at which the rounds are counted: half the mean squared error for "
            "values, the log-loss for classes.",
            "L",
            low=0.0,
            high=1e6,
            reach=(0.01, 0.3),
            above=True,
        ),
    ] = 0.05
    max_depth: shared.MaxDepth = 2
    most: Annotated[
        int,
        Setting("rounds at most", "Where to give up.", r"T_{\max}", low=1, high=10_000),
    ] = 1000  # fmt: skip

    def check(self) -> None:
        """Refuse rates that boosting does not take."""
        self.each()

    def each(self) -> list[float]:
        """Read the learning rates."""
        rates = numbers(self.rates, "rates", 0, 10)
        if len(rates) > MOST_RATES or min(rates) <= 0 or len(set(rates)) < len(rates):
            raise Refusal(
                f"rates={self.rates[:40]}: up to {MOST_RATES} different numbers above 0, up to 10"
            )
        return rates


@dataclass(slots=True, eq=False)
class Race:
    """One learning rate on its way."""

    run: Run
    metrics: Metrics
    losses: list[float] = field(default_factory=list)
    test_errors: list[float] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        """All its rounds are there."""
        return len(self.losses) == len(self.run) and self.run.stop is not None

    def go_on(self, rounds: int) -> None:
        """Train some rounds more."""
        for t in range(len(self.losses) + 1, len(self.losses) + rounds + 1):
            if self.run.upto(t) < t:
                return
            found = self.metrics.figures(t)
            self.losses.append(found["loss"])
            if found["test_error"] is not None:
                self.test_errors.append(found["test_error"])


def shrinkage(params: ShrinkageParams, material: Material | None) -> Iterator[Figures]:
    """Let the learning rates race, in slices of rounds."""
    assert material is not None
    data = material.data
    if not len(data):
        raise Refusal("There are no points yet")
    races = {rate: _race(data, rate, params) for rate in params.each()}
    while not all(race.ended for race in races.values()):
        for race in races.values():
            race.go_on(SLICE)
        yield _figures(races, params.loss)


def _race(data: Dataset, rate: float, params: ShrinkageParams) -> Race:
    own = {"rounds": params.most, "learning_rate": rate, "max_depth": params.max_depth}
    started = run(data, "gradient-boosting", own)
    return Race(started, Metrics(started))


def _figures(races: dict[float, Race], level: float) -> Figures:
    return {
        "rounds": {rate: _first_below(race.losses, level) for rate, race in races.items()},
        "loss": {rate: race.losses[-1] if race.losses else None for rate, race in races.items()},
        "trained": {rate: len(race.losses) for rate, race in races.items()},
        "best_test": {rate: _best(race.test_errors) for rate, race in races.items()},
        "losses": {rate: race.losses[:] for rate, race in races.items()},
        "test_errors": {rate: race.test_errors[:] for rate, race in races.items()},
    }


def _first_below(losses: list[float], level: float) -> int | None:
    """Find the first round whose loss is below the level; None where none is, or not yet."""
    return next((t for t, loss in enumerate(losses, start=1) if loss < level), None)


def _best(errors: list[float]) -> dict[str, Any] | None:
    """Find the least test error, and its round; None without test points."""
    if not errors:
        return None
    least = min(errors)
    return {"error": least, "round": errors.index(least) + 1}


DEMONSTRATION = Demonstration(
    name="shrinkage",
    title="Small steps, many rounds",
    summary="A tenth of the learning rate needs about ten times as many rounds to the same loss.",
    params=ShrinkageParams,
    compute=shrinkage,
    takes="points",
    sample="surface:test=400",
    refines=True,
    place=7,
)
