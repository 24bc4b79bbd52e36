"""What a number may be, how it is written, and where the arrows of its field lead."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import SignalInstance

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import Option, TextOption
from ensemble_viz.engine.settings import Field
from ensemble_viz.scene.words import capital

NO_LIMIT = "no limit"
LEAST_STEP = Decimal("0.001")  # of the ladder 1, 2, 5, 10 …
TENS = (1, 2, 5)
LONGEST = 12  # digits, before a number is written with an exponent
Number = int | float


@dataclass(frozen=True, slots=True)
class Span:
    """The range of a number, and how a text is read as one."""

    kind: type
    low: float | None
    high: float | None
    read: Callable[[str], Any]
    above: bool = False
    """The lowest value itself is not allowed."""
    optional: bool = False
    """There may be no limit: it stands below the lowest value."""
    words: tuple[str, ...] = ()
    """Words that may stand for a value; no arrow leads to them."""
    no_value: str = NO_LIMIT
    """What is written where there is none."""

    def parse(self, text: str) -> Any:
        """Read what was typed; a decimal comma and a true minus are fine in a number."""
        if self.kind is str:
            return None if self.optional and not text.strip() else self.read(text)
        plain = text.strip().replace("−", "-").replace(",", ".")
        if self.optional and plain.lower() in ("", "none", self.no_value):
            return None
        return plain.lower() if plain.lower() in self.words else self.read(plain)

    def after(self, value: Number | str | None, up: bool) -> Number | str | None:
        """Find the value an arrow leads to; the same one where it leads nowhere."""
        if value is None:
            return self._bounded(self._first) if up else None
        if isinstance(value, str):
            return value
        given = Decimal(repr(value))
        found = self._bounded(self._next(given, up))
        if (found > value) == up and found != value:
            return found
        return None if self.optional and not up else value

    def _next(self, value: Decimal, up: bool) -> Decimal:
        if self.kind is int:
            step = _whole_step(value if up else value - 1)
        elif self._is_ladder:
            return _rung(value, up) if value > 0 or (up and value == 0) else -_rung(-value, not up)
        else:
            step = self._even_step
        count = (value / step).to_integral_value(ROUND_FLOOR if up else ROUND_CEILING)
        return (count + (1 if up else -1)) * step

    @property
    def _is_ladder(self) -> bool:
        """Say whether steps grow with the value: where no range tells how long one should be."""
        return self.high is None or (self.above and self.high > 1)

    @property
    def _even_step(self) -> Decimal:
        """A twentieth of the range, made round."""
        assert self.low is not None
        assert self.high is not None
        return _round_up(Decimal(repr(self.high - self.low)) / 20)

    @property
    def _first(self) -> Decimal:
        """The lowest value that an arrow can reach."""
        low = Decimal(repr(self.low or 0))
        if not self.above:
            return low
        return low + (LEAST_STEP if self._is_ladder else self._even_step)

    def _bounded(self, value: Decimal) -> Number:
        if self.low is not None:
            value = max(value, self._first)
        if self.high is not None:
            value = min(value, Decimal(repr(self.high)))
        return int(value) if self.kind is int else float(value) + 0.0  # never −0


def _whole_step(value: Decimal) -> Decimal:
    """Count by ones up to a hundred, by tens up to a thousand, and so on."""
    return Decimal(10) ** max(0, value.adjusted() - 1) if value >= 100 else Decimal(1)


def _rung(value: Decimal, up: bool) -> Decimal:
    """Find the next of … 0.1, 0.2, 0.5, 1, 2, 5 …; below the least one there is 0."""
    if value < LEAST_STEP or (value == LEAST_STEP and not up):
        return LEAST_STEP if up else Decimal(0)
    ten = Decimal(1).scaleb(value.adjusted())
    rungs = [ten / 2, *(ten * k for k in TENS), ten * 10]
    if up:
        return next(rung for rung in rungs if rung > value)
    return next(rung for rung in reversed(rungs) if rung < value)


def _round_up(step: Decimal) -> Decimal:
    """Make a step one of 1, 2, 5 times a power of ten."""
    ten = Decimal(1).scaleb(step.adjusted())
    return next(ten * k for k in (*TENS, 10) if ten * k >= step)


def span_of(field: Field) -> Span:
    setting = field.setting
    return Span(
        field.kind,
        setting.low,
        setting.high,
        _Reader(field),
        setting.above,
        field.optional,
        field.words,
        dict(setting.titles).get(None, NO_LIMIT),
    )


def span_of_option(option: Option | TextOption) -> Span:
    return Span(option.type, option.low, option.high, option.parse)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a setting, without the name that only the command line uses."""

    field: Field

    def __call__(self, text: str) -> Any:
        try:
            return self.field.parse(text)
        except Refusal as refusal:
            raise Refusal(capital(refusal.reason)) from None


def written(value: Number | str | None) -> str:
    """Write a number so that reading it gives the very same one; a word is written as it is."""
    if value is None or isinstance(value, str):
        return NO_LIMIT if value is None else value
    if isinstance(value, int):
        return str(value)
    plain = format(Decimal(repr(value)), "f")
    whole, _, decimals = plain.partition(".")
    padded = f"{whole}.{decimals.ljust(2, '0')}"
    return padded if len(padded) <= LONGEST else repr(value)


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
