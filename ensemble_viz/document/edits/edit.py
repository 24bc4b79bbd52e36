"""What an edit gives back, and the one table of points that edits work on.

A row is the number of a point: those to learn from come first, the test points behind them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heapreplace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ensemble_viz.document.document import OWN_TITLE, Document
from ensemble_viz.engine.data import NOT_FLIPPED, Dataset, FloatArray, IntArray, Numbers, Refusal

MOST_POINTS = 1_000_000  # as many as a sample may have
Marks = NDArray[np.bool_]
NEW = -1
NOBODY: IntArray = np.empty(0, dtype=np.int64)
NOBODY.setflags(write=False)
DIGITS = 15  # all decimal numbers of so many digits are different floats
SMALLEST, LARGEST = 1e-7, 1e14  # between them a float is a whole number over one of the powers
POWERS = 10.0 ** np.arange(23)  # the powers of ten that are floats themselves


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """A document that was edited, and what can be said about it."""

    document: Document
    name: str
    """What undoing calls it: "Flip labels"."""
    sentence: str
    """What it did: "12 of 120 labels are flipped."."""
    rows: IntArray
    """The points it was done to, by their rows now; what would be selected next."""
    came_from: IntArray
    """(n,): the row each point had before, −1 where it is new; pins and selections follow it."""
    classes_from: tuple[int, ...] | None = None
    """The number each class had before, −1 where it is new; None: they are as they were."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """All points of a document as columns."""

    points: FloatArray
    target: Numbers
    weight: FloatArray
    """1 where no weight was given."""
    fold: IntArray
    flipped_from: IntArray
    is_test: Marks
    came_from: IntArray

    def __len__(self) -> int:
        return len(self.points)

    def take(self, rows: IntArray) -> "Sheet":
        """Keep these points, in this order."""
        return Sheet(*(getattr(self, name).take(rows, axis=0) for name in self.__slots__))

    def part(self, low: int, high: int) -> "Sheet":
        """Look at the points of some neighbouring rows."""
        return Sheet(*(getattr(self, name)[low:high] for name in self.__slots__))

    def put(self, rows: IntArray, **columns: ArrayLike) -> "Sheet":
        """Write into some columns of some points."""
        changed = {}
        for name, values in columns.items():
            column = getattr(self, name).copy()
            column[rows] = values
            changed[name] = column
        return replace(self, **changed)

    def add(self, more: "Sheet") -> "Sheet":
        """Put new points behind the others."""
        new = replace(more, came_from=np.full(len(more), NEW))
        parts = ((getattr(self, name), getattr(new, name)) for name in self.__slots__)
        return Sheet(*map(np.concatenate, parts))


def sheet_of(data: Dataset) -> Sheet:
    """Lay the points out: those to learn from, and behind them the test points."""
    parts = [data] if data.test is None else [data, data.test]
    n = count_all(data)
    return Sheet(
        points=_joined([part.points for part in parts]),
        target=_joined([part.target for part in parts]),
        weight=_column(parts, "weight", 1.0),
        fold=_column(parts, "fold", 0),
        flipped_from=_column(parts, "flipped_from", NOT_FLIPPED),
        is_test=np.arange(n) >= len(data),
        came_from=np.arange(n),
    )


def _column(parts: Sequence[Dataset], name: str, usual: float) -> Any:
    """Join a column that need not be there; where none is, one number stands for all."""
    own = [getattr(part, name) for part in parts]
    if all(column is None for column in own):
        return np.broadcast_to(usual, sum(map(len, parts)))
    full = [np.full(len(p), usual) if c is None else c for p, c in zip(parts, own, strict=True)]
    return _joined(full)


def _joined(parts: Sequence[Any]) -> Any:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def dataset_of(sheet: Sheet, like: Dataset, classes: tuple[str, ...] | None = None) -> Dataset:
    """Put sorted points together again; with the names, the weights and the folds of a data set."""
    if len(sheet) > MOST_POINTS:
        raise Refusal(f"{len(sheet)} points: at most {MOST_POINTS} can be edited")
    learned = len(sheet) - int(np.count_nonzero(sheet.is_test))
    train, tested = sheet.part(0, learned), sheet.part(learned, len(sheet))
    names = classes or like.classes
    tests = _tests(tested, like, names) if len(tested) else None
    weighs = like.weight is not None or bool((train.weight != 1.0).any())
    return Dataset(
        points=train.points,
        target=train.target,
        classes=names,
        columns=like.columns,
        weight=train.weight if weighs and train.weight.any() else None,
        fold=None if like.fold is None else train.fold,
        flipped_from=_flipped(train),
        test=tests,
    )


def _tests(tests: Sheet, like: Dataset, names: tuple[str, ...] | None) -> Dataset:
    """Keep the very same test points where nothing was done to them, with all that is cached."""
    before = like.test
    if before is not None and (before.classes, len(before)) == (names, len(tests)):
        own = sheet_of(before)
        columns = ("points", "target", "flipped_from")
        if all(np.array_equal(getattr(tests, name), getattr(own, name)) for name in columns):
            return before
    return Dataset(tests.points, tests.target, names, like.columns, flipped_from=_flipped(tests))


def _flipped(sheet: Sheet) -> IntArray | None:
    return sheet.flipped_from if (sheet.flipped_from != NOT_FLIPPED).any() else None


def edited(
    document: Document,
    sheet: Sheet,
    done: IntArray,
    name: str,
    sentence: str,
    classes: tuple[str, ...] | None = None,
) -> Edit:
    """Make the document of a sheet; `done` are the rows of the sheet that something was done to."""
    if (sheet.is_test[1:] < sheet.is_test[:-1]).any():  # some test point is before another
        order = np.argsort(sheet.is_test, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        sheet, done = sheet.take(order), np.sort(place[done])
    after = with_points(document, dataset_of(sheet, document.data, classes))
    return Edit(after, name, sentence, done, sheet.came_from)


def nothing_done(document: Document, name: str, sentence: str) -> Edit:
    """Leave the document as it is, and say why."""
    return Edit(document, name, sentence, NOBODY, np.arange(count_all(document.data)))


def chained(document: Document, edits: Sequence[Callable[[Document], Edit]]) -> Edit:
    """Do one edit after the other, as if they were one; the last of them says what was done."""
    made = edits[0](document)
    for edit in edits[1:]:
        after = edit(made.document)
        came = np.where(after.came_from == NEW, NEW, made.came_from[after.came_from])
        made = replace(after, came_from=came)
    return made


def replaced(before: Document, name: str, change: Callable[..., Document], *args: Any) -> Edit:
    """Call a change of the whole document an edit: other points, if they are as many, are drawn
    anew one by one."""
    after = change(before, *args)
    n = count_all(after.data)
    same = n == count_all(before.data)
    return Edit(after, name, "", NOBODY, np.arange(n) if same else np.full(n, NEW))


def with_points(document: Document, data: Dataset) -> Document:
    """Take points that somebody changed by hand: they are no sample any more, but their own."""
    title = OWN_TITLE if document.source else document.title
    return replace(document, data=data, title=title, source="")


def count_all(data: Dataset) -> int:
    """Count the points, test points among them."""
    return len(data) + (0 if data.test is None else len(data.test))


def chosen(document: Document, rows: ArrayLike | None) -> IntArray:
    """Check some rows; None: all."""
    n = count_all(document.data)
    if rows is None:
        return np.arange(n)
    asked = np.asarray(rows, dtype=np.int64)
    if not (asked[1:] > asked[:-1]).all():
        asked = np.unique(asked)
    if len(asked) and not 0 <= asked[0] <= asked[-1] < n:
        raise Refusal(f"there is no point {asked[-1] + 1 if asked[-1] >= n else asked[0] + 1}")
    return asked


def places_of(sheet: Sheet | Dataset) -> FloatArray:
    """Find where points stand: (n, 2); on a line their height is their value."""
    if sheet.points.shape[1] == 2:
        return sheet.points
    return np.column_stack((sheet.points[:, 0], sheet.target))


def put_at(sheet: Sheet, rows: IntArray, places: FloatArray) -> Sheet:
    """Put points elsewhere; on a line this changes their values."""
    if sheet.points.shape[1] == 2:
        return sheet.put(rows, points=places)
    return sheet.put(rows, points=places[:, :1], target=places[:, 1])


def tidy(numbers: FloatArray, *made_from: ArrayLike) -> FloatArray:
    """Round what was reckoned to 15 digits of the largest it was made from: 0.1 + 0.2 is 0.3.

    All that a person writes is kept; zero has no sign.
    """
    size = np.abs(numbers)
    for part in made_from:
        size = np.maximum(size, np.abs(part))
    usual = (size > SMALLEST) & (size < LARGEST)
    scale = POWERS[DIGITS - 1 - np.floor(np.log10(np.where(usual, size, 1.0))).astype(np.int64)]
    rounded = np.round(np.where(usual, numbers, 0.0) * scale) / scale
    return np.where(usual, rounded, numbers) + 0.0


def smallest_folds(fold: IntArray, count: int) -> list[int]:
    """Deal out new points: each comes to the fold that has the fewest, so that none is new."""
    numbers, sizes = np.unique(fold, return_counts=True)
    heap = list(zip(sizes.tolist(), numbers.tolist(), strict=True)) or [(0, 0)]
    heapify(heap)
    return [_dealt(heap) for _ in range(count)]


def _dealt(heap: list[tuple[int, int]]) -> int:
    size, number = heap[0]
    heapreplace(heap, (size + 1, number))
    return number


def counted(count: int, noun: str) -> str:
    """Write a count with its noun: 1 point, 3 points, 3 classes."""
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"1 {noun}" if count == 1 else f"{count} {plural}"


def these(sheet: Sheet, rows: IntArray) -> str:
    """Count some points, and how many of them are test points."""
    tests = int(np.count_nonzero(sheet.is_test[rows]))
    if tests == len(rows) and tests:
        return counted(tests, "test point")
    beside = f" ({tests} of them {'a test point' if tests == 1 else 'test points'})"
    return counted(len(rows), "point") + (beside if tests else "")


def number(x: float) -> str:
    """Write a number with four digits, and a true minus."""
    return f"{x:.4g}".replace("-", "−")


def at_place(place: FloatArray) -> str:
    return f"({', '.join(map(number, place.tolist()))})"


def are(rows: IntArray) -> str:
    """Say "is" of one, "are" of several."""
    return "is" if len(rows) == 1 else "are"
