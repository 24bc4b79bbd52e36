"""How a document is looked at: the moment, the layers, what is pinned. Not undone, not saved."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self

from ensemble_viz.document.document import Change
from ensemble_viz.scene.frame import Frame
from ensemble_viz.scene.room import Room
from ensemble_viz.scene.steps import START, Moment

Tool = Literal["look", "place", "move", "relabel", "erase"]
TOOLS: tuple[Tool, ...] = ("look", "place", "move", "relabel", "erase")
Surface = Literal["soft", "hard", "off"]
SURFACES: tuple[Surface, ...] = ("soft", "hard", "off")


@dataclass(frozen=True, slots=True)
class Layers:
    """What is drawn on the canvas."""

    weights: bool = True
    """Marker area is proportional to weight."""
    draws: bool = True
    """How often each point was drawn: ×0 hollow, ×2, ×3."""
    residuals: bool = True
    misses: bool = True
    learner: bool = True
    earlier: bool = True
    surface: Surface = "soft"
    boundary: bool = True
    test: bool = False
    points: bool = True


@dataclass(frozen=True, slots=True)
class Focus:
    """What is looked at closely: a point, a place, or a node of this round's learner."""

    point: int | None = None
    """The row of a training point."""
    place: tuple[float, float] | None = None
    node: int | None = None

    def __bool__(self) -> bool:
        """Say whether anything is."""
        return self != NOTHING


NOTHING = Focus()


@dataclass(frozen=True, slots=True)
class View:
    """Everything about the look that is not the document."""

    moment: Moment = START
    small_steps: bool = True
    layers: Layers = Layers()
    frame: Frame | None = None
    """None: all points are seen."""
    room: Room | None = None
    """What lies on the canvas, where points should not be; None: some room above and below."""
    pinned: Focus = NOTHING
    hovered: Focus = NOTHING
    tool: Tool = "look"
    class_in_hand: int = 0
    palette: str = "light"
    curves: str = "Errors"
    """Which family of curves is shown above the scrubber."""
    ahead: bool = True
    """What is to come is shown faintly: curves, and where the test error will be lowest."""
    fractions: bool = False
    """Numbers are written as exact fractions where they are."""
    learner: int = 0
    """Which of a round's learners is shown, where there is one a class."""
    relative_to: Literal["uniform", "largest"] = "uniform"
    """What a marker's area is measured by: the weight 1/n, or the largest there is."""
    setup: int = 0
    """The setup in front."""

    @property
    def focus(self) -> Focus:
        """What lights up: what is hovered, else what is pinned."""
        return self.hovered or self.pinned

    def with_layers(self, **switches: Any) -> Self:
        """Switch layers."""
        return replace(self, layers=replace(self.layers, **switches))


_PARTS = {
    "moment": Change.ROUND,
    "pinned": Change.FOCUS,
    "hovered": Change.FOCUS,
    "frame": Change.FRAME,
    "room": Change.FRAME,
    "palette": Change.LOOK,
}


def view_changes(before: View, after: View) -> Change:
    """Compare two views."""
    change = Change.NOTHING
    for part in fields(View):
        if getattr(before, part.name) != getattr(after, part.name):
            change |= _PARTS.get(part.name, Change.VIEW)
    return change
