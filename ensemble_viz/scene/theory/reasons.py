"""The words of the three reasons."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.theory.words import Words


def read(_settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what each reason costs here, in misses."""
    few, greedy = figures["statistical"], figures["computational"]
    small = figures["representational"]
    most = max(stump["misses"] for stump in few["stumps"])
    there = counted(len(few["stumps"]), "stump misses", "stumps miss")
    upto = "" if most == few["misses"] else f"{few['misses']} to "
    return (
        f"Little data: {there} {upto}{counted(most, 'point')}. Nobody can say which is right; a "
        f"vote of all misses {few['vote_misses']}.",
        f"Greedy search: a tree of depth 2 that takes the best cut each time misses "
        f"{greedy['greedy_misses']}; the best tree of depth 2 misses {greedy['best_misses']}.",
        f"Small models: the best stump misses {small['stump_misses']}; a weighted sum of stumps "
        f"misses {small['sum_misses']}.",
    )


WORDS = Words(
    question="Why should many models be better than the best one?",
    headline="Three reasons: too little data, greedy searches, models that are too small",
    explanation=(
        "Statistical: with few points several models are equally good. To choose one is a gamble; "
        "a vote spreads the risk.",
        "Computational: a search that takes the best step each time can end beside the best "
        "model. Many searches, begun differently, end around it.",
        "Representational: no single model may be right, where a weighted sum of them is. A sum of "
        "stumps draws stairs that no stump has.",
    ),
    figures={
        "statistical": "the stumps that are as good as the best one, and how many points their "
        "vote misses",
        "computational": "the misses of a tree of depth 2: grown greedily by Gini impurity, and "
        "the best of all that there are",
        "representational": "the misses of the best stump, and of the stumps that AdaBoost adds "
        "up, round by round",
    },
    read=read,
    beside=("train_error",),
)
