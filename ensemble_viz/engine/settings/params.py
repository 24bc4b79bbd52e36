"""Settings of a method, declared once.

A method's settings are a frozen dataclass whose annotations carry label, range, help and formula
symbol. The form in the window, the command line's `--set`, the check of saved files, tooltips and
the conformance tests all read the same declaration.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

import numpy as np

from ensemble_viz.engine.data import Dataset, Refusal, numerals


@dataclass(frozen=True, slots=True)
class Items:
    """What a list may hold, and how it is typed."""

    read: Callable[[object], Any]
    """Turns an entry, typed or from a saved file, into its value, or refuses it."""
    words: str
    """Says what the list looks like."""
    example: str
    """A list, as it is typed."""
    most: int = 100
    split: Callable[[str], list[str]] = lambda text: text.split(",")
    offers: Callable[[], tuple[tuple[str, str], ...]] = lambda: ()
    """Entries that can be picked, each with a few words about it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What an annotation says about one setting; the rest is read from its type."""

    label: str
    help: str
    symbol: str = ""
    """How the formulas write it, as LaTeX."""
    low: float | None = None
    high: float | None = None
    above: bool = False
    """The lowest value itself is not allowed."""
    aliases: tuple[tuple[str, Any], ...] = ()
    """Other words for a value, as the libraries have them."""
    items: Items | None = None
    """What a list holds."""
    titles: tuple[tuple[Any, str], ...] = ()
    """What values are called on screen, where their names say too little."""
    only: tuple[str, Any] | None = None
    """Another setting, and its value with which alone this one matters."""
    reach: tuple[float, float] | None = None
    """From where to where a slider goes, where that is not all that is allowed."""


@dataclass(frozen=True, slots=True)
class Field:
    """One setting with its name, type and default: all that a form or a check needs."""

    name: str
    kind: type
    default: Any
    optional: bool
    """None is allowed, and means that there is no limit (or no such value)."""
    choices: tuple[Any, ...]
    """The only values; none: every value of the type in the range."""
    setting: Setting
    words: tuple[str, ...] = ()
    """Words that may stand for a value, beside those in the range."""

    @property
    def attribute(self) -> str:
        """Name the field of the dataclass: `values_` where the setting is called as a method is."""
        return f"{self.name}_" if hasattr(Params, self.name) else self.name

    def parse(self, text: str) -> Any:
        text = text.strip()
        for word, value in (*self.setting.aliases, *zip(self.words, self.words, strict=True)):
            if text == word:
                return value
        if self.optional and text.lower() == "none":
            return None
        if self.choices or self.setting.items is not None:
            named: dict[str, Any] = {str(choice): choice for choice in self.choices}
            if self.choices and text not in named:
                raise self._refusal(text, typed=True)
            return self.check(named.get(text, text))
        value = _READERS[self.kind](text)
        if value is None or not self._in_range(value):
            raise self._refusal(text, typed=True)
        return value

    def check(self, value: Any) -> Any:
        """Return the value as its own type, or refuse it with the range in the message.

        Numbers, words and lists of numpy become Python's own.
        """
        value = _plain_python(value)
        if (value is None and self.optional) or (type(value) is str and value in self.words):
            return value
        if self.setting.items is not None:
            return self._check_list(value, self.setting.items)
        if self.choices:
            if type(value) not in map(type, self.choices) or value not in self.choices:
                raise self._refusal(value)
            return value
        if self.kind is float and type(value) is int and abs(value) < 2**53:
            value = float(value)
        if type(value) is not self.kind or not self._in_range(value):
            raise self._refusal(value)
        return value

    def text(self, value: Any) -> str:
        if value is None:
            return "none"
        return ", ".join(map(str, value)) if self.setting.items is not None else str(value)

    def _check_list(self, value: Any, items: Items) -> tuple[Any, ...]:
        if isinstance(value, str):
            value = items.split(value)
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= items.most:
            raise self._refusal(value)
        try:
            return tuple(items.read(_plain_python(entry)) for entry in value)
        except Refusal as refusal:
            raise Refusal(f"{self.name}={_shown(value)}: {refusal}", str(refusal)) from None

    @property
    def range(self) -> str:
        if self.setting.items is not None:
            words = self.setting.items.words
        elif self.choices:
            words = ", ".join(str(choice) for choice in self.choices)
        else:
            words = _RANGE_WORDS[self.kind] + self._bounds()
        others = [*self.words, "none"] if self.optional else self.words
        return f"{words}, or {' or '.join(others)}" if others else words

    def _in_range(self, value: Any) -> bool:
        if self.kind is bool or self.kind is str:
            return True
        low, high = self.setting.low, self.setting.high
        if isinstance(value, float) and not math.isfinite(value):
            return False
        above = low is None or value > low or (value == low and not self.setting.above)
        return above and (high is None or value <= high)

    def _bounds(self) -> str:
        low, high = self.setting.low, self.setting.high
        if low is None:
            return "" if high is None else f" up to {_plain(high)}"
        if self.setting.above:
            return f" above {_plain(low)}" + ("" if high is None else f", up to {_plain(high)}")
        return f" from {_plain(low)}" + (" on" if high is None else f" to {_plain(high)}")

    def _refusal(self, value: object, typed: bool = False) -> Refusal:
        """Refuse a value; a text in a number's place that nobody typed is shown as one: '3'."""
        is_text = isinstance(value, str) and self.kind not in (str, tuple) and not typed
        shown = f"'{_shown(value)}'" if is_text else _shown(value)
        reason = f"{self.setting.label} takes {self.range}"
        return Refusal(f"{self.name}={shown}: {reason}", reason)


