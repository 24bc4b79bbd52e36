"""What a bag or a weighting trains: a tree, or a learner of another kind in its place.

A learner that its bag cannot teach is a constant: of one class only, logistic regression; of
fewer than k points, the neighbours.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, dataset, winner
from ensemble_viz.engine.ensembles import member
from ensemble_viz.engine.ensembles.stack import Columns, Outputs
from ensemble_viz.engine.learners import (
    Learner,
    Lesson,
    Neighbours,
    answers_of,
    are_alike,
    grow,
    kinds,
    lesson_of,
)
from ensemble_viz.engine.settings import Field
from ensemble_viz.engine.trees import Tree, TreeRules, lazy
from ensemble_viz.engine.trees.levels.growth import Grown

TREE = "tree"


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A learner that is no tree, where a grown tree may stand as well."""

    learner: Learner

    def answer(self, points: FloatArray) -> FloatArray:
        return self.learner.answer(points)

    def decide(self, points: FloatArray) -> IntArray:
        return winner(self.answer(points))


@dataclass(frozen=True, slots=True, eq=False)
class OnAxes:
    """A learner that knows some of the axes only."""

    learner: Learner
    axes: tuple[int, ...]

    def answer(self, points: FloatArray) -> FloatArray:
        return self.learner.answer(points[:, self.axes])

    def describe(self, names: dataset.Names) -> dict[str, Any]:
        columns = tuple(names.columns[axis] for axis in self.axes)
        return self.learner.describe(Columns(columns, names.classes)) | {"columns": list(columns)}


@dataclass(frozen=True, slots=True, eq=False)
class Opposite:
    """A learner of two classes that was worse than chance, and answers the opposite."""

    learner: Learner

    def answer(self, points: FloatArray) -> FloatArray:
        return self.learner.answer(points)[:, ::-1]

    def describe(self, names: dataset.Names) -> dict[str, Any]:
        """Describe the learner as it was trained; its answers are exchanged."""
        return self.learner.describe(names) | {"reversed": True}


Trained = Grown | Learned


def train_base(base: str, lesson: Lesson, rules: TreeRules) -> Trained:
    return grow(lesson, rules) if base == TREE else Learned(member.read(base).train(lesson))


def opposite(trained: Trained, reverses: bool = True) -> Trained:
    """Exchange what the two classes get; a tree says so where that `reverses` it."""
    if isinstance(trained, Grown):
        tree = exchanged(trained.tree, reverses)
        choices = trained.opposite_choice, trained.choice
        return Grown(tree, trained.leaf, trained.rows, *choices)
    if isinstance(trained.learner, Tree):
        return Learned(exchanged(trained.learner, reverses))
    return Learned(Opposite(trained.learner))


def exchanged(tree: Tree, reverses: bool) -> Tree:
    """Exchange what the two classes get in every node, when somebody looks."""

    def fill(opposite: lazy.LazyTree, _questions: bool) -> None:
        if not opposite.is_measured:
            columns = {field.name: getattr(tree, field.name) for field in fields(Tree)}
            value = columns["value"][:, ::-1].copy()
            dataset.freeze(value)
            opposite.fill_in(columns | {"value": value, "reversed": reverses})

    return lazy.lazy_tree(fill, tree)


def train_bagged(
    base: str, data: Dataset, bag: IntArray | None, axes: tuple[int, ...] | None = None
) -> Learned:
    """Train a base learner that is no tree on a bag, along some of the axes (None: all)."""
    if axes is None or len(axes) == data.dimension:
        return Learned(member.read(base).train(lesson_of(data, bag)))
    columns = tuple(data.columns[axis] for axis in axes)
    known = Outputs(data.points[:, axes], data.target, data.classes, columns, data.weight)
    return Learned(OnAxes(member.read(base).train(lesson_of(known, bag)), axes))


def asked_together(learners: Iterable[Learner], points: FloatArray) -> list[FloatArray]:
    """Ask the first learners, as far as they are neighbours: samples of the same points at once."""
    samples: list[tuple[Neighbours, tuple[int, ...] | None]] = []
    for one in learners:
        bare, axes = (one.learner, one.axes) if isinstance(one, OnAxes) else (one, None)
        if not isinstance(bare, Neighbours):
            break
        samples.append((bare, axes))
    answers: dict[int, FloatArray] = {}
    for k, (first, axes) in enumerate(samples):
        if k not in answers:
            alike = [
                j for j, (one, its) in enumerate(samples[k:], start=k)
                if j == k or (its == axes and are_alike(first, one))
            ]  # fmt: skip
            seen = points if axes is None else points[:, axes]
            answers |= zip(alike, answers_of([samples[j][0] for j in alike], seen), strict=True)
    return [answers[k] for k in range(len(samples))]


def refuse_base(data: Dataset, base: str, field: Field) -> None:
    """Say why these points cannot be learned by this kind, and which of the choices can."""
    kind = kinds()[base]
    if data.task not in kind.tasks:
        wanted, learned = ("classes", "values") if data.classes else ("values", "classes")
        able = [one for one in field.choices if data.task in kinds()[one].tasks]
        raise Refusal(
            f"base={base}: {kind.title} learns {learned}, not {wanted}; {', '.join(able)} can"
        )
    member.read(base).refuse(data, "base")
