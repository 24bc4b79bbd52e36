"""What is raised inside an override of Qt's ends there, and the window lives.

C++ calls these methods, and cannot pass on what Python raises: several calls deep it ends the
process. So each of them is wrapped: the error is shown as one that nobody caught, and Qt gets an
answer that says nothing. Layers and panels are wrapped alike, so that one that fails does not take
the others with it.
"""

import sys
import traceback
from collections.abc import Callable, Iterator
from enum import EnumType
from functools import wraps
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any

from PySide6.QtGui import QPainter
from shiboken6 import Shiboken

OURS = "ensemble_viz."
ALIKE = ("draw", "refresh")  # what sheets and followers call in turn
BUILT_IN = (BuiltinFunctionType, MethodDescriptorType)

Override = Callable[..., Any]


def guard_overrides() -> None:
    """Wrap the overrides of all classes that are there now; none of them twice."""
    for kind, name, override in overrides():
        if not hasattr(override, "__wrapped__"):
            setattr(kind, name, guarded(override))


def overrides() -> Iterator[tuple[type, str, Override]]:
    """Walk what our classes override of Qt's, and what is called alike."""
    for kind in dict.fromkeys(_heirs(Shiboken.Object)):  # some come from two classes of Qt's
        if kind.__module__.startswith(OURS):
            for name, method in list(vars(kind).items()):
                if isinstance(method, FunctionType) and (name in ALIKE or _is_qts(kind, name)):
                    yield kind, name, method


def guarded(override: Override) -> Override:
    """Let nothing out of a method but an answer."""

    @wraps(override)
    def answer(*given: Any, **named: Any) -> Any:
        try:
            return override(*given, **named)
        except Exception as error:  # noqa: BLE001 - C++ could do nothing with it
            _tell(error, given)
        return _nothing(override.__annotations__.get("return"))

    return answer


def _nothing(kind: Any) -> Any:
    """Make an answer that says nothing: no, 0, no size, no flag."""
    if isinstance(kind, EnumType):
        return kind(0)
    return kind() if isinstance(kind, type) and kind is not Any else None


def _tell(error: Exception, given: tuple[Any, ...]) -> None:
    """Show an error, and end what was being painted while the paper is still there."""
    sys.excepthook(type(error), error, error.__traceback__)
    below = error.__traceback__.tb_next if error.__traceback__ else None
    for frame, _line in traceback.walk_tb(below):
        for value in frame.f_locals.values():
            if isinstance(value, QPainter) and not any(value is theirs for theirs in given):
                value.end()
    traceback.clear_frames(below)


def _heirs(kind: type) -> Iterator[type]:
    heirs: list[type] = kind.__subclasses__()
    for heir in heirs:
        yield heir
        yield from _heirs(heir)


def _is_qts(kind: type, name: str) -> bool:
    """Tell whether a class of Qt's has a method of this name."""
    return any(isinstance(vars(base).get(name), BUILT_IN) for base in kind.__mro__[1:])
