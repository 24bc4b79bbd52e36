"""The words, picture and formulas of resampling against reweighting."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine
from ensemble_viz.scene.theory.words import Facts, Words, line, one_each, part
from ensemble_viz.scene.words import counted, fixed


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    error = figures["standard_error"]["resampling_error"]
    exact = "" if error is None else f" ± {fixed(error)}"
    by_weights = figures["reweighting_error"]
    weighed = "there is no learner" if by_weights is None else f"the error is {fixed(by_weights)}"
    return (
        f"After {counted(settings['rounds'], 'round')} by weights {weighed}, every time. On "
        f"samples it is {fixed(figures['resampling_error'])}{exact} on average over "
        f"{figures['sets']} runs, from {fixed(figures['resampling_least'])} to "
        f"{fixed(figures['resampling_most'])}.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow both errors; and set the last ones beside the luckiest and the unluckiest run."""
    weighed, drawn = figures["reweighting"], figures["resampling"]
    curves = Chart(
        "Round by round",
        ("rounds", "training error"),
        (ChartLine("by weights", range(1, len(weighed) + 1), weighed, "now"),
         ChartLine(f"on samples, mean of {figures['sets']}", range(1, len(drawn) + 1), drawn,
               "dashed")),
        y=(0.0, 1.1 * max([*weighed, *drawn, 0.1])),
    )  # fmt: skip
    last = figures["reweighting_error"]
    ends = [last or 0.0, figures["resampling_least"], figures["resampling_error"],
            figures["resampling_most"]]  # fmt: skip
    looks = ("now", "dotted", "dashed", "dotted")
    about = (None, None, figures["standard_error"]["resampling_error"], None)
    columns = one_each(ends, looks, about)
    kinds = ("by weights", "luckiest sample", "mean of samples", "unluckiest")
    return curves, Chart("After the last round", ("", "training error"), columns, kinds=kinds)


def formulas(_settings: Facts, _figures: Facts) -> tuple[FormulaLine, ...]:
    return (
        line(part(r"P(\text{draw} = i) = D_t(i)")),
        line(part(r"E[\text{share of draws that miss}] "
                  r"= \sum_{\text{missed}} D_t = \varepsilon_t")),
    )  # fmt: skip


WORDS = Words(
    question="Does the learner get weights, or a sample?",
    headline="By weights boosting is the same every time; on samples it is a matter of luck",
    explanation=(
        "AdaBoost gives every point a weight. A learner that understands weights takes them as "
        "they are. One that does not gets a sample: n points drawn with replacement, heavy ones "
        "more often.",
        "On average both see the same. But a sample leaves points out, and no two samples are "
        "equal, so the run is another one each time and needs more rounds for the same error.",
    ),
    figures={
        "reweighting": "the training error by weights, round by round",
        "resampling": "the training error on samples, round by round, averaged over the runs",
        "reweighting_error": "the first after the last round",
        "resampling_error": "the second after the last round",
        "resampling_least": "the luckiest run",
        "resampling_most": "the unluckiest run",
        "standard_error": "how exactly the average is known",
        "sets": "how many runs there were",
    },
    beside=("sample_weight",),
    notes="One note feeds “the resulting sample” to the weak learner, the others train on the "
    "weights themselves. This program takes the weights, so that every number can be recomputed; "
    "samples are drawn only here.",
)
