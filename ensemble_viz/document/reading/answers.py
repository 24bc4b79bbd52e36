"""The column to be learned: whether it holds classes or values, and which."""

import unicodedata

from ensemble_viz.document.files import shown
from ensemble_viz.document.reading.rows import VALUE_NAMES, is_number, key, number
from ensemble_viz.document.reading.table import Table
from ensemble_viz.engine.data import (
    LARGEST_VALUE,
    MOST_CLASSES,
    FloatArray,
    IntArray,
    dataset,
    labels,
)


def tidy_label(text: str) -> str:
    """Write a class name as it is compared: without blanks around it, accents composed (NFC)."""
    return unicodedata.normalize("NFC", text).strip()


def guess_task(table: Table, answer: int) -> str:
    """Tell values from classes by the name of the column, else by its numbers."""
    if key(table.names[answer]) in VALUE_NAMES:
        return "regression"
    words = set(table.column(answer))
    numbers = [word for word in words if is_number(word)]
    # one slip among many numbers is to be named as a slip, not counted as one more class
    most = len(words) > MOST_CLASSES and 2 * len(numbers) > len(words)
    if len(numbers) < len(words) and not most:
        return "classification"
    values = {number(word) for word in numbers}
    several = len(values) > MOST_CLASSES or not all(value.is_integer() for value in values)
    return "regression" if several else "classification"


def read_labels(table: Table, k: int) -> list[str]:
    """Read a column of class names, all of them there and on one line."""
    fields = table.column(k)
    tidy = {field: tidy_label(field) for field in set(fields)}
    for field, label in tidy.items():
        if not label:
            raise table.refusal("the class is missing.", row=fields.index(field), column=k)
        if "\n" in label or "\r" in label:
            raise table.refusal(
                f"the class {shown(label)} goes on in the next line; is a quote not closed?",
                row=fields.index(field),
                column=k,
            )
    return [tidy[field] for field in fields]


def note_composed(table: Table, k: int) -> Table:
    """Say which class names are read with other accents than they were written with."""
    changed = sorted({field for field in table.column(k) if tidy_label(field) != field})
    if not changed:
        return table
    names = ", ".join(shown(tidy_label(field)) for field in changed[:MOST_CLASSES])
    return table.note(f"accents are composed (NFC) in the class names {names}.")


def find_classes(table: Table, k: int) -> tuple[str, ...]:
    """List the classes in their order, if they are not too many."""
    names = read_labels(table, k)
    classes = list(dict.fromkeys(names))
    if len(classes) > MOST_CLASSES:
        raise table.refusal(
            f"{len(classes)} classes; at most {MOST_CLASSES} can be shown and learned.",
            row=names.index(classes[MOST_CLASSES]),
            column=k,
        )
    return dataset.sort_classes(set(classes))


def class_numbers(table: Table, k: int, classes: tuple[str, ...]) -> IntArray:
    """Replace the class names of a column by their numbers, if all are among the classes."""
    names = read_labels(table, k)
    for row, name in enumerate(names):
        if name not in classes:
            raise table.refusal(
                f"{shown(name)} is not a class of the points that are learned from.",
                row=row,
                column=k,
            )
    return labels(names, classes)


def read_values(table: Table, k: int) -> FloatArray:
    """Read a column of values small enough to be squared and summed."""
    return bounded(table, k, -LARGEST_VALUE)


def read_weights(table: Table, k: int) -> FloatArray:
    """Read how much each point counts: not less than nothing, and not nothing everywhere."""
    weights = bounded(table, k, 0.0)
    if not weights.any():
        raise table.refusal("every weight is 0, nothing could be learned.", column=k)
    return weights


def bounded(table: Table, k: int, least: float) -> FloatArray:
    """Read a column of numbers from `least` to the largest that can be computed with."""
    values = table.numbers(k)
    wrong = (values < least) | (values > LARGEST_VALUE)
    if wrong.any():
        row = int(wrong.argmax())
        raise table.refusal(
            f"{shown(table.rows[row][k])} is not between {least:g} and {LARGEST_VALUE:g}.",
            row=row,
            column=k,
        )
    return values
