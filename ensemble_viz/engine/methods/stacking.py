"""Stacking: a last learner learns from what the others say about points they have not seen.

Deal the points out into folds. For every member: hold out each fold in turn, train on the rest,
predict the fold; then train it once more on all points.
Train the blender on the predictions, as if these were coordinates, and on the true answers.
Answer with what the blender says about what the members say.

Hold-out: part the points into as many parts as there are layers, the blender's included. The
members of a layer learn on its part, from what the layer below says there; nobody learns twice.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, folds
from ensemble_viz.engine.ensembles import (
    Method,
    Round,
    Start,
    Steps,
    Stop,
    decide,
    member,
    stack,
    votes,
)
from ensemble_viz.engine.settings import Params, Setting, shared

BLENDER = {"classification": ("logistic(C=1)",), "regression": ("ridge(alpha=1)",)}
MOST_LEFT_OUT = 1000  # points that are left out one by one: a learner a member for each of them


@dataclass(frozen=True)
class StackingParams(Params):
    members: Annotated[
        tuple[str, ...] | None,
        Setting(
            "members",
            "Who learns from the points, one a round; none: a tree of depth 3, naive Bayes, "
            "logistic regression and 5 neighbours for classes, the tree, least squares and 5 "
            "neighbours for values.",
            "h_t",
            items=member.MEMBERS,
        ),
    ] = None
    final: Annotated[
        tuple[str, ...] | None,
        Setting(
            "blender",
            "Who learns from what the members say; none: logistic regression for classes, ridge "
            "regression for values. With more layers those named before it are the members of "
            "the layers in between.",
            "b",
            items=member.FINAL,
        ),
    ] = None
    split: Annotated[
        Literal["k-fold", "hold-out", "leave-one-out"],
        Setting(
            "split",
            "Which points a member predicts without having seen them: fold by fold; one half "
            "(or with more layers a part for each); or every point by itself. A column fold in "
            "the file says it instead of chance.",
        ),
    ] = "k-fold"
    folds: Annotated[
        int,
        Setting(
            "folds",
            "Into how many folds the points are dealt, class by class; never more than there are "
            "points.",
            "f",
            low=2,
            high=100,
        ),
    ] = 5
    layers: Annotated[
        int,
        Setting("layers", "How many layers of members there are below the blender.", "L", low=1,
                high=3),
    ] = 1  # fmt: skip
    rounds: shared.MemberRounds = 50

    def resolved(self, data: Dataset) -> Self:
        """Choose the usual members and blender."""
        members, final = self.members or member.USUAL[data.task], self.final or BLENDER[data.task]
        for name, texts in (("members", members), ("final", final)):
            for text in texts:
                member.read(text).refuse(data, name)
        if self.layers == 1 and len(final) > 1:
            raise Refusal(
                f"final={', '.join(final)}: with layers=1 there is one blender; more layers have "
                "room for others in between"
            )
        if self.split == "leave-one-out" and len(data) > MOST_LEFT_OUT:
            raise Refusal(
                f"split=leave-one-out: {len(data)} points would take as many learners for each "
                f"member; up to {MOST_LEFT_OUT} can be left out one by one, k-fold takes more"
            )
        if data.fold is not None:
            self.check_fold(data, data.fold)
        return replace(self, members=members, final=final)

    def check_fold(self, data: Dataset, fold: IntArray) -> None:
        """Refuse a column fold that does not part the points as the split needs it."""
        given = len(parts_of(data, fold))
        if self.split == "hold-out" and given != self.parts:
            raise Refusal(
                f"split=hold-out: the column fold has {given} different numbers for points that "
                f"count; layers={self.layers} needs {self.parts}, one a layer and one for the "
                "blender"
            )
        if self.split == "k-fold" and given < self.parts:
            raise Refusal("split=k-fold: the column fold needs two different numbers at least")

    @property
    def parts(self) -> int:
        return self.layers + 1 if self.split == "hold-out" else 2

    def layer(self, number: int) -> tuple[str, ...]:
        members, final = self.members or (), self.final or ()
        return members if number == 0 or len(final) == 1 else final[:-1]


def rounds(params: StackingParams) -> int:
    """Count the members by layer, and the blender."""
    return sum(len(params.layer(number)) for number in range(params.layers)) + 1


def stacking(data: Dataset, params: StackingParams, seed: int) -> Steps:
    """Train the members on parts of the points, and the blender on what they say of the rest."""
    yield Start(None, data.target)
    able = int(np.count_nonzero(data.distribution > 0))
    if able < params.parts:
        return Stop("nothing-to-split", 0, why="too-few", count=able)
    fold = deal(data, params, seed)
    t, known, below = 0, data, None
    for number in range(params.layers):
        said, last = [], []
        columns: tuple[str, ...] = ()
        for text in params.layer(number):
            t += 1
            one = train(text, known, fold, (params, number))
            yield record(data, fold, t, (text, one, below))
            said.append(one.everywhere)
            last.append(one.learners[-1])
            columns += stack.columns_of(data, t)
        below = stack.Layer(tuple(last), columns, below)
        known = stack.outputs(data, below.columns, said)
    mine = data.distribution > 0
    if params.split == "hold-out":
        mine = mine & (fold == parts_of(data, fold)[-1])
    text = (params.final or ())[-1]
    blender = stack.above(stack.train_on(member.read(text), known, mine), below)
    yield Round(
        number=t + 1,
        learners=(blender,),
        learner_weight=None,
        score=blender.answer(data.points),
        target=data.target,
        sample_weight=data.given_distribution,
        fold=fold,
        seen=mine[None],
    )
    return Stop("all-rounds", t + 1)


def deal(data: Dataset, params: StackingParams, seed: int) -> IntArray:
    """Deal the points out into folds or parts, as the column fold says or else by chance.

    Drawn ones count from 1; a point that is left out by itself is a fold of its own number.
    """
    if params.split == "leave-one-out":
        return np.where(data.distribution > 0, 1 + np.arange(len(data)), folds.NO_FOLD)
    if data.fold is not None:
        return data.fold.copy()
    able = int(np.count_nonzero(data.distribution > 0))
    parts = params.parts if params.split == "hold-out" else min(params.folds, able)
    dealt = folds.deal_folds(data, parts, seed)
    return np.where(dealt == folds.NO_FOLD, folds.NO_FOLD, dealt + 1)


def parts_of(data: Dataset, fold: IntArray) -> IntArray:
    """List the numbers of the folds, or parts, that have points which count."""
    return folds.numbers_of(fold[data.distribution > 0])


def train(
    text: str, known: Dataset, fold: IntArray, place: tuple[StackingParams, int]
) -> stack.Trained:
    params, number = place
    if params.split != "hold-out":
        return stack.train_by_folds(member.read(text), known, fold)
    return stack.train_on_part(member.read(text), known, fold, int(parts_of(known, fold)[number]))


def record(
    data: Dataset, fold: IntArray, t: int, trained: tuple[str, stack.Trained, stack.Layer | None]
) -> Round:
    """Put a member on record; nothing is answered before the blender is there."""
    text, one, below = trained
    return Round(
        number=t,
        learners=tuple(stack.above(learner, below) for learner in one.learners),
        learner_weight=None,
        score=None,
        target=data.target,
        sample_weight=data.given_distribution,
        fold=fold,
        seen=one.seen,
        out_rows=one.rows,
        out_of_fold=one.predicted,
        rules=member.read(text).rules(data),
        figures={"fold_error": error(data, one.rows, one.predicted)},
    )


def error(data: Dataset, rows: IntArray, predicted: FloatArray) -> float | None:
    """Measure what was predicted at points that were held out."""
    weight, target = data.distribution[rows], data.target[rows]
    if not weight.any():
        return None
    rest = votes.amiss(decide(predicted, data.n_classes), target, data.classes is not None)
    return float(weight @ rest / weight.sum())


METHOD = Method(
    name="stacking",
    title="Stacking",
    summary="A blender learns from what the members say about points they have not seen.",
    params=StackingParams,
    train=stacking,
    combine="blend",
    say=lambda _data, _params: votes.as_is,
    rules=member.usual_rules,
    story="folds",
    uses_chance=lambda params: params.split != "leave-one-out",
    length=rounds,
)
