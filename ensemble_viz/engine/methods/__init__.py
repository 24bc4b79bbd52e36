"""The methods of the lecture notes, one file each.

Every module here that ends in `METHOD = Method(…)` is a method; nothing else lists them.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.ensembles import Method, Round, Start, Steps, Stop

__all__ = ["Method", "Round", "Start", "Steps", "Stop", "method", "methods", "refuse"]


@cache
def methods() -> dict[str, Method]:
    found = [import_module(f"{__name__}.{module.name}").METHOD for module in iter_modules(__path__)]
    return {method.name: method for method in sorted(found, key=lambda method: method.name)}


def method(name: str) -> Method:
    known = methods()
    if name not in known:
        raise Refusal.of_word("there is no method", name, known)
    return known[name]


def refuse(chosen: Method, data: Dataset) -> None:
    """Say why a method cannot take this data, and which methods can."""
    try:
        chosen.refuse(data)
    except Refusal as refusal:
        able = [other.name for other in methods().values() if _takes(other, data)]
        raise Refusal(f"{refusal}; {', '.join(able)} can") from None


def _takes(chosen: Method, data: Dataset) -> bool:
    try:
        chosen.refuse(data)
    except Refusal:
        return False
    return True
