"""The open nodes of growing trees, and the one search that finds the best cut of all of them.

An *entry* is a point in a bag: number `tree · n + point`. The entries of every open node stand
together, once for each axis, sorted along it; so running sums along the entries judge every cut
of every node of every tree at once, and parting a node keeps its children sorted.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, Numbers, draws
from ensemble_viz.engine.trees.whole import BITS, LARGEST_EXPONENT

Array = Any
"""Whole numbers, be they ints or floats; what is made of them is the same."""


@dataclass(slots=True, eq=False)
class Frontier:
    """Open nodes side by side."""

    entries: IntArray
    """(axes, E): the entries, by node and along the axis."""
    start: IntArray
    """(nodes,): where each node's entries begin."""
    size: IntArray
    node: IntArray
    """(nodes,): the number of each node among all that were made."""
    bag: IntArray
    """(nodes,): the bag that its points are from."""
    key: NDArray[np.uint64] | None
    """(nodes,): the word that the node's draws go on from, where nodes draw."""
    goes_left: NDArray[np.bool_] | None = None
    """(cuts, E): the entries that go left at cuts that were thrown; None: any place is a cut."""

    last: IntArray = field(init=False)
    """The last entry of each node."""

    def __post_init__(self) -> None:
        self.last = self.start + self.size
        self.last -= 1

    def __len__(self) -> int:
        return len(self.start)

    def spread(self, per_node: Numbers) -> Numbers:
        """Repeat what is known of the nodes for each of their entries, along the last axis."""
        return per_node.repeat(self.size, axis=-1)

    def at_cuts(self, per_node: Numbers) -> Numbers:
        """Let what is known of the nodes stand at each of their cuts, along the last axis."""
        return self.spread(per_node) if self.goes_left is None else per_node

    def along(self, axis: IntArray) -> "Frontier":
        """Keep of the entries those along the axis of their node."""
        entries = self.entries[0]
        if len(self.entries) > 1:
            entries = np.where(self.spread(axis == 1), self.entries[1], entries)
        return replace(self, entries=entries[None])

    def only(self, keep: NDArray[np.bool_], inside: IntArray) -> "Frontier":
        """Close the other nodes; `inside` are the places of the entries that stay."""
        kept = keep.nonzero()[0]  # a list of them is quicker than the mask
        size = self.size.take(kept)
        return Frontier(
            self.entries.take(inside, axis=1),
            size.cumsum() - size,
            size,
            self.node.take(kept),
            self.bag.take(kept),
            None if self.key is None else self.key.take(kept),
        )


@dataclass(slots=True, eq=False)
class Cuts:
    """The best cut of each open node."""

    found: NDArray[np.bool_]
    axis: IntArray
    place: IntArray
    """The last entry that goes left."""
    score: FloatArray
    threshold: FloatArray | None = None
    """Where nodes are cut, if that is known before the points beside the cut are."""
    goes_left: NDArray[np.bool_] | None = None
    """(axes, E): the entries that go left, if that is known, too."""
    left: Numbers | None = None
    """What the entries sum up to that go left, if that is known."""
    along: IntArray | None = None
    """(E,): the entries along the axis that their node is cut on, if they are sorted."""

    def only(self, keep: NDArray[np.bool_], frontier: Frontier, kept: Frontier) -> "Cuts":
        """Keep the cuts of some of the nodes of a frontier."""
        threshold = None if self.threshold is None else self.threshold[keep]
        place = self.place[keep] - frontier.start[keep] + kept.start
        left = None if self.left is None else self.left[..., keep]
        along = None if self.along is None else self.along[frontier.spread(keep)]
        found, axis, score = self.found[keep], self.axis[keep], self.score[keep]
        return Cuts(found, axis, place, score, threshold, left=left, along=along)


def root_frontier(
    order: IntArray, drawn: NDArray[np.bool_], keys: NDArray[np.uint64] | None
) -> Frontier:
    """Open one root a bag: (axes, n) sorted points, (bags, n) which of them are in it."""
    bags, n = drawn.shape
    size, number = np.count_nonzero(drawn, axis=1), np.arange(bags)
    sorted_entries = [(along + n * number[:, None]).ravel() for along in order]
    entries = [along.take(drawn.take(along).nonzero()[0]) for along in sorted_entries]
    return Frontier(np.stack(entries), size.cumsum() - size, size, number, number, keys)


def left_sums(values: Array, frontier: Frontier) -> Array:
    """Sum whole numbers (…, E) to the left of each cut.

    Cuts are behind every entry, (…, axes, E), or where they were thrown: (…, cuts, nodes).
    """
    kind = values.dtype
    if frontier.goes_left is not None:
        return np.add.reduceat(values * frontier.goes_left, frontier.start, axis=-1, dtype=kind)
    left = np.add.accumulate(values, axis=-1, dtype=kind)
    if len(frontier) > 1:
        before = left.take(frontier.last[:-1], axis=-1)
        left[..., frontier.size[0] :] -= before.repeat(frontier.size[1:], axis=-1)
    return left


