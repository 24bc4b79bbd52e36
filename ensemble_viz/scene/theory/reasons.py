"""The words, picture and formulas of the three reasons."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, one_each, part
from ensemble_viz.scene.words import counted


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
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


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw each reason: what one model misses, and what is missed with many, or with the best."""
    little, greedy, small = (
        figures[name] for name in ("statistical", "computational", "representational")
    )
    return (
        _pair("Little data", ("a best stump", little["misses"]),
              (f"vote of {len(little['stumps'])}", little["vote_misses"])),
        _pair("Greedy search", ("grown greedily", greedy["greedy_misses"]),
              ("best of depth 2", greedy["best_misses"])),
        Chart(
            "Small models",
            ("stumps added up", "points missed"),
            (ChartLine("their sum", range(1, len(small["misses"]) + 1), small["misses"], "now"),
             Level("the best stump", small["stump_misses"])),
        ),
    )  # fmt: skip


def _pair(title: str, one: tuple[str, int], other: tuple[str, int]) -> Chart:
    parts = one_each((one[1], other[1]), ("dashed", "now"), write=str)
    high = 1.15 * max(one[1], other[1], 1)
    return Chart(title, ("", "points missed"), parts, y=(0.0, high), kinds=(one[0], other[0]))


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    little = figures["statistical"]
    count = len(little["stumps"])
    return (
        line(
            part(r"H(x) = \operatorname{sign} \sum_{j=1}^{%s} h_j(x)", count,
                 text="H(x) = sign of Σ over j = 1 … %s of hⱼ(x)"),
            part(r"\;\text{misses } %s \text{ where one misses } %s",
                 little["vote_misses"], little["misses"]),
        ),
    )  # fmt: skip


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
    beside=("train_error",),
)
