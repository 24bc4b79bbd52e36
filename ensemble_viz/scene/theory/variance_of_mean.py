"""The words, picture and formulas of the variance of a mean."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, along, here, line, part, result
from ensemble_viz.scene.words import agreed, counted, fixed, value_of


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    shared, own = fixed(figures["correlated"]), fixed(figures["own"])
    total = agreed(figures["variance"], value_of(shared) + value_of(own))
    said = [
        f"{shared} + {own} = {total}: "
        f"what trees have in common, and what is divided among them. More trees end at "
        f"{fixed(figures['limit'])}."
    ]
    measured = figures.get("measured")
    if measured and measured["rho"] is not None:
        said.append(
            f"Measured on {measured['sets']} training sets drawn from the points: σ² = "
            f"{fixed(measured['sigma2'])}, ρ = {fixed(measured['rho'])}, B = {measured['B']}."
        )
    return tuple(said)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow the variance with the number of trees; and take that of now apart."""
    trees = settings["B"] if "B" in settings else figures["measured"]["B"]
    x, y = along({**figures["against_B"], trees: figures["variance"]})
    curve = Chart(
        "More trees",
        ("trees B", "variance"),
        (
            ChartLine("ρσ² + (1 − ρ)σ²/B", x, y),
            Level("ρσ²: what stays", figures["limit"]),
            here(trees, figures["variance"]),
        ),
        x=(1, max(1000, trees)), y=(min(0.0, *y), 1.08 * max(*y, 1e-9)), log=True,
    )  # fmt: skip
    stays, own = figures["correlated"], figures["own"]
    parts = (
        Columns("ρσ²: in common", (0,), (stays,), look="solid", texts=(fixed(stays),)),
        Columns("(1 − ρ)σ²/B: divided", (1,), (own,), look="dashed", texts=(fixed(own),)),
        Columns("both", (2,), (stays + own,), look="now", texts=(fixed(stays + own),)),
    )
    split = Chart(f"With {counted(trees, 'tree')}", ("", "variance"), parts,
                 kinds=("in common", "own", "together"))  # fmt: skip
    return curve, split


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    known = figures.get("measured", settings)
    rho, sigma2, trees = known["rho"], known["sigma2"], known["B"]
    general = part(
        r"\sigma^2_{\text{mean}} = \rho \sigma^2 + \frac{1-\rho}{B} \sigma^2",
        text="σ²(mean) = ρσ² + (1 − ρ)σ²/B",
    )
    if rho is None:  # of trees that never vary
        return (line(general, result(figures["variance"])),)
    own = part(
        r"= %s \cdot %s + \frac{%s}{%s} \cdot %s",
        rho, sigma2, 1.0 - rho, trees, sigma2
    )  # fmt: skip
    return (line(general, own, result(figures["variance"])),)


WORDS = Words(
    question="Why do trees help only up to a point?",
    headline="What trees have in common stays; the rest is divided by their number",
    explanation=(
        "A tree that is trained on other points answers otherwise: σ² is how much. Two trees of "
        "the same points are alike: ρ is their correlation.",
        "The mean of B trees varies by ρσ² + (1 − ρ)σ²/B. The second part goes away with more "
        "trees, the first never does.",
        "So a forest makes its trees less alike: each gets a bag, and each split only some of the "
        "axes. Clones have ρ = 1, and gain nothing.",
    ),
    figures={
        "correlated": "ρσ²: what the trees have in common",
        "own": "(1 − ρ)σ²/B: what each has for itself, divided by their number",
        "variance": "the variance of their mean: the sum of both",
        "limit": "ρσ²: what it tends to with more trees",
        "against_B": "the variance for other numbers of trees",
        "measured": "σ² and ρ as they were measured on a run, and on how many training sets",
    },
    beside=("correlation",),
    notes="ρ is the correlation over training sets, at one place. How alike the answers of two "
    "trees are over places is another number, and usually larger.",
)
