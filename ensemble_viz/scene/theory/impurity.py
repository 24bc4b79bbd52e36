"""The words of impurity and gain."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import fixed
from ensemble_viz.scene.theory.words import Words


def read(_settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Write the information gain with its digits, and what the cut saves by the others."""
    bits, gain = figures["entropy"], figures["gain"]
    return (
        f"The node has {fixed(bits['parent'])} bits, its sides {fixed(bits['left'])} and "
        f"{fixed(bits['right'])}. Weighted by their points they are {fixed(gain['entropy'])} less: "
        "the information gain.",
        f"The cut itself has {fixed(figures['split_info'])} bits, so the gain ratio is "
        f"{fixed(figures['gain_ratio'])}. Gini impurity falls by {fixed(gain['gini'])}, the share "
        f"missed by {fixed(gain['error'])}.",
    )


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
        "gini": "1 − Σ p², of the node and of its two sides",
        "entropy": "−Σ p log₂ p, in bits",
        "error": "1 − the largest p",
        "gain": "what the cut saves, by each measure; of entropy: the information gain",
        "split_info": "the entropy of the cut: how evenly it parts the points",
        "gain_ratio": "information gain / entropy of the cut",
        "curve": "Gini, entropy and error of two classes, by the share of the second",
    },
    read=read,
    beside=("impurity", "gain", "criterion"),
    slip="A slide writes the mutual information with a minus sign and calls it cross-entropy. The "
    "gain it is needed for is right: IG = H(S) − Σ p(S_t) H(S_t), which is never negative.",
)
