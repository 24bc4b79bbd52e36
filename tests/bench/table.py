"""The table: where it was measured above it, what was missed below it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.bench.row import Row

HEAD = (
    "what", "points", "rounds", "ours", "peer", "theirs", "ratio", "must", "want", "stretch",
    "reached", "equal, and more",
)  # fmt: skip
BUSY = 0.4  # of the cores: then the clock tells of others, too
TO_THE_RIGHT = (1, 2, 3, 5, 6, 7, 8, 9)


def table(about: Mapping[str, Any], rows: Sequence[Row]) -> str:
    """Write everything as lines."""
    cells = [HEAD, *map(line, rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(HEAD))]
    written = []
    for row in cells:
        padded = [
            text.rjust(width) if k in TO_THE_RIGHT else text.ljust(width)
            for k, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        written.append("  ".join(padded).rstrip())
    written.insert(1, "-" * max(map(len, written)))
    return "\n".join([*heading(about), "", *written, "", summary(rows), ""])


def heading(about: Mapping[str, Any]) -> list[str]:
    """Say where it was measured, and how the columns are meant."""
    packages = ", ".join(f"{name} {version}" for name, version in about["packages"].items())
    busy = about["load"] is not None and about["load"] > BUSY * about["cores"]
    warning = "others use this machine: what is measured by the clock is too slow"
    return [
        f"{about['cpu']}, {about['cores']} cores, load {about['load']}; {about['system']}",
        f"Python {about['python']}; {packages}",
        f"one thread; CPU time, best of several in turn, but for start, drag and gap, which are "
        f"by the clock; {about['seconds']} s in all",
        "ratio: theirs by ours, or the first limit by ours; limits in × are ratios",
        *([warning] if busy else []),
    ]


def line(row: Row) -> tuple[str, ...]:
    """Write one row as texts."""
    limits = [
        "" if limit is None else f"{number(limit)} {row.goal.unit}"
        for limit in (row.goal.must, row.goal.want, row.goal.stretch)
    ]
    said = "; ".join(text for text in (row.equal, row.note, row.skipped, row.failed) if text)
    return (
        f"{row.group} {row.name}",
        str(row.n) if row.n else "",
        str(row.rounds) if row.rounds else "",
        measured(row.ours, row.unit),
        row.peer,
        measured(row.theirs, row.unit),
        "" if row.ratio is None else f"{number(row.ratio)} ×",
        *limits,
        "skipped" if row.skipped else row.reached,
        said,
    )


def measured(value: float | None, unit: str) -> str:
    """Write a measurement with its unit."""
    return "" if value is None else f"{number(value)} {unit}"


def number(value: float) -> str:
    """Write three digits, more of large numbers."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def summary(rows: Sequence[Row]) -> str:
    """Count what was reached."""
    counts: dict[str, int] = {}
    for row in rows:
        name = "skipped" if row.skipped else row.reached
        counts[name] = counts.get(name, 0) + 1
    return f"{len(rows)} rows: " + ", ".join(f"{count} {name}" for name, count in counts.items())
