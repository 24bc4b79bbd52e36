"""The words, picture and formulas of bias and variance."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, part, result
from ensemble_viz.scene.words import agreed, counted, fixed, value_of


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    errors = figures["standard_error"]
    rows = zip(
        figures["setups"], figures["bias2"], errors["bias2"], figures["variance"],
        errors["variance"], figures["noise"], figures["error"], strict=True,
    )  # fmt: skip
    return tuple(
        f"{name}: bias² {fixed(bias)} ± {fixed(about)}, variance {fixed(variance)} ± "
        f"{fixed(some)}, noise {fixed(noise)}: together {_sum(error, (bias, variance, noise))}."
        for name, bias, about, variance, some, noise, error in rows
    )


def _sum(total: float, parts: tuple[float, ...]) -> str:
    """Write a sum as whoever adds up the shown parts gets it."""
    return agreed(total, sum(value_of(fixed(part)) for part in parts))


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the parts of each setup's error, and how exactly they are known."""
    about, many = figures["standard_error"], range(len(figures["setups"]))
    bias, variance = (
        Columns(
            name,
            [k + shift for k in many],
            figures[key],
            look=look,
            wide=0.4,
            about=about[key],
            texts=tuple(map(fixed, figures[key])),
        )
        for name, key, look, shift in (
            ("bias²", "bias2", "solid", -0.22),
            ("variance", "variance", "now", 0.22),
        )
    )
    noise = max(figures["noise"], default=0.0)
    level = (Level(f"noise {fixed(noise)}", noise, upright=True),) if noise else ()
    title = f"Over {counted(figures['sets'], 'training set')}"
    parts = (bias, variance, *level)
    kinds, what = tuple(figures["setups"]), "squared error" if noise else "share of points"
    return (Chart(title, ("", what), parts, kinds=kinds, flat=True),)


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    bias, variance = figures["bias2"][0], figures["variance"][0]
    noise, error = figures["noise"][0], figures["error"][0]
    return (
        line(
            part(r"\text{error} = \text{bias}^2 + \text{variance} + \text{noise}"),
            part("= %s + %s + %s", bias, variance, noise),
            result(error),
        ),
    )  # fmt: skip


WORDS = Words(
    question="What does bagging take away, and what boosting?",
    headline="Bagging takes variance away, boosting takes bias away",
    explanation=(
        "Train the same method on many training sets and look at one place. How far the mean of "
        "the answers is from the truth is the bias; how much they scatter around it is the "
        "variance. What no method can know is noise.",
        "A deep tree has little bias and much variance; bagging takes more than half of that "
        "variance away, and adds a little bias, for a bag knows fewer points. A stump has much "
        "bias; bagging leaves it, boosting cuts it several times.",
        "Both estimates are without bias of their own: what a finite number of training sets "
        "leaves over is taken off. So bias² can come out a little below 0 where it is hardly "
        "there.",
    ),
    figures={
        "setups": "the methods that were trained",
        "bias2": "bias²: how far the mean answer is from the truth, squared",
        "variance": "how much the answers scatter around their mean",
        "noise": "the variance of the values themselves; of labels, which are the truth here, 0",
        "error": "the sum of the three: the expected squared error on a fresh value, or the share "
        "of fresh points missed",
        "standard_error": "how exactly bias² and variance are known",
        "sets": "how many training sets there were",
    },
    beside=("test_error",),
    notes="One note says that bagging lowers the variance; another that it lowers bias and "
    "variance, while its own table names the variance alone. Measured, bagging a deep tree raises "
    "bias² a little. This program never claims that it lowers it.",
)
