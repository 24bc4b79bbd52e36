"""Learners that are trained side by side: members of a vote, of a stack, in place of trees.

Every module here that ends in `KIND = Kind(…)` is one; nothing else lists them.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ensemble_viz.engine.learners.kind import Kind, Learner, Lesson, grow, lesson_of, refuse_far
from ensemble_viz.engine.learners.knn import Neighbours, answers_of, are_alike
from ensemble_viz.engine.learners.nearest import nearest

__all__ = [
    "Kind",
    "Learner",
    "Lesson",
    "Neighbours",
    "answers_of",
    "are_alike",
    "grow",
    "kinds",
    "lesson_of",
    "nearest",
    "refuse_far",
]


@cache
def kinds() -> dict[str, Kind]:
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    found = [module.KIND for module in modules if hasattr(module, "KIND")]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.name)}
