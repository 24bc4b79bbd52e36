"""Names, numbers and sentences as they are written everywhere.

Numbers as people read them: a true minus, as many digits as are meant, exact fractions. One number
has one form. A number that was computed has four decimals wherever it stands: caption, formula,
card, table, curve, figure. What is rounded further has no room for them (the boxes of small trees,
thresholds there, marks on the canvas, sums above 1000), or would not be what a reader gets who goes
on with the numbers shown (`agreed`); what has more is an input of a formula whose result would not
come out (`enough`). Both are roundings of the same number, so that the shorter one begins like the
longer one. Places (thresholds, settings) end at their last digit (`shortest`).
"""

import re
from fractions import Fraction
from math import copysign, floor

import numpy as np

from ensemble_viz.engine.data import Dataset, IntArray
from ensemble_viz.engine.learners import Learner, kinds
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.trees import Tree

TITLES = {
    "combining": "Combining answers",
    "bagging": "Bagging and forests",
    "trees": "Trees",
    "boosting": "Boosting",
}


def chapter_title(chapter: str) -> str:
    """Give the title of a chapter; one that was dropped in is called by its name."""
    return TITLES.get(chapter, chapter.capitalize())


def verb(count: int, one: str = "is", many: str = "are") -> str:
    """Choose a verb for a count: 1 point is missed, 2 points are."""
    return one if count == 1 else many


def capital(words: str) -> str:
    """Begin with a capital, and leave the rest: names in it stay as they are."""
    return words[:1].upper() + words[1:]


def uncapital(words: str) -> str:
    """Begin with a small letter, behind a colon or within a sentence."""
    return words[:1].lower() + words[1:]


