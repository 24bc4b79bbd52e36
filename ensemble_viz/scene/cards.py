"""What is said of a step: its caption, the card of a point or a place, and its formulas."""

from dataclasses import dataclass, replace
from typing import Literal

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data import NOT_FLIPPED
from ensemble_viz.scene.formulary.learners import of_learner
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import steps
from ensemble_viz.scene.stories import part_of, story_of
from ensemble_viz.scene.telling import EMPTY, CardRow, Content, Spot, StepText, Vote, ends, spot
from ensemble_viz.scene.words import class_name, shortest


@dataclass(frozen=True, slots=True)
class Card:
    """What is known about a point or a place."""

    title: str
    """Point 39, or Place."""
    k: int | None
    """The class of the point; None for places and values."""
    subtitle: str
    place: tuple[float, float]
    """Where the leader line ends, in coordinates of the canvas."""
    rows: tuple[CardRow, ...]
    votes: tuple[Vote, ...]
    after_votes: tuple[CardRow, ...]
    text: str
    """All of it as plain text, for the clipboard."""
    point: int | None = None
    pinned: bool = False
    earlier: int = 0
    """How many learners have voted before the first of the blocks."""
    tag: str = ""
    """Written at the point where the card is far away: 39, or 39 ×2."""


def card(stage: Stage) -> Card | None:
    """Describe what is hovered, else what is pinned; None where nothing is, or a node."""
    found = spot(stage)
    if found is None:
        return None
    where, pinned = found
    content: Content = part_of(stage.run, "points").content(where)
    title, subtitle = _title(where), _subtitle(where, content)
    return Card(
        title=title,
        k=int(where.y) if where.row is not None and stage.data.n_classes else None,
        subtitle=subtitle,
        place=_place(where),
        rows=content.rows,
        votes=content.votes,
        after_votes=content.after_votes,
        text="\n".join([title, subtitle, *_lines(content)]),
        point=where.row,
        pinned=pinned,
        earlier=content.earlier,
        tag="" if where.row is None else _tag(stage, where.row),
    )


def _title(where: Spot) -> str:
    """Number the point as the table does, from 1."""
    return "Place" if where.row is None else f"Point {where.row + 1}"


def _tag(stage: Stage, row: int) -> str:
    """Number the point, and say how often it is in the bag."""
    drawn = stage.view.look.layers.draws and story_of(stage.run).draws_bags
    times = "" if stage.draws is None or not drawn else f" ×{stage.draws[row]}"
    return f"{row + 1}{times}"


def _subtitle(where: Spot, content: Content) -> str:
    data = where.stage.data
    coordinates = content.at or tuple(shortest(float(x)) for x in where.at[0])
    if data.dimension == 1:
        x = f"{data.columns[0]} = {coordinates[0]}"
        return x if where.row is None else f"{x}, y = {shortest(where.y)}"
    at = f"({', '.join(coordinates)})"
    if where.row is None:
        return at
    if data.n_classes:
        return f"class {class_name(data, int(where.y))}{_was(where)}, at {at}"
    return f"y = {shortest(where.y)}, at {at}"


def _was(where: Spot) -> str:
    data, row = where.stage.data, where.row
    if data.flipped_from is None or row is None or data.flipped_from[row] == NOT_FLIPPED:
        return ""
    return f" (flipped, was {class_name(data, int(data.flipped_from[row]))})"


def _place(where: Spot) -> tuple[float, float]:
    """Find the place on the canvas; on a line values go upwards."""
    x = float(where.at[0, 0])
    if where.stage.data.dimension == 2:
        return x, float(where.at[0, 1])
    if where.row is not None:
        return x, where.y
    focus = where.stage.hand.hovered.place or where.stage.where.pinned.place
    return x, focus[1] if focus else 0.0


def _lines(content: Content) -> list[str]:
    lines = [f"{row.label}: {row.value}" for row in content.rows]
    if content.votes:
        earlier = f"({content.earlier} earlier) " if content.earlier else ""
        lines.append(f"votes: {earlier}{' '.join(vote.text for vote in content.votes)}")
    return lines + [f"{row.label}: {row.value}" for row in content.after_votes]


State = Literal["done", "now", "to come", "title"]
BLANK = "\N{FIGURE SPACE}"


@dataclass(frozen=True, slots=True)
class StepChip:
    text: str
    state: State


@dataclass(frozen=True, slots=True)
class Caption:
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
    said = _said(stage)
    words = (said.headline, said.sentence, said.hint)
    return Caption(_chips(stage), *words, said.stopped, said.rows)


def _said(stage: Stage) -> StepText:
    """Find the words: of the start, or of the step in the method's story, and of the end."""
    if not len(stage.data) or ends.one_class(stage):
        return ends.start(stage)
    stop = ends.stop_at(stage)
    if stage.round == 0:
        return ends.start(stage) if stop is None else ends.stopped(stage, stop)
    said: StepText = part_of(stage.run, "captions").step_text(stage)
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


def formulas(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the formulas of this round; those of the start before any."""
    if not len(stage.data):
        return ()
    story = part_of(stage.run, "formulas")
    if stage.round == 0:
        begun: tuple[FormulaLine, ...] = story.start(stage)
        return begun
    lines: tuple[FormulaLine, ...] = story.lines(stage)
    return _with_next(lines if stage.tree is not None else _with_learner(stage, lines))


def why_none(stage: Stage) -> str:
    return "This step computes nothing." if len(stage.data) else EMPTY


def _with_learner(stage: Stage, lines: tuple[FormulaLine, ...]) -> tuple[FormulaLine, ...]:
    """Begin with what the learner answers, where it is no tree; the step that trains it is that."""
    learned = of_learner(stage)
    if any(line.now for line in learned):
        lines = tuple(replace(line, now=False) for line in lines)
    return *learned, *lines


def _with_next(lines: tuple[FormulaLine, ...]) -> tuple[FormulaLine, ...]:
    """Mark the line that the next step works out."""
    following = next((k for k, line in enumerate(lines) if line.to_come), None)
    if following is None:
        return lines
    return *lines[:following], replace(lines[following], side=("next",)), *lines[following + 1 :]


def as_document(lines: tuple[FormulaLine, ...]) -> str:
    """Write formulas one below the other, for a LaTeX document."""
    return "\n".join(rf"\[ {line.latex} \]" for line in lines)
