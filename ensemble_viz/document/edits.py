"""Edits: from one document to the next, none of them changing the one they were given."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ensemble_viz.document.document import OWN_TITLE, Document, Setup, first_setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, FloatArray, Refusal

METHODS_TO_TRY = ("adaboost", "gradient-boosting")  # for new points that the method cannot take


def place_points(
    document: Document, points: FloatArray, target: Sequence[float] | Sequence[int]
) -> Document:
    """Add points behind the others."""
    data = document.data
    k = len(points)
    more = replace(
        data,
        points=np.concatenate((data.points, points)),
        target=np.concatenate((data.target, np.asarray(target, dtype=data.target.dtype))),
        weight=None if data.weight is None else np.append(data.weight, np.ones(k)),
        fold=None if data.fold is None else np.append(data.fold, np.zeros(k, dtype=np.int64)),
    )
    return _with_points(document, more)


def move_point(document: Document, row: int, point: Sequence[float]) -> Document:
    """Move one point elsewhere; on a line the second number is its value."""
    data = document.data
    points, target = data.points.copy(), data.target
    points[row] = point[: data.dimension]
    if data.dimension == 1:
        target = target.copy()
        target[row] = point[1]
    return _with_points(document, replace(data, points=points, target=target))


def delete_points(document: Document, rows: Sequence[int]) -> Document:
    """Take points away; the classes stay, even those without a point."""
    data = document.data
    keep = np.ones(len(data), dtype=bool)
    keep[list(rows)] = False
    weight = None if data.weight is None else data.weight[keep]
    fewer = replace(
        data,
        points=data.points[keep],
        target=data.target[keep],
        weight=weight if weight is None or weight.any() else None,
        fold=None if data.fold is None else data.fold[keep],
    )
    return _with_points(document, fewer)


def answer_points(document: Document, rows: Sequence[int], answer: float) -> Document:
    """Give points another class, by its number, or another value."""
    target = document.data.target.copy()
    target[list(rows)] = answer
    return _with_points(document, replace(document.data, target=target))


def choose_data(document: Document, data: Dataset, title: str, source: str = "") -> Document:
    """Take other points; methods that cannot learn from them give way to one that can."""
    setups = tuple(able_setup(setup, data) for setup in document.setups)
    return replace(document, data=data, setups=setups, title=title, source=source)


def choose_method(document: Document, k: int, name: str) -> Document:
    """Take another method, with the settings it was last used with."""
    methods.refuse(methods.method(name), document.data)
    old = document.setups[k]
    kept = document.kept | {old.method: old.params}
    params = kept.get(name) or methods.method(name).params()
    return _with_setup(replace(document, kept=kept), k, Setup(name, params, old.seed))


def change_setting(document: Document, k: int, name: str, value: Any) -> Document:
    """Change one setting."""
    setup = document.setups[k]
    return _with_setup(document, k, replace(setup, params=setup.params.changed(name, value)))


def reset_settings(document: Document, k: int) -> Document:
    """Take the defaults of the method again."""
    setup = document.setups[k]
    return _with_setup(document, k, replace(setup, params=type(setup.params)()))


def change_seed(document: Document, k: int, seed: int) -> Document:
    """Let chance draw otherwise."""
    return _with_setup(document, k, replace(document.setups[k], seed=seed))


def add_setup(document: Document, setup: Setup) -> Document:
    """Compare with one more setup."""
    methods.refuse(setup.declaration, document.data)
    return replace(document, setups=(*document.setups, setup))


def remove_setup(document: Document, k: int) -> Document:
    """Compare with one setup less."""
    return replace(document, setups=document.setups[:k] + document.setups[k + 1 :])


def _with_points(document: Document, data: Dataset) -> Document:
    """Take points that somebody changed by hand: they are no sample any more, but their own."""
    title = OWN_TITLE if document.source else document.title
    return replace(document, data=data, title=title, source="")


def _with_setup(document: Document, k: int, setup: Setup) -> Document:
    setups = (*document.setups[:k], setup, *document.setups[k + 1 :])
    return replace(document, setups=setups)


def able_setup(setup: Setup, data: Dataset) -> Setup:
    """Keep the setup if it can learn from the data, else choose one that can."""
    for candidate in (setup, *map(first_setup, METHODS_TO_TRY)):
        try:
            methods.refuse(candidate.declaration, data)
        except Refusal:
            continue
        return candidate
    raise Refusal("no method can learn from these points")
