"""The words of the demonstrations, one file each, called as the demonstration is.

A demonstration without a file here is shown by its title and the names of its figures.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ensemble_viz.scene.theory.words import Words

__all__ = ["Words", "words_of"]


@cache
def words_of(name: str) -> Words | None:
    """Find the words of a demonstration, if there are any."""
    module = name.replace("-", "_")
    if module not in {found.name for found in iter_modules(__path__)}:
        return None
    words: Words | None = getattr(import_module(f"{__name__}.{module}"), "WORDS", None)
    return words
