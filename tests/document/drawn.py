"""Documents to edit, and a plain model of one: a list of points, each a dictionary."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.engine.data import Dataset

Point = dict[str, Any]
NUMBERS = st.integers(-40, 40).map(lambda k: k / 8)


@st.composite
def documents(draw: st.DrawFn, classes_only: bool = False, least: int = 1) -> Document:
    """Draw points of any kind: in the plane or on a line, with weights, folds, flips and tests."""
    n, tests = draw(st.integers(least, 9)), draw(st.integers(0, 4))
    dimension = 2 if classes_only else draw(st.sampled_from([1, 2, 2]))
    k = 0 if dimension == 1 else draw(st.integers(1 if classes_only else 0, 4))
    columns = ("x1", "x2")[:dimension]
    fold = draw(st.none() | st.lists(st.integers(3, 5), min_size=n, max_size=n))
    weight = draw(st.none() | st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=n, max_size=n))

    def part(count: int, **own: Any) -> Dataset:
        flat = draw(st.lists(NUMBERS, min_size=dimension * count, max_size=dimension * count))
        target = draw(st.lists(st.integers(0, max(k - 1, 0)), min_size=count, max_size=count))
        was = draw(st.lists(st.integers(-1, k - 1), min_size=count, max_size=count)) if k else None
        if was is not None:
            was = [-1 if a == b else a for a, b in zip(was, target, strict=True)]
        names = tuple("ABCD"[:k]) or None
        points = np.reshape(np.array(flat, dtype=float), (count, dimension))
        return Dataset(points, target, names, columns, flipped_from=was, **own)

    test = part(tests) if tests else None
    data = part(n, weight=weight, fold=fold, test=test)
    return Document(data, (first_setup("bagging"),), "Drawn")


def model_of(data: Dataset) -> list[Point]:
    """List the points of a data set, test points last."""
    found = []
    for part, is_test in ((data, False), (data.test, True)):
        for row in range(0 if part is None else len(part)):
            was = -1 if part.flipped_from is None else int(part.flipped_from[row])
            found.append({
                "place": tuple(part.points[row].tolist()),
                "answer": part.target[row].item(),
                "weight": 1.0 if part.weight is None else part.weight[row].item(),
                "fold": 0 if part.fold is None else part.fold[row].item(),
                "was": was,
                "test": is_test,
            })  # fmt: skip
    return found


def snapshot(data: Dataset) -> list[Any]:
    """Copy all that a data set holds, to see that nothing of it changes."""
    own = [getattr(data, name) for name in ("points", "target", "weight", "fold", "flipped_from")]
    arrays = [None if array is None else array.tolist() for array in own]
    return [*arrays, data.classes, data.columns, data.test and snapshot(data.test)]


def sorted_parts(model: list[Point]) -> list[Point]:
    """Put the test points behind the others, in their order."""
    return [p for p in model if not p["test"]] + [p for p in model if p["test"]]
