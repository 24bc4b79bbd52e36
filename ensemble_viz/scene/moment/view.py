"""A view: where somebody stands, how it looks, and what is in the hand. Not undone."""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, Self, get_args

from ensemble_viz.document.document import Change
from ensemble_viz.document.look import Look
from ensemble_viz.document.where import NOTHING, Focus, Where

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
        """Make a view of some parts, by their names."""
        return cls().changed(**parts)

    @property
    def focus(self) -> Focus:
        """What lights up: what is hovered, else what is pinned."""
        return self.hand.hovered or self.where.pinned

    def part(self, name: str) -> Any:
        """Read a part by its name, wherever it belongs."""
        return getattr(getattr(self, _HOMES[name]), name)

    def changed(self, **parts: Any) -> Self:
        """Change parts by their names, wherever they belong."""
        homes: dict[str, dict[str, Any]] = {}
        for name, value in parts.items():
            homes.setdefault(_HOMES[name], {})[name] = value
        return replace(self, **{home: replace(getattr(self, home), **of)
                                for home, of in homes.items()})  # fmt: skip

    def with_layers(self, **switches: Any) -> Self:
        """Switch layers."""
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
    """Compare two views."""
    change = Change.NOTHING
    for name, home in _HOMES.items():
        one, other = getattr(before, home), getattr(after, home)
        if one is not other and getattr(one, name) != getattr(other, name):
            change |= _CHANGES.get(name, Change.VIEW)
    return change
