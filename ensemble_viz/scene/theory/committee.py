"""The words, picture and formulas of the committee."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, part, result
from ensemble_viz.scene.words import agreed, counted, fixed, value_of


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    average, ambiguity = fixed(figures["average_error"]), fixed(figures["ambiguity"])
    together = agreed(figures["committee_error"], value_of(average) - value_of(ambiguity))
    return (
        f"{together} = {average} − {ambiguity}: the error of the "
        "committee is the mean error of its members less their ambiguity.",
        f"If the errors of its {counted(figures['members'], 'member')} were uncorrelated, it would "
        f"be {fixed(figures['if_uncorrelated'])}; if they were clones, "
        f"{fixed(figures['if_clones'])}.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow the errors while members join; and set the members beside the two."""
    rounds = range(1, len(figures["committee_errors"]) + 1)
    curves = (
        ChartLine("a member, on average", rounds, figures["average_errors"], "dashed"),
        ChartLine("the committee", rounds, figures["committee_errors"], "now"),
        ChartLine("ambiguity: the difference", rounds, figures["ambiguities"], "dotted"),
    )
    members = figures["member_errors"]
    own = (
        Columns("each member", range(1, len(members) + 1), members, look="dashed"),
        Level("their average", figures["average_error"], look="solid"),
        Level("the committee", figures["committee_error"], look="now"),
        Level("if uncorrelated", figures["if_uncorrelated"], look="dotted"),
    )
    return (
        Chart("While members join", ("members", "squared error"), curves, y=_from_zero(curves)),
        Chart("Each of them, and all together", ("member", "squared error"), own),
    )


def _from_zero(curves: tuple[ChartLine, ...]) -> tuple[float, float]:
    highest = max((y for curve in curves for y in curve.y), default=1.0)
    return 0.0, 1.08 * highest or 1.0


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    average, ambiguity = figures["average_error"], figures["ambiguity"]
    return (
        line(
            part(r"E_c = E_{av} - \overline{(y_i - \bar y)^2}"),
            part("= %s - %s", average, ambiguity),
            result(figures["committee_error"]),
        ),
    )


WORDS = Words(
    question="Can a committee be worse than its members?",
    headline="A committee errs less than its members on average, by as much as they disagree",
    explanation=(
        "A committee answers with the mean of its members. Its squared error is that of a member, "
        "on average, less the ambiguity: at every point and without any assumption. The ambiguity "
        "is how far the members are from their mean, squared. So a committee is never worse than "
        "its members on average, and clones gain nothing.",
        "If their errors are uncorrelated, and zero on average, that of m members is the average "
        "divided by m. They hardly ever are: all of them learned from the same points.",
    ),
    figures={
        "members": "how many there are",
        "average_error": "E_av: the squared error of a member, averaged over members and points",
        "committee_error": "E_c: the squared error of their mean",
        "ambiguity": "how far the members are from their mean, squared and averaged: E_av − E_c",
        "if_uncorrelated": "E_av/m: E_c if the errors were uncorrelated",
        "if_clones": "E_av: E_c if all members were the same",
        "member_errors": "the squared error of each member",
        "average_errors": "E_av after every round",
        "committee_errors": "E_c after every round",
        "ambiguities": "the ambiguity after every round",
    },
    beside=("disagreement",),
    notes="For classes the squared error is that of the share of the true class, which should be "
    "1: with hard votes the share of the votes, with soft ones the mean share.",
)
