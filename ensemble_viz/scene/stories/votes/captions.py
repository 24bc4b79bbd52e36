"""Voting, step by step: a member is trained, its votes are collected, and counted."""

import numpy as np

from ensemble_viz.scene.joined import missed_together, of_all, squared_error, ties_sentence
from ensemble_viz.scene.learners.members import member_text, result, texts, weighs
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.names import verb
from ensemble_viz.scene.numbers import counted, fixed, shortest
from ensemble_viz.scene.telling import Said, joined


def said(stage: Stage) -> Said:
    """Say what the step did."""
    return _STEPS[stage.key](stage)


def _train(stage: Stage) -> Said:
    points = counted(len(stage.data), "point")
    headline = f"Member {stage.round}: {member_text(stage.run, stage.round)}"
    return Said(headline, f"It is trained on all {points}, like every other member.")


def _collect(stage: Stage) -> Said:
    assert stage.answer is not None
    alone = result(stage, stage.answer, np.arange(len(stage.data)))
    headline = f"Member {stage.round} alone: {alone}"
    if not stage.data.n_classes:
        return Said(headline, joined("It answers with a value for each point.", _weight(stage)))
    soft = stage.run.params.vote == "soft"
    what = "It names one class for each point."
    if soft:
        what = "Its vote is a probability for each class, not one class: how sure it is counts."
    return Said(headline, joined(what, _weight(stage)))


def _weight(stage: Stage) -> str:
    """Say how much the member counts, where some count more than others."""
    weight = stage.record.learner_weight if stage.record else None
    if weight is None or not weighs(stage.run):
        return ""
    return f"Its {'vote' if stage.data.n_classes else 'answer'} counts {shortest(weight)}."


def _vote(stage: Stage) -> Said:
    t = stage.round
    if stage.score is None:
        return Said("Nobody with a weight has voted yet", "So there is no answer so far.")
    who = "Member 1 answers alone" if t == 1 else f"{t} members together"
    if not stage.data.n_classes:
        mean = "weighted mean" if weighs(stage.run) else "mean"
        error = fixed(squared_error(stage, t))
        how = f"They answer with their {mean}."
        if t == 1:
            how = f"From member 2 on they answer with their {mean}."
        return Said(f"{who}: the mean squared error is {error}", how)
    missed = missed_together(stage, t)
    headline = f"{who}: {of_all(stage, missed)} {verb(missed)} missed"
    return Said(headline, joined(_how(stage), ties_sentence(stage, t)))


def _how(stage: Stage) -> str:
    """Say what wins, and at how many points no class has more than half of the votes."""
    by = "weighted " if weighs(stage.run) else ""
    if stage.run.params.vote == "soft":
        return f"The class with the largest {by}mean probability wins."
    most = "The largest sum of weights wins" if by else "The class with the most votes wins"
    assert stage.score is not None
    most_votes = stage.score.max(axis=1, keepdims=True)
    is_tie = (stage.score == most_votes).sum(axis=1) > 1
    none = int(np.count_nonzero((most_votes[:, 0] <= 0.5) & ~is_tie))
    if stage.data.n_classes == 2 or not none:
        return f"{most}."
    return f"{most}; at {counted(none, 'point')} it is not over half (plurality)."


_STEPS = {"train": _train, "collect": _collect, "vote": _vote}


def begun(stage: Stage) -> Said:
    """Say where the run begins."""
    names = ", ".join(texts(stage.run))
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    what = "vote" if stage.data.n_classes else "are averaged"
    return Said(headline, f"These learn from all points, one a round, and {what}: {names}.")
