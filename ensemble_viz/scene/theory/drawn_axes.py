"""The words, picture and formulas of the axes per split."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, Dots
from ensemble_viz.scene.theory.words import Facts, Words, line, part, result
from ensemble_viz.scene.words import fixed

RULES = {"sqrt": "√p", "log2_plus_1": "log₂ p + 1", "all": "all"}


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    said = (
        f"With {settings['p']} axes √p gives {figures['sqrt']}, and log₂ p + 1 gives "
        f"{figures['log2_plus_1']}."
    )
    if "log2_plus_1" in figures["is_bagging"]:
        said += " All of the axes, so that the forest is plain bagging."
    return (said,)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow both rules with the number of axes; and how often the best split can be found."""
    known = {int(p): rules for p, rules in figures["against_p"].items()}
    own = {name: figures[name] for name in RULES}
    known |= {settings["p"]: own}
    x = sorted(known)
    curves = tuple(
        ChartLine(words, x, [known[p][name] for p in x], look)
        for (name, words), look in zip(RULES.items(), ("solid", "dashed", "dotted"), strict=True)
    )
    most = max(16, min(settings["p"], max(known)))
    top = 2.2 * most**0.5  # all axes are soon far above what the rules draw
    now = tuple(
        Dots("", (settings["p"],), (drawn,), texts=(str(drawn),))
        for drawn in own.values()
        if drawn <= top
    )
    chance = [figures["chance_of_best"][name] for name in RULES]
    return (
        Chart("Axes that are drawn for a split", ("axes p", "drawn"), (*curves, *now),
             x=(1, most), y=(0.0, top), log=True),
        Chart("How often the best axis is among them", ("", "probability"),
             (Columns("", range(3), chance, look="dashed", texts=tuple(map(fixed, chance))),),
             y=(0.0, 1.15), kinds=tuple(RULES.values())),
    )  # fmt: skip


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    p = settings["p"]
    return (
        line(part(r"\lfloor \sqrt{p} \rfloor = \lfloor \sqrt{%s} \rfloor", p),
             result(figures["sqrt"])),
        line(part(r"\lfloor \log_2 p + 1 \rfloor"),
             result(figures["log2_plus_1"])),
    )  # fmt: skip


WORDS = Words(
    question="How many axes may a split look at?",
    headline="In the plane one rule of thumb is a random forest, and the other plain bagging",
    explanation=(
        "A forest makes its trees less alike by letting each split look at some of the axes only, "
        "drawn anew. Fewer axes, more different trees, and each of them a little worse.",
        "The rules of thumb, √p and log₂ p + 1, were made for many axes. Of two axes the first "
        "leaves one, the second both.",
    ),
    figures={
        "sqrt": "√p, rounded down",
        "log2_plus_1": "log₂ p + 1, rounded down and never more than there are",
        "all": "all of them: bagging",
        "chance_of_best": "how likely the axis of the best split is among those drawn",
        "is_bagging": "the rules that draw all axes here",
        "against_p": "the same for other numbers of axes",
    },
    beside=("max_features", "features", "tried"),
    notes="The notes say √p (two of them), log₂ m + 1 and m; one draws the axes for a whole tree, "
    "the others for every split. This program draws 1 axis for every split unless it is told "
    "otherwise; axes drawn for a whole tree are called random patches, or random subspaces without "
    "bags.",
)
