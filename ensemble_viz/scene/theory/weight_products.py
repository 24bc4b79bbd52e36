"""The words, picture and formulas of the weights as products."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Columns, Level
from ensemble_viz.scene.theory.words import Facts, Words, line, listed, part, result
from ensemble_viz.scene.words import counted, fixed, shortest

MOST_SHOWN = 6  # factors of a product

MOST_FACTORS = 8


def read(_settings: Facts, figures: Facts) -> tuple[str, ...]:
    weights = figures["weight"]
    k = weights.index(max(weights))
    missed = figures["missed_by"][k]
    odds = [fixed(figures["odds"][t - 1]) for t in missed]
    more = [] if len(odds) <= MOST_SHOWN else ["…"]
    number = figures["unnormalised"][k]
    product = "too large to be written" if number is None else fixed(number)
    if odds:
        product += f" from the odds {' · '.join(odds[:MOST_SHOWN] + more)}"
    return (
        f"Point {k + 1} is the heaviest, or the first of them: {counted(len(missed), 'learner')} "
        f"missed it, its product is {product}. Divided by the sum, its weight is "
        f"{fixed(weights[k])}; by its loss e^(−yF) it is {fixed(figures['exp_of_margin'][k])}.",
    )


def picture(_settings: Facts, figures: Facts) -> tuple[Chart, ...]:
    """Draw the weight of each point, the products before they are divided, and the odds."""
    weight, product = figures["weight"], figures["unnormalised"]
    points = range(1, len(weight) + 1)
    odds = figures["odds"]
    return (
        Chart("The weight of each point", ("point", "weight"),
             (Columns("the product, divided by the sum", points, weight, look="now"),
              Level("1/n", 1.0 / max(len(weight), 1)))),
        Chart("The products themselves", ("point", "product"),
             (Columns(f"they sum to {shortest(sum(product))}", points, product,
                      look="dashed"),)),
        Chart("What a miss multiplies by", ("round", "odds (1 − ε)/ε"),
             (Columns("", range(1, len(odds) + 1), odds, look="solid",
                      texts=tuple(map(shortest, odds))),)),
    )  # fmt: skip


def formulas(_settings: Facts, figures: Facts) -> tuple[FormulaLine, ...]:
    odds, missed = figures["odds"], figures["missed_by"][0]
    factors = [odds[t - 1] for t in missed][:MOST_FACTORS]
    n = len(figures["weight"])
    general = part(
        r"w_i = \frac{1}{n} \prod_{h_t(x_i) \neq y_i} "
        r"\frac{1-\varepsilon_t}{\varepsilon_t}",
        text="wᵢ = 1/n ∏ over the misses of (1 − εₜ)/εₜ",
    )
    own = part(r"\qquad w_1 = \frac{1}{%s}", n)
    if factors:
        own = part(r"%s \cdot %s", own, listed(factors, r" \cdot "))
    product, whole = figures["unnormalised"][0], sum(figures["unnormalised"])
    return (
        line(general, own, result(product)),
        line(part(r"D(1) = \frac{%s}{%s}", product, whole), result(figures["weight"][0])),
    )


WORDS = Words(
    question="Where do the weights come from?",
    headline="A point carries the odds of every learner that missed it",
    explanation=(
        "A learner multiplies the weight of a point it misses by e^α and of any other by e^−α. As "
        "only ratios count, that is the same as multiplying the missed ones by e^2α = (1 − ε)/ε, "
        "the odds of the learner being right.",
        "After some rounds the weight of a point is therefore (1/n) ∏ (1 − ε)/ε over the learners "
        "that missed it, divided by the sum over all points.",
        "It is also e^(−yF) divided by its sum: the share that the point has in the exponential "
        "loss. What is answered worst weighs most.",
    ),
    figures={
        "unnormalised": "(1/n) ∏ (1 − ε)/ε over the learners that missed the point",
        "weight": "the same divided by the sum: D of the next round",
        "exp_of_margin": "e^(−yF), divided by its sum",
        "recorded": "the weights that the run has on record",
        "odds": "(1 − ε)/ε of each learner",
        "missed_by": "the rounds whose learners missed the point",
    },
    beside=("sample_weight", "next_weight"),
    slip="A slide gives the product without dividing by the sum. As weights of a distribution they "
    "have to be divided: after three rounds of the ten points the products sum to 3.8. On "
    "another slide the second form of e^(−yF) has a ½ in the exponent; with α = ½ ln((1 − ε)/ε) "
    "the ½ is in α already.",
)
