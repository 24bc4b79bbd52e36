"""Where in a run somebody stands, how it looks, and what is in the hand. Not undone."""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, Self, get_args

from ensemble_viz.document.document import Change, Document
from ensemble_viz.document.look import Look
from ensemble_viz.document.where import NOTHING, Focus, Moment, Where
from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.steps import Step, steps
from ensemble_viz.scene.palette import PALETTES, Palette, recoloured

Tool = Literal[
    "look", "place", "spray", "move", "soft", "magnet", "jitter", "relabel", "value", "test",
    "erase", "select", "lasso",
]  # fmt: skip
TOOLS: tuple[Tool, ...] = get_args(Tool)
BRUSHES = frozenset[Tool](("spray", "soft", "magnet", "jitter", "relabel", "test", "erase"))
"""Tools with a radius."""
SELECTORS = frozenset[Tool](("select", "lasso"))


@dataclass(frozen=True, slots=True)
class Hand:
    """What is in the hand, and what the mouse is on: nothing that anybody would save."""

    tool: Tool = "look"
    class_in_hand: int = 0
    value_in_hand: float | None = None
    """What new points in the plane get where values are learned; None: their neighbour's."""
    radius: float = 44.0
    """Of a brush, in pixels."""
    density: int = 5
    """How many points a dab of spray has."""
    evenly: bool = False
    """They are spread evenly over the brush, and not normally around its middle."""
    hovered: Focus = NOTHING


@dataclass(frozen=True, slots=True)
class View:
    """Everything about a picture that is not the document."""

    where: Where = field(default_factory=Where)
    look: Look = field(default_factory=Look)
    hand: Hand = field(default_factory=Hand)

    @classmethod
    def of(cls, **parts: Any) -> Self:
        return cls().changed(**parts)

    @property
    def focus(self) -> Focus:
        """What lights up: what is hovered, else what is pinned."""
        return self.hand.hovered or self.where.pinned

    def part(self, name: str) -> Any:
        """Read a part by its name, wherever it belongs."""
        return getattr(getattr(self, _HOMES[name]), name)

    def changed(self, **parts: Any) -> Self:
        """Change parts by their names, wherever they belong; where none differs it is the same."""
        homes: dict[str, dict[str, Any]] = {}
        for name, value in parts.items():
            if self.part(name) != value:
                homes.setdefault(_HOMES[name], {})[name] = value
        if not homes:
            return self
        return replace(self, **{home: replace(getattr(self, home), **of)
                                for home, of in homes.items()})  # fmt: skip

    def with_layers(self, **switches: Any) -> Self:
        return self.changed(layers=replace(self.look.layers, **switches))


_HOMES = {
    part.name: home
    for home, kind in (("where", Where), ("look", Look), ("hand", Hand))
    for part in fields(kind)
}
_CHANGES = {
    "moment": Change.ROUND,
    "pinned": Change.FOCUS,
    "selection": Change.FOCUS,
    "hovered": Change.FOCUS,
    "value_in_hand": Change.FOCUS,
    "radius": Change.FOCUS,
    "density": Change.FOCUS,
    "evenly": Change.FOCUS,
    "frame": Change.FRAME,
    "palette": Change.LOOK,
    "class_looks": Change.LOOK,
    "scale": Change.LOOK,
    "speed": Change.PLAY,
    "loop": Change.PLAY,
    "panels": Change.PANELS,
    "theory": Change.THEORY,
    "setup": Change.SETUPS | Change.ROUND | Change.VIEW,
}


def view_changes(before: View, after: View) -> Change:
    change = Change.NOTHING
    if before is after:
        return change
    for name, home in _HOMES.items():
        one, other = getattr(before, home), getattr(after, home)
        if one is not other and getattr(one, name) != getattr(other, name):
            change |= _CHANGES.get(name, Change.VIEW)
    return change


@dataclass(frozen=True, eq=False, repr=False)
class Place:
    """One moment of a run, as a view asks for it."""

    document: Document
    lens: Lens
    view: View

    def at(self, moment: Moment) -> Self:
        """Stand at another moment of the same run."""
        return replace(self, view=self.view.changed(moment=moment))

    @property
    def where(self) -> Where:
        return self.view.where

    @property
    def look(self) -> Look:
        return self.view.look

    @property
    def hand(self) -> Hand:
        return self.view.hand

    @property
    def focus(self) -> Focus:
        return self.view.focus

    @property
    def run(self) -> Run:
        return self.lens.run

    @property
    def data(self) -> Dataset:
        return self.run.data

    @property
    def palette(self) -> Palette:
        return recoloured(PALETTES[self.look.palette], self.look.class_looks)

    @property
    def round(self) -> int:
        """The number of the round; 0 before any learner."""
        return self.where.moment.round

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the round; none before any learner."""
        return steps(self.run, self.round) if self.round else ()

    @cached_property
    def step(self) -> Step | None:
        """The step that was taken last; None before any learner."""
        return self.steps[self.where.moment.step - 1] if self.round else None

    @property
    def key(self) -> str:
        """The key of that step; "start" before any learner."""
        return self.step.key if self.step else "start"

    def reached(self, key: str) -> bool:
        """Say whether the round has taken the step with this key."""
        return any(step.key == key for step in self.steps[: self.where.moment.step])

    @cached_property
    def record(self) -> Round | None:
        """The record of the round; None before any learner."""
        return self.run.round(self.round) if self.round else None

    @property
    def is_joined(self) -> bool:
        """Say whether the round's learner is part of the score that is shown."""
        return self.step is None or self.step.joined

    @property
    def joined(self) -> int:
        """Count the rounds in the score that is shown."""
        return self.round if self.is_joined else self.round - 1

    @property
    def criterion(self) -> str:
        """How the trees of the round weigh their cuts; before any learner, how all would."""
        return self.run.rules(self.round).criterion

    @cached_property
    def score(self) -> FloatArray | None:
        """The score that is shown, at the training points."""
        return self.run.score(self.joined)
