"""What happened in this step, in a sentence, with the row of the round's steps above it."""

from dataclasses import dataclass, replace
from typing import Literal

from ensemble_viz.document.where import Moment
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import steps
from ensemble_viz.scene.stories import part_of, story_of
from ensemble_viz.scene.telling import Said, ends

State = Literal["done", "now", "to come", "title"]
BLANK = "\N{FIGURE SPACE}"


@dataclass(frozen=True, slots=True)
class StepChip:
    """A step of the round in the row of steps."""

    text: str
    state: State


@dataclass(frozen=True, slots=True)
class Caption:
    """The words over the canvas."""

    chips: tuple[StepChip, ...]
    headline: str
    """What happened: 37 missed grow × 1.73, 23 right shrink × 0.70."""
    sentence: str
    """Each group now holds half of the weight. May be empty."""
    hint: str = ""
    """What to try; mostly empty."""
    stopped: bool = False
    """The run ended here: the card gets its bar."""
    rows: tuple[tuple[str, str], ...] = ()
    """The headline in short rows, each with its number; mostly none."""


def caption(stage: Stage) -> Caption:
    """Say what the step did."""
    said = _said(stage)
    words = (said.headline, said.sentence, said.hint)
    return Caption(_chips(stage), *words, said.stopped, said.rows)


def _said(stage: Stage) -> Said:
    """Find the words: of the start, or of the step in the method's story, and of the end."""
    if not len(stage.data) or ends.one_class(stage):
        return ends.start(stage)
    stop = ends.stop_at(stage)
    if stage.round == 0:
        return ends.start(stage) if stop is None else ends.stopped(stage, stop)
    said: Said = part_of(stage.run, "captions").said(stage)
    return said if stop is None else ends.ended(stage, said, stop)


def _chips(stage: Stage) -> tuple[StepChip, ...]:
    """Line up the steps of the round; before the first round, those of that one to come."""
    if stage.round == 0:
        return ()
    now = stage.where.moment.step
    states: tuple[State, ...] = ("done", "now", "to come")
    chips = tuple(
        StepChip(step.chip, states[1 + (k > now) - (k < now)])
        for k, step in enumerate(stage.steps, start=1)
    )
    listed = tuple(chips[k - 1] for k in _listed(stage))
    if not _is_long(stage, len(chips)):
        return listed
    number = (_listed(stage)[0] - 1) // _each(stage)
    return (StepChip(_fold_title(stage, number, len(chips)), "title"), *listed)


def _listed(stage: Stage) -> tuple[int, ...]:
    """Number the steps of the round that are listed now: of many folds the present one's."""
    count, each = len(stage.steps), _each(stage)
    if not _is_long(stage, count):
        return tuple(range(1, count + 1))
    begin = each * min((stage.where.moment.step - 1) // each, (count - 1) // each - 1)
    return (*range(begin + 1, begin + each + 1), count)


def of_round(stage: Stage) -> tuple[Caption, ...]:
    """Say what the steps say that are listed now: the card has room for each of them.

    Where the run ends the words are longer: they have their room when they are said.
    """
    if not stage.round:
        return ()
    moments = (replace(stage.where.moment, step=step) for step in _listed(stage))
    stages = (stage.at(moment) for moment in moments)
    return tuple(said for said in map(caption, stages) if not said.stopped)


def of_first_round(stage: Stage) -> tuple[Caption, ...]:
    """Say what the steps of the first round say, nothing before it is learned."""
    if not len(stage.run):
        return ()
    return of_round(stage.at(Moment(1, 1)))


def most_chips(stage: Stage) -> tuple[str, ...]:
    """List the steps of the first round, none before it is learned: no round has more."""
    chips = tuple(step.chip for step in steps(stage.run, 1)) if len(stage.run) else ()
    if not _is_long(stage, len(chips)):
        return chips
    return (_fold_title(stage, 0, len(chips)), *chips[: _each(stage)], chips[-1])


def _is_long(stage: Stage, count: int) -> bool:
    """Say whether only the steps of the present fold are listed, and the last."""
    each = _each(stage)
    return each > 0 and count > each + 1


def _each(stage: Stage) -> int:
    return story_of(stage.run).steps_of_part


def _fold_title(stage: Stage, number: int, chips: int) -> str:
    count = (chips - 1) // _each(stage)
    return f"Fold {f'{number + 1}'.rjust(len(f'{count}'), BLANK)} of {count}"
