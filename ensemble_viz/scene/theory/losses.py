"""The words, picture and formulas of the losses."""

from collections.abc import Sequence

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Dots, Drawn
from ensemble_viz.scene.theory.words import Facts, Words, line, part
from ensemble_viz.scene.words import fixed

FORMS = {
    "exponential": r"L = e^{-yF}, \quad -L' = e^{-yF}",
    "log-loss": r"L = \ln(1 + e^{-yF}), \quad -L' = 1 - p",
    "zero-one": r"L = [\, yF \leq 0 \,]",
    "squared": r"L = \frac{1}{2} r^2, \quad -L' = r",
    "absolute": r"L = |r|, \quad -L' = \operatorname{sgn} r",
    "huber": r"L = \frac{1}{2} r^2 \text{ or } \delta (|r| - \delta/2), "
    r"\quad -L' = r \text{ or } \delta \operatorname{sgn} r",
}


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    if "mean_loss" in figures:
        said = f"The points lose {fixed(figures['mean_loss'])} on average."
        if figures["train_error"] is not None:
            said += f" {fixed(figures['train_error'])} of them are missed."
        return (said,)
    return (
        f"At {fixed(figures['at'][0])} the {settings['loss']} loss is {fixed(figures['loss'][0])}, "
        f"and its negative gradient {fixed(figures['negative_gradient'][0])}.",
    )


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the loss with the 0-1 loss beside it, its slope, and the points of a run on it."""
    order = sorted(range(len(figures["at"])), key=figures["at"].__getitem__)
    x = [figures["at"][k] for k in order]
    of_margins, printed = figures["zero_one"] is not None, figures["as_printed"]
    lost: list[Drawn] = [ChartLine("0-1 loss", *_step(x), "dashed")] if of_margins else []
    down: list[Drawn] = []
    if settings["loss"] != "zero-one":
        lost.insert(0, ChartLine(settings["loss"], x, [figures["loss"][k] for k in order], "now"))
    slope = [figures["negative_gradient"][k] for k in order]
    down.append(ChartLine("negative gradient", x, slope, "now"))
    if printed is not None:
        for parts, name in ((lost, "loss"), (down, "negative_gradient")):
            y = [printed[name][k] for k in order]
            parts.append(ChartLine("as a slide prints it", x, y, "dotted"))
    if "points" in figures:
        points = figures["points"]
        lost.append(Dots("the points", points["at"], points["loss"], "solid", radius=3.0))
    name = "margin yF" if of_margins else "residual y − F"
    return (
        Chart("What is lost", (name, "loss"), tuple(lost)),
        Chart("Which way is down", (name, "negative gradient"), tuple(down)),
    )


def _step(x: Sequence[float]) -> tuple[list[float], list[float]]:
    """Fall from 1 to 0 at margin 0, upright."""
    low, high = min(x, default=-1.0), max(x, default=1.0)
    middle = min(max(0.0, low), high)
    return [low, middle, middle, high], [float(low <= 0.0)] * 2 + [float(high <= 0.0)] * 2


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    found = [line(part(FORMS[settings["loss"]]))]
    if "mean_loss" in figures:
        found.append(line(
            part(r"\sum_i D(i) L_i = %s", figures["mean_loss"]),
            *(() if figures["train_error"] is None else (
                part(r"\geq %s \text{ missed}", figures["train_error"]),)
                if settings["loss"] == "exponential" else ()),
        ))  # fmt: skip
    return tuple(found)


WORDS = Words(
    question="What is lowered, and which way is down?",
    headline="Every loss says how bad an answer is, and its slope which way is better",
    explanation=(
        "Classes: the margin m = yF is positive where the sign of F is right. The 0-1 loss counts "
        "misses, but is flat: it does not say which way is down. e^−m is never below it and "
        "has a slope; so what AdaBoost lowers bounds the training error. The log-loss ln(1 + e^−m) "
        "grows only like a line where an answer is badly wrong.",
        "Values: the residual r = y − F is the negative gradient of ½ r². That is why boosting "
        "fits residuals: they point downhill. The absolute loss only asks for the side, sgn r. "
        "Huber's is ½ r² near 0 and δ (|r| − δ/2) beyond δ, with the slope cut off at ±δ: outliers "
        "pull no harder than that.",
    ),
    figures={
        "at": "the places: margins yF, or residuals y − F",
        "loss": "the loss there",
        "negative_gradient": "which way is down, and how steeply: for y = +1, or in the direction "
        "of the residual",
        "zero_one": "the 0-1 loss beside it; at m = 0, a tie, a point of the second class is "
        "missed",
        "as_printed": "Huber's loss and slope as a slide prints them",
        "points": "the margins or residuals of the points of a run, and what each loses",
        "mean_loss": "what they lose on average",
        "train_error": "the share of them that is missed",
    },
    beside=("loss", "exp_loss"),
    slip="A slide prints Huber's loss as δ |r| − δ/2 beyond δ, which jumps at δ unless δ = 1, and "
    "its negative gradient as y − t inside. It is δ (|r| − δ/2), and t − y: a bracket and a sign.",
    notes="The notes leave the sign of F = 0 open. In this program a tie goes to the first class, "
    "the one with y = −1. A residual of 0 has sgn 0 = 0 here, as in the notes; with the leaves of "
    "the libraries (line search) it counts as +1.",
)
