"""What the lecture notes say of ensembles, as figures that can be recomputed.

A demonstration is a file in one of the chapters; nothing else lists them. It takes settings, and
where it can the points and the run that are open, and gives named figures: numbers, without words.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.theory.demonstration import (
    Demonstration,
    Drawn,
    Figures,
    Material,
    NodeLookedAt,
    of_a_run,
)

__all__ = [
    "CHAPTERS", "Demonstration", "Drawn", "Figures", "Material", "NodeLookedAt", "chapter_of",
    "demonstration", "demonstrations", "names", "of_a_run",
]  # fmt: skip

CHAPTERS = ("combining", "bagging", "trees", "boosting")
"""In the order in which a lecture comes to them."""


@cache
def _chapters() -> dict[str, str]:
    """Name the chapter of each demonstration, by the files that there are; none is imported."""
    return {
        module.name.replace("_", "-"): chapter
        for chapter in CHAPTERS
        for module in iter_modules([f"{path}/{chapter}" for path in __path__])
    }


def names() -> tuple[str, ...]:
    """List the names of all demonstrations, chapter by chapter."""
    return tuple(_chapters())


def chapter_of(name: str) -> str:
    """Say in which chapter a demonstration stands."""
    return _chapters()[name]


@cache
def demonstrations() -> dict[str, Demonstration]:
    """Find all demonstrations by name, in the order in which a lecture comes to them."""
    order = sorted(map(demonstration, names()), key=_place)
    return {one.name: one for one in order}


def _place(one: Demonstration) -> tuple[int, int, str]:
    return CHAPTERS.index(chapter_of(one.name)), one.place, one.name


@cache
def demonstration(name: str) -> Demonstration:
    """Find a demonstration by its name."""
    known = _chapters()
    if name not in known:
        raise Refusal.of_word("there is no demonstration", name, known)
    module = f"{__name__}.{known[name]}.{name.replace('-', '_')}"
    found: Demonstration = import_module(module).DEMONSTRATION
    return found
