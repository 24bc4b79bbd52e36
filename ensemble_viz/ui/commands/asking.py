"""Whom commands ask, and to whom they say what they did; tests answer in their place."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from ensemble_viz.document.reading import Reader, Reading
from ensemble_viz.engine.data.samples import Option
from ensemble_viz.ui.recovery import Found

Answer = Literal["save", "discard", "cancel"]


class Ask(Protocol):
    """Asks a person; None when they changed their mind."""

    def open_path(self, title: str, kinds: str) -> Path | None:
        """Ask for a file that is there."""

    def save_path(self, title: str, kinds: str, name: str) -> Path | None:
        """Ask where to write."""

    def leave(self, title: str, lost: str) -> Answer:
        """Ask what is to become of work that is not saved."""

    def recover(self, found: Found, others: int) -> bool:
        """Ask whether to go on with work that was left; there may be others."""

    def points(self, reader: Reader, adds: bool) -> tuple[Reading, bool] | None:
        """Show how points are read; say how, and whether they are put beside those there are."""

    def numbers(self, title: str, options: Sequence[Option]) -> dict[str, Any] | None:
        """Ask for some numbers, by their names."""


class Asks(Protocol):
    ask: Ask


class Say(Protocol):
    def say(self, sentence: str) -> None:
        """Show it until it is closed."""

    def tell(self, sentence: str) -> None:
        """Show it for a moment."""
