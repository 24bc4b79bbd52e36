"""What a run learns, learned again by brute force from the points and draws that are read."""

from fractions import Fraction
from statistics import fmean

from tests.brute import trees


def counts(lecture, title):
    """Read how often each point was drawn."""
    return [int(text.strip("×")) for text in lecture.column(title)]


def bags(lecture, t):
    """Read the bags of the rounds up to t; then stand in round t again."""
    found = []
    for k in range(1, t + 1):
        lecture.at(k)
        found.append(counts(lecture, f"bag {k}"))
    return found


def tree(lecture, drawn=None, **limits):
    """Grow a tree on what was drawn: of classes by Gini impurity, else by squared errors."""
    criterion = "gini" if lecture.data.classes is not None else "squared"
    return trees.grow(lecture.rows, lecture.target, drawn, criterion, **limits)


def answers(root, lecture):
    """Ask a tree at all points."""
    return [root.leaf(place).answer for place in lecture.rows]


def committee(off):
    """Take the error of a mean apart: E of each member, E_av, E_c, the ambiguity."""
    columns = list(zip(*off, strict=True))
    each = [fmean(x * x for x in row) for row in off]
    together = fmean(fmean(column) ** 2 for column in columns)
    spread = fmean(fmean((x - fmean(column)) ** 2 for x in column) for column in columns)
    return each, fmean(each), together, spread


def saved(root, axis):
    """Add up by how much questions along an axis lower the impurity, by the weight they see."""
    found = Fraction(0)
    for node in root.nodes():
        if node.left is not None and node.feature == axis:
            parts = [side.weight * side.impurity for side in (node.left, node.right)]
            found += node.weight * node.impurity - sum(parts)
    return float(found / root.weight)
