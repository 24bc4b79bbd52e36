"""The words, picture and formulas of the rules."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import ChartRow, Listing
from ensemble_viz.scene.theory.words import Facts, Words, line, listed, part, result
from ensemble_viz.scene.words import counted, fixed, shortest

MOST_SUMMED = 12


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    return tuple(_rule(rule) for rule in figures["rules"])


def _rule(rule: Facts) -> str:
    then = rule["then"] if isinstance(rule["then"], str) else fixed(rule["then"])
    if not rule["if"]:
        return f"ALWAYS {then} ({counted(rule['n'], 'point')})"
    asked = " AND ".join(map(_condition, rule["if"]))
    return f"IF {asked} THEN {then} ({counted(rule['n'], 'point')})"


def _condition(condition: str) -> str:
    """Write a threshold as it stands elsewhere: its digits are those that can be read."""
    axis, sign, threshold = condition.rsplit(" ", 2)
    return f"{axis} {'≤' if sign == '<=' else sign} {shortest(float(threshold))}"


def picture(_settings: Facts, figures: Facts) -> tuple[Listing, ...]:
    """List the rules, a bar below each: its share of the points."""
    rules = figures["rules"]
    whole = max(sum(rule["n"] for rule in rules), 1)
    rows = tuple(ChartRow(_rule(rule), _look(rule), rule["n"] / whole) for rule in rules)
    return (Listing(counted(len(rules), "rule"), rows),)


def _look(rule: Facts) -> str:
    """Give a rule the colour of its class; values have none."""
    shares = rule["shares"]
    return "solid" if shares is None else f"class {shares.index(max(shares))}"


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    counts = [rule["n"] for rule in figures["rules"]]
    if len(counts) > MOST_SUMMED:
        return (line(part(r"\sum_{\text{rules}} n = %s", sum(counts))),)
    return (line(listed(counts, " + "), result(sum(counts))),)


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
    beside=("learners", "nodes"),
    notes="C4.5 asks A < a for values a of the data, XGBoost x < t and scikit-learn x ≤ t for "
    "midpoints t. All part the points alike. This program takes midpoints, and x ≤ t goes left: "
    "only a new point just on a threshold is answered otherwise.",
)
