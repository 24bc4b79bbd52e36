"""Points in CSV files: read with a place for every complaint, written so that nothing is lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.answers import (
    class_numbers,
    find_classes,
    guess_task,
    note_composed,
    read_values,
    read_weights,
    tidy_label,
)
from ensemble_viz.document.columns import Columns, check_header, find_columns, named_columns
from ensemble_viz.document.header import AXES, EXTRA_NAMES, TASK_OF, key
from ensemble_viz.document.table import Table, parse_table, read_table
from ensemble_viz.document.text_file import Source, decode, shown
from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, sort_classes

AS_NAMED: Mapping[str, str] = {}  # no column is said to be anything else than its name says
LARGEST_FOLD = 2**53  # beyond it not every whole number is a float
UNSAFE = frozenset('",;\t\r\n')  # the separators a reader might take, quotes and line ends


@dataclass(frozen=True, slots=True)
class PointsFile:
    """What a file of points holds, and what should be said about how it was read."""

    data: Dataset
    notes: tuple[str, ...]


def read_points(
    source: Source, task: str | None = None, given: Mapping[str, str] = AS_NAMED
) -> PointsFile:
    """Read points to learn from, and to test with where a column `split` marks some.

    `given` says which columns are what, where their names do not: {"x1": "petal"}.
    """
    return _points(read_table(source), task, given)


def read_test_points(
    source: Source, data: Dataset, given: Mapping[str, str] = AS_NAMED
) -> PointsFile:
    """Read points that are never learned from: with the same coordinates and classes."""
    table = read_table(source)
    there = set(map(key, table.names))  # what only points to learn from have need not be
    needed = {
        role: name for role, name in given.items() if role not in EXTRA_NAMES or key(name) in there
    }
    columns, table = find_columns(table, data.task, needed, _axes(data, given))
    table = table.with_numbers_in(_number_columns(columns, data.task))
    train, test = _parts(table, columns, default="test")
    if train.rows:
        raise train.refusal("a point to learn from, in a file of test points.", row=0)
    return PointsFile(_test_points(test, columns, data.columns, data.classes), _said(test))


def read_probes(source: Source, data: Dataset, given: Mapping[str, str] = AS_NAMED) -> FloatArray:
    """Read places at which to ask for answers: (n, axes), in the order of the file."""
    table, axes = read_table(source), _axes(data, given)
    if table.header_line is None:
        check_header(table, given)
        table = table.called(axes)
    columns = named_columns(table, axes)
    return _coordinates(table.with_numbers_in(columns), columns)


def write_points(data: Dataset) -> str:
    """Write points as CSV that `read_points(…, data.task)` reads back bit for bit, or refuse.

    What a file cannot keep is refused: classes without a point to learn from or in another order
    than the sorted one, class names with blanks around them, line ends or uncomposed accents,
    and column names that would be taken for something else. An empty test set is left out.
    """
    if not len(data):
        raise Refusal("there are no points to write.")
    if data.classes is not None:
        _check_classes(data, data.classes)
    text = "".join(",".join(map(_quoted, row)) + "\n" for row in _rows(data))
    try:
        back = _points(parse_table(decode("the file", text.encode())), data.task, AS_NAMED).data
    except UnicodeEncodeError as error:
        raise Refusal("a name holds half a character, no file can keep it.") from error
    except Refusal as error:
        raise Refusal(f"these points could not be read back: {error}") from error
    if not _same(data, back):
        names = ", ".join(map(shown, data.columns))
        raise Refusal(f"these points would not be read back the same; the columns are {names}.")
    return text


def _axes(data: Dataset, given: Mapping[str, str]) -> tuple[str, ...]:
    """Name the columns of the coordinates in a second file."""
    return tuple(given.get(axis, name) for axis, name in zip(AXES, data.columns, strict=False))


def _points(table: Table, task: str | None, given: Mapping[str, str]) -> PointsFile:
    task = task or next((TASK_OF[role] for role in TASK_OF if role in given), None)
    columns, table = find_columns(table, task, given)
    if task is None:
        task = guess_task(table, columns.answer)
        kind = "classes" if task == "classification" else "values"
        name = table.column_name(columns.answer)
        table = table.note(f"column {name} is read as {kind}, the task is {task}.")
    table = table.with_numbers_in(_number_columns(columns, task))
    if task == "classification":
        table = note_composed(table, columns.answer)
    train, test = _parts(table, columns, default="train")
    if not train.rows:
        raise Refusal(f"{table.name}: no points to learn from, every one is a test point.")
    classes = find_classes(train, columns.answer) if task == "classification" else None
    names = tuple(table.names[k] for k in columns.points)
    data = Dataset(
        points=_coordinates(train, columns.points),
        target=_target(train, columns.answer, classes),
        classes=classes,
        columns=names,
        weight=None if columns.weight is None else read_weights(train, columns.weight),
        fold=None if columns.fold is None else _folds(train, columns.fold),
        test=_test_points(test, columns, names, classes) if test.rows else None,
    )
    return PointsFile(data, _said(table))


def _said(table: Table) -> tuple[str, ...]:
    """Name the file in front of each note."""
    return tuple(f"{table.name}: {note}" for note in table.notes)


def _number_columns(columns: Columns, task: str) -> list[int]:
    answer = columns.answer if task == "regression" else None
    used = (*columns.points, answer, columns.weight, columns.fold)
    return [k for k in used if k is not None]


def _parts(table: Table, columns: Columns, default: str) -> tuple[Table, Table]:
    """Separate the rows to learn from and the rows to test with."""
    if columns.split is None:
        words = [default] * len(table.rows)
    else:
        words = [word.casefold() for word in table.column(columns.split)]
    for row, word in enumerate(words):
        if word not in ("train", "test"):
            wrong = shown(word) if word else "the field is empty, it"
            raise table.refusal(
                f"{wrong} is neither train nor test.", row=row, column=columns.split
            )
    train, test = (
        table.select([row for row, word in enumerate(words) if word == part])
        for part in ("train", "test")
    )
    return train, test


def _test_points(
    table: Table, columns: Columns, names: tuple[str, ...], classes: tuple[str, ...] | None
) -> Dataset:
    for k in (columns.weight, columns.fold):
        fields = [] if k is None else table.column(k)
        if any(fields):
            row = next(row for row, field in enumerate(fields) if field)
            raise table.refusal("a test point has none; leave the field empty.", row=row, column=k)
    points = _coordinates(table, columns.points)
    return Dataset(points, _target(table, columns.answer, classes), classes, names)


def _coordinates(table: Table, columns: Sequence[int]) -> FloatArray:
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


def _check_classes(data: Dataset, classes: tuple[str, ...]) -> None:
    for k, name in enumerate(classes):
        if tidy_label(name) != name or not name or set("\r\n") & set(name):
            raise Refusal(
                f"the class {shown(name)} could not be read back: it is empty, has blanks around"
                " it, a line end, or accents that are not composed (NFC)."
            )
        if k not in data.target:
            raise Refusal(f"no point is of class {shown(name)}, and a file lists no classes.")
    if classes != sort_classes(set(classes)):
        names = ", ".join(map(shown, classes))
        raise Refusal(f"the order of the classes {names} could not be read back: it is sorted.")


def _rows(data: Dataset) -> list[list[str]]:
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
    rows = [list(row) for row in zip(*columns, strict=True)]
    if test is not None:
        header.append("split")
        empty = [""] * (len(columns) - data.dimension - 1)
        tests = [[*row, *empty, "test"] for row in zip(*_answered(test), strict=True)]
        rows = [[*row, "train"] for row in rows] + tests
    return [header, *rows]


def _answered(data: Dataset) -> list[list[str]]:
    """Write the coordinates and the answers, column by column."""
    columns = [list(map(repr, axis.tolist())) for axis in data.points.T]
    target = data.target.tolist()
    classes = data.classes
    return [*columns, [repr(t) if classes is None else classes[t] for t in target]]


def _quoted(field: str) -> str:
    if UNSAFE.isdisjoint(field) and not field.startswith(("#", "\ufeff")):
        return field
    return '"' + field.replace('"', '""') + '"'


def _same(data: Dataset, back: Dataset) -> bool:
    """Compare two sets of points bit for bit."""
    pairs = [
        (getattr(data, name), getattr(back, name))
        for name in ("points", "target", "weight", "fold")
    ]
    test = data.test if data.test is not None and len(data.test) else None
    return (
        (data.columns, data.classes) == (back.columns, back.classes)
        and all(_bits(mine) == _bits(theirs) for mine, theirs in pairs)
        and (test is None) == (back.test is None)
        and (test is None or back.test is None or _same(test, back.test))
    )


def _bits(array: FloatArray | IntArray | None) -> tuple[object, ...] | None:
    return None if array is None else (array.shape, array.dtype.kind, array.tobytes())
