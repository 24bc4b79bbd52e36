"""Leakage in stacking: a blender that learned from what the members say of points they had seen."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.ensembles import decide, member, stack
from ensemble_viz.engine.methods import stacking
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.runs.figures import wrong
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.theory.repeats import Sets, averaged, fresh, lessened

USUAL = {
    "classification": ("tree", "logistic(C=1)", "naive-bayes"),
    "regression": ("tree", "linear", "knn(k=5)"),
}


@dataclass(frozen=True)
class LeakageParams(Params):
    """Settings of the two stacks."""

    sets: Sets = 20
    members: Annotated[
        tuple[str, ...] | None,
        Setting(
            "members",
            "Who learns from the points; none: an unlimited tree, which knows all that it has "
            "seen by heart, beside two that do not.",
            "h_t",
            items=member.MEMBERS,
        ),
    ] = None
    final: Annotated[
        tuple[str, ...] | None,
        Setting(
            "blender",
            "Who learns from what they say; none: logistic regression for classes, ridge "
            "regression for values.",
            "b",
            items=replace(member.FINAL, most=1),
        ),
    ] = None
    folds: Annotated[
        int,
        Setting("folds", "Into how many folds the points are dealt.", "f", low=2, high=100,
                reach=(2, 20)),
    ] = 5  # fmt: skip


def leakage(params: LeakageParams, material: Material | None) -> Iterator[Figures]:
    """Train both stacks on one training set after the other."""
    assert material is not None
    task = material.data.task
    members, final = params.members or USUAL[task], params.final or stacking.BLENDER[task]
    for text in (*members, *final):
        member.read(text).refuse(material.data, "members")
    pairs: list[tuple[float, float]] = []
    weights: list[FloatArray] = []
    for k in range(params.sets):
        data = fresh(material, k)
        settings = {"members": members, "final": final, "folds": params.folds}
        held_out = run(data, "stacking", settings, seed=k)
        held_out.finish()
        in_sample = stack_in_sample(data, members, final[0])
        blenders = (held_out.rounds[-1].learners[0], in_sample)
        pairs.append((_test_error(data, blenders[0]), _test_error(data, blenders[1])))
        weights.append(np.array([_coefficients(data, one) for one in blenders]))
        yield _figures(pairs, weights, members)


def stack_in_sample(data: Dataset, members: tuple[str, ...], final: str) -> Any:
    """Train members and blender on all points alike: what is never to be done."""
    counts = data.distribution > 0
    learners = tuple(stack.train_on(member.read(text), data, counts) for text in members)
    columns = tuple(name for t in range(1, len(learners) + 1) for name in stack.columns_of(data, t))
    said = [learner.answer(data.points) for learner in learners]
    known = stack.outputs(data, columns, said)
    return stack.above(
        stack.train_on(member.read(final), known, counts), stack.Layer(learners, columns)
    )


def _test_error(data: Dataset, learner: Any) -> float:
    assert data.test is not None
    answers = decide(learner.answer(data.test.points), data.n_classes)
    return wrong(answers, data.test.target, data.classes is None, None)


def _coefficients(data: Dataset, blender: Any) -> list[float]:
    """List what a linear blender multiplies each member's answer by; nothing of any other.

    More than two classes have a row each, and are not listed.
    """
    found = np.atleast_2d(np.array(blender.describe(data).get("coef", [])))
    return list(map(float, found[0])) if len(found) == 1 else []


def _figures(
    pairs: list[tuple[float, float]], weights: list[FloatArray], members: tuple[str, ...]
) -> Figures:
    held_out, in_sample = zip(*pairs, strict=True)
    more = lessened(in_sample, held_out)
    errors = {"held_out": held_out, "in_sample": in_sample, "difference": more}
    linear = weights[0].size > 0
    trust = np.mean(weights, axis=0) if linear else np.empty((2, 0))
    return {
        **averaged(errors),
        "members": members,
        "trust": {"held_out": trust[0], "in_sample": trust[1]} if linear else None,
    }


DEMONSTRATION = Demonstration(
    name="leakage",
    title="Leakage in stacking",
    summary="What happens when the blender learns from answers that the members know by heart.",
    params=LeakageParams,
    compute=leakage,
    takes="points",
    sample="moons:n=60,noise=0.3",
    refines=True,
    place=5,
)
