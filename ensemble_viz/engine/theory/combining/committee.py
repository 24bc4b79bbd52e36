"""A committee errs less than its members do on average: by just as much as they disagree."""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material


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
    off = _errors(_answers(material, asked), asked)
    votes = np.array([record.learner_weight or 0.0 for record in material.rounds])
    said = votes.cumsum() > 0.0
    if not said.any():
        raise Refusal("Nobody with a vote has voted yet")
    so_far = votes.cumsum()[said]
    own = off**2 @ weight
    average = (votes * own).cumsum()[said] / so_far
    mean = (votes[:, None] * off).cumsum(axis=0)[said] / so_far[:, None]
    together = mean**2 @ weight
    return {
        "members": len(votes),
        "average_error": average[-1],
        "committee_error": together[-1],
        "ambiguity": votes @ ((off - mean[-1]) ** 2 @ weight) / so_far[-1],
        "if_uncorrelated": average[-1] / len(votes),
        "if_clones": average[-1],
        "member_errors": own,
        "average_errors": average,
        "committee_errors": together,
        "ambiguities": average - together,
    }


def _errors(answers: FloatArray, asked: Dataset) -> FloatArray:
    """Measure how far each member is off at each point: (members, n).

    Of classes what counts is the share of the true one: it should be 1.
    """
    if asked.classes is None:
        return answers - asked.target
    return (answers * asked.one_hot).sum(axis=2) - 1.0


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
    place=3,
)
