"""The words, picture and formulas of the vote of many."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, along, here, line, part, result
from ensemble_viz.scene.words import fixed, shortest

LEAST_BAR = 1e-5  # of the probability: lower ones cannot be seen
MOST_DRAWN = 101


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    n, p, wrong = settings["n"], settings["p"], figures["majority_wrong"]
    said = (
        f"More than half of {n} are wrong with probability {fixed(wrong)}; a single voter is wrong "
        f"with probability {shortest(p)}."
    )
    if figures["tie"]:
        said += f" A tie has probability {fixed(figures['tie'])}."
    if "vote_error" not in figures:
        return (said,)
    return (
        said,
        f"The vote of the run is wrong at {fixed(figures['vote_error'])} of the points. What is "
        "missing is independence: its learners know the same points, and err together.",
    )


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the binomial, those beyond the middle in the accent; and the error against n."""
    n, wrong, p = settings["n"], figures["wrong"], settings["p"]
    last = max((k for k, share in enumerate(wrong) if share > LEAST_BAR), default=n)
    half = n // 2 + 1
    bars = Chart(
        "How many of them are wrong",
        ("k wrong", "probability"),
        (
            Columns("at most half", range(min(half, last + 1)), wrong[: min(half, last + 1)],
                    look="dashed"),
            Columns("more than half: the vote is wrong", range(half, last + 1),
                    wrong[half : last + 1], look="now"),
        ),
        x=(-0.7, max(last, half) + 0.7),
    )  # fmt: skip
    own = here(n, figures["majority_wrong"])
    curve = Chart(
        "More voters",
        ("voters (odd numbers)", "error of the vote"),
        (ChartLine("the vote", *along(figures["against_n"])),
         Level("a single voter", p), *((own,) if n <= MOST_DRAWN else ())),
        x=(0, MOST_DRAWN), y=(0.0, 1.0 if p > 0.5 else max(1.1 * p, 0.05)),
    )  # fmt: skip
    return bars, curve, *_of_run(figures)


def _of_run(figures: Facts) -> tuple[Chart, ...]:
    """Set the learners of a run beside their vote."""
    if "vote_error" not in figures:
        return ()
    errors = figures["learner_errors"]
    parts = (Columns("each learner", range(1, len(errors) + 1), errors, look="dashed"),
             Level("their vote", figures["vote_error"], look="now"))  # fmt: skip
    return (Chart("The learners of the run", ("learner", "share missed"), parts),)


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    n, p = settings["n"], settings["p"]
    general = part(
        r"P(\text{wrong}) = \sum_{k > n/2} \binom{n}{k} p^k (1-p)^{n-k}",
        text="P(wrong) = Σ over k > n/2 of C(n, k) pᵏ (1 − p)ⁿ⁻ᵏ",
    )
    own = part(
        r"= \sum_{k = %s}^{%s} \binom{%s}{k} %s^k \cdot %s^{%s-k}",
        n // 2 + 1, n, n, p, 1.0 - p, n, text="= Σ from k = %s to %s of C(%s, k) %sᵏ · %s^(%s − k)"
    )  # fmt: skip
    return (line(general, own, result(figures["majority_wrong"])),)


WORDS = Words(
    question="Why ask many, when each of them is often wrong?",
    headline="Many voters, each often wrong, are rarely wrong together",
    explanation=(
        "Every voter is wrong with probability p, whatever the others do. The vote is wrong when "
        "more than half of them are wrong at once.",
        "How many are wrong is binomial: k of n with probability C(n, k) · pᵏ · (1 − p)ⁿ⁻ᵏ. Add up "
        "the bars beyond the middle.",
        "With p below ½ every two more voters help, at ½ nothing does, above ½ the vote is worse "
        "than one voter. And all of it needs independence, which learners of the same points do "
        "not have: it depends on how good they are and on how different.",
    ),
    figures={
        "wrong": "the probability that just k of them are wrong, k = 0 … n",
        "majority_wrong": "more than half are wrong; ties are not in it",
        "tie": "just half are wrong: never with an odd number",
        "majority_right": "more than half are right",
        "ties_shared": "the error when a coin decides ties: more than half wrong, and half the "
        "ties",
        "expected_wrong": "how many are wrong on average: n · p",
        "against_n": "more than half wrong, for odd numbers of voters",
        "as_printed": "a slide's sum to the letter: it begins one bar too late, and its second "
        "form has no coefficient",
        "learner_errors": "the share of the points that each learner of the run misses: of the "
        "test points, if there are any",
        "vote_error": "the share of the points that their vote misses",
    },
    beside=("prediction", "vote"),
    slip="A slide adds up from k > ⌈n/2⌉ and leaves C(n, k) out. To the letter that is 3.752·10⁻⁸ "
    "for 21 voters with p = 0.3, and 0.0087 with the coefficient: one bar is missing. The sum "
    "begins at k = 11, and is 0.0264. It is easily overlooked, since ⌈21/2⌉ is 11 already.",
    notes="The notes say nothing of ties, and sums from B/2 + 1 leave them out. They stand apart "
    "here; in this program a tie goes to the first class.",
)
