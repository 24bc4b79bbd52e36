"""The words, picture and formulas of the tables of votes."""

import re
from collections.abc import Sequence

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, listed, part, result
from ensemble_viz.scene.words import fixed, shortest


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    if figures["counts"] is None:
        mean, median = shortest(figures["mean"]), shortest(figures["median"])
        return (f"The mean is {mean}; the median, which one odd voter cannot pull away, {median}.",)
    counts = " : ".join(map(str, figures["counts"]))
    more = "more" if figures["has_majority"] else "no more"
    most = figures["plurality"]
    said = [
        f"The votes stand {counts}, class by class: class {most} has most, and {more} than half."
    ]
    if figures["tied"]:
        tied = " and ".join(map(str, figures["tied"]))
        said[0] = f"The votes stand {counts}: the classes {tied} tie, and the first of them wins."
    if figures["soft"] is not None:
        means = ", ".join(map(fixed, figures["mean_shares"]))
        said.append(f"The mean shares are {means}: class {figures['soft']} by a soft vote.")
        if figures["by_confidences"] != figures["soft"]:
            own = ", ".join(map(fixed, figures["confidences"]))
            said.append(
                f"Adding up only what each voter says of its own class gives {own}, and class "
                f"{figures['by_confidences']}. That is not a soft vote."
            )
    return tuple(said)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the votes of each class, the mean shares beside them; or the values on a line."""
    if figures["counts"] is None:
        return (_values(settings, figures),)
    classes = len(figures["counts"])
    kinds = tuple(f"class {k}" for k in range(classes))
    weighed = settings["weights"] is not None
    votes = figures["weighted_counts"] if weighed else figures["counts"]
    found = [_by_class("Hard vote: who names which class", kinds,
                       "share of the weight" if weighed else "votes", votes)]  # fmt: skip
    if figures["soft"] is not None:
        found.append(
            _by_class(
                "Soft vote: the mean of the shares", kinds, "mean share", figures["mean_shares"]
            )
        )
        found.append(
            _by_class(
                "Stated confidences, added up: no soft vote", kinds, "sum", figures["confidences"]
            )
        )
    return tuple(found)


def _by_class(title: str, kinds: tuple[str, ...], name: str, heights: Sequence[float]) -> Chart:
    """Draw a column a class, each in its colour."""
    columns = tuple(
        Columns("", (k,), (height,), look=f"class {k}", texts=(shortest(height),))
        for k, height in enumerate(heights)
    )
    return Chart(title, ("", name), columns, kinds=kinds)


def _values(settings: Facts, figures: Facts) -> Chart:
    values = [float(word) for word in re.split(r"[\s,]+", settings["values"].strip())]
    kinds = tuple(f"voter {k}" for k in range(1, len(values) + 1))
    columns = Columns("what each says", range(len(values)), values, look="dashed",
                      texts=tuple(map(shortest, values)))  # fmt: skip
    mean = Level(f"mean {shortest(figures['mean'])}", figures["mean"], look="now")
    middle = Level(f"median {shortest(figures['median'])}", figures["median"], look="dotted")
    return Chart("Values", ("", "value"), (columns, mean, middle), kinds=kinds)


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    if figures["counts"] is None:
        general = part(r"\bar y = \sum_i w_i y_i")
        return (line(general, result(figures["mean"])),)
    counts = figures["counts"] if settings["weights"] is None else figures["weighted_counts"]
    hard = line(
        part(r"H = \arg\max_k \sum_i w_i [h_i = k]"),
        part(r"= \arg\max (%s)", listed(counts)),
        result(figures["hard"]),
    )
    if figures["soft"] is None:
        return (hard,)
    shares = part(r"p_k = \sum_i w_i p_{ik}")
    return hard, line(shares, part("= (%s)", listed(figures["mean_shares"])))


WORDS = Words(
    question="What does the team answer?",
    headline="A team answers by its votes, by their weights, or by the mean of what it says",
    explanation=(
        "Hard vote: everybody names a class, and the class with the most votes wins. That may be "
        "less than half of them: a plurality.",
        "Soft vote: everybody says how likely each class is, and these shares are averaged. A "
        "voter who is sure counts more than two who are not.",
        "Weights are divided by their sum first, so that 2, 3, 5 is the same as 0.2, 0.3, 0.5. "
        "Values are averaged.",
    ),
    figures={
        "counts": "how many voters name each class",
        "plurality": "the class that most of them name; of tied ones the first",
        "tied": "the classes that tie for it",
        "has_majority": "whether more than half of the voters name it",
        "weighted_counts": "the share of the weight behind each class",
        "hard": "the class with the most weight behind it",
        "soft": "the class with the largest mean share",
        "mean_shares": "the weighted mean of what is said of each class; of sum 1",
        "confidences": "what each voter says of the class it names, added up: no soft vote",
        "by_confidences": "the class that this would name",
        "mean": "the weighted mean of the values",
        "median": "the middle value",
    },
    beside=("score", "prediction", "vote"),
    slip="A slide prints 0.28 for class 1 of its weighted table: .3 stands where the third weight, "
    ".5, should. With it the sum is .2 · .1 + .3 · .2 + .5 · .7 = 0.43, and 0.57 + 0.43 = 1: a sum "
    "that is not 1 is the quickest way to find such a slip. Its formula of the hard vote adds up "
    "probabilities, which is the soft one; in a hard vote each of them is 0 or 1.",
    notes="One note gives confidences, 1 (.8), 0 (.7), 1 (.9), 0 (.5), 0 (.6), without saying how "
    "they are joined: their shares average to 0.58 for class 1, their plain sums are 1.8 to 1.7 "
    "for class 0. This program averages shares, as the other notes do. Without a word it votes "
    "hard, and ties go to the first class.",
)
