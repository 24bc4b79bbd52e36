"""One dab of a brush: spray, erase, relabel, pull together, shake. A stroke is a row of dabs.

What chance draws depends on the seed of the stroke and the number of the dab alone, so that a
stroke can be made again.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits import points
from ensemble_viz.document.edits.edit import (
    Edit,
    are,
    edited,
    nothing_done,
    places_of,
    put_at,
    sheet_of,
    these,
)
from ensemble_viz.document.edits.selecting import Disc, in_disc, neighbourhood
from ensemble_viz.engine.data import FloatArray, Refusal, draws

NOBODY_HERE = "No point is here."
AT_ONCE = 10_000  # points that one dab may place
FINE = 100  # a coordinate is rounded to a hundredth of the radius, or finer
SPREAD = 0.5  # radii that are one standard deviation: 86 of 100 normal points fall into the disc


@dataclass(frozen=True, slots=True)
class Dab:
    """One touch of a stroke: where, by which seed, and the how manieth it is."""

    disc: Disc
    seed: int = 0
    number: int = 0

    def uniform(self, count: int, which: int) -> FloatArray:
        """Draw evenly from 0 to 1, once for each of some points."""
        return draws.uniform(self._words(count, which))

    def normal(self, count: int, which: int) -> FloatArray:
        return draws.normal(self._words(count, which))

    def _words(self, count: int, which: int) -> draws.Words:
        number = np.arange(count)
        return draws.words(self.seed, draws.BEFORE_ALL, draws.STROKE, self.number, number, which)


def spray(
    document: Document,
    dab: Dab,
    count: int,
    answer: float,
    is_even: bool = False,
    as_test: bool = False,
) -> Edit:
    """Place points around the middle: normally, or evenly over the disc.

    On a line their heights are their values, and the answer is not needed.
    """
    if not 0 <= count <= AT_ONCE:
        raise Refusal(f"{count} points at once: at most {AT_ONCE} are sprayed")
    if is_even:
        far, angle = np.sqrt(dab.uniform(count, 0)), 2 * np.pi * dab.uniform(count, 1)
        spread = np.column_stack((far * np.cos(angle), far * np.sin(angle)))
    else:
        spread = SPREAD * np.column_stack((dab.normal(count, 0), dab.normal(count, 1)))
    places = _rounded(np.asarray(dab.disc.centre) + spread * dab.disc.radius, dab.disc)
    is_line = document.data.dimension == 1
    placed = places[:, :1] if is_line else places
    made = points.place(document, placed, places[:, 1] if is_line else answer, as_test)
    return Edit(made.document, "Spray points", made.sentence, made.rows, made.came_from)


def erase(document: Document, dab: Dab) -> Edit:
    """Delete the points under the brush."""
    rows = in_disc(document.data, dab.disc)
    if not len(rows):
        return nothing_done(document, "Delete points", NOBODY_HERE)
    return points.delete(document, rows)


def paint(document: Document, dab: Dab, answer: float) -> Edit:
    """Give the points under the brush another class, by its number, or another value."""
    rows = in_disc(document.data, dab.disc)
    sheet = sheet_of(document.data)
    other = rows[(sheet.target[rows] != answer) | (sheet.flipped_from[rows] >= 0)]
    if not len(other):
        return nothing_done(
            document, "Relabel points", NOBODY_HERE if not len(rows) else "They are."
        )
    return points.answer(document, other, answer)


def paint_test(document: Document, dab: Dab, as_test: bool) -> Edit:
    """Make the points under the brush test points, or points to learn from."""
    rows = in_disc(document.data, dab.disc)
    return (points.to_test if as_test else points.to_training)(document, rows)


def pull(document: Document, dab: Dab, strength: float = 0.1) -> Edit:
    """Draw the points under the brush towards its middle, the more the nearer they are.

    A negative strength drives them apart.
    """
    rows, share = neighbourhood(document.data, dab.disc)
    away = np.asarray(dab.disc.centre) - places_of(sheet_of(document.data))[rows]
    return _shifted(document, dab, strength * share[:, None] * away, "Pull points together")


def jitter(document: Document, dab: Dab, size: float = 0.1) -> Edit:
    """Shake the points under the brush: normally, by a share of the radius."""
    rows = in_disc(document.data, dab.disc)
    shaken = np.column_stack((dab.normal(len(rows), 0), dab.normal(len(rows), 1)))
    return _shifted(document, dab, size * shaken * dab.disc.radius, "Shake points")


def drag(document: Document, disc: Disc, by: ArrayLike) -> Edit:
    """Move what is around a place along with it, the less the farther away it is."""
    rows, share = neighbourhood(document.data, disc)
    if not len(rows):
        return nothing_done(document, "Drag points", NOBODY_HERE)
    sheet = sheet_of(document.data)
    start, step = places_of(sheet)[rows], share[:, None] * np.asarray(by)
    moved = np.where(step == 0.0, start, _rounded(start + step, disc))
    if (moved == start).all():
        return nothing_done(document, "Drag points", "They are there.")
    words = f"{these(sheet, rows)} {are(rows)} dragged."
    return edited(document, put_at(sheet, rows, moved), rows, "Drag points", words)


def _shifted(document: Document, dab: Dab, by: FloatArray, name: str) -> Edit:
    rows, sheet = in_disc(document.data, dab.disc), sheet_of(document.data)
    if not len(rows):
        return nothing_done(document, name, NOBODY_HERE)
    moved = _rounded(places_of(sheet)[rows] + by, dab.disc)
    words = f"{these(sheet, rows)} {are(rows)} {'shaken' if name == 'Shake points' else 'pulled'}."
    return edited(document, put_at(sheet, rows, moved), rows, name, words)


def _rounded(places: FloatArray, disc: Disc) -> FloatArray:
    """Round each axis to digits that the radius is worth: they are read off the screen."""
    return np.column_stack(
        [_decimal(axis, r / FINE) for axis, r in zip(places.T, disc.radius, strict=True)]
    )


def _decimal(numbers: FloatArray, step: float) -> FloatArray:
    if not 1e-15 < step < 1e15:
        return numbers
    return np.round(numbers, -int(np.floor(np.log10(step)))) + 0.0
