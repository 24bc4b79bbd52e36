"""JSON that may have been changed by hand: each value is asked for, and says where it stands."""

import json
import math
import re
import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ensemble_viz.document.files import plain
from ensemble_viz.engine.data import Refusal

DEEPEST = 12  # lists and objects inside one another; a session has five
LONGEST_NUMBER = 400  # digits: Python would read thousands, and take its time


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A value in a file, and where it stands there: setups[1].seed."""

    file: str
    path: str
    value: Any

    def refusal(self, wanted: str) -> Refusal:
        """Say in one sentence what stands here, and what should."""
        found = plain(reprlib.repr(self.value), most=60)
        return Refusal(f"{self.file}: {self.path or 'the whole'} is {found}; {wanted}.")

    def get(self, name: str) -> "Node":
        """Find what has to be there."""
        found = self.find(name)
        if found is None:
            raise Refusal(f"{self.file}: {self._inside(name)} is missing.")
        return found

    def find(self, name: str) -> "Node | None":
        """Find what need not be there, nor be anything: null is as good as nothing."""
        if not isinstance(self.value, dict):
            raise self.refusal("names with values, in braces, are needed")
        value = self.value.get(name)
        return None if value is None else Node(self.file, self._inside(name), value)

    def items(self, most: int, least: int = 0) -> list["Node"]:
        found = self.list(most, least)
        return [Node(self.file, f"{self.path}[{k}]", each) for k, each in enumerate(found)]

    def list(self, most: int, least: int = 0) -> Sequence[Any]:
        if not isinstance(self.value, list):
            raise self.refusal("a list, in brackets, is needed")
        if not least <= len(self.value) <= most:
            many = f"{least} to {most}" if least else f"at most {most}"
            raise Refusal(f"{self.file}: {self.path} has {len(self.value)} entries, not {many}.")
        return self.value

    def whole(self, least: int, most: int) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.refusal(f"a whole number from {least} to {most} is needed")
        return self.value

    def number(self) -> float:
        if type(self.value) not in (int, float) or not math.isfinite(self.value):
            raise self.refusal("a number is needed")
        return float(self.value)

    def flag(self) -> bool:
        if type(self.value) is not bool:
            raise self.refusal("true or false is needed")
        return self.value

    def text(self, most: int) -> str:
        """Read a text on one line, of characters that there are."""
        text = self.value
        if not isinstance(text, str) or len(text) > most:
            raise self.refusal(f"a text of at most {most} characters is needed")
        if any(0xD800 <= ord(letter) < 0xE000 or letter in "\0\r\n" for letter in text):
            raise self.refusal("a text on one line, of whole characters, is needed")
        return text

    def one_of(self, words: Sequence[Any]) -> Any:
        """Read one of some words or numbers."""
        for word in words:
            if type(self.value) in (type(word), int) and self.value == word:
                if type(self.value) is bool:
                    break
                return word
        raise self.refusal(f"one of {', '.join(map(str, words))} is needed")

    def _inside(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name


def parse(file: str, text: str) -> Node:
    """Read JSON as it is defined: no NaN, no name twice, no number beyond all numbers."""
    _check_depth(file, text)
    try:
        value = json.loads(
            text,
            parse_constant=lambda word: _refuse(f"{file}: {word} is no number."),
            parse_float=lambda digits: _finite(file, digits),
            parse_int=lambda digits: _whole(file, digits),
            object_pairs_hook=lambda pairs: _once(file, pairs),
        )
    except json.JSONDecodeError as error:
        raise Refusal(
            f"{file}, line {error.lineno}: this is not JSON ({error.msg[0].lower()}"
            f"{error.msg[1:]}, column {error.colno})."
        ) from None
    return Node(file, "", value)


def _check_depth(file: str, text: str) -> None:
    """Refuse what would exhaust the reader: brackets in texts count, but nobody has so many."""
    depth = 0
    for letter in _outside_texts(text):
        depth += 1 if letter in "[{" else -1
        if depth > DEEPEST:
            raise Refusal(f"{file}: more than {DEEPEST} lists inside one another.")


def _outside_texts(text: str) -> Iterator[str]:
    """List the brackets that stand outside of quotes."""
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', text):
        if found[0][0] != '"':
            yield found[0]


def _finite(file: str, digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        _refuse(f"{file}: {plain(digits)} is too large a number.")
    return number


def _whole(file: str, digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        _refuse(f"{file}: a number of {len(digits)} digits is too large.")
    return int(digits)


def _once(file: str, pairs: Sequence[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        _refuse(f"{file}: {plain(twice)} stands twice in one place.")
    return found


def _refuse(sentence: str) -> NoReturn:
    raise Refusal(sentence)
