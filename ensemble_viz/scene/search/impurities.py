"""What a criterion measures, in words and symbols: one that is not in the table has its name."""

from dataclasses import dataclass

from ensemble_viz.scene.formulary.maths import Maths
from ensemble_viz.scene.moment.stage import Stage


@dataclass(frozen=True, slots=True)
class Impurity:
    """The words for what a split lowers."""

    name: str
    """In a sentence: Gini impurity."""
    brief: str
    """In the box of a node: Gini."""
    curve: str
    """What the curves of a search measure: Gini left over."""
    letter: str
    saves: bool = True
    """A split gains the impurity it saves, so that what it leaves over can be shown."""
    rule: Maths | None = None
    term: Maths | None = None
    """What is taken away for each class, with %s for its share."""


BITS = Maths(r"= - \sum_k p_k \log_2 p_k", "= −Σ pₖ log₂ pₖ")
BIT = Maths(r"%s \log_2 %s", "%s log₂ %s")
KNOWN = {
    "gini": Impurity(
        "Gini impurity", "Gini", "Gini left over", "G",
        rule=Maths(r"= 1 - \sum_k p_k^2", "= 1 − Σ pₖ²"),
        term=Maths(r"\left(%s\right)^2", "(%s)²"),
    ),
    "entropy": Impurity(
        "entropy", "entropy", "entropy left over", "H", rule=BITS, term=BIT,
    ),
    "gain-ratio": Impurity(
        "entropy", "entropy", "gain ratio", "H", saves=False, rule=BITS, term=BIT,
    ),
    "error": Impurity(
        "share of misses", "error share", "error left over", "E",
        rule=Maths(r"= 1 - \max_k p_k", "= 1 − max pₖ"),
    ),
    "squared": Impurity(
        "variance", "variance", "squared error", "V",
        rule=Maths(r"= \frac{1}{n} \sum_i (y_i - \bar{y})^2", "= 1/n Σ (yᵢ − ȳ)²"),
    ),
    "second-order": Impurity("loss", "loss", "gain", "L", saves=False),
}  # fmt: skip


def impurity_of(criterion: str) -> Impurity:
    """Find the words for a criterion."""
    name = criterion.replace("-", " ").replace("_", " ")
    return KNOWN.get(criterion) or Impurity(name, name, f"gain by {name}", "I", saves=False)


def impurity_name(stage: Stage) -> str:
    """Call what a split lowers."""
    return impurity_of(stage.criterion).name
