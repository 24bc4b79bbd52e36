"""The words, picture and formulas of leakage in stacking."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart
from ensemble_viz.scene.theory.words import Facts, Words, grouped, line, one_each, part, result
from ensemble_viz.scene.words import counted, fixed, signed


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    sets = counted(figures["sets"], "training set")
    error = figures["standard_error"]["difference"]
    exact = "" if error is None else f" ± {fixed(error)}"
    said = [
        f"On fresh points, over {sets}: {fixed(figures['held_out'])} with answers held out, "
        f"{fixed(figures['in_sample'])} with answers known by heart. The difference is "
        f"{signed(figures['difference'])}{exact}."
    ]
    if figures["trust"] is not None:
        first = figures["members"][0]
        held_out, in_sample = (figures["trust"][name][0] for name in ("held_out", "in_sample"))
        said.append(
            f"The blender multiplies what the first member, {first}, says by {fixed(held_out)}; "
            f"when it learned from points that this one had seen, by {fixed(in_sample)}."
        )
    return tuple(said)


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw both test errors with how exactly they are known; and whom each blender trusts."""
    names = ("held_out", "in_sample")
    about = [figures["standard_error"][name] for name in names]
    errors = one_each([figures[name] for name in names], ("now", "dashed"), about)
    kinds = ("held out", "known by heart")
    name = f"test error, mean of {counted(figures['sets'], 'set')}"
    first = Chart("What the blender learned from", ("", name), errors, kinds=kinds)
    return (first, _trust(figures)) if figures["trust"] else (first,)


def _trust(figures: Facts) -> Chart:
    """Set what each member is multiplied by in both blenders side by side."""
    members, trust = figures["members"], figures["trust"]
    many = len(trust["held_out"])
    kinds = tuple(members) if len(members) == many else tuple(map(str, range(1, many + 1)))
    parts = grouped(("held out", trust["held_out"], "now"),
                    ("known by heart", trust["in_sample"], "dashed"))  # fmt: skip
    return Chart("How far each member is trusted", ("", "weight"), parts, kinds=kinds)


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    return (
        line(part(r"H(x) = b(h_1(x), \ldots, h_m(x))")),
        line(part(r"\text{known by heart} - \text{held out} = %s - %s",
                  figures["in_sample"], figures["held_out"]),
             result(figures["difference"])),
    )  # fmt: skip


WORDS = Words(
    question="Why may the blender not learn from the same answers?",
    headline="A blender that learns from answers known by heart trusts the wrong member",
    explanation=(
        "An unlimited tree is right at every point it has seen, whatever it is worth elsewhere. A "
        "blender that learns from such answers believes it, and forgets the others.",
        "So members answer for points that were held out: fold by fold, one by one, or for a part "
        "that nobody learned from. What the blender then sees is what it will see later.",
        "Both stacks have the same members and the same points. Only what their blenders learned "
        "from differs.",
    ),
    figures={
        "held_out": "the test error when the blender learned from answers held out",
        "in_sample": "the test error when it learned from answers on what the members had seen",
        "difference": "how much worse that is",
        "standard_error": "how exactly each of these is known",
        "sets": "how many training sets there were",
        "members": "the members, in order",
        "trust": "what a linear blender multiplies each member's answer by, on average",
    },
    beside=("fold", "folds", "final"),
    notes="A note says in its table that stacking uses the unchanged training set, and on its "
    "slides that the blender learns from a part that was held out, and over-fits when that is "
    "small, so that folds are better. This program never lets the blender learn from what its "
    "members had seen, except here, to show why.",
)
