"""The words, picture and formulas of the learner weight."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Dots, Level
from ensemble_viz.scene.theory.words import Facts, Words, along, here, line, part, result
from ensemble_viz.scene.words import agreed, fixed, value_of


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    error, beta = settings["error"], settings["beta"]
    parts = figures["parts_at_beta"]
    missed, right = fixed(parts["missed"]), fixed(parts["right"])
    at_beta = agreed(parts["missed"] + parts["right"], value_of(missed) + value_of(right))
    said = [
        f"With ε = {fixed(error)} the loss is least at α = ½ ln((1 − ε)/ε) = "
        f"{fixed(figures['minimiser'])}, where it is 2 √(ε (1 − ε)) = {fixed(figures['minimum'])}. "
        f"At β = {fixed(beta)} it is {missed} + {right} = {at_beta}."
    ]
    if figures["capped"]:
        said.append("At ε = 0 the loss has no least place: α would be infinite, and is capped.")
    elif error > 0.5:
        said.append(
            f"Reversed, the learner has ε = {fixed(figures['reversed']['error'])} and α = "
            f"{fixed(figures['reversed']['minimiser'])}: the score is the same."
        )
    return tuple(said)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow the loss of the round along β, and α along ε."""
    x, y = along(figures["loss_at"])
    beta, best = settings["beta"], figures["minimiser"]
    at_beta = y[x.index(beta)]
    low, high = min(-1.0, beta), max(3.0, beta, 1.1 * best)
    loss = Chart(
        "The loss of the round",
        ("learner weight β", "loss"),
        (
            ChartLine("the loss", x, y),
            Dots("at β", (beta,), (at_beta,), "dashed"),
            Dots("least, at α", (best,), (figures["minimum"],),
                 texts=(f"{fixed(figures['minimum'])} at {fixed(best)}",)),
        ),
        x=(low, high), y=(0.0, max(2.0, 1.1 * at_beta)),
    )  # fmt: skip
    weights = Chart(
        "The weight of a learner",
        ("weighted error ε", "α"),
        (
            ChartLine("½ ln((1 − ε)/ε)", *along(figures["curve"])),
            Level("a coin", 0.5, upright=True, look="thin"),
            here(settings["error"], best),
        ),
        x=(0.0, 1.0),
    )
    return loss, weights


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    error = settings["error"]
    return (
        line(
            part(r"\alpha = \frac{1}{2} \ln \frac{1 - \varepsilon}{\varepsilon}"),
            part(r"= \frac{1}{2} \ln \frac{%s}{%s}", 1.0 - error, error),
            result(figures["minimiser"]),
        ),
        line(part(r"Z = 2 \sqrt{\varepsilon (1 - \varepsilon)}"),
             result(figures["minimum"])),
    )  # fmt: skip


WORDS = Words(
    question="Why is α = ½ ln((1 − ε)/ε)?",
    headline="α is where the exponential loss of the round is least",
    explanation=(
        "A learner with weight β multiplies the loss of the points it misses by e^β, and that of "
        "the others by e^−β. With ε the weight of the missed ones the loss of the round is "
        "e^β ε + e^−β (1 − ε) = (e^β − e^−β) ε + e^−β.",
        "Whatever β > 0 is, it is least for the learner with the least ε: so that one is taken. "
        "Its slope is 0 at β = ½ ln((1 − ε)/ε), and there the loss is 2 √(ε (1 − ε)), the Z of the "
        "round.",
        "The smaller ε, the larger α. At ε = ½ it is 0: a coin has no vote. Above ½ it is "
        "negative, which is the same as taking the opposite of what the learner says.",
    ),
    figures={
        "minimiser": "α = ½ ln((1 − ε)/ε)",
        "minimum": "2 √(ε (1 − ε)): the loss there, which is Z",
        "loss_at": "(e^β − e^−β) ε + e^−β at many β",
        "parts_at_beta": "the missed points' part of the loss at β, and the others'",
        "curve": "α for ε from 0.01 to 0.99",
        "log_form": "ln((1 − ε)/ε): the learner weight of the other convention",
        "capped": "whether ε is so close to 0 or 1 that α is taken at 10⁻¹⁰ from it",
        "reversed": "ε and α of the learner that answers the opposite",
        "factors": "what the weights of missed and other points are multiplied by, sum 1 restored: "
        "by both e^α and e^−α; by (1 − ε)/ε for the missed alone; and by a mixture, which is wrong",
        "accuracy": "the weights of learners with accuracies 0.7 and 0.9, and their ratio beside "
        "that of the accuracies",
    },
    beside=("learner_weight", "error", "z"),
    slip="An overview says that the weights are proportional to the accuracies. They are log odds: "
    "a learner that is right in .9 of the weight counts 2.593 times as much as one with .7, not "
    "1.286 times.",
    notes="Four notes have ½ ln((1 − ε)/ε) and change the weights of all points; one has η ln((1 − "
    "r)/r) and changes those of the missed alone. After dividing by the sum both are the same, and "
    "votes differ by the factor 2. Only mixing them is wrong: half the logarithm for the missed "
    "alone makes 0.1319 of 1/10 where 1/6 is right. This program does the first unless it is told "
    "otherwise. With K classes M1 keeps the rule and needs ε < ½; SAMME adds ln(K − 1) to the "
    "logarithm, and only has to beat guessing.",
)
