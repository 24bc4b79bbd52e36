"""What a drawn tree is made of: boxes with lines of text, links; and where the boxes stand.

What a drawn tree is made of: boxes with lines of text, links, and how large they are. Lengths are
logical pixels at the plain size of type; whoever paints multiplies them.

Where the boxes of a tree stand: parents above the middle of their children, nothing overlapping.
Subtrees are laid out one by one and pushed together until they nearly touch, row by row, so that
deep parts may reach under shallow ones.

Which nodes of a large tree are drawn: the way to what is looked at, then what weighs most.
Everything else is a box that says how many leaves are below it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal

from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.trees.facts import NodeFacts

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

    def box_at(self, x: float, y: float) -> Box | None:
        for box in self.boxes:
            if box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height:
                return box
        return None


def height_of(lines: tuple[Line, ...]) -> float:
    """Measure a box with these lines."""
    return 2.0 * PADDING + sum(LINE_HEIGHT[line.role] for line in lines)


Children = Mapping[int, Sequence[int]]
"""The nodes that are drawn as questions, and what is drawn below each."""
LEAST_SPREAD = 1.02  # less is not worth the trouble


@dataclass(frozen=True, slots=True)
class Placed:
    """The middle of a box along the drawing, and its row; the root's row is 0."""

    x: float
    row: int


@dataclass(slots=True)
class _Part:
    """A subtree with its root at 0: how far it reaches in each row, and where its boxes are."""

    low: list[float]
    high: list[float]
    places: dict[int, Placed]

    def moved(self, by: float, down: int) -> dict[int, Placed]:
        """Give the places further right and further down."""
        return {node: Placed(at.x + by, at.row + down) for node, at in self.places.items()}


def tidy(
    root: int, children: Children, width: Callable[[int], float], gap: float
) -> dict[int, Placed]:
    """Place the nodes under a root; the leftmost box begins at 0."""
    part = _part(root, children, width, gap)
    return part.moved(-min(part.low), 0)


def extent(placed: Mapping[int, Placed], width: Callable[[int], float]) -> float:
    """Measure from the left end of the leftmost box to the right end of the rightmost."""
    return max(at.x + width(node) / 2.0 for node, at in placed.items())


def spread(
    placed: Mapping[int, Placed], width: Callable[[int], float], room: float, most: float
) -> dict[int, Placed]:
    """Draw the boxes apart to fill the room, at most by a factor, and centre them in it."""
    factor = most
    low, high = _ends(placed, width, factor)
    while high - low > room and factor > LEAST_SPREAD:
        factor = 1.0 + (factor - 1.0) * 0.8
        low, high = _ends(placed, width, factor)
    factor = factor if factor > LEAST_SPREAD else 1.0
    low, high = _ends(placed, width, factor)
    start = (room - (high - low)) / 2.0 - low
    return {node: Placed(start + at.x * factor, at.row) for node, at in placed.items()}


def _ends(
    placed: Mapping[int, Placed], width: Callable[[int], float], factor: float
) -> tuple[float, float]:
    """Find both ends of the boxes when their middles are drawn apart by a factor."""
    low = min(at.x * factor - width(node) / 2.0 for node, at in placed.items())
    return low, max(at.x * factor + width(node) / 2.0 for node, at in placed.items())


def _part(root: int, children: Children, width: Callable[[int], float], gap: float) -> _Part:
    half = width(root) / 2.0
    parts = [_part(child, children, width, gap) for child in children.get(root, ())]
    if not parts:
        return _Part([-half], [half], {root: Placed(0.0, 0)})
    shifts = [0.0]
    merged = _Part(parts[0].low, parts[0].high, parts[0].places)
    for part in parts[1:]:
        rows = zip(merged.high, part.low, strict=False)
        shifts.append(max(high - low for high, low in rows) + gap)
        merged = _beside(merged, part, shifts[-1])
    middle = (shifts[0] + shifts[-1]) / 2.0
    low = [-half, *(x - middle for x in merged.low)]
    high = [half, *(x - middle for x in merged.high)]
    return _Part(low, high, {root: Placed(0.0, 0)} | merged.moved(-middle, 1))


def _beside(left: _Part, right: _Part, by: float) -> _Part:
    """Join two subtrees of neighbouring rows, the second moved to the right."""
    moved_low = [x + by for x in right.low]
    moved_high = [x + by for x in right.high]
    low = left.low + moved_low[len(left.low) :]
    high = moved_high + left.high[len(moved_high) :]
    return _Part(low, high, left.places | right.moved(by, 0))


Fits = Callable[[Children], bool]


def all_of(tree: Tree) -> Children:
    inner = (~tree.is_leaf).nonzero()[0].tolist()
    return {node: _children(tree, node) for node in inner}


def most_of(tree: Tree, facts: NodeFacts, target: int, rows: int, fits: Fits) -> Children:
    """Draw as much as fits in some rows, the way to one node before all else."""
    way = way_to(facts, target)
    start, row = 0, 0
    children: dict[int, tuple[int, ...]] = {}
    if len(way) > rows - 1:
        start, row = way[len(way) - (rows - 2)], 1
        children[0] = (start,)
    waiting = [_turn(facts, start, row, set(way))]
    while waiting:
        _, _, node, row = heappop(waiting)
        if tree.feature[node] == LEAF or row + 1 >= rows:
            continue
        children[node] = _children(tree, node)
        if not fits(children):
            del children[node]
            continue
        for child in children[node]:
            heappush(waiting, _turn(facts, child, row + 1, set(way)))
    return children


def way_to(facts: NodeFacts, target: int) -> list[int]:
    way = [target]
    while (above := int(facts.parent[way[-1]])) != LEAF:
        way.append(above)
    return way[::-1]


def _turn(facts: NodeFacts, node: int, row: int, way: set[int]) -> tuple[bool, float, int, int]:
    """Say when it is a node's turn: those on the way first, then the heaviest."""
    return node not in way, -float(facts.weight[node]), node, row


def _children(tree: Tree, node: int) -> tuple[int, ...]:
    return int(tree.left[node]), int(tree.right[node])
