"""What fields have in common that are typed into: how they ask for what stands there."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import SignalInstance

from ensemble_viz.engine.data import Refusal


@runtime_checkable
class Typed(Protocol):
    """A field that shows a value and is typed into."""

    value: Any
    stroke: object

    @property
    def entered(self) -> SignalInstance:
        """A value that a person wants."""

    @property
    def wrong(self) -> SignalInstance:
        """Why what was typed is no value."""

    def show_value(self, value: Any) -> None:
        """Show a value as it is."""


def ask(field: Typed, read: Callable[[str], Any], text: str) -> None:
    """Ask for what was typed, or go back to what was there."""
    field.stroke = object()
    try:
        value = read(text)
    except Refusal as refusal:
        field.show_value(field.value)
        field.wrong.emit(str(refusal))
        return
    if value != field.value:
        field.entered.emit(value)
    field.show_value(field.value)  # what became of it
    field.stroke = object()
