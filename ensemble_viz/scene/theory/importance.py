"""The words, picture and formulas of importance."""

from collections.abc import Sequence

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns
from ensemble_viz.scene.theory.words import Facts, Words, grouped, line, part, result
from ensemble_viz.scene.words import fixed, signed


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    said = []
    if figures["shares_first"] is not None:
        said.append(
            f"Shares of each tree averaged: {_row(figures['shares_first'])}. Decreases averaged, "
            f"shares taken then: {_row(figures['decreases_first'])}."
        )
    else:
        said.append("No tree has a split: no axis saved anything, so there are no shares.")
    if figures["permutation"] is not None:
        rises = ", ".join(map(signed, figures["permutation"]))
        said.append(f"Shuffling an axis raises the error of a tree out of bag by {rises}.")
    return tuple(said)


def _row(values: Sequence[float]) -> str:
    return ", ".join(map(fixed, values))


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw both ways of averaging; each tree's shares; and what shuffling costs."""
    found = []
    if figures["shares_first"] is not None:
        first, second = figures["shares_first"], figures["decreases_first"]
        axes = range(len(first))
        kinds = tuple(f"x{k + 1}" for k in axes)
        rows = ("shares averaged", first, "now"), ("decreases averaged", second, "dashed")
        parts = grouped(*rows, write=fixed)
        found.append(Chart("What the splits save", ("", "share"), parts, kinds=kinds))
        found.append(_trees(figures))
    if figures["permutation"] is not None:
        rises, about = figures["permutation"], figures["permutation_sd"]
        axes = range(len(rises))
        shuffled = Columns("", axes, rises, look="now", about=about, wide=0.4,
                           texts=tuple(map(fixed, rises)))  # fmt: skip
        found.append(Chart("What shuffling an axis spoils", ("", "rise of the error, ± sd"),
                          (shuffled,), kinds=tuple(f"x{k + 1}" for k in axes)))  # fmt: skip
    return tuple(found)


def _trees(figures: Facts) -> Chart:
    """Follow the first axis's share from tree to tree."""
    shares = figures["shares"]
    parts = [
        ChartLine(f"x{k + 1}", range(1, len(shares) + 1), [row[k] for row in shares], look)
        for k, look in zip(range(len(shares[0])), ("solid", "dashed"), strict=False)
    ]
    return Chart("Tree by tree", ("tree", "share"), tuple(parts), y=(0.0, 1.0))


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    found = []
    if figures["shares_first"] is not None:
        found.append(line(
            part(r"I(x_1) = \frac{1}{B} \sum_t \frac{s_t(x_1)}{\sum_j s_t(x_j)}"),
            result(figures["shares_first"][0]),
        ))  # fmt: skip
    if figures["permutation"] is not None and figures["permutation_normalised"][0] is not None:
        found.append(line(
            part(r"\frac{\text{mean}}{\text{sd}} = \frac{%s}{%s}",
                 figures["permutation"][0], figures["permutation_sd"][0]),
            result(figures["permutation_normalised"][0]),
        ))  # fmt: skip
    return tuple(found)


WORDS = Words(
    question="How is importance counted?",
    headline="An axis matters by what its splits save, or by what shuffling it spoils",
    explanation=(
        "Every split saves impurity, weighted by the points it parts. What the splits along an "
        "axis save is its importance in a tree; the shares of the axes sum to 1.",
        "Of many trees either the shares are averaged, as scikit-learn does, or the decreases "
        "themselves. The two differ a little, since trees save different amounts in all.",
        "Shuffling asks another question: how much worse is a tree, on the points it never saw, "
        "when the coordinates of one axis are dealt out anew among them? No relation to the answer "
        "is left then.",
    ),
    figures={
        "saved": "what the splits along each axis saved, tree by tree",
        "shares": "the same as shares of each tree",
        "weights": "how much each tree counts",
        "importance": "the importance that the program shows",
        "shares_first": "the shares of the trees, averaged by their weights",
        "decreases_first": "the decreases, averaged by their weights, and then their shares",
        "rises": "by how much shuffling each axis raised the error of each tree out of bag",
        "permutation": "the mean of these rises",
        "permutation_sd": "their standard deviation over the trees",
        "permutation_normalised": "mean / standard deviation; none where all rises are equal",
    },
    beside=("importance", "importance_permutation"),
    notes="A note averages the decreases over all trees, and divides the rises by their standard "
    "deviation. This program shows averaged shares where trees vote, and the plain mean of the "
    "rises; both ways stand here.",
)
