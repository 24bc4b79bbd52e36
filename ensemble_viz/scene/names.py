"""What things are called on screen, and how sentences are made of words."""

import re

import numpy as np

from ensemble_viz.engine.data import Dataset, IntArray
from ensemble_viz.engine.learners import Learner, kinds
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.numbers import apart, shortest, subscript

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
    """Call a class as the file does."""
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
