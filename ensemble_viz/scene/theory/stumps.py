"""The words, picture and formulas of counting stumps."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Columns
from ensemble_viz.scene.theory.words import Facts, Words, grouped, line, part
from ensemble_viz.scene.words import shortest


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    cuts = " and ".join(map(str, figures["cuts"]))
    distinct = " and ".join(map(str, figures["distinct"]))
    steps = figures["steps"]
    return (
        f"The axes have {distinct} different coordinates, and so {cuts} cuts between neighbours. "
        f"With both ways round, and the constants, there are {figures['candidates']} stumps.",
        f"Sorted once, {settings['rounds']} rounds take about {shortest(steps['total'], 0)} steps; "
        f"sorted anew in every round {shortest(steps['sorting_every_round'], 0)}, and counted "
        f"afresh for every cut {shortest(steps['cut_by_cut'], 0)}.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the cuts of each axis, and the steps of three ways to search."""
    axes = range(len(figures["cuts"]))
    parts = grouped(
        ("values", figures["distinct"], "dotted"),
        ("cuts between them", figures["cuts"], "now"),
        ("with both ends", figures["with_ends"], "dashed"),
        write=str,
    )
    ways = ("total", "sorting_every_round", "cut_by_cut")
    steps = [figures["steps"][name] for name in ways]
    texts = tuple(f"{count:,.0f}".replace(",", " ") for count in steps)
    costs = Columns("", range(3), steps, look="now", texts=texts)
    return (
        Chart("Cuts along each axis", ("", "count"), parts,
             kinds=tuple(f"x{k + 1}" for k in axes)),
        Chart("Steps of the search", ("", "steps"), (costs,), flat=True,
             kinds=("sorted once", "sorted again every round", "every cut counted anew")),
    )  # fmt: skip


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    steps, rounds = figures["steps"], settings["rounds"]
    return (
        line(
            part(r"d N \log_2 N + d N T"),
            part(r"= %s + %s", steps["sorting"], steps["rounds"]),
            part(r"= %s \quad (T = %s)", steps["total"], rounds),
        ),
        line(part(r"\text{stumps} = %s", figures["candidates"])),
    )


WORDS = Words(
    question="How many stumps are there to choose from?",
    headline="A handful of stumps an axis, and sorting once makes looking at all of them cheap",
    explanation=(
        "A cut between two neighbours parts the points in a way that no other place between them "
        "changes. So an axis with N different coordinates has N − 1 cuts, and N + 1 with the two "
        "that leave everything on one side.",
        "Every cut has two stumps, one for each way round; and there are two constants.",
        "The points are sorted once along every axis, in d·N·log N steps. From then on a round "
        "runs along them and keeps a sum: d·N steps. In all O(dN log N + dNT).",
    ),
    figures={
        "distinct": "different coordinates on each axis",
        "cuts": "cuts between neighbours, on each axis",
        "with_ends": "the same with the two trivial ends: N + 1",
        "candidates": "all stumps: every cut both ways round, and the constants",
        "steps": "how many steps sorting takes (d·N·log₂ N), how many all rounds (d·N·T), both; "
        "and what it would be with sorting in every round, or with a sum anew for every cut",
    },
    beside=("threshold", "max_depth"),
    slip="A slide calls stumps trees with only one node. It means one that asks: with the two "
    "leaves below it there are three.",
    notes="A slide evaluates N + 1 thresholds an axis: that is so when all N coordinates differ. "
    "Of the ten points of the lecture notes two or more share a coordinate on either axis, so "
    "there are 10 and 8, not 11.",
)
