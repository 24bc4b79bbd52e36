"""What the program says when it cannot do what it was asked."""

import difflib
import reprlib
from collections.abc import Collection
from typing import Self


class Refusal(ValueError):  # noqa: N818 - nothing is broken when the program says no
    """A request that cannot be met; the message is the whole explanation, in one line."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        """Why, without what was asked for: enough for who has just typed it."""

    @classmethod
    def of_word(cls, what: str, word: str, known: Collection[str]) -> Self:
        """Refuse a word that is not known, and name the one that was probably meant."""
        near = difflib.get_close_matches(word.lower(), known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        return cls(f"{what} {reprlib.repr(word)}; {hint}")
