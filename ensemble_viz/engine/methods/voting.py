"""Voting: learners of different kinds on the same points, and a vote.

For every member: train it on all points; take its vote, by its weight.
Hard: the class with the most votes, more than half of them or not (plurality); equal votes go to
the first class. Soft: the class with the largest mean share. Values: the mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self, TypeGuard

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal, numerals, ties
from ensemble_viz.engine.ensembles import Method, Round, Start, Steps, Stop, member, votes
from ensemble_viz.engine.learners import lesson_of
from ensemble_viz.engine.settings import Items, Params, Setting, shared

LARGEST_WEIGHT = 1e9


def is_number(value: object) -> TypeGuard[int | float]:
    """Say whether something counts as a number: True and False do not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def read_weight(given: object) -> float:
    value = numerals.read_float(given.strip()) if isinstance(given, str) else given
    if not is_number(value) or not 0.0 <= value <= LARGEST_WEIGHT:
        raise Refusal(f"{str(given)[:20]!r} is no weight; they are numbers from 0 to 1e9")
    return float(value)


@dataclass(frozen=True)
class VotingParams(Params):
    members: Annotated[
        tuple[str, ...] | None,
        Setting(
            "members",
            "Who votes, one a round; none: a tree of depth 3, naive Bayes, logistic regression "
            "and 5 neighbours for classes, the tree, least squares and 5 neighbours for values.",
            "h_t",
            items=member.MEMBERS,
        ),
    ] = None
    vote: Annotated[
        Literal["hard", "soft"],
        Setting(
            "vote",
            "Hard: every member names one class; the most votes win, even fewer than half, and "
            "equal votes go to the first class. Soft: the members' class shares are averaged.",
        ),
    ] = "hard"
    weights: Annotated[
        tuple[float, ...] | None,
        Setting(
            "weights",
            "How much each member's vote counts, in their order; none: all the same.",
            "w_t",
            items=Items(read_weight, "a list of numbers from 0 on like 1, 2, 0.5", "1, 2, 0.5, 0"),
        ),
    ] = None
    rounds: shared.MemberRounds = 50

    def resolved(self, data: Dataset) -> Self:
        """Choose the usual members, and a weight for each."""
        members = self.members or member.USUAL[data.task]
        for text in members:
            member.read(text).refuse(data, "members")
        weights = self.weights or (1.0,) * len(members)
        shown = ", ".join(f"{weight:g}" for weight in weights)
        if len(weights) != len(members):
            raise Refusal(f"weights={shown}: the {len(members)} members need {len(members)}")
        if not any(weights):
            raise Refusal(f"weights={shown}: at least one of them has to count")
        return replace(self, members=members, weights=weights)


def voting(data: Dataset, params: VotingParams, _seed: int) -> Steps:
    """Train every member on all points, and let them vote."""
    vote = votes.part_of_vote(data, params)
    mean = votes.Mean(data.classes is not None)
    weights: Sequence[float] = params.weights or ()
    voted = 0.0
    yield Start(None, data.target)
    for t, (text, weight) in enumerate(zip(params.members or (), weights, strict=True), start=1):
        one = member.read(text)
        learner = one.train(lesson_of(data))
        voted += weight
        score = mean.add(vote(learner.answer(data.points)), weight) if voted else None
        yield Round(
            number=t,
            learners=(learner,),
            learner_weight=weight,
            score=score,
            target=data.target,
            sample_weight=data.given_distribution,
            rules=one.rules(data),
            figures=counted(data, params, score),
        )
    return Stop("all-rounds", len(weights))


def counted(data: Dataset, params: VotingParams, score: FloatArray | None) -> dict[str, float]:
    """Measure how many points have no majority, and how many have no single winner."""
    if data.classes is None or params.vote == "soft" or score is None:
        return {}
    most = ties.row_max(score)
    winners = (score == most[:, None]).sum(axis=-1)
    return {
        "plurality": float(data.distribution[most <= 0.5].sum()),
        "tied": float(data.distribution[winners > 1].sum()),
    }


METHOD = Method(
    name="voting",
    title="Voting",
    summary="Learners of different kinds are trained on the same points; then they vote.",
    params=VotingParams,
    train=voting,
    combine="mean",
    say=votes.part_of_vote,
    rules=member.usual_rules,
    story="votes",
    figures=("bags",),
    uses_chance=lambda _params: False,
    length=lambda params: len(params.members or ()),
)
