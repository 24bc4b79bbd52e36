"""The words, picture and formulas of impurity and gain."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns
from ensemble_viz.scene.theory.words import Facts, Words, along, grouped, line, part, result
from ensemble_viz.scene.words import fixed

MEASURES, NAMES = ("gini", "entropy", "error"), ("Gini", "entropy", "error")


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    bits, gain = figures["entropy"], figures["gain"]
    which = f"Node {figures['node']}" if "node" in figures else "The node"
    return (
        f"{which} has {fixed(bits['parent'])} bits, its sides {fixed(bits['left'])} and "
        f"{fixed(bits['right'])}. Weighted by their points they are {fixed(gain['entropy'])} less: "
        "the information gain.",
        f"The cut itself has {fixed(figures['split_info'])} bits, so the gain ratio is "
        f"{fixed(figures['gain_ratio'])}. Gini impurity falls by {fixed(gain['gini'])}, the share "
        f"missed by {fixed(gain['error'])}.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw three measures over the share of a class; the nodes by each; the gains."""
    curve, looks = figures["curve"], ("solid", "dashed", "dotted")
    lines = tuple(
        ChartLine(name, *along({share: each[k] for share, each in curve.items()}), look)
        for k, (name, look) in enumerate(zip(NAMES, looks, strict=True))
    )
    gains = [figures["gain"][name] for name in MEASURES]
    return (
        Chart("How mixed a node of two classes is", ("share of a class", "impurity"), lines,
             x=(0.0, 1.0), y=(0.0, 1.05)),
        _nodes(figures),
        Chart("What the cut saves", ("", "gain"),
             (Columns("", range(3), gains, look="now", texts=tuple(map(fixed, gains))),),
             kinds=NAMES),
    )  # fmt: skip


def _nodes(figures: Facts) -> Chart:
    """Set parent and children side by side by each measure."""
    looks = (("parent", "solid"), ("left", "dashed"), ("right", "dotted"))
    rows = ((node, [figures[name][node] for name in MEASURES], look) for node, look in looks)
    return Chart("Before the cut, and after it", ("", "impurity"), grouped(*rows), kinds=NAMES)


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    gain, ratio = figures["gain"]["entropy"], figures["gain_ratio"]
    found = [line(
        part(r"IG = H(S) - \sum_t p(S_t) H(S_t)"),
        part(r"= %s - p_l \cdot %s - p_r \cdot %s",
             *(figures["entropy"][node] for node in ("parent", "left", "right")),
             text="= %s − p(left) · %s − p(right) · %s"),
        result(gain),
    )]  # fmt: skip
    if ratio is not None:
        found.append(line(
            part(r"IG / H(T) = %s / %s", gain, figures["split_info"]),
            result(ratio),
        ))  # fmt: skip
    return tuple(found)


WORDS = Words(
    question="What makes a cut good?",
    headline="A cut is good when its sides are purer than the node",
    explanation=(
        "A node is pure when all its points have one class. Entropy −Σ p log₂ p counts the bits it "
        "takes to name the class of a point; Gini 1 − Σ p² is how often two points differ; the "
        "error is the share that is not of the largest class. All are 0 in a pure node.",
        "A cut saves the impurity of the node less that of its sides, each weighted by its share "
        "of the points. With entropy that is the information gain.",
        "Cuts into many small parts gain much and teach little. C4.5 divides the gain by the "
        "entropy of the cut itself: the gain ratio. Where a cut has none, 0/0 counts as 0.",
    ),
    figures={
        "node": "the node of a run's tree that is looked at",
        "gini": "1 − Σ p², of the node and of its two sides",
        "entropy": "−Σ p log₂ p, in bits",
        "error": "1 − the largest p",
        "gain": "what the cut saves, by each measure; of entropy: the information gain",
        "split_info": "the entropy of the cut: how evenly it parts the points",
        "gain_ratio": "information gain / entropy of the cut",
        "curve": "Gini, entropy and error of two classes, by the share of the second",
    },
    beside=("impurity", "gain", "criterion"),
    slip="A slide writes the mutual information with a minus sign and calls it cross-entropy. The "
    "gain it is needed for is right: IG = H(S) − Σ p(Sₜ) H(Sₜ), which is never negative.",
)
