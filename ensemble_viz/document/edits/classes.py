"""Edits of classes: add, rename, merge, remove, reorder.

`Edit.classes_from` says which number each class had before: colours and shapes that somebody chose
for classes, and the class in hand, follow it.
"""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

import numpy as np

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits.edit import (
    NEW,
    Edit,
    Sheet,
    are,
    counted,
    dataset_of,
    nothing_done,
    sheet_of,
    with_points,
)
from ensemble_viz.document.files import shown
from ensemble_viz.document.reading import tidy_label
from ensemble_viz.engine.data import MOST_CLASSES, NOT_FLIPPED, IntArray, Refusal


def add_class(document: Document, name: str = "") -> Edit:
    """Add a class behind the others, without a point yet; unnamed it goes on as they began."""
    classes = _classes(document)
    if len(classes) == MOST_CLASSES:
        raise Refusal(f"there are {MOST_CLASSES} classes, and no more can be shown and learned")
    label = _checked(name, classes) if name else next_name(classes)
    words = f"There is a class {label}, with no point yet."
    numbers = (*range(len(classes)), NEW)
    return _renumbered(document, (*classes, label), numbers, "Add class", words)


def next_name(classes: Sequence[str]) -> str:
    """Name one more class: C behind A and B, 2 behind 0 and 1, else by its number."""
    begun: list[Sequence[str]] = [ascii_uppercase, ascii_lowercase, [str(k) for k in range(100)]]
    numbered = [f"class {k}" for k in range(len(classes) + 1, 2 * MOST_CLASSES + 1)]
    names = next((row for row in begun if set(classes) <= set(row)), numbered)
    return next(name for name in names if name not in classes)


def rename_class(document: Document, k: int, name: str) -> Edit:
    classes = _classes(document, k)
    if tidy_label(name) == classes[k]:
        return nothing_done(document, "Rename class", "It has this name.")
    label = _checked(name, classes)
    words = f"Class {classes[k]} is {label} now."
    renamed = (*classes[:k], label, *classes[k + 1 :])
    return _renumbered(document, renamed, range(len(classes)), "Rename class", words)


def merge_classes(document: Document, k: int, into: int) -> Edit:
    """Make the points of one class points of another."""
    classes = _classes(document, k, into)
    if k == into:
        return nothing_done(document, "Merge classes", "It is one class.")
    sheet = sheet_of(document.data)
    rows = np.flatnonzero(sheet.target == k)
    number = np.array([into if old == k else old for old in range(len(classes))])
    words = f"{counted(len(rows), 'point')} of {classes[k]} {are(rows)} of {classes[into]} now."
    return _without(document, _numbered(sheet, number), k, rows, "Merge classes", words)


def remove_class(document: Document, k: int) -> Edit:
    """Take a class away with its points."""
    classes = _classes(document, k)
    if len(classes) == 1:
        raise Refusal("there is one class only, and one there must be")
    sheet = sheet_of(document.data)
    rest = sheet.take(np.flatnonzero(sheet.target != k))
    gone = counted(len(sheet) - len(rest), "point")
    was = np.where(rest.flipped_from == k, NOT_FLIPPED, rest.flipped_from)
    rest = replace(rest, flipped_from=was)
    words = f"Class {classes[k]} is gone, with {gone}."
    return _without(document, rest, k, np.arange(0), "Remove class", words)


def reorder_classes(document: Document, order: Sequence[int]) -> Edit:
    """Number the classes anew: the first wins ties, the second of two is positive."""
    classes = _classes(document)
    if sorted(order) != list(range(len(classes))):
        raise Refusal(f"an order of {counted(len(classes), 'class')} has each of them once")
    if list(order) == sorted(order):
        return nothing_done(document, "Reorder classes", "They are in this order.")
    names = tuple(classes[k] for k in order)
    words = f"The classes are in the order {', '.join(names)}."
    return _renumbered(document, names, tuple(order), "Reorder classes", words)


def _without(
    document: Document, sheet: Sheet, k: int, done: IntArray, name: str, words: str
) -> Edit:
    """Close the gap of a class to which no point belongs any more."""
    classes = _classes(document)
    number = np.array([old - (old > k) for old in range(len(classes))])
    left = tuple(old for old in range(len(classes)) if old != k)
    names = tuple(classes[old] for old in left)
    return _made(document, _numbered(sheet, number), names, left, (done, name, words))


def _renumbered(
    document: Document, names: tuple[str, ...], came: Sequence[int], name: str, words: str
) -> Edit:
    """Give the classes the numbers at which they are found in `came`."""
    sheet = sheet_of(document.data)
    number = np.empty(len(_classes(document)), dtype=np.int64)
    for k, old in enumerate(came):
        if old != NEW:
            number[old] = k
    return _made(
        document, _numbered(sheet, number), names, tuple(came), (np.arange(0), name, words)
    )


def _made(
    document: Document,
    sheet: Sheet,
    names: tuple[str, ...],
    came: tuple[int, ...],
    done: tuple[IntArray, str, str],
) -> Edit:
    data = dataset_of(sheet, document.data, names)
    rows, name, words = done
    return Edit(with_points(document, data), name, words, rows, sheet.came_from, came)


def _numbered(sheet: Sheet, number: IntArray) -> Sheet:
    """Replace the numbers of the classes; a label that came back to its class is not flipped."""
    target = number[sheet.target]
    was = np.where(sheet.flipped_from >= 0, number[sheet.flipped_from], NOT_FLIPPED)
    return replace(sheet, target=target, flipped_from=np.where(was == target, NOT_FLIPPED, was))


def _classes(document: Document, *numbers: int) -> tuple[str, ...]:
    """List the classes, among which there must be some numbers."""
    classes = document.data.classes
    if classes is None:
        raise Refusal("these points have values, and no classes")
    for k in numbers:
        if not 0 <= k < len(classes):
            raise Refusal(f"there is no class {k}, only 0 to {len(classes) - 1}")
    return classes


def _checked(name: str, classes: Sequence[str]) -> str:
    """Write a name as a file would have it, or refuse it."""
    label = tidy_label(name)
    if not label or not label.isprintable():
        raise Refusal("a class needs a name on one line")
    if label in classes:
        raise Refusal(f"there is a class {shown(label)} already")
    return label
