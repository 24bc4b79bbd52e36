"""Where the boxes of a tree stand: parents above the middle of their children, nothing overlapping.

Subtrees are laid out one by one and pushed together until they nearly touch, row by row, so that
deep parts may reach under shallow ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Children = Mapping[int, Sequence[int]]
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
