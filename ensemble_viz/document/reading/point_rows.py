"""Rows of a table as points, and points as rows: what CSV files and the clipboard are made of."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.document.files import refused, shown
from ensemble_viz.document.reading.answers import (
    class_numbers,
    find_classes,
    guess_task,
    note_composed,
    read_labels,
    read_values,
    read_weights,
    tidy_label,
)
from ensemble_viz.document.reading.columns import Columns, Given, find_columns
from ensemble_viz.document.reading.rows import AXES, TASK_OF
from ensemble_viz.document.reading.table import Table, finished
from ensemble_viz.engine.data import NOT_FLIPPED, Dataset, FloatArray, IntArray

LARGEST_FOLD = 2**53  # beyond it not every whole number is a float
UNSAFE = frozenset('",;\t\r\n')  # the separators a reader might take, quotes and line ends


@dataclass(frozen=True, slots=True)
class Layout:
    """A table of which is known what its columns are."""

    table: Table
    columns: Columns
    task: str

    @property
    def axes(self) -> tuple[str, ...]:
        if not any(self.table.names):
            return AXES[: len(self.columns.points)]
        return tuple(self.table.names[k] for k in self.columns.points)


def lay_out(
    table: Table,
    task: str | None,
    given: Given,
    commas: bool | None = None,
    wanted: tuple[str, ...] | None = None,
) -> Layout:
    """Find out what the columns are, if nobody says it, and note it."""
    task = task or next((TASK_OF[role] for role in TASK_OF if given.get(role) is not None), None)
    columns, table = find_columns(table, task, given, wanted)
    if task is None:
        task = guess_task(table, columns.answer)
        kind = "classes" if task == "classification" else "values"
        name = table.column_name(columns.answer)
        table = table.note(f"column {name} is read as {kind}, the task is {task}.")
    answer = columns.answer if task == "regression" else None
    used = (*columns.points, answer, columns.weight, columns.fold)
    table = table.with_numbers_in([k for k in used if k is not None], commas)
    if task == "classification":
        table = note_composed(table, columns.answer)
    return Layout(table, columns, task)


def points_steps(layout: Layout) -> Generator[float, None, Dataset]:
    """Read the points to learn from, and the test points; step by step, with the share done."""
    table, columns = layout.table, layout.columns
    train, test = parts(layout, default="train")
    if not train.rows:
        raise refused(table.name, "no points to learn from, every one is a test point.")
    yield 0.2
    is_classes = layout.task == "classification"
    classes = find_classes(train, columns.answer) if is_classes else None
    yield 0.4
    data = yield from _part(train, layout, classes)
    if not test.rows:
        return data
    return replace(data, test=held_out(test, layout, layout.axes, classes))


def points_of(layout: Layout) -> Dataset:
    return finished(points_steps(layout))


def _part(
    table: Table, layout: Layout, classes: tuple[str, ...] | None
) -> Generator[float, None, Dataset]:
    columns = layout.columns
    axes = []
    for k in columns.points:
        axes.append(table.numbers(k))
        yield 0.4 + 0.2 * len(axes)
    target = _target(table, columns.answer, classes)
    yield 0.9
    return Dataset(
        points=np.column_stack(axes),
        target=target,
        classes=classes,
        columns=layout.axes,
        weight=None if columns.weight is None else read_weights(table, columns.weight),
        fold=None if columns.fold is None else _folds(table, columns.fold),
        flipped_from=_flipped(table, columns.flipped_from, classes, target),
    )


def more_points(layout: Layout, data: Dataset) -> Dataset:
    """Read points to be put beside others: with their classes, new ones behind them."""
    train, test = parts(layout, default="train")
    classes = data.classes
    if classes is not None:
        names = read_labels(layout.table, layout.columns.answer)
        classes = (*classes, *(name for name in dict.fromkeys(names) if name not in classes))
    more = Dataset(np.empty((0, data.dimension)), np.empty(0), classes, data.columns)
    if train.rows:
        more = replace(finished(_part(train, layout, classes)), columns=data.columns)
    return replace(more, test=held_out(test, layout, data.columns, classes) if test.rows else None)


def parts(layout: Layout, default: str) -> tuple[Table, Table]:
    """Separate the rows to learn from and the rows to test with."""
    table, split = layout.table, layout.columns.split
    words = [default] * len(table.rows)
    if split is not None:
        words = [word.casefold() for word in table.column(split)]
    for row, word in enumerate(words):
        if word not in ("train", "test"):
            wrong = shown(word) if word else "the field is empty, it"
            raise table.refusal(f"{wrong} is neither train nor test.", row=row, column=split)
    train, test = (
        table.select([row for row, word in enumerate(words) if word == part])
        for part in ("train", "test")
    )
    return train, test


def held_out(
    table: Table, layout: Layout, names: tuple[str, ...], classes: tuple[str, ...] | None
) -> Dataset:
    """Read points that are never learned from."""
    columns = layout.columns
    for k in (columns.weight, columns.fold):
        fields = [] if k is None else table.column(k)
        if any(fields):
            row = next(row for row, field in enumerate(fields) if field)
            raise table.refusal("a test point has none; leave the field empty.", row=row, column=k)
    target = _target(table, columns.answer, classes)
    flipped_from = _flipped(table, columns.flipped_from, classes, target)
    points = coordinates(table, columns.points)
    return Dataset(points, target, classes, names, flipped_from=flipped_from)


def coordinates(table: Table, columns: Sequence[int]) -> FloatArray:
    return np.column_stack([table.numbers(k) for k in columns])


def _target(table: Table, k: int, classes: tuple[str, ...] | None) -> FloatArray | IntArray:
    return read_values(table, k) if classes is None else class_numbers(table, k, classes)


def _folds(table: Table, k: int) -> IntArray:
    folds = table.numbers(k)
    wrong = (folds % 1 != 0) | (np.abs(folds) > LARGEST_FOLD)
    if wrong.any():
        row = int(wrong.argmax())
        raise table.refusal(
            f"{shown(table.rows[row][k])} is not a whole number.", row=row, column=k
        )
    return folds.astype(np.int64)


def _flipped(
    table: Table, k: int | None, classes: tuple[str, ...] | None, target: FloatArray | IntArray
) -> IntArray | None:
    """Read what classes the flipped labels had; the field is empty where none was flipped."""
    fields = [] if k is None else table.column(k)
    numbers = {name: number for number, name in enumerate(classes or ())} | {"": NOT_FLIPPED}
    known = {field: numbers.get(tidy_label(field)) for field in set(fields)}
    if None in known.values():
        row = next(row for row, field in enumerate(fields) if known[field] is None)
        raise table.refusal(
            f"{shown(fields[row])} is no class that a label can be flipped from.", row=row, column=k
        )
    was = np.array([known[field] for field in fields], dtype=np.int64)
    flipped = (was != NOT_FLIPPED) & (was != target[: len(was)])
    return np.where(flipped, was, NOT_FLIPPED) if flipped.any() else None


def rows_of(data: Dataset) -> list[list[str]]:
    """List the fields to write: the header, the points, the test points."""
    test = data.test if data.test is not None and len(data.test) else None
    header = [*data.columns, "value" if data.classes is None else "class"]
    columns = _answered(data)
    if data.weight is not None:
        header.append("weight")
        columns.append(list(map(repr, data.weight.tolist())))
    if data.fold is not None:
        header.append("fold")
        columns.append(list(map(str, data.fold.tolist())))
    empty = [""] * (len(columns) - data.dimension - 1)
    rows = [list(row) for row in zip(*columns, strict=True)]
    tests = [[*row, *empty] for row in zip(*_answered(test), strict=True)] if test else []
    if data.flipped_from is not None or (test and test.flipped_from is not None):
        header.append("flipped_from")
        rows = [[*row, was] for row, was in zip(rows, _were(data), strict=True)]
        tests = [[*row, was] for row, was in zip(tests, _were(test), strict=True)]
    if test is not None:
        header.append("split")
        rows = [[*row, "train"] for row in rows] + [[*row, "test"] for row in tests]
    return [header, *rows]


def _answered(data: Dataset) -> list[list[str]]:
    """Write the coordinates and the answers, column by column."""
    columns = [list(map(repr, axis.tolist())) for axis in data.points.T]
    target = data.target.tolist()
    classes = data.classes
    return [*columns, [repr(t) if classes is None else classes[t] for t in target]]


def _were(data: Dataset | None) -> list[str]:
    """Write what the labels were flipped from."""
    if data is None or data.flipped_from is None or data.classes is None:
        return [""] * (0 if data is None else len(data))
    return [data.classes[was] if was >= 0 else "" for was in data.flipped_from.tolist()]


def joined(rows: list[list[str]], separator: str) -> str:
    """Write rows as lines; fields that a reader might part or lose are in quotes."""
    return "".join(separator.join(map(_quoted, row)) + "\n" for row in rows)


def _quoted(field: str) -> str:
    if UNSAFE.isdisjoint(field) and not field.startswith(("#", "\ufeff")):
        return field
    return '"' + field.replace('"', '""') + '"'