def left_and_total(values: Array, frontier: Frontier) -> tuple[Array, Array]:
    """Sum whole numbers to the left of each cut, and in the whole of each node."""
    left = left_sums(values, frontier)
    if frontier.goes_left is None:
        return left, left.take(frontier.last, axis=-1)
    return left, np.add.reduceat(values, frontier.start, axis=-1, dtype=values.dtype)


def sums_beside(values: FloatArray, frontier: Frontier) -> tuple[FloatArray, FloatArray]:
    """Sum numbers on either side of each cut.

    They are first written in fixed point, each node with a scale of its own. So nothing is lost
    between nodes of very different weight, nor on the lighter side of a cut; sums do not depend on
    the order of the points, and equal sums are equal.
    """
    whole, scale = _fixed_point(values, frontier)
    left, total = left_and_total(whole, frontier)
    unit = frontier.at_cuts(1.0 / scale)
    return left * unit, (frontier.at_cuts(total) - left) * unit


def _fixed_point(values: FloatArray, frontier: Frontier) -> tuple[IntArray, FloatArray]:
    """Write numbers, (…, axes, E), as whole ones, with the scale of each node: (…, 1, nodes)."""
    total = np.add.reduceat(np.abs(values[..., :1, :]), frontier.start, axis=-1)
    scale = np.ldexp(1.0, np.minimum(BITS - np.frexp(total)[1], LARGEST_EXPONENT))
    return np.rint(values * frontier.spread(scale)).astype(np.int64), scale


def rule_out(
    score: FloatArray, frontier: Frontier, ranks: Numbers | None, min_samples_leaf: int
) -> None:
    """Let no cut fall, in (axes, E) scores, between equal ranks or where a side has too few."""
    score[:, frontier.last] = -np.inf
    if ranks is not None:
        score[:, :-1][ranks[:, 1:] == ranks[:, :-1]] = -np.inf
    if min_samples_leaf > 1:
        place = np.arange(score.shape[1]) - frontier.spread(frontier.start) + 1
        few = np.minimum(place, frontier.spread(frontier.size) - place) < min_samples_leaf
        score[:, few] = -np.inf


def first_best(frontier: Frontier, score: FloatArray, largest: FloatArray | float) -> Cuts:
    """Find each node's best cut: among those that tie, the lowest axis, then the lowest place.

    `score` is (axes, E), −inf where no cut can fall.
    """
    best = np.maximum.reduceat(score, frontier.start, axis=-1)
    best = best[0] if len(best) == 1 else np.maximum.reduce(best)
    found = best > -np.inf
    enough, every = best - TIE * largest, bool(found.all())
    if not every:
        enough[~found] = np.inf
    hit = (score >= frontier.spread(enough)).ravel().nonzero()[0]
    count, axis = score.shape[1], np.zeros(len(best), dtype=np.int64)
    if not len(hit):
        return Cuts(found, axis, frontier.start, best)
    place = hit.take(hit.searchsorted(frontier.start), mode="clip")
    for k in range(1, len(score)):
        later = (place > frontier.last + (k - 1) * count).nonzero()[0]
        axis[later] = k
        place[later] = hit.take(hit.searchsorted(frontier.start[later] + k * count), mode="clip")
    place -= axis * count
    if not every:
        axis[~found], place[~found] = 0, frontier.start[~found]
    return Cuts(found, axis, place, best)


def part(
    frontier: Frontier,
    goes_left: NDArray[np.bool_],
    stays: NDArray[np.bool_],
    size: IntArray,
    number: IntArray,
) -> tuple[Frontier, IntArray]:
    """Part every node; those children that stay open are new open nodes: left ones, right ones.

    `goes_left` is (axes, E); whether the children stay, their sizes and numbers are (2 · nodes,).
    With the frontier come the places of the entries, in the first row, of all other children.
    """
    nodes, left, right = len(frontier), goes_left, ~goes_left
    gone = np.zeros(0, dtype=np.int64)
    kept = stays.nonzero()[0]
    if len(kept) < len(stays):
        left = left & frontier.spread(stays[:nodes])
        right &= frontier.spread(stays[nodes:])
        gone = np.logical_not(left[0] | right[0]).nonzero()[0]
    sides = [side.ravel().nonzero()[0].reshape(len(left), -1) for side in (left, right)]
    size, parent, key = size.take(kept), kept % nodes, frontier.key
    if key is not None:
        key = draws.words(draws.more(key.take(parent), kept // nodes))
    children = Frontier(
        frontier.entries.take(np.concatenate(sides, axis=1)),
        size.cumsum() - size,
        size,
        number.take(kept),
        frontier.bag.take(parent),
        key,
    )
    return children, gone
