"""The words of shrinkage."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import counted, fixed, shortest
from ensemble_viz.scene.theory.words import Words


def read(settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Name for each rate the round that reached the loss, and its best test error."""
    return tuple(
        _rate(shortest(float(rate)), t, figures, (rate, settings["loss"]))
        for rate, t in figures["rounds"].items()
    )


def _rate(name: str, t: int | None, figures: Mapping[str, Any], asked: tuple[Any, float]) -> str:
    rate, level = asked
    trained = counted(figures["trained"][rate], "round")
    done = f"below {shortest(level)} in round {t}" if t else f"not below it within {trained}"
    best = figures["best_test"][rate]
    said = f"ν = {name}: {done}"
    if best is not None:
        said += f"; test error lowest, {fixed(best['error'])}, after round {best['round']}"
    return said + "."


WORDS = Words(
    question="Why take smaller steps?",
    headline="A tenth of the learning rate needs about ten times the rounds",
    explanation=(
        "Each tree's answer is multiplied by the learning rate ν before it is added. Small steps "
        "need many trees to the same training loss: about 1/ν times as many.",
        "What they buy is that later trees can still mend what earlier ones did, and that more of "
        "them are averaged. Often the best test error is lower, and it stays low for longer; it is "
        "never certain.",
    ),
    figures={
        "rounds": "the first round whose training loss is below the level, for each learning rate",
        "loss": "the training loss after the last round that was trained",
        "trained": "how many rounds were trained",
        "best_test": "the least test error, and its round; none without test points",
        "losses": "the training loss after every round",
        "test_errors": "the test error after every round",
    },
    read=read,
    beside=("learning_rate",),
    notes="The notes call it λ (.01 or .001), α (between 0 and 1), or leave it out. Here it is ν, "
    "one setting, 0.1 unless it is told otherwise; 1 leaves every step as it is.",
)
