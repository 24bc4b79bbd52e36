"""Learners upon learners: what one layer answers is what the next one sees.

Of two classes the next layer sees the share of the second, of more the share of each; of values
the value itself. The columns are named after the learners: h1, h2, or h1(A), h1(B), h1(C).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, dataset, folds
from ensemble_viz.engine.ensembles.member import Member
from ensemble_viz.engine.learners import Learner, lesson_of


@dataclass(frozen=True, eq=False)
class Outputs(Dataset):
    """The points as the next layer sees them: by what the learners below said about them."""

    def _check_shapes(self) -> None:
        """There may be any number of columns: they are not drawn."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What a learner's axes and classes are called."""

    columns: tuple[str, ...]
    classes: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Learners side by side, on top of another layer or on the points themselves."""

    learners: tuple[Learner, ...]
    columns: tuple[str, ...]
    below: "Layer | None" = None

    def outputs(self, points: FloatArray) -> FloatArray:
        """Say what the next layer sees at some points: (m, columns)."""
        inputs = points if self.below is None else self.below.outputs(points)
        return np.column_stack([seen(learner.answer(inputs)) for learner in self.learners])


@dataclass(frozen=True, slots=True, eq=False)
class Above:
    """A learner that sees the points through the layer below it."""

    learner: Learner
    below: Layer

    def answer(self, points: FloatArray) -> FloatArray:
        return self.learner.answer(self.below.outputs(points))

    def describe(self, names: dataset.Names) -> dict[str, Any]:
        said = self.learner.describe(Columns(self.below.columns, names.classes))
        return said | {"columns": list(self.below.columns)}


def above(learner: Learner, below: Layer | None) -> Learner:
    """Put a learner on a layer; the first layer stands on the points."""
    return learner if below is None else Above(learner, below)


def seen(answer: FloatArray) -> FloatArray:
    """Keep of an answer what the next layer sees: (m, columns)."""
    if answer.ndim == 1:
        return answer[:, None]
    return answer[:, 1:] if answer.shape[1] == 2 else answer


def columns_of(data: Dataset, t: int) -> tuple[str, ...]:
    """Name what the learner of round t shows to the next layer."""
    if data.n_classes in (0, 2):
        return (f"h{t}",)
    return tuple(f"h{t}({name})" for name in data.classes or ())


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A member with its trainings: fold by fold, then on all; or once, where parts are held out."""

    learners: tuple[Learner, ...]
    seen: NDArray[np.bool_]
    """(learners, n): the points that each was trained on."""
    rows: IntArray
    """The points that were predicted by a learner which had not seen them …"""
    predicted: FloatArray
    """… and what it said."""
    everywhere: FloatArray
    """The same at all points; what it had seen is answered from memory, and used by nobody."""


def train_by_folds(one: Member, known: Dataset, fold: IntArray) -> Trained:
    """Train a member without each fold in turn, predict that fold; then train it on all points."""
    counts = known.distribution > 0
    held_out = [counts & (fold == part) for part in folds.numbers_of(fold[counts])]
    learners = [train_on(one, known, counts & ~out) for out in held_out]
    last = train_on(one, known, counts)
    answers = [
        learner.answer(known.points[out]) for learner, out in zip(learners, held_out, strict=True)
    ]
    everywhere = np.empty((len(known), *answers[0].shape[1:]))
    if not counts.all():
        everywhere[...] = last.answer(known.points)
    for answer, out in zip(answers, held_out, strict=True):
        everywhere[out] = answer
    rows = np.flatnonzero(counts)
    trained_on = np.stack([*(counts & ~out for out in held_out), counts])
    return Trained((*learners, last), trained_on, rows, everywhere[rows], everywhere)


def train_on_part(one: Member, known: Dataset, fold: IntArray, part: int) -> Trained:
    """Train a member on its part of the points, predict the parts of the layers above it."""
    counts = known.distribution > 0
    mine = counts & (fold == part)
    learner = train_on(one, known, mine)
    everywhere = learner.answer(known.points)
    later = np.flatnonzero(counts & (fold > part))
    return Trained((learner,), mine[None], later, everywhere[later], everywhere)


def train_on(one: Member, known: Dataset, mask: NDArray[np.bool_]) -> Learner:
    return one.train(lesson_of(known, mask.astype(np.int64)))


def outputs(data: Dataset, columns: tuple[str, ...], said: list[FloatArray]) -> Outputs:
    features = np.column_stack([seen(answer) for answer in said])
    return Outputs(features, data.target, data.classes, columns, data.weight)
