"""Which column is what: coordinates, answer, weight, fold, split, and what is left over."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ensemble_viz.document.files import plain
from ensemble_viz.document.reading.rows import (
    AXES,
    CLASS_NAMES,
    COORDINATES,
    EXTRA_NAMES,
    NEVER_COORDINATES,
    PAIRS,
    TASK_OF,
    VALUE_NAMES,
    is_number,
    key,
)
from ensemble_viz.document.reading.table import Table
from ensemble_viz.engine.data import MOST_CLASSES

Given = Mapping[str, str | int | None]
"""Which column is what: by its name, by its number from 0, or None: no column is."""

NO_ANSWER = "no column is named class, label, value or target."
MOST_NAMED = 5  # columns that a sentence lists


@dataclass(frozen=True, slots=True)
class Columns:
    """The numbers of the columns that are used."""

    points: tuple[int, ...]
    answer: int
    weight: int | None = None
    fold: int | None = None
    split: int | None = None
    flipped_from: int | None = None


def find_columns(
    table: Table, task: str | None, given: Given, wanted: tuple[str, ...] | None = None
) -> tuple[Columns, Table]:
    """Find the columns by the names in the header, and note which are ignored.

    Without a header they are the coordinates and the answer. `given` says which columns are
    something, {"x1": "petal"}; `wanted` names the coordinates when other points have been read.
    """
    told = told_columns(table, given)
    if table.header_line is None and not told:
        names = wanted or PAIRS[0]
        table = table.called((*names, "answer")).note(
            f"no header, the columns are read as {', '.join(map(plain, names))} and the answer."
        )
        return Columns(tuple(range(len(names))), len(names)), table
    table = table if table.names else replace(table, names=("",) * table.width)
    keys = _keys(table, told, given)
    answers = [told[role] for role in TASK_OF if role in told]
    answer, table = (answers[0], table) if answers else _answer(table, keys, task)
    if wanted is not None:
        by_name = [told.get(axis, name) for axis, name in zip(AXES, wanted, strict=False)]
        points = tuple(_number(table, name) for name in by_name)
    elif set(AXES) & set(told):
        points = _coordinates(table, keys, answer, task, AXES)
    else:
        points = _coordinates(table, keys, answer, task)
    if answer in points:
        raise table.refusal(NO_ANSWER)
    extras = [keys.index(name) if name in keys else None for name in EXTRA_NAMES]
    columns = Columns(points, answer, *extras)
    used = [k for k in (*points, answer, *extras) if k is not None]
    _check_unique(table, keys, used)
    if wanted is None and not {keys[k] for k in points} <= COORDINATES:
        names = tuple(table.column_name(k) for k in points)
        table = table.note(f"coordinates, by their place: {' and '.join(names)}.")
    return columns, _note_ignored(table, used)


def named_columns(table: Table, names: Sequence[str]) -> tuple[int, ...]:
    """Find the columns that have these names, in whatever case."""
    keys = [key(name) for name in table.names]
    for name in names:
        if key(name) not in keys:
            there = _listed(table, range(len(keys)))
            raise table.refusal(f"no column is named {plain(name)}; there are {there}.")
    columns = tuple(keys.index(key(name)) for name in names)
    _check_unique(table, keys, columns)
    return columns


def told_columns(table: Table, given: Given) -> dict[str, int]:
    """Find the columns that somebody says are something."""
    told = {role: _number(table, name) for role, name in given.items() if name is not None}
    twice = [k for k in told.values() if list(told.values()).count(k) > 1]
    if twice:
        raise table.refusal(f"{table.column_name(twice[0])} cannot be two things.")
    return told


def _number(table: Table, name: str | int) -> int:
    """Find a column by its name, or without a header by its number from 1; a number is from 0."""
    if isinstance(name, str) and table.header_line is not None:
        return named_columns(table, [name])[0]
    if isinstance(name, str):
        if not re.fullmatch(r"[0-9]{1,5}", name):
            raise table.refusal(f"there is no header, so no column is named {plain(name)}.", row=0)
        name = int(name) - 1
    if not 0 <= name < table.width:
        raise table.refusal(f"there is no column {name + 1}, only 1 to {table.width}.", row=0)
    return name


def _keys(table: Table, told: Mapping[str, int], given: Given) -> list[str]:
    """Call each column what it is said to be, else by its own name, if no other took that."""
    roles = {k: role for role, k in told.items()}
    own = [key(name) for name in table.names]
    if table.header_line is None:
        own = [f"column {k + 1}" for k in range(table.width)]
    return [roles.get(k, "" if name in given else name) for k, name in enumerate(own)]


def _answer(table: Table, keys: Sequence[str], task: str | None) -> tuple[int, Table]:
    """Find the column to be learned; between two, the task decides, and else the class wins."""
    y = ("y",) if set(PAIRS[0]) <= set(keys) else ()
    orders = {
        "regression": (*VALUE_NAMES, *y, *CLASS_NAMES),
        "classification": (*CLASS_NAMES, *y, *VALUE_NAMES),
    }
    for name in orders.get(task or "", (*CLASS_NAMES, *VALUE_NAMES, *y)):
        if name in keys:
            return keys.index(name), table
    free = [name for name in keys if name not in NEVER_COORDINATES]
    if "y" in free and len(free) == 2:
        if task == "regression":
            return keys.index("y"), table
        raise table.refusal(
            f"{NO_ANSWER[:-1]}; y is the answer on a line when the task is regression."
        )
    if len(keys) == 1:
        raise table.refusal(
            "only one column; coordinates and a class or value are needed,"
            " separated by ',', ';' or tabs."
        )
    found = _words_of_classes(table, keys) if task != "regression" else None
    if found is None:
        raise table.refusal(NO_ANSWER)
    return found, table.note(f"the class, by its words: {table.column_name(found)}.")


def _words_of_classes(table: Table, keys: Sequence[str]) -> int | None:
    """Find the only column of words, if they are few that come again and again, as classes do."""
    columns = {k: table.column(k) for k, name in enumerate(keys) if name not in NEVER_COORDINATES}
    words = [k for k, fields in columns.items() if not any(map(is_number, fields))]
    kinds = len(set(columns[words[0]])) if len(words) == 1 else 0
    return words[0] if 0 < kinds <= min(MOST_CLASSES, len(table.rows) / 2) else None


def _coordinates(
    table: Table, keys: Sequence[str], answer: int, task: str | None, told: Sequence[str] = ()
) -> tuple[int, ...]:
    """Find x1 and x2, else x and y, else the first two columns of numbers; `told`: no others."""
    for pair in [told] if told else PAIRS:
        columns = tuple(keys.index(name) for name in pair if name in keys)
        if len(columns) == 2 and answer not in columns:
            return columns
    free = [k for k, name in enumerate(keys) if name not in NEVER_COORDINATES and k != answer]
    free = [k for k in free if not told or keys[k] in told]
    on_a_line = keys[answer] in (*VALUE_NAMES, "y") and task != "classification"
    if len(free) == 1 and on_a_line:
        return (free[0],)
    numeric = tuple(islice((k for k in free if _is_numeric(table, k)), 2))
    if len(numeric) == 2:
        return numeric
    there = table.column_name(numeric[0]) if numeric else "none"
    weight = " (weight is how much a point counts)" if "weight" in keys else ""
    raise table.refusal(
        f"two columns of coordinates are needed, and with numbers there is {there} beside"
        f" {table.column_name(answer)}{weight}; on a line only values can be learned, from two"
        " columns such as x1, value."
    )


def _is_numeric(table: Table, k: int) -> bool:
    """Tell a column of numbers by most of its fields: a slip in one must not choose another."""
    fields = table.column(k)
    return 2 * sum(map(is_number, fields)) > len(fields)


def _check_unique(table: Table, keys: Sequence[str], used: Sequence[int]) -> None:
    for k in used:
        if keys.count(keys[k]) > 1:
            raise table.refusal(f"two columns are named {table.column_name(k)}.")


def _note_ignored(table: Table, used: Sequence[int]) -> Table:
    ignored = [k for k in range(len(table.names)) if k not in used]
    if not ignored:
        return table
    return table.note(f"columns that are not used: {_listed(table, ignored)}.")


def _listed(table: Table, columns: Sequence[int]) -> str:
    """Name the first of some columns, and count the others."""
    names = [
        table.column_name(k) if table.names[k] else f"number {k + 1}" for k in columns[:MOST_NAMED]
    ]
    more = len(columns) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
