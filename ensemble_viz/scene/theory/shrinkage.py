"""The words, picture and formulas of shrinkage."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Dots, Drawn, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, part
from ensemble_viz.scene.words import counted, fixed, shortest

LOOKS = ("now", "solid", "dashed", "dotted", "thin")
FEW = 60  # rounds that can be told apart along an axis that counts them


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    return tuple(
        _rate(shortest(float(rate)), t, figures, (rate, settings["loss"]))
        for rate, t in figures["rounds"].items()
    )


def _rate(name: str, t: int | None, figures: Facts, asked: tuple[Any, float]) -> str:
    rate, level = asked
    trained = counted(figures["trained"][rate], "round")
    done = f"below {shortest(level)} in round {t}" if t else f"not below it within {trained}"
    best = figures["best_test"][rate]
    said = f"ν = {name}: {done}"
    if best is not None:
        said += f"; test error lowest, {fixed(best['error'])}, after round {best['round']}"
    return said + "."


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Let the learning rates race: training loss and test error over the rounds."""
    plots = [
        _race(
            "Training loss",
            "loss",
            figures["losses"],
            (Level(f"loss {shortest(settings['loss'])}", settings["loss"], look="thin"),),
        )
    ]
    if any(figures["test_errors"].values()):
        best = enumerate(figures["best_test"].values())
        least = tuple(
            Dots("", (one["round"],), (one["error"],), LOOKS[k % len(LOOKS)],
                 (f"round {one['round']}",))
            for k, one in best
            if one is not None
        )  # fmt: skip
        plots.append(_race("Error on the test points", "test error", figures["test_errors"], least))
    return tuple(plots)


def _race(title: str, name: str, curves: Mapping[float, Any], others: tuple[Drawn, ...]) -> Chart:
    """Draw a curve a rate, the first in the accent."""
    found = tuple(
        ChartLine(f"ν = {shortest(float(rate))}", range(1, len(values) + 1), values,
              LOOKS[k % len(LOOKS)])
        for k, (rate, values) in enumerate(curves.items())
    )  # fmt: skip
    longest = max((len(values) for values in curves.values()), default=1)
    return Chart(title, ("rounds", name), (*found, *others), x=(1, max(longest, 2)),
                log=longest > FEW, y=(0.0, _highest(curves)))  # fmt: skip


def _highest(curves: Mapping[float, Any]) -> float:
    return 1.05 * max((value for values in curves.values() for value in values), default=1.0)


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    found = [line(part(r"F_t = F_{t-1} + \nu \, h_t"))]
    rounds = {float(rate): t for rate, t in figures["rounds"].items() if t is not None}
    for (fast, few), (slow, many) in pairwise(rounds.items()):
        found.append(line(
            part(r"\frac{%s}{%s} = %s \text{ times the rate,} \;",
                 fast, slow, fast / slow),
            part(r"\frac{%s}{%s} = %s \text{ times the rounds}",
                 many, few, many / few),
        ))  # fmt: skip
    return tuple(found)


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
    beside=("learning_rate",),
    notes="The notes call it λ (.01 or .001), α (between 0 and 1), or leave it out. Here it is ν, "
    "one setting, 0.1 unless it is told otherwise; 1 leaves every step as it is.",
)
