"""The words, picture and formulas of the margins."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, ChartLine, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, part, result
from ensemble_viz.scene.words import fixed, shortest


def read(settings: Facts, figures: Facts) -> tuple[str, ...]:
    curve, errors = figures["min_margins"], figures["train_errors"]
    said = [f"The least margin is {fixed(figures['minimum'])} after round {len(curve)}."]
    if 0.0 in errors:
        first = errors.index(0.0)
        said[0] += f" The last training error went in round {first + 1}, at {fixed(curve[first])}."
    if figures["bound"] is not None:
        theta, share = shortest(settings["theta"]), fixed(figures["share_below"])
        said.append(
            f"{share} of the weight has a margin of at most {theta}; the bound is "
            f"{fixed(figures['bound'])}."
        )
        rising = ("train_error", "exp_loss", "exp_of_edges")
        chain = " ≤ ".join(fixed(figures["chain"][name]) for name in rising)
        said.append(f"Training error ≤ mean e^(−yF) = ∏ Z ≤ e^(−2 Σ (½ − ε)²): {chain}.")
    return tuple(said)


def picture(settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Follow the least margin beside the training error; and the share below each margin."""
    least, errors = figures["min_margins"], figures["train_errors"]
    rounds = range(1, len(least) + 1)
    found = figures["sorted"]
    n = max(len(found), 1)
    x = [each for margin in found for each in (margin, margin)]
    share = [each for k in range(n) for each in (k / n, (k + 1) / n)]
    bound = figures["bound"]  # of two classes, and whole learner weights
    level = () if bound is None else (Level("bound at θ", min(bound, 1.0), look="dotted"),)
    return (
        Chart("Round by round", ("rounds", ""),
             (ChartLine("least margin", rounds, least, "now"),
              ChartLine("training error", rounds, errors, "dashed"))),
        Chart("Points with at most each margin", ("margin", "share of points"),
             (ChartLine("share", [-1.0, *x, 1.0], [0.0, *share, 1.0]),
              Level(f"θ = {shortest(settings['theta'])}", settings["theta"], upright=True,
                    look="now"), *level),
             x=(-1.0, 1.0), y=(0.0, 1.05)),
    )  # fmt: skip


def formulas(settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    chain = figures["chain"]
    if chain is None:
        below = part(r"P(\text{margin} \leq %s)", settings["theta"])
        return (line(below, result(figures["share_below"])),)
    return (
        line(
            part(r"\text{error} \leq \overline{e^{-yF}} = \prod Z_t "
                 r"\leq e^{-2 \sum (1/2 - \varepsilon_t)^2}"),
            part(r"\quad %s \leq %s = %s \leq %s", chain["train_error"],
                 chain["exp_loss"], chain["product_of_z"], chain["exp_of_edges"]),
        ),
        line(
            part(r"P(\text{margin} \leq %s) \leq "
                 r"\prod 2 \sqrt{\varepsilon^{1-\theta} (1 - \varepsilon)^{1+\theta}}",
                 settings["theta"]),
            part(r"\quad %s \leq %s", figures["share_below"], figures["bound"]),
        ),
    )  # fmt: skip


WORDS = Words(
    question="Why go on when no training point is missed any more?",
    headline="When all points are right, boosting makes them right more clearly",
    explanation=(
        "The margin of a point is yF / Σ |α|, from −1 to 1: how clearly the learners agree on the "
        "right answer. It is negative where the vote is wrong.",
        "The exponential loss goes on falling when the training error is 0, and pushes the "
        "smallest margins up. The test error may go on falling with it.",
        "The training error is never above the mean of e^(−yF), which is the product of all Z. So "
        "it goes to 0 exponentially fast as long as every learner is a little better than chance.",
    ),
    figures={
        "margins": "yF / Σ |α| of each point",
        "sorted": "the same in order",
        "minimum": "the least of them",
        "median": "the middle one",
        "share_below": "the weight of the points with at most the margin θ",
        "bound": "∏ 2 √(ε^(1−θ) (1 − ε)^(1+θ)): it is never more, for θ ≥ 0",
        "chain": "training error ≤ mean e^(−yF) = ∏ Z ≤ e^(−2 Σ (½ − ε)²)",
        "min_margins": "the least margin after every round",
        "train_errors": "the training error after every round",
    },
    beside=("min_margin", "median_margin", "bound"),
)
