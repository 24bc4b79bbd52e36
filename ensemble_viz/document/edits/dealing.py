"""Edits that chance decides, by a seed: flip labels, split off test points, thin, shuffle."""

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits.edit import (
    Edit,
    Sheet,
    are,
    chosen,
    counted,
    edited,
    nothing_done,
    sheet_of,
    these,
)
from ensemble_viz.document.edits.points import NOTHING, keep_only, split_as
from ensemble_viz.engine.data import NOT_FLIPPED, IntArray, Refusal, draws
from ensemble_viz.engine.data.samples import flip_labels


def flip(document: Document, share: float, seed: int, rows: ArrayLike | None = None) -> Edit:
    """Give a share of the labels another class, and remember which: none that was flipped before.

    What they were is kept with the points, so that they can be marked and turned back.
    """
    _check_share(share)
    data, sheet, at = document.data, sheet_of(document.data), chosen(document, rows)
    if data.n_classes < 2:
        raise Refusal("there are no labels to flip: it takes two classes or more")
    right = at[sheet.flipped_from[at] == NOT_FLIPPED]
    label = sheet.target[right]
    places, answer = flip_labels(label, data.n_classes, share, seed)
    if not len(places):
        return nothing_done(document, "Flip labels", "No label is flipped.")
    flipped = right[places]
    noisy = sheet.put(flipped, target=answer, flipped_from=label[places])
    words = f"{counted(len(flipped), 'label')} of {len(right)} {are(flipped)} flipped."
    return edited(document, noisy, flipped, "Flip labels", words)


def turn_back(document: Document, rows: ArrayLike | None = None) -> Edit:
    """Give flipped labels the class they had."""
    sheet, at = sheet_of(document.data), chosen(document, rows)
    flipped = at[sheet.flipped_from[at] != NOT_FLIPPED]
    if not len(flipped):
        return nothing_done(document, "Turn labels back", "No label is flipped.")
    was = sheet.flipped_from[flipped]
    right = sheet.put(flipped, target=was, flipped_from=NOT_FLIPPED)
    words = f"{counted(len(flipped), 'label')} {are(flipped)} as before."
    return edited(document, right, flipped, "Turn labels back", words)


def split(document: Document, share: float, seed: int, rows: ArrayLike | None = None) -> Edit:
    """Make a share of the points test points, each class with its part; deal all of them anew."""
    _check_share(share)
    sheet, at = sheet_of(document.data), chosen(document, rows)
    is_test = sheet.is_test.copy()
    is_test[at] = False
    is_test[at[_part(document, sheet, at, share, seed)]] = True
    return split_as(document, is_test)


def thin(document: Document, share: float, seed: int, rows: ArrayLike | None = None) -> Edit:
    """Keep a share of the points, each class with its part; those not asked about stay."""
    _check_share(share)
    sheet, at = sheet_of(document.data), chosen(document, rows)
    if not len(at):
        return nothing_done(document, "Thin points", NOTHING)
    kept = at[_part(document, sheet, at, share, seed)]
    stays = np.ones(len(sheet), dtype=bool)
    stays[at] = False
    stays[kept] = True
    if not stays.any():
        raise Refusal("no point would be left")
    made = keep_only(document, np.flatnonzero(stays))
    words = f"{these(sheet, kept)} of {len(at)} {are(kept)} kept."
    rows_now = np.searchsorted(made.came_from, kept)
    return Edit(made.document, "Thin points", words, rows_now, made.came_from)


def shuffle(document: Document, seed: int) -> Edit:
    """Put the points to learn from, and the test points, in another order."""
    sheet = sheet_of(document.data)
    if len(sheet) < 2:
        return nothing_done(document, "Shuffle points", "There is nothing to shuffle.")
    words = draws.words(seed, draws.BEFORE_ALL, draws.DEAL, np.arange(len(sheet)), 1)
    mixed = sheet.take(np.lexsort((words, sheet.is_test)))
    every = np.arange(len(sheet))
    return edited(document, mixed, every, "Shuffle points", f"{these(sheet, every)} are shuffled.")


def _part(document: Document, sheet: Sheet, at: IntArray, share: float, seed: int) -> IntArray:
    """Choose round(share · k) of some points, by at most one more or less of a class than its part.

    Sorted by class, and by chance within, every so many-th is taken.
    """
    word = draws.words(seed, draws.BEFORE_ALL, draws.DEAL, at, 0)
    label = sheet.target[at] if document.data.classes is not None else np.zeros(len(at))
    order = np.lexsort((word, label))
    wanted = round(share * len(at))
    taken = (np.arange(1, len(at) + 1) * wanted) // max(len(at), 1)
    return np.sort(order[np.diff(taken, prepend=0) > 0])


def _check_share(share: float) -> None:
    if not 0.0 <= share <= 1.0:
        raise Refusal(f"a share is a number from 0 to 1, not {share:g}")
