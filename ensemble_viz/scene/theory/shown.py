"""A demonstration with its figures, as it is shown: what every medium reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from ensemble_viz.engine import theory
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.picture.charts import Chart, Listing
from ensemble_viz.scene.theory.figure_rows import FigureRow, figure_rows
from ensemble_viz.scene.theory.words import Words

PACKAGE = __name__.rpartition(".")[0]


@cache
def _file(name: str) -> ModuleType | None:
    """Find the file of a demonstration, if there is one."""
    module = name.replace("-", "_")
    known = {found.name for found in iter_modules(import_module(PACKAGE).__path__)}
    return import_module(f"{PACKAGE}.{module}") if module in known else None


def words_of(name: str) -> Words | None:
    """Find the words of a demonstration, if there are any."""
    words: Words | None = getattr(_file(name), "WORDS", None)
    return words


def question_of(name: str) -> str:
    """Ask what a demonstration answers; or give its title."""
    words = words_of(name)
    return words.question if words is not None else theory.demonstration(name).title


@dataclass(frozen=True, eq=False)
class ShownTheory:
    """A demonstration with settings and figures."""

    name: str
    settings: Mapping[str, Any]
    figures: Mapping[str, Any]

    @property
    def title(self) -> str:
        """What it is called."""
        return theory.demonstration(self.name).title

    @property
    def headline(self) -> str:
        """What it shows, in a line."""
        words = words_of(self.name)
        return self.title if words is None else words.headline

    @property
    def explanation(self) -> tuple[str, ...]:
        """For who missed the lecture: a paragraph each."""
        words = words_of(self.name)
        return (theory.demonstration(self.name).summary,) if words is None else words.explanation

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Read the figures aloud; and what is to be said about slides and notes."""
        words = words_of(self.name)
        return () if words is None else words.sentences(self.settings, self.figures)

    @cached_property
    def plots(self) -> tuple[Chart | Listing, ...]:
        """Draw the figures; nothing where there is no picture."""
        draw = getattr(_file(self.name), "picture", None)
        return () if draw is None else draw(self.settings, self.figures)

    @cached_property
    def formulas(self) -> tuple[FormulaLine, ...]:
        """Write the arithmetic with its digits."""
        write = getattr(_file(self.name), "formulas", None)
        return () if write is None else write(self.settings, self.figures)

    @cached_property
    def rows(self) -> tuple[FigureRow, ...]:
        """List the figures."""
        words = words_of(self.name)
        return figure_rows(self.figures, {} if words is None else words.figures)

    @property
    def description(self) -> str:
        """What a screen reader says, and what stands in the files of figures."""
        return " ".join((f"{self.headline}.", *self.sentences[:3]))
