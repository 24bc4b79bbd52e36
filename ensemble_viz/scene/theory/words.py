"""What is said beside a demonstration: a question, an answer, and what its figures mean."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Reading = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[str, ...]]
"""From settings and figures to sentences with their digits."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one demonstration."""

    question: str
    """What somebody asks who needs it."""
    headline: str
    explanation: tuple[str, ...]
    """For who missed the lecture: a paragraph each."""
    figures: Mapping[str, str]
    """What each figure is."""
    read: Reading
    beside: tuple[str, ...] = ()
    """Where the question arises: names of the trace, of its figures and nodes, and of settings."""
    slip: str = ""
    """Where a slide has a slip: the right figure, and a kind word."""
    notes: str = ""
    """Where the notes disagree: what each says, and what this program does."""

    def sentences(self, settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
        """Read the figures aloud, and add what is to be said about slides and notes."""
        return tuple(filter(None, (*self.read(settings, figures), self.slip, self.notes)))
