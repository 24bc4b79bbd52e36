"""Voting: members of many kinds, and what they say together."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, alone, training_error
from ensemble_viz.scene.joined import missed_together, of_all, squared_error, ties_sentence
from ensemble_viz.scene.learners.members import answer_text, member_text, result, texts, weighs
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import Step
from ensemble_viz.scene.stories import Story
from ensemble_viz.scene.table import Column, answer_column, number_column, vote_column
from ensemble_viz.scene.telling import CardRow, Content, Spot, StepText, Vote, joined, winner
from ensemble_viz.scene.words import class_name, counted, fixed, shortest, verb, what_it_does

STORY = Story(
    taught=6,
    mixes_learners=True,
    weighs_learners=True,
    counts_votes=True,
    importance="then their mean by weight",
    first_action="Train the next member",
)


def steps(run: Run, _t: int) -> tuple[Step, ...]:
    values = run.data.classes is None
    return (
        Step("train", "Train", "Train the next member"),
        Step(
            "collect",
            "Answer" if values else "Vote",
            f"Collect its {'answer' if values else 'vote'}",
        ),
        Step("vote", *(("Mean", "Average") if values else ("Count", "Count")), joined=True),
    )


def start_text(stage: Stage) -> StepText:
    names = ", ".join(texts(stage.run))
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    what = "vote" if stage.data.n_classes else "are averaged"
    return StepText(headline, f"These learn from all points, one per round, and {what}: {names}.")


def step_text(stage: Stage) -> StepText:
    return _STEPS[stage.key](stage)


def _train(stage: Stage) -> StepText:
    points = counted(len(stage.data), "point")
    headline = f"Member {stage.round}: {member_text(stage.run, stage.round)}"
    does = "" if stage.learner is None else what_it_does(stage.learner, stage.data)
    trained = f"It is trained on all {points}, like every other member."
    return StepText(headline, joined(does, trained))


def _collect(stage: Stage) -> StepText:
    assert stage.answer is not None
    alone = result(stage, stage.answer, np.arange(len(stage.data)))
    headline = f"Member {stage.round} alone: {alone}"
    if not stage.data.n_classes:
        return StepText(headline, joined("It answers with a value for each point.", _weight(stage)))
    soft = stage.run.params.vote == "soft"
    what = "It names one class for each point."
    if soft:
        what = "Its vote is a probability for each class, not one class: how sure it is counts."
    return StepText(headline, joined(what, _weight(stage)))


def _weight(stage: Stage) -> str:
    """Say how much the member counts, where some count more than others."""
    weight = stage.record.learner_weight if stage.record else None
    if weight is None or not weighs(stage.run):
        return ""
    return f"Its {'vote' if stage.data.n_classes else 'answer'} counts {shortest(weight)}."


def _vote(stage: Stage) -> StepText:
    t = stage.round
    if stage.score is None:
        voted = "voted" if stage.data.n_classes else "answered"
        return StepText(f"No member with a weight has {voted} yet", "So there is no answer so far.")
    who = "Member 1 answers alone" if t == 1 else f"{t} members together"
    if not stage.data.n_classes:
        mean = "weighted mean" if weighs(stage.run) else "mean"
        error = fixed(squared_error(stage, t))
        how = f"They answer with their {mean}."
        if t == 1:
            how = f"From member 2 on they answer with their {mean}."
        return StepText(f"{who}: the mean squared error is {error}", how)
    missed = missed_together(stage, t)
    headline = f"{who}: {of_all(stage, missed)} {verb(missed)} missed"
    return StepText(headline, joined(_how(stage), ties_sentence(stage, t)))


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


def content(spot: Spot) -> Content:
    stage = spot.stage
    last = stage.round if stage.learner_is_known else stage.joined
    rows = [_says(spot, t) for t in range(1, last + 1)]
    votes: tuple[Vote, ...] = ()
    if stage.data.n_classes:
        votes = spot.latest_votes(lambda t: stage.run.round(t).learner_weight or 0.0, last)
    return Content(tuple(rows), votes, _result_rows(spot))


def _says(spot: Spot, t: int) -> CardRow:
    """Write what a member says, and how much it counts."""
    stage = spot.stage
    weight = stage.run.round(t).learner_weight
    counts = f", counts {shortest(weight)}" if weighs(stage.run) and weight is not None else ""
    now = t == stage.round and not stage.is_joined
    label = f"{member_text(stage.run, t)} says{counts}"
    return CardRow(label, answer_text(stage, spot.answer(t)), now)


def _result_rows(spot: Spot) -> tuple[CardRow, ...]:
    """Give the shares of the votes, or the mean of the values."""
    stage, score = spot.stage, spot.score(spot.stage.joined)
    if score is None or not stage.joined:
        return ()
    data, now = stage.data, stage.key == "vote"
    if not data.n_classes:
        mean = float(score[0])
        return CardRow("together", fixed(mean), now), *spot.rest_rows(mean)
    what = "mean share" if stage.run.params.vote == "soft" else "share of the votes"
    present = np.flatnonzero(score)
    rows = [CardRow(f"{what}, {class_name(data, int(k))}", fixed(float(score[k]))) for k in present]
    return (*rows, CardRow("together they say", winner(data, score), now))


def columns(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    t = stage.round
    yield answer_column(stage, f"member {t}", f"What member {t} says.")
    if stage.joined and stage.score is not None:
        title, now = f"all {stage.joined}", stage.key == "vote"
        if stage.data.classes is None:
            words = "The mean of the members so far, by their weights."
            yield number_column(stage, "all", title, words, stage.score, now=now)
            return
        voted = decide(stage.score, stage.data.n_classes)
        words, wrong = "What the members say together.", voted != stage.data.target
        yield vote_column(stage, "all", title, words, voted, missed=wrong, now=now)


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    return (FormulaLine((_rule(stage),), now=True),)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    reached, now = stage.reached("vote"), stage.key == "vote"
    rule = FormulaLine((_rule(stage),), to_come=not reached)
    if reached and stage.score is None:
        return alone(stage), rule
    return alone(stage), rule, training_error(stage, stage.round, reached, now)


def _rule(stage: Stage) -> Maths:
    """How the members answer together, each by its weight."""
    if not stage.data.n_classes:
        return Maths(r"F(x) = \frac{\sum_t w_t h_t(x)}{\sum_t w_t}")
    if stage.run.params.vote == "soft":
        return Maths(r"\hat{y}(x) = \arg\max_{k} \frac{\sum_t w_t \, p_t(k | x)}{\sum_t w_t}")
    return Maths(r"\hat{y}(x) = \arg\max_{k} \sum_t w_t [h_t(x) = k]")
