"""The words, picture and formulas of the bootstrap."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, along, here, line, part, result
from ensemble_viz.scene.words import counted, fixed, shortest, superscript


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    n, bags = settings["n"], settings["bags"]
    said = [
        f"(1 − 1/{n}){superscript(n)} = {fixed(figures['not_drawn'])}; the limit is 1/e = "
        f"{fixed(figures['limit'])}. A bag holds {shortest(figures['distinct'], 2)} different "
        "points on average.",
        f"In {counted(bags, 'bag')} a point is left out {shortest(figures['out_of_bags'], 2)} "
        f"times on average, and in none of them with probability {fixed(figures['never_in_any'])}.",
    ]
    if "drawn" in figures:
        drawn = figures["drawn"]
        said.append(
            f"The bags of the run hold {min(drawn)} to {max(drawn)} different points, "
            f"{shortest(sum(drawn) / len(drawn), 2)} on average."
        )
    return tuple(said)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow the share that is not drawn; on a run draw the bags beside what is expected."""
    n = settings["n"]
    missed = figures["not_drawn"]
    curve = Chart(
        "The share that a bag misses",
        ("points and draws n", "not drawn"),
        (
            ChartLine("(1 − 1/n)ⁿ", *along({**figures["against_n"], n: missed})),
            Level("1/e = 0.3679", figures["limit"]),
            here(n, missed),
        ),
        x=(1, 10**6), y=(0.0, 0.45), log=True,
    )  # fmt: skip
    return curve, *(_bags(settings, figures) if "drawn" in figures else _many(figures, settings))


def _many(figures: Facts, settings: Facts) -> tuple[Chart, ...]:
    """Say for some numbers of bags how likely it is to be missed by all."""
    most = max(settings["bags"], 10)
    x = sorted({*range(1, min(most, 30) + 1), settings["bags"]})
    never = [figures["not_drawn"] ** k for k in x]
    parts = (
        Columns("", [k for k in x if k != settings["bags"]],
                [share for k, share in zip(x, never, strict=True) if k != settings["bags"]],
                look="dashed"),
        Columns("", (settings["bags"],), (figures["never_in_any"],), look="now",
                texts=(fixed(figures["never_in_any"]),)),
    )  # fmt: skip
    name = "a point is in none of them"
    return (Chart("Several bags", ("bags B", name), parts, x=(0.4, max(x[:-1]) + 1.6)),)


def _bags(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw how many different points each bag holds, and how often each point is out of bag."""
    drawn, out = figures["drawn"], figures["out_of_bag"]
    return (
        Chart(
            "Different points in each bag",
            ("bag", "different points"),
            (Columns("drawn", range(1, len(drawn) + 1), drawn, look="dashed"),
             Level(f"expected {fixed(figures['distinct'])}", figures["distinct"], look="now")),
            y=(0.0, 1.08 * settings["n"]),
        ),
        Chart(
            "In how many bags each point is missing",
            ("point", "bags without it"),
            (Columns("out of bag", range(1, len(out) + 1), out, look="dashed"),
             Level(f"expected {fixed(figures['out_of_bags'])}", figures["out_of_bags"],
                   look="now")),
        ),
    )  # fmt: skip


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    n, bags = settings["n"], settings["bags"]
    found = [
        line(
            part(r"P(\text{not drawn}) = (1 - \frac{1}{n})^n = (1 - \frac{1}{%s})^{%s}", n, n),
            result(figures["not_drawn"]),
        ),
        line(
            part(r"\text{distinct} = n (1 - (1 - \frac{1}{n})^n)"),
            result(figures["distinct"]),
        ),
    ]  # fmt: skip
    if bags > 1:
        found.append(line(part(r"P(\text{in none of } %s) = %s^{%s}",
                               bags, figures["not_drawn"], bags),
                          result(figures["never_in_any"])))  # fmt: skip
    return tuple(found)


WORDS = Words(
    question="Why 0.368?",
    headline="A bag leaves out more than a third of the points",
    explanation=(
        "A bag is drawn with replacement: n draws from n points. One draw misses a point with "
        "probability 1 − 1/n, all n of them with (1 − 1/n)ⁿ, which is near 1/e = 0.368 for all but "
        "the smallest n.",
        "So a tree never sees about 36.8 % of the points, and these can test it. Of B trees about "
        "0.368 · B have not seen a given point.",
        "Two points at the same place with the same answer are drawn twice as often: what stands c "
        "times among n has the probability c/n.",
    ),
    figures={
        "not_drawn": "(1 − 1/n)ⁿ: a point is in none of the n draws",
        "drawn_at_all": "a point is drawn once at least",
        "limit": "1/e, what it tends to",
        "distinct": "how many different points a bag holds on average",
        "distinct_sd": "the standard deviation of that number",
        "out_of_bags": "in how many of the bags a point is missing on average",
        "never_in_any": "a point is in none of the bags",
        "against_n": "(1 − 1/n)ⁿ for other n",
        "drawn": "how many different points each bag of the run holds",
        "out_of_bag": "in how many bags of the run each point is missing",
        "mass": "how likely one draw is to hit the place of each point: c/n",
    },
    beside=("in_bag", "max_samples", "oob_covered"),
    slip="A slide gives every distinct point the probability 1/n. That is right as long as no two "
    "points are equal; what stands there c times has c/n, or the probabilities would not sum to 1.",
    notes="One note says that bags are smaller than the data, the others that they have n draws. "
    "Here it is n, unless the sample size is set lower.",
)
