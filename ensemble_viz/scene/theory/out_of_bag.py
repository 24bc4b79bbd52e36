"""The words, picture and formulas of the error out of bag."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Columns
from ensemble_viz.scene.theory.words import Facts, Words, line, one_each, part, result
from ensemble_viz.scene.words import counted, fixed, signed


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    error = figures["standard_error"]["difference"]
    exact = "" if error is None else f" ± {fixed(error)}"
    return (
        f"Out of bag {fixed(figures['oob_error'])}, on fresh points "
        f"{fixed(figures['test_error'])}: a difference of {signed(figures['difference'])}{exact}. "
        f"It was too high on {figures['too_high']} of {figures['sets']} training sets and too low "
        f"on {figures['too_low']}.",
        f"A single tree has {fixed(figures['oob_error_trees'])} out of bag, on average.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the three errors with how exactly they are known; and on which side it was."""
    names = ("oob_error", "test_error", "oob_error_trees")
    about = [figures["standard_error"][name] for name in names]
    errors = one_each([figures[name] for name in names], ("now", "solid", "dashed"), about)
    high, low = figures["too_high"], figures["too_low"]
    same = figures["sets"] - high - low
    sides = Columns("", range(3), (high, same, low), look="dashed",
                    texts=tuple(map(str, (high, same, low))))  # fmt: skip
    title = f"Over {counted(figures['sets'], 'training set')}"
    kinds = ("out of bag", "fresh points", "a tree out of bag")
    return (
        Chart(title, ("", "error"), errors, kinds=kinds),
        Chart("Which side it was on", ("", "training sets"), (sides,),
             kinds=("too high", "the same", "too low")),
    )  # fmt: skip


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    return (
        line(part(
            r"E_{oob} = \frac{1}{n} \sum_i [\, \text{vote of the trees without } i \neq y_i \,]",
            text="E_oob = 1/n Σ [vote of the trees without i ≠ yᵢ]"
        )),
        line(
            part(r"E_{oob} - E_{test} = %s - %s",
                 figures["oob_error"], figures["test_error"]),
            result(figures["difference"]),
        ),
    )  # fmt: skip


WORDS = Words(
    question="Is the error out of bag pessimistic?",
    headline="The error out of bag is nearly right, on either side",
    explanation=(
        "A point is asked only of the trees that never saw it: about 0.368 of them. So its vote is "
        "one of fewer trees than the forest has, which makes the estimate a little too high.",
        "On one training set chance weighs more than that: the estimate may be too high or too "
        "low.",
    ),
    figures={
        "oob_error": "the error of the vote of the trees for which a point is out of bag",
        "oob_error_trees": "the error of each tree on its own points out of bag, averaged over "
        "trees",
        "test_error": "the error on fresh points",
        "difference": "out of bag less fresh points",
        "standard_error": "how exactly each of these is known",
        "too_high": "on how many training sets it was above the test error",
        "too_low": "on how many it was below",
        "sets": "how many training sets there were",
    },
    beside=("oob_error", "oob_error_trees"),
    notes="One note averages the errors of single trees on what their bags left out; the usual "
    "figure is the error of their vote. Both are here, and the program calls the second the error "
    "out of bag. A slide says that training does not use 36.8 % of the data, and that the estimate "
    "is therefore pessimistic. That is so of one model that could have learned from all points. "
    "The trees of a forest never do, and for the forest the estimate is nearly right.",
)
