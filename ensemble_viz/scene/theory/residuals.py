"""The words, picture and formulas of the residuals."""

from ensemble_viz.scene.formulary.maths import FormulaLine, as_shown
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, Dots
from ensemble_viz.scene.theory.words import Facts, Words, here, line, part, result
from ensemble_viz.scene.words import fixed, shortest


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    before, after = figures["mean_squares"]
    rate, answer = figures["learning_rate"], figures["answers"][-1]
    return (
        f"The last point: {fixed(figures['before'][-1])} so far, {fixed(figures['residuals'][-1])} "
        f"left over. The tree says {fixed(answer)}; {shortest(rate)} of it is added, which makes "
        f"{fixed(figures['after'][-1])}.",
        f"The residuals sum to {fixed(figures['sum'])}. Their mean square falls from "
        f"{fixed(before)} to {fixed(after)}.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw what is left over before the round and after it, and what the tree answers."""
    points = range(1, len(figures["residuals"]) + 1)
    left, right = ([k + shift for k in points] for shift in (-0.2, 0.2))
    before, after, squares = figures["residuals"], figures["left_over"], figures["mean_squares"]
    return (
        Chart("What is left over", ("point", "residual"),
             (Columns("before the round", left, before, look="dashed", wide=0.36,
                      texts=tuple(map(shortest, before))),
              Columns("after it", right, after, look="now", wide=0.36),
              Dots("the tree's answer", list(points), figures["answers"], "solid"))),
        Chart("The mean of the squares", ("round", "mean square"),
             (ChartLine("", range(len(squares)), squares, "now"),
              here(len(squares) - 1, squares[-1])),
             y=(0.0, 1.08 * max([*squares, 1e-9]))),
    )  # fmt: skip


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    before, residual = figures["before"][0], figures["residuals"][0]
    rate, answer, after = figures["learning_rate"], figures["answers"][0], figures["after"][0]
    return (
        line(part(r"r_i = y_i - F(x_i) \qquad r_1 = %s - %s",
                  before + residual, before, text="rᵢ = yᵢ − F(xᵢ), r₁ = %s − %s"),
             result(residual)),
        line(part(r"F_1 = %s + %s \cdot %s", before, rate, answer),
             result(after)),
        line(part(r"\sum_i r_i = %s", as_shown(fixed(figures["sum"])))),
    )  # fmt: skip


WORDS = Words(
    question="Why is the next tree fitted to what is left over?",
    headline="Every tree learns what the others left over",
    explanation=(
        "Boosting starts with one number for all: the mean. What is missing to the values is the "
        "residual, r = y − F. A tree is fitted to the residuals as if they were the values.",
        "A part of its answer is added: F + ν · h. The residuals get smaller, and the next tree "
        "learns those. Earlier trees are never touched again.",
        "The residual is also the negative gradient of ½ (y − F)²: fitting residuals is walking "
        "downhill. With other losses the tree learns their negative gradient instead.",
    ),
    figures={
        "initial": "F₀, where boosting starts",
        "before": "F before the round, at each point",
        "residuals": "y − F",
        "sum": "their sum: 0 with squared loss, a start at the mean and mean answers in the leaves",
        "negative_gradient": "what the tree was fitted to",
        "answers": "what the tree says at each point",
        "learning_rate": "the part of it that is added",
        "after": "F after the round",
        "left_over": "y − F after the round",
        "mean_squares": "the mean squared residual before the round, and after it",
    },
    beside=("target", "initial_score", "init"),
    slip="A slide prints the last residual of its latitudes as 30 − 56.75 = −26.75. The mean is "
    "56.25, and the residual −26.25: 3.75 + 13.75 + 8.75 − 26.25 = 0, which is a quick check.",
    notes="One note starts at 0, the others at the mean of the values: both are settings, and the "
    "mean is usual. The table of the latitudes has a third column, Grayscale, which would split "
    "the first three points just as well (2, 3 from 1); by Length and Barb it is 1, 3 from 2. In "
    "the notes a leaf answers with the mean of what it was fitted to, in the libraries with what "
    "lowers the loss most; of squares that is the same.",
)
