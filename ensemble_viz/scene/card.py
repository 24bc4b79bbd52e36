"""The card of a point or a place: its numbers at this moment, in the order they are computed."""

from dataclasses import dataclass

from ensemble_viz.engine.data import NOT_FLIPPED
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import part_of, story_of
from ensemble_viz.scene.telling import CardRow, Content, Spot, Vote, spot
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import shortest

__all__ = ["Card", "CardRow", "Vote", "card"]


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
    content: Content = part_of(stage.run, "card").content(where)
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
    """Say where it is, and what it is."""
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
    """Say which class a flipped label was of."""
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
    """Write the numbers line by line."""
    lines = [f"{row.label}: {row.value}" for row in content.rows]
    if content.votes:
        earlier = f"({content.earlier} earlier) " if content.earlier else ""
        lines.append(f"votes: {earlier}{' '.join(vote.text for vote in content.votes)}")
    return lines + [f"{row.label}: {row.value}" for row in content.after_votes]
