"""What a drawn tree is made of: boxes with lines of text, links, and how large they are.

Lengths are logical pixels at the plain size of type; whoever paints multiplies them.
"""

from dataclasses import dataclass
from typing import Literal

Role = Literal["rule", "head", "value", "name", "detail", "small"]
LINE_HEIGHT: dict[Role, float] = {
    "rule": 20.0, "head": 20.0, "value": 19.0, "name": 15.0, "detail": 16.0, "small": 14.0,
}  # fmt: skip
PADDING = 5.0  # above the first line of a box and below the last


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in a box; with a value it has two ends, else it is centred."""

    text: str
    role: Role = "detail"
    value: str = ""
    strong: bool = False
    now: bool = False
    """It is computed in this step: in the accent."""
    marked: bool = False
    """The shape of the box's class stands before it."""
    struck: bool = False
    """It holds no more: struck through."""


@dataclass(frozen=True, slots=True)
class Box:
    """A node, or what stands for the nodes below one."""

    node: int
    kind: Literal["rule", "leaf", "more"]
    x: float
    """The left edge."""
    y: float
    """The upper edge."""
    width: float
    height: float
    lines: tuple[Line, ...]
    k: int | None
    """The class that is answered, or 0 below and 1 above; None where nothing is answered yet."""
    is_now: bool
    on_path: bool
    lit: bool
    words: str
    """All that is known of the node."""
    gone: bool = False
    """It was grown and is taken back: dashed."""

    @property
    def middle(self) -> float:
        """The middle along the drawing."""
        return self.x + self.width / 2.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A yes or no at a link."""

    text: str
    x: float
    y: float
    """The middle of the text, from above."""
    side: Literal["left", "right"]
    """On which side of x the text is."""


@dataclass(frozen=True, slots=True)
class Link:
    """From a box to one below it."""

    points: tuple[tuple[float, float], ...]
    width: float
    """Grows with the share of the weight that goes this way."""
    node: int
    """The lower end."""
    on_path: bool
    is_now: bool
    answer: Answer | None = None
    dashed: bool = False
    """Nodes between the two are left out."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A tree laid out for some width."""

    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    width: float
    height: float
    left_out: int
    """Leaves that have no box of their own."""

    def box_at(self, x: float, y: float) -> Box | None:
        """Find the box at a place."""
        for box in self.boxes:
            if box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height:
                return box
        return None


def height_of(lines: tuple[Line, ...]) -> float:
    """Measure a box with these lines."""
    return 2.0 * PADDING + sum(LINE_HEIGHT[line.role] for line in lines)
