"""What happened in this step, in a sentence, with the row of the round's steps above it."""

from dataclasses import dataclass, replace
from typing import Literal

from ensemble_viz.scene.captions import (
    bags,
    ends,
    folds,
    gradients,
    plain,
    second_order,
    splits,
    votes,
    weights,
)
from ensemble_viz.scene.captions.said import Said
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.steps import FOLD_STEPS

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
    """Find the words: of a stop, of the start, or of the step in the method's story."""
    if not len(stage.data) or (stage.round == 0 and ends.one_class(stage)):
        return ends.start(stage)
    if (stop := ends.stop_at(stage)) is not None:
        return ends.stopped(stage, stop)
    if stage.round == 0:
        return ends.start(stage)
    said = _STORIES[stage.run.method.story](stage)
    hint = said.hint or ends.one_class(stage)
    return replace(said, hint=hint)


def _chips(stage: Stage) -> tuple[StepChip, ...]:
    """Line up the steps of the round; before the first round, those of that one to come."""
    if stage.round == 0:
        return ()
    now = stage.view.moment.step
    states: tuple[State, ...] = ("done", "now", "to come")
    chips = tuple(
        StepChip(step.chip, states[1 + (k > now) - (k < now)])
        for k, step in enumerate(stage.steps, start=1)
    )
    many = stage.run.method.story == "folds" and len(chips) > len(FOLD_STEPS) + 1
    return _of_fold(stage, chips) if many else chips


def _of_fold(stage: Stage, chips: tuple[StepChip, ...]) -> tuple[StepChip, ...]:
    """Keep the steps of the present fold, and the last: as many chips in every step."""
    each = len(FOLD_STEPS)
    count = (len(chips) - 1) // each
    number = min((stage.view.moment.step - 1) // each, count - 1)
    said = f"{number + 1}".rjust(len(f"{count}"), BLANK)
    title = StepChip(f"Fold {said} of {count}", "title")
    return (title, *chips[each * number : each * (number + 1)], chips[-1])


_STORIES = {
    "weights": weights.said,
    "bags": bags.said,
    "gradients": gradients.said,
    "second-order": second_order.said,
    "splits": splits.said,
    "votes": votes.said,
    "folds": folds.said,
    "plain": plain.said,
}