def sentence(words: str) -> str:
    """End with a full stop, unless something ends it already."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


MINUS = "−"
DECIMALS = 4
LARGEST_DENOMINATOR = 2000
MOST_DIGITS = 16
SAME = 1e-12  # a number is a fraction when it is as near to it as sums of such numbers are
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_LARGEST_FIXED, _LEAST_FIXED = 1e7, 5e-5
_NEAR = 1e-3  # of the last digit: what is farther from a middle is not it, however large


def fixed(x: float, decimals: int = DECIMALS) -> str:
    """Write a number with so many decimals: 0.2884, −1.1719; very large or small ones by powers."""
    if x != 0.0 and not _LEAST_FIXED <= abs(x) < _LARGEST_FIXED:
        return powered(x, decimals)
    text = f"{from_the_middle(x, decimals):.{decimals}f}"
    if float(text) == 0.0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def from_the_middle(x: float, decimals: int) -> float:
    """Go to the larger neighbour from the middle between two that can be written: as by hand.

    Computers go to the even one, or where the last bit leads them.
    """
    size = abs(x) * 10.0**decimals
    if abs(size % 1.0 - 0.5) > min(SAME * max(size, 1.0), _NEAR):
        return x
    return copysign((floor(size) + 1.0) / 10.0**decimals, x)


def signed(x: float, decimals: int = DECIMALS) -> str:
    """Write a number whose sign matters: +0.558, −0.558, 0.000."""
    text = fixed(x, decimals)
    return text if x <= 0.0 or float_of(text) == 0.0 else f"+{text}"


def powered(x: float, decimals: int = DECIMALS, most: int = 3) -> str:
    """Write a number as 1.2345·10⁻⁷; one that is no more than rounding of zero stays so small."""
    mantissa, _, exponent = f"{x:.{min(decimals, most)}e}".partition("e")
    return f"{mantissa}·10{str(int(exponent)).translate(_SUPERSCRIPTS)}".replace("-", MINUS)


def shortest(x: float, decimals: int = DECIMALS) -> str:
    """Write a number without trailing zeros: 2.5, 7, 0.6279."""
    text = fixed(x, decimals)
    return text.rstrip("0").rstrip(".") if "." in text and "·" not in text else text


def rate_text(rate: float) -> str:
    """Write a learning rate: 0.50, or with more decimals where it has them."""
    two = fixed(rate, 2)
    return two if value_of(two) == rate else shortest(rate)


def float_of(text: str) -> float:
    """Read back what `fixed` wrote; a power counts by its mantissa."""
    return float(text.replace(MINUS, "-").partition("·")[0])


def fraction(x: float) -> Fraction | None:
    """Find the fraction a number is, where it is one with a denominator worth writing."""
    if not np.isfinite(x) or abs(x) > 1e6:
        return None
    near = Fraction(x).limit_denominator(LARGEST_DENOMINATOR)
    return near if abs(float(near) - x) <= SAME * max(1.0, abs(x)) else None


def as_fraction(x: float) -> str | None:
    """Write a number as 3/14 where it is such a fraction and no whole number."""
    exact = fraction(x)
    if exact is None or exact.denominator == 1:
        return None
    return f"{exact.numerator}/{exact.denominator}".replace("-", MINUS)


def number(x: float, fractions: bool, decimals: int = DECIMALS) -> str:
    """Write a number as an exact fraction where asked to and where it is one, else in decimals."""
    exact = as_fraction(x) if fractions else None
    return exact or fixed(x, decimals)


def subscript(k: int) -> str:
    """Write a whole number below the line: ₁₂."""
    return str(k).translate(_SUBSCRIPTS)


def superscript(k: int) -> str:
    """Write a whole number above the line: ¹²."""
    return str(k).translate(_SUPERSCRIPTS)


def counted(k: int, one: str, many: str = "") -> str:
    """Write a count with its noun: 1 point, 12 points."""
    return f"{k} {one if k == 1 else many or one + 's'}"


def value_of(text: str) -> float:
    """Read back what `fixed` or `signed` wrote, powers included."""
    return float_of(text) * 10.0 ** exponent_of(text)


def exponent_of(text: str) -> int:
    """Read the power of ten behind a shown number; 0 where there is none."""
    return int(text.partition("·10")[2].translate(_PLAIN) or 0)


def agreed(x: float, recomputed: float, decimals: int = DECIMALS, sign: bool = False) -> str:
    """Write a number with as many decimals as one gets who recomputes it from shown numbers.

    Where the last digit would differ, one digit fewer is shown.
    """
    while decimals > 0 and not agrees(fixed(x, decimals), recomputed):
        decimals -= 1
    return signed(x, decimals) if sign else fixed(x, decimals)


def agrees(text: str, recomputed: float) -> bool:
    """Say whether a shown number is what a recomputed one is rounded to."""
    decimals = len(text.partition("·10")[0].partition(".")[2])
    half = 0.5 * 10.0 ** (exponent_of(text) - decimals)
    return abs(value_of(text) - recomputed) <= half * (1.0 + 1e-6)


def shown(x: float, decimals: int = DECIMALS) -> float:
    """Give the number that is shown for a number: what a reader goes on with."""
    return value_of(fixed(x, decimals))


def difference(a: float, b: float) -> float:
    """Subtract; what is left of two numbers equal but for rounding is nothing."""
    return 0.0 if abs(a - b) <= SAME * max(abs(a), abs(b)) else a - b


def apart(x: float, threshold: float, decimals: int = 4) -> tuple[str, str]:
    """Write two numbers with so many digits that it can be seen whether x ≤ threshold."""
    for more in range(decimals, MOST_DIGITS):
        texts = shortest(x, more), shortest(threshold, more)
        if (value_of(texts[0]) <= value_of(texts[1])) == (x <= threshold):
            return texts
    return repr(x).replace("-", MINUS), repr(threshold).replace("-", MINUS)


MOST_COMPARED = 2000  # points: where they lie closer, it takes too long to look
_SETTING = re.compile(r"\b(\w+)=([\w.-]+)")
_NUMBERED = re.compile(r"([^\W\d_]+)_?(\d{1,3})")


def axis_name(data: Dataset, axis: int) -> str:
    """Call an axis as its column is called, a number behind it below the line: x₁."""
    return numbered(data.columns[axis])


def numbered(name: str) -> str:
    """Write the number at the end of a name below the line: x₁; h₂(A) for h2(A)."""
    stem, bracket, rest = name.partition("(")
    found = _NUMBERED.fullmatch(stem)
    return f"{found[1]}{subscript(int(found[2]))}{bracket}{rest}" if found else name


def class_name(data: Dataset, k: int) -> str:
    assert data.classes is not None
    return data.classes[k]


def as_vote(data: Dataset, k: int) -> str:
    """Call a class with its number in the sums of AdaBoost, where there are two: plus +1."""
    sign = "+1" if k else "−1"
    return class_name(data, k) + (f" {sign}" if data.n_classes == 2 else "")


def question(data: Dataset, tree: Tree, node: int) -> str:
    """Write what a node asks: x₁ ≤ 0.6279."""
    axis, threshold = int(tree.feature[node]), float(tree.threshold[node])
    return f"{axis_name(data, axis)} ≤ {threshold_between(data, axis, threshold)}"


def threshold_between(data: Dataset, axis: int, threshold: float) -> str:
    """Write a threshold with so many digits that it parts the points as it does."""
    if len(data) > MOST_COMPARED:
        return shortest(threshold)
    x = data.points[:, axis]
    low = x <= threshold
    beside = (x[low].max(initial=-np.inf), x[~low].min(initial=np.inf))
    texts = [apart(float(one), threshold)[1] for one in beside if np.isfinite(one)]
    return max(texts, key=len, default=shortest(threshold))


def kind_of(learner: Learner, data: Dataset) -> str:
    """Say what kind of learner it is: a tree, naive Bayes, nearest neighbours."""
    if isinstance(learner, Tree):
        return "a stump" if len(learner) == 3 else "a tree"
    kind = str(learner.describe(data)["kind"])
    return "a tree" if kind == "tree" else kinds()[kind].title


def what_it_does(learner: Learner, data: Dataset) -> str:
    """Say in a sentence how a learner comes to its answers."""
    if isinstance(learner, Tree) and len(learner) <= 3:
        one = len(learner) == 3
        return kinds()["stump"].does if one else "It asks nothing and says the same everywhere."
    return kinds()[str(learner.describe(data)["kind"])].does


def leaf_numbers(tree: Tree) -> IntArray:
    """Number the leaves from left to right, from 1; 0 stands at the questions."""
    number = np.zeros(len(tree), dtype=np.int64)
    count, waiting = 0, [0]
    while waiting:
        node = waiting.pop()
        if tree.feature[node] < 0:
            count += 1
            number[node] = count
        else:
            waiting += [int(tree.right[node]), int(tree.left[node])]
    return number


def leaf_name(tree: Tree, node: int) -> str:
    """Call a leaf by its number: R₃."""
    return f"R{subscript(int(leaf_numbers(tree)[node]))}"


def in_words(text: str, *known: Params) -> str:
    """Call settings in a sentence as the window does: “worse than chance” = reverse."""
    labels = {field.name: field.setting.label for params in known for field in params.fields()}

    def called(found: re.Match[str]) -> str:
        return f"“{labels[found[1]]}” = {found[2]}" if found[1] in labels else found[0]

    return _SETTING.sub(called, text)


def clean_error(error: float, run: Run) -> float:
    """Give an error; 0 where the values are met up to rounding."""
    if run.data.classes is not None or not len(run.data):
        return error
    least = (SAME * float(np.abs(run.data.target).max())) ** 2
    return error if error > least else 0.0