def _plain_python(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else value


def _shown(value: object) -> str:
    """Write a value into a message: in one line, and not too long."""
    shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    shown = shown if shown.isprintable() else ascii(shown)
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _plain(limit: float) -> str:
    """Write a limit as it can be typed."""
    return str(int(limit)) if float(limit).is_integer() else str(limit)


_READERS: dict[type, Callable[[str], Any]] = {
    bool: lambda text: {"yes": True, "true": True, "no": False, "false": False}.get(text.lower()),
    int: numerals.read_int,
    float: numerals.read_float,
    str: str,
}
_RANGE_WORDS: dict[type, str] = {
    bool: "yes or no",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


@dataclass(frozen=True)
class Params:
    """Settings of one method: a base for frozen dataclasses of annotated fields."""

    __slots__ = ()
    _fields: ClassVar[tuple[Field, ...]]

    def __post_init__(self) -> None:
        """Refuse a value outside its declared range, wherever it comes from."""
        for field in self.fields():
            object.__setattr__(self, field.attribute, field.check(getattr(self, field.attribute)))
        self.check()

    def check(self) -> None:
        """Refuse settings that contradict one another."""

    def resolved(self, _data: Dataset) -> Self:
        """Choose what the settings leave to the points; refuse what cannot be learned from them."""
        return self

    @classmethod
    def settled(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let settings that are given decide about others that are not."""
        return given

    def changed(self, name: str, value: Any) -> Self:
        """Change one setting, as in a form; others may give way."""
        return self.from_values(self.values() | {name: value})

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        if "_fields" not in cls.__dict__:
            hints = get_type_hints(cls, include_extras=True)
            cls._fields = tuple(
                _field(field.name.removesuffix("_"), hints[field.name], field.default)
                for field in fields(cls)
            )
        return cls._fields

    @classmethod
    def field(cls, name: str) -> Field:
        return next(field for field in cls.fields() if field.name == name)

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Make settings from values by name, as a saved file holds them."""
        cls._refuse_unknown(values)
        settled = cls.settled(values)
        return cls(**{cls.field(name).attribute: value for name, value in settled.items()})

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """Make settings from texts by name, as the command line has them."""
        cls._refuse_unknown(texts)
        by_name = {field.name: field for field in cls.fields()}
        return cls.from_values({name: by_name[name].parse(text) for name, text in texts.items()})

    def values(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.attribute) for field in self.fields()}

    @classmethod
    def _refuse_unknown(cls, given: Mapping[str, Any]) -> None:
        names = [field.name for field in cls.fields()]
        for name in given:
            if name not in names:
                raise Refusal.of_word("there is no setting here called", str(name), names)


def _field(name: str, hint: Any, default: Any) -> Field:
    annotated, setting = get_args(hint)
    members = get_args(annotated) if get_origin(annotated) in (Union, UnionType) else (annotated,)
    literals = [word for member in members for word in _words(member)]
    kinds = [
        tuple if get_origin(member) is tuple else member
        for member in members
        if member is not NoneType and not _words(member)
    ]
    return Field(
        name=name,
        kind=kinds[0] if kinds else type(literals[0]),
        default=default,
        optional=NoneType in members,
        choices=() if kinds else tuple(literals),
        setting=setting,
        words=tuple(literals) if kinds else (),
    )


def _words(member: Any) -> tuple[Any, ...]:
    """List the values of a Literal; none of any other type."""
    return get_args(member) if get_origin(member) is Literal else ()
