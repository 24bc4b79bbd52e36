"""A committee errs less than its members do on average: by just as much as they disagree."""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory.demonstration import Demonstration, Figures, Material


@dataclass(frozen=True)
class CommitteeParams(Params):
    """Settings of the committee."""

    where: Annotated[
        Literal["training", "test"],
        Setting(
            "points",
            "The points that the errors are averaged over: those that were learned from, or those "
            "that were kept for testing.",
        ),
    ] = "training"


def committee(params: CommitteeParams, material: Material | None) -> Figures:
    """Take the error of the committee apart, after every round up to this one."""
    assert material is not None
    asked, weight = _asked(params, material)
    target = asked.target if asked.classes is None else asked.one_hot
    answers = _answers(material, asked)
    votes = np.array([record.learner_weight or 0.0 for record in material.rounds])
    curves = [
        _parts(answers[:t], votes[:t], target, weight)
        for t in range(1, len(votes) + 1)
        if votes[:t].any()
    ]
    if not curves:
        raise Refusal("Nobody with a vote has voted yet")
    average, together, ambiguity = curves[-1]
    return {
        "members": len(votes),
        "average_error": average,
        "committee_error": together,
        "ambiguity": ambiguity,
        "if_uncorrelated": average / len(votes),
        "if_clones": average,
        "member_errors": [_parts(answers[[k]], np.ones(1), target, weight)[0]
                          for k in range(len(votes))],
        "average_errors": [curve[0] for curve in curves],
        "committee_errors": [curve[1] for curve in curves],
        "ambiguities": [curve[2] for curve in curves],
    }  # fmt: skip


def _parts(
    answers: FloatArray, votes: FloatArray, target: FloatArray, weight: FloatArray
) -> tuple[float, float, float]:
    """E_av, E_c and the ambiguity, of (members, n) values or (members, n, K) shares.

    Of classes what counts is the share of the true one: it should be 1.
    """
    if target.ndim == 2:
        answers, target = (answers * target).sum(axis=2), np.ones(len(target))
    share = votes / votes.sum()
    mean = share @ answers
    return (
        float(share @ ((answers - target) ** 2 @ weight)),
        float((mean - target) ** 2 @ weight),
        float(share @ ((answers - mean) ** 2 @ weight)),
    )


def _asked(params: CommitteeParams, material: Material) -> tuple[Dataset, FloatArray]:
    data = material.data
    if params.where == "training":
        return data, data.distribution
    if not data.test:
        raise Refusal("where=test: there are no test points")
    return data.test, data.test.distribution


def _answers(material: Material, asked: Dataset) -> FloatArray:
    """Ask every member at every point: (members, n) or (members, n, K)."""
    run = material.run
    if run is None or run.method.combine != "mean":
        title = "This" if run is None else run.method.title
        raise Refusal(f"{title} is no committee: a committee answers with the mean of its members")
    return np.stack([run.part(record.number, asked.points) for record in material.rounds])


DEMONSTRATION = Demonstration(
    name="committee",
    title="A committee and its members",
    summary="The error of a mean is the mean error less the disagreement, exactly.",
    params=CommitteeParams,
    compute=committee,
    takes="run",
    sample="surface:n=60,noise=0.3",
    method="bagging",
    method_settings={"rounds": 10},
)
