"""Which nodes of a large tree are drawn: the way to what is looked at, then what weighs most.

Everything else is a box that says how many leaves are below it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.trees.facts import NodeFacts

Children = dict[int, tuple[int, ...]]
Fits = Callable[[Children], bool]


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a tree that is drawn."""

    children: Children
    skipped: int = 0
    """Questions left out between the root and the box below it."""


def all_of(tree: Tree) -> Shown:
    inner = (~tree.is_leaf).nonzero()[0].tolist()
    return Shown({node: _children(tree, node) for node in inner})


def most_of(tree: Tree, facts: NodeFacts, target: int, rows: int, fits: Fits) -> Shown:
    """Draw as much as fits in some rows, the way to one node before all else."""
    way = way_to(facts, target)
    start, skipped, row = 0, 0, 0
    children: Children = {}
    if len(way) > rows - 1:
        start, row = way[len(way) - (rows - 2)], 1
        skipped = int(facts.depth[start]) - 1
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
    return Shown(children, skipped)


def way_to(facts: NodeFacts, target: int) -> list[int]:
    """List the nodes from the root to a node."""
    way = [target]
    while (above := int(facts.parent[way[-1]])) != LEAF:
        way.append(above)
    return way[::-1]


def _turn(facts: NodeFacts, node: int, row: int, way: set[int]) -> tuple[bool, float, int, int]:
    """Say when it is a node's turn: those on the way first, then the heaviest."""
    return node not in way, -float(facts.weight[node]), node, row


def _children(tree: Tree, node: int) -> tuple[int, ...]:
    return int(tree.left[node]), int(tree.right[node])
