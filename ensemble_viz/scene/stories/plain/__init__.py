"""A method without a story of its own: it trains, and the learner joins."""

from collections.abc import Iterator

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.joined import missed_together, of_all
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import Step, noun
from ensemble_viz.scene.stories import Story
from ensemble_viz.scene.table import Column, answer_column
from ensemble_viz.scene.telling import CardRow, Content, Spot, StepText
from ensemble_viz.scene.words import capital, counted, fixed, subscript, verb

STORY = Story(taught=8)


def steps(run: Run, t: int) -> tuple[Step, ...]:
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("vote", "Join", "Let it join", joined=True),
    )


def start_text(stage: Stage) -> StepText:
    return StepText(f"{counted(len(stage.data), 'point')} and no {noun(stage.run)} yet")


def step_text(stage: Stage) -> StepText:
    name = f"{capital(noun(stage.run))} {stage.round}"
    if stage.key == "train":
        return StepText(f"{name} is trained", f"It is fitted to {of_all(stage, len(stage.data))}.")
    if not stage.data.n_classes:
        return StepText(f"{name} joins")
    missed = missed_together(stage, stage.round)
    return StepText(f"{name} joins: {of_all(stage, missed)} {verb(missed)} missed")


def content(spot: Spot) -> Content:
    stage, rows = spot.stage, []
    if stage.learner_is_known and stage.data.n_classes:
        says = (stage.data.classes or ())[spot.says(stage.round)]
        rows.append(CardRow(f"{noun(stage.run)} {stage.round} says", says, stage.key == "train"))
    score = spot.score(stage.joined)
    if score is not None and stage.joined:
        written = ", ".join(fixed(value) for value in score.tolist())
        rows.append(CardRow("score", written, stage.key == "vote"))
    return Content(tuple(rows))


def columns(stage: Stage) -> Iterator[Column]:
    if stage.record is not None:
        yield answer_column(stage, f"h{subscript(stage.round)}", "What this round's learner says.")


def start(_stage: Stage) -> tuple[FormulaLine, ...]:
    return ()


def lines(_stage: Stage) -> tuple[FormulaLine, ...]:
    return ()
