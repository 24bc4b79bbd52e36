"""The figures of a demonstration in rows: name, number, and what it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ensemble_viz.scene.words.numbers import fixed

MOST_SHOWN = 12  # entries of a list
SAID = {None: "none", True: "yes", False: "no"}
Write = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A named figure."""

    name: str
    value: str
    meaning: str


def figure_rows(figures: Mapping[str, Any], meanings: Mapping[str, str]) -> tuple[FigureRow, ...]:
    """Write all figures; of long lists the first entries: the picture has the others."""
    return tuple(
        FigureRow(name, one_line(value, fixed), meanings.get(name, ""))
        for name, value in figures.items()
    )


def one_line(value: Any, write: Write) -> str:
    """Write a figure in one line."""
    if isinstance(value, float):
        return write(value)
    if isinstance(value, dict):
        return _several([f"{_key(key, write)}: {one_line(own, write)}"
                         for key, own in value.items()])  # fmt: skip
    if isinstance(value, list | tuple):
        return _several([one_line(own, write) for own in value])
    return SAID[value] if value is None or isinstance(value, bool) else str(value)


def _key(key: Any, write: Write) -> str:
    return write(key) if isinstance(key, float) else str(key)


def _several(parts: list[str]) -> str:
    if not parts:
        return "none"
    more = f", … ({len(parts)})" if len(parts) > MOST_SHOWN else ""
    return ", ".join(f"[{part}]" if ", " in part else part for part in parts[:MOST_SHOWN]) + more
