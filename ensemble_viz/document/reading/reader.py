"""Reading points: what was understood of a file, each of it open to be changed.

A preview shows a `Reading` and asks for another: `reading.changed(separator=";")`. Whatever was
found out stands in it together with why no points came of it, if none did; a `Reader` makes one
slice by slice, so that a window can show how far it is, or stop.
"""

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ensemble_viz.document.files import (
    ENCODINGS,
    RawFile,
    Source,
    TextFile,
    decode,
    read_raw,
    shown,
)
from ensemble_viz.document.reading.columns import NO_ANSWER, Given, told_columns
from ensemble_viz.document.reading.point_rows import Layout, lay_out, points_steps
from ensemble_viz.document.reading.rows import AXES, KINDS, ROLES, TASK_OF
from ensemble_viz.document.reading.table import Table, table_steps
from ensemble_viz.engine.data import Dataset, Refusal

DECIMALS = {".": "points", ",": "commas"}
TASKS = tuple(TASK_OF.values())
PREVIEW = 20  # rows
RESPLITS = {"encoding", "separator", "header"}  # other columns come of it
SPLIT = 0.6  # of the time it takes to read: until the rows are there


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody says about a file; None: it is to be found out."""

    encoding: str | None = None
    separator: str | None = None
    header: bool | None = None
    decimal: str | None = None
    task: str | None = None
    columns: Given = field(default_factory=dict)
    """{"x1": "petal", "class": 4, "weight": None}: by name, by number from 0, or no column."""

    def __post_init__(self) -> None:
        offers: tuple[tuple[str, str | None, Mapping[str, str] | tuple[str, ...]], ...] = (
            ("encoding", self.encoding, ENCODINGS),
            ("separator", self.separator, KINDS),
            ("decimal sign", self.decimal, DECIMALS),
            ("task", self.task, TASKS),
            *(("column", role, ROLES) for role in self.columns),
        )
        for name, value, offered in offers:
            if value is not None and value not in offered:
                raise Refusal(
                    f"{shown(value)} is no {name}; there are {', '.join(map(repr, offered))}"
                )
        if sum(self.columns.get(role) is not None for role in TASK_OF) > 1:
            raise Refusal("the answer is a class or a value, not both")


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """How a file was understood, as far as that went."""

    raw: RawFile
    choices: Choices
    file: TextFile | None = None
    table: Table | None = None
    layout: Layout | None = None
    data: Dataset | None = None
    refusal: str = ""
    """Why there are no points; empty when there are."""
    reason: str = ""
    """The same for who sees which file it is."""

    @property
    def asks_for_answer(self) -> bool:
        """True if no column says what is to be learned."""
        return self.reason.endswith(NO_ANSWER)

    @property
    def encoding(self) -> str | None:
        """What the text is written in."""
        return self.file.encoding if self.file else self.choices.encoding

    @property
    def separator(self) -> str | None:
        return self.table.separator if self.table else self.choices.separator

    @property
    def decimal(self) -> str | None:
        """The decimal sign of the numbers."""
        if self.layout is None:
            return self.choices.decimal
        return "," if self.layout.table.commas else "."

    @property
    def has_header(self) -> bool | None:
        """Whether the first row names the columns."""
        return self.table.header_line is not None if self.table else self.choices.header

    @property
    def task(self) -> str | None:
        """What is learned from the answers."""
        return self.layout.task if self.layout else self.choices.task

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns; without a header their numbers."""
        if self.table is None:
            return ()
        names = self.table.names + ("",) * (self.table.width - len(self.table.names))
        return tuple(name or str(k + 1) for k, name in enumerate(names))

    @property
    def roles(self) -> tuple[str, ...]:
        """What each column is: x1, x2, class, value, weight, …; empty: it is not used."""
        roles = [""] * len(self.columns)
        for role, k in self._found().items():
            roles[k] = role
        return tuple(roles)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The first rows, as they are split."""
        return tuple(map(tuple, self.table.rows[:PREVIEW])) if self.table else ()

    @property
    def count(self) -> int:
        return len(self.table.rows) if self.table else 0

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about how the file was read."""
        read: Any = self.layout.table if self.layout else self.table or self.file
        return read.notes if read else ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The same with the name of the file."""
        return tuple(f"{self.raw.name}: {remark}" for remark in self.remarks)

    def changed(self, **choices: Any) -> "Reader":
        """Read again with other choices; what is said about columns is added to what was said."""
        columns: Given = choices.pop("columns", {})
        if not RESPLITS & choices.keys():
            columns = {**_others(self.choices.columns, columns), **columns}
        if TASK_OF.keys() & columns.keys():
            choices = {"task": None} | choices
        return Reader(self.raw, replace(self.choices, **choices, columns=columns), self)

    def _found(self) -> dict[str, int]:
        """Find the columns with a role; where they were not found, those that were chosen."""
        if self.table is None:
            return {}
        if self.layout is None:
            try:
                return told_columns(self.table, self.choices.columns)
            except Refusal:
                return {}
        columns = self.layout.columns
        answer = "class" if self.layout.task == "classification" else "value"
        extras = ("weight", "fold", "split", "flipped_from")
        found = dict(zip(AXES, columns.points, strict=False)) | {answer: columns.answer}
        known = {name: getattr(columns, name) for name in extras}
        return found | {name: k for name, k in known.items() if k is not None}


class Reader:
    """Reads a file in slices; whoever stops asking has cancelled it."""

    def __init__(
        self,
        source: Source | RawFile,
        choices: Choices | None = None,
        before: Reading | None = None,
    ) -> None:
        """Take the bytes at once; rows that were split before need not be split again."""
        raw = source if isinstance(source, RawFile) else read_raw(source)
        self.reading = Reading(raw, choices or Choices())
        """What is understood so far; whole when `is_done`."""
        self.share = 0.0
        """How much of the work is done, from 0 to 1."""
        self.is_done = False
        self._before = before
        self._steps = self._read()

    def step(self, seconds: float) -> bool:
        """Go on for a while; say whether it is done."""
        end = time.monotonic() + seconds
        while not self.is_done:
            try:
                self.share = next(self._steps)
            except StopIteration:
                self.share, self.is_done = 1.0, True
            except Refusal as refusal:
                self.share, self.is_done = 1.0, True
                self.reading = replace(self.reading, refusal=str(refusal), reason=refusal.reason)
            if time.monotonic() >= end:
                break
        return self.is_done

    def finish(self) -> Reading:
        while not self.is_done:
            self.step(1.0)
        return self.reading

    def _read(self) -> Generator[float, None, None]:
        raw, choices = self.reading.raw, self.reading.choices
        if self._is_split_so():
            assert self._before is not None
            self.reading = replace(self.reading, file=self._before.file, table=self._before.table)
        else:
            file = decode(raw.name, raw.content, choices.encoding)
            self.reading = replace(self.reading, file=file)
            yield 0.05
            split = table_steps(file, choices.separator, choices.header)
            table = yield from _scaled(split, 0.05, SPLIT)
            self.reading = replace(self.reading, table=table)
        table = self.reading.table
        assert table is not None
        yield SPLIT
        table.check_widths()
        commas = None if choices.decimal is None else choices.decimal == ","
        layout = lay_out(table, choices.task, choices.columns, commas)
        self.reading = replace(self.reading, layout=layout)
        data = yield from _scaled(points_steps(layout), SPLIT, 1.0)
        self.reading = replace(self.reading, data=data)

    def _is_split_so(self) -> bool:
        """Say whether the rows that were split before are those that are asked for."""
        old, new = self._before, self.reading.choices
        if old is None or old.table is None:
            return False
        own = old.choices
        return (own.encoding, own.separator, own.header) == (
            new.encoding,
            new.separator,
            new.header,
        )


def _others(said: Given, now: Given) -> Given:
    """Keep what was said of columns, where it goes together with what is said now."""
    answers = TASK_OF.keys() if TASK_OF.keys() & now.keys() else set()
    taken = {column for column in now.values() if column is not None}
    return {r: column for r, column in said.items() if r not in answers and column not in taken}


def _scaled(steps: Generator[float, None, Any], low: float, high: float) -> Any:
    """Let shares of a part run between two shares of the whole."""
    while True:
        try:
            share = next(steps)
        except StopIteration as end:
            return end.value
        yield low + (high - low) * share


def read(source: Source | RawFile, choices: Choices | None = None) -> Reading:
    """Read a whole file at once; it may not have been understood."""
    return Reader(source, choices).finish()
