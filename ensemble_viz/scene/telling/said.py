"""A caption's words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """What happened, what it means, what to try."""

    headline: str
    sentence: str = ""
    hint: str = ""
    stopped: bool = False
    rows: tuple[tuple[str, str], ...] = ()
    """The headline in short rows, each with its number, for those who sit far away."""


def joined(*sentences: str) -> str:
    """Put sentences behind one another, leaving out the empty ones."""
    return " ".join(sentence for sentence in sentences if sentence)
