"""Points in CSV files: read with a place for every complaint, written so that nothing is lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ensemble_viz.document.files import Source, decode, shown
from ensemble_viz.document.reading.answers import tidy_label
from ensemble_viz.document.reading.columns import Given, named_columns, told_columns
from ensemble_viz.document.reading.point_rows import (
    coordinates,
    held_out,
    joined,
    lay_out,
    parts,
    points_of,
    rows_of,
)
from ensemble_viz.document.reading.reader import Choices, read
from ensemble_viz.document.reading.rows import AXES, EXTRA_NAMES, key
from ensemble_viz.document.reading.table import parse_table, read_table
from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, dataset

AS_NAMED: Mapping[str, Any] = {}  # no column is said to be anything else than its name says


@dataclass(frozen=True, slots=True)
class PointsFile:
    """What a file of points holds, and what should be said about how it was read."""

    data: Dataset
    notes: tuple[str, ...]


def read_points(source: Source, task: str | None = None, given: Given = AS_NAMED) -> PointsFile:
    """Read points to learn from, and to test with where a column `split` marks some.

    `given` says which columns are what, where their names do not: {"x1": "petal"}.
    """
    reading = read(source, Choices(task=task, columns=given))
    if reading.data is None:
        raise Refusal(reading.refusal)
    return PointsFile(reading.data, reading.notes)


def read_test_points(
    source: Source, data: Dataset, given: Mapping[str, str] = AS_NAMED
) -> PointsFile:
    """Read points that are never learned from: with the same coordinates and classes."""
    table = read_table(source)
    there = set(map(key, table.names))  # what only points to learn from have need not be
    needed = {
        role: name for role, name in given.items() if role not in EXTRA_NAMES or key(name) in there
    }
    layout = lay_out(table, data.task, needed, wanted=_axes(data, given))
    train, test = parts(layout, default="test")
    if train.rows:
        raise train.refusal("a point to learn from, in a file of test points.", row=0)
    notes = tuple(f"{table.name}: {note}" for note in layout.table.notes)
    return PointsFile(held_out(test, layout, data.columns, data.classes), notes)


def read_probes(source: Source, data: Dataset, given: Mapping[str, str] = AS_NAMED) -> FloatArray:
    """Read places at which to ask for answers: (n, axes), in the order of the file."""
    table, axes = read_table(source), _axes(data, given)
    if table.header_line is None:
        told_columns(table, given)
        table = table.called(axes)
    columns = named_columns(table, axes)
    return coordinates(table.with_numbers_in(columns), columns)


def _axes(data: Dataset, given: Mapping[str, str]) -> tuple[str, ...]:
    """Name the columns of the coordinates in a second file."""
    return tuple(given.get(axis, name) for axis, name in zip(AXES, data.columns, strict=False))


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
    text = joined(rows_of(data), ",")
    try:
        table = parse_table(decode("the file", text.encode()))
        back = points_of(lay_out(table, data.task, AS_NAMED))
    except UnicodeEncodeError as error:
        raise Refusal("a name holds half a character, no file can keep it.") from error
    except Refusal as error:
        raise Refusal(f"these points could not be read back: {error}") from error
    if not _same(data, back):
        names = ", ".join(map(shown, data.columns))
        raise Refusal(f"these points would not be read back the same; the columns are {names}.")
    return text


def _check_classes(data: Dataset, classes: tuple[str, ...]) -> None:
    for k, name in enumerate(classes):
        if tidy_label(name) != name or not name or set("\r\n") & set(name):
            raise Refusal(
                f"the class {shown(name)} could not be read back: it is empty, has blanks around"
                " it, a line end, or accents that are not composed (NFC)."
            )
        if k not in data.target:
            raise Refusal(f"no point is of class {shown(name)}, and a file lists no classes.")
    if classes != dataset.sort_classes(set(classes)):
        names = ", ".join(map(shown, classes))
        raise Refusal(f"the order of the classes {names} could not be read back: it is sorted.")


def _same(data: Dataset, back: Dataset) -> bool:
    """Compare two sets of points bit for bit."""
    pairs = [
        (getattr(data, name), getattr(back, name))
        for name in ("points", "target", "weight", "fold", "flipped_from")
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
