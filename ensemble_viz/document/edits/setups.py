"""Edits of what learns: other points, another method, its settings and seed, more setups."""

from dataclasses import replace
from typing import Any

from ensemble_viz.document.document import Document, Setup, first_setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal

METHODS_TO_TRY = ("adaboost", "gradient-boosting")  # for new points that the method cannot take


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
    setup = document.setups[k]
    return _with_setup(document, k, replace(setup, params=setup.params.changed(name, value)))


def reset_settings(document: Document, k: int) -> Document:
    """Take the defaults of the method again."""
    setup = document.setups[k]
    return _with_setup(document, k, replace(setup, params=type(setup.params)()))


def change_seed(document: Document, k: int, seed: int) -> Document:
    return _with_setup(document, k, replace(document.setups[k], seed=seed))


def add_setup(document: Document, setup: Setup) -> Document:
    methods.refuse(setup.declaration, document.data)
    return replace(document, setups=(*document.setups, setup))


def duplicate_setup(document: Document, k: int) -> Document:
    """Compare with the same once more, right beside it: it can be changed then."""
    setups = document.setups
    return replace(document, setups=(*setups[: k + 1], setups[k], *setups[k + 1 :]))


def swap_setups(document: Document, j: int, k: int) -> Document:
    setups = list(document.setups)
    setups[j], setups[k] = setups[k], setups[j]
    return replace(document, setups=tuple(setups))


def remove_setup(document: Document, k: int) -> Document:
    return replace(document, setups=document.setups[:k] + document.setups[k + 1 :])


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
