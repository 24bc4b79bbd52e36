"""Lists and tables of numbers that are typed as a setting: "0 1 0 2 1", or "0.9 0.1; 0.8 0.2"."""

import re
from itertools import pairwise

from ensemble_viz.engine.data import Refusal, numerals

MOST = 1000
LARGEST = 1e6
STEPS = 40  # of a range "-2 … 2"


def numbers(text: str, name: str, low: float = -LARGEST, high: float = LARGEST) -> list[float]:
    """Read numbers that blanks or commas part; they lie between two limits."""
    found = []
    for word in re.split(r"[\s,]+", text.strip()):
        value = numerals.read_float(word)
        if value is None or not low <= value <= high:
            raise Refusal(
                f"{name}={_short(text)}: {_short(word)!r} is no number from {_plain(low)} to "
                f"{_plain(high)}; numbers are parted by blanks"
            )
        found.append(value)
    if len(found) > MOST:
        raise Refusal(f"{name}: up to {MOST} numbers, and there are {len(found)}")
    return found


def whole_numbers(text: str, name: str, high: int) -> list[int]:
    """Read whole numbers from 0 on."""
    found = numbers(text, name, 0, high)
    for value in found:
        if value != int(value):
            raise Refusal(f"{name}={_short(text)}: {value} is no whole number from 0 to {high}")
    return [int(value) for value in found]


def table(text: str, name: str, high: float = LARGEST) -> list[list[float]]:
    """Read rows of numbers from 0 on that semicolons part, all of them equally long."""
    rows = [numbers(row, name, 0, high) for row in text.split(";")]
    if len({len(row) for row in rows}) > 1:
        raise Refusal(f"{name}={_short(text)}: the rows are not equally long")
    return rows


def places(text: str, name: str) -> list[float]:
    """Read numbers, or a range "-2 … 2": both ends and even steps between them."""
    ends = re.split(r"\s*(?:…|\.\.\.)\s*", text.strip())
    if len(ends) != 2:
        return numbers(text, name)
    low, high = (numbers(end, name)[0] for end in ends)
    found = [low + (high - low) * k / STEPS for k in range(STEPS + 1)]
    if any(a >= b for a, b in pairwise(found)):
        raise Refusal(f"{name}={_short(text)}: a range goes from a number to a larger one")
    return found


def _plain(limit: float) -> str:
    return f"{limit:g}" if abs(limit) < LARGEST else f"{limit:.0e}"


def _short(text: str) -> str:
    shown = text if text.isprintable() else ascii(text)
    return shown if len(shown) <= 40 else shown[:37] + "…"
