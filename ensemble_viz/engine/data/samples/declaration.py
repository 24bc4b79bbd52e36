"""What a sample is and what can be asked of it: numbers in a range, declared once."""

import reprlib
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from ensemble_viz.engine.data.dataset import Dataset
from ensemble_viz.engine.data.numerals import read_float, read_int
from ensemble_viz.engine.data.refusal import Refusal

Value = int | float | str


@dataclass(frozen=True, slots=True)
class Option:
    """One number that a sample is made by."""

    name: str
    label: str
    """What a form calls it."""
    type: type[int] | type[float]
    default: int | float
    low: int | float
    high: int | float
    help: str

    def check(self, value: Any) -> int | float:
        """Return the value as its own type, or refuse it with the range in the message."""
        if not self._is_number(value) or not self.low <= value <= self.high:
            raise self._refusal(value)  # nan is in no range
        return self.type(value)

    def parse(self, text: str) -> int | float:
        text = text.strip()
        value = read_int(text) if self.type is int else read_float(text)
        return self.check(text if value is None else value)  # which says what it should have been

    @property
    def range(self) -> str:
        kind = "a whole number" if self.type is int else "a number"
        return f"{kind} from {self.low} to {self.high}"

    def _is_number(self, value: object) -> bool:
        kind = Integral if self.type is int else Real
        return isinstance(value, kind) and not isinstance(value, bool)

    def _refusal(self, value: object) -> Refusal:
        return Refusal(f"{self.name} must be {self.range}, not {reprlib.repr(value)}")


@dataclass(frozen=True, slots=True)
class TextOption:
    """A text that a sample is made by."""

    name: str
    label: str
    """What a form calls it."""
    type: type[str]
    default: str
    help: str
    read: Callable[[str], object]
    """Refuses a text that says nothing."""
    low: None = None
    high: None = None

    def check(self, value: Any) -> str:
        """Return the text as it is compared, or refuse it."""
        if not isinstance(value, str):
            raise Refusal(f"{self.name} must be a text, not {reprlib.repr(value)}")
        self.read(value)
        return value.strip()

    def parse(self, text: str) -> str:
        """Read a text from the command line; quotes around it are not part of it."""
        return self.check(unquoted(text))

    @property
    def range(self) -> str:
        return f"a text like {self.default}"


@dataclass(frozen=True, slots=True)
class Sample:
    """Points to begin with, under a name."""

    name: str
    title: str
    task: str
    """What is learned from it: "classification" or "regression"."""
    summary: str
    options: tuple[Option | TextOption, ...]
    draw: Callable[..., Dataset]
    """Makes the points; takes every option by its name."""

    def build(self, **options: Any) -> Dataset:
        """Make the points; an option that is not given has its default."""
        return self.draw(**self.resolve(**options))

    def resolve(self, **options: Any) -> dict[str, Value]:
        """Check the options that are given and fill in the others."""
        for name in options:
            self.option(name)
        return {
            option.name: option.check(options.get(option.name, option.default))
            for option in self.options
        }

    def option(self, name: str) -> Option | TextOption:
        for option in self.options:
            if option.name == name:
                return option
        raise self._no_option(name)

    def _no_option(self, name: str) -> Refusal:
        names = [option.name for option in self.options]
        if "n" in names:
            return Refusal.of_word(f"Sample '{self.name}' has no option", name, names)
        missing = "test points" if name == "test" else f"option {reprlib.repr(name)}"
        rest = f"the options are {', '.join(names)}" if names else "it has no options"
        return Refusal(f"Sample '{self.name}' is a fixed table without {missing}: {rest}")


def unquoted(text: str) -> str:
    """Take away the quotes around a text, if there are some."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
