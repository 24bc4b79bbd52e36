"""The words of the rules."""

from collections.abc import Mapping
from typing import Any

from ensemble_viz.scene.numbers import counted, fixed
from ensemble_viz.scene.theory.words import Words


def read(_settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
    """Write each rule in a line."""
    return tuple(_rule(rule) for rule in figures["rules"])


def _rule(rule: Mapping[str, Any]) -> str:
    then = rule["then"] if isinstance(rule["then"], str) else fixed(rule["then"])
    if not rule["if"]:
        return f"ALWAYS {then} ({counted(rule['n'], 'point')})"
    return f"IF {' AND '.join(rule['if'])} THEN {then} ({counted(rule['n'], 'point')})"


WORDS = Words(
    question="What does the tree say, in words?",
    headline="A tree is a set of rules, one for each leaf",
    explanation=(
        "The way from the root to a leaf is a rule: IF all its answers hold, THEN what the leaf "
        "says. The AND of the questions on a way, the OR of the ways to the same answer.",
        "For every point just one of the rules holds. Questions that a later one makes stricter "
        "are left out, so that an axis has at most two limits.",
    ),
    figures={
        "rules": "the rules from the left: what must hold, what is answered, and how many points "
        "taught it",
        "by_answer": "the rules that lead to the same answer",
    },
    read=read,
    beside=("learners", "nodes"),
    notes="C4.5 asks A < a for values a of the data, XGBoost x < t and scikit-learn x ≤ t for "
    "midpoints t. All part the points alike. This program takes midpoints, and x ≤ t goes left: "
    "only a new point just on a threshold is answered otherwise.",
)
