"""What growing a forest of classes must know of a point in a bag, written in one whole number.

A *word* says, from its lowest bits: the *kind* of the point, which is its class and how often it
was drawn; its rank along each axis; and its *turn* among the points that have the same rank along
the first one. So a node is parted by moving single numbers, small ones for most sets of points.
The class counts of nodes are numbers, too, with a *lane* of bits for each class: all classes are
added up together.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray

MOST_BITS = 63
SMALL_BITS = 31  # numbers with so many are kept in half the room


def whole(bits: int) -> type[np.signedinteger[Any]]:
    """Choose the numbers that have so many bits."""
    return np.int32 if bits <= SMALL_BITS else np.int64


@dataclass(frozen=True, slots=True, eq=False)
class Lanes:
    """Class counts of nodes in one number; the number of different points may be above them."""

    classes: int
    bits: int
    """How many bits a lane has."""
    points: bool = False
    """The different points are counted, too."""

    @property
    def all_bits(self) -> int:
        """Count the bits of all lanes."""
        return self.bits * (self.classes + self.points)

    def of_kinds(self, most: int, label_bits: int) -> IntArray:
        """Write what a point of each kind adds, when no point was drawn more often than so."""
        kind = np.arange((most + 1) << label_bits)
        label = np.minimum(kind & ((1 << label_bits) - 1), self.classes - 1)  # no others are there
        adds = (kind >> label_bits) << (self.bits * label)
        return (adds + (self.points << (self.bits * self.classes))).astype(whole(self.all_bits))

    def apart(self, sums: IntArray) -> FloatArray:
        """Take class counts apart: (classes, …)."""
        counts = np.empty((self.classes, *sums.shape))
        for k, counted in enumerate(counts):
            counted[...] = self.channel(sums, k)
        return counts

    def channel(self, sums: IntArray, k: int) -> FloatArray:
        """Take the counts of one class."""
        lane = sums >> (k * self.bits) if k else sums
        if self.points or k < self.classes - 1:
            lane = lane & ((1 << self.bits) - 1)
        return lane.astype(np.float64)

    def mixed(self, sums: IntArray) -> NDArray[np.bool_]:
        """Say which counts are those of several classes."""
        lane = (1 << self.bits) - 1
        some = (sums & lane) != 0
        several = some & False
        for k in range(1, self.classes):
            here = (sums & (lane << (k * self.bits))) != 0
            several |= some & here
            some |= here
        return several

    def total(self, sums: IntArray) -> FloatArray:
        """Count the points of all classes."""
        lane = (1 << self.bits) - 1
        total = sums & lane
        for k in range(1, self.classes):
            total += (sums >> (k * self.bits)) & lane
        return total.astype(np.float64)

    def different(self, sums: IntArray) -> IntArray:
        """Read how many different points were counted."""
        return sums >> (self.bits * self.classes)


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """How the words of some bags of a data set are written, and how they are read."""

    lanes: Lanes
    adds: IntArray
    """What a point of each kind adds to the class counts."""
    label_bits: int
    kind_bits: int
    rank_bits: int
    turn_bits: int
    order: IntArray
    """(orders, n): the points in each order that words are sorted by."""
    first: IntArray | None
    """(ranks,): the first place of a rank along the first axis. None where there are no ties: the
    ranks themselves are places."""

    @classmethod
    def of(cls, data: Dataset, drawn: IntArray, ranks: bool) -> "Words | None":
        """Say how words are written, `drawn` (bags, n) being the draws; None: they do not fit.

        Without `ranks` they are not sorted, and their only rank is the number of the point.
        """
        n = len(data)
        classes, most = data.n_classes, int(drawn.max())
        total = max(int(drawn.sum(axis=1).max()), n)
        lanes = Lanes(classes, total.bit_length(), points=not ranks)
        if lanes.all_bits > MOST_BITS:
            return None
        label, rank = max(classes - 1, 1).bit_length(), max(n - 1, 1).bit_length()
        order, first, turn = np.arange(n)[None], None, 0
        if ranks:
            order, equals = data.order, np.bincount(data.rank[0])
            if len(equals) < n:
                first, turn = equals.cumsum() - equals, int(equals.max() - 1).bit_length()
        adds = lanes.of_kinds(most, label)
        words = cls(lanes, adds, label, label + most.bit_length(), rank, turn, order, first)
        return words if words.bits <= MOST_BITS else None

    @property
    def bits(self) -> int:
        """Count the bits of a word."""
        return self._turn_at + self.turn_bits

    @property
    def _turn_at(self) -> int:
        """Count the bits below the turn."""
        return self.kind_bits + len(self.order) * self.rank_bits

    def sorted(self, data: Dataset, drawn: IntArray) -> IntArray:
        """Write the points of all bags, sorted along each order: (orders, drawn)."""
        kinds: IntArray = (drawn << self.label_bits).astype(whole(self.bits))
        kinds += data.target.astype(kinds.dtype)
        ranks = data.rank if len(self.order) > 1 else self.order
        points = np.zeros_like(kinds[0])
        for axis, rank in enumerate(ranks):
            points += (rank << (self.kind_bits + axis * self.rank_bits)).astype(kinds.dtype)
        if self.first is not None:
            turn = np.arange(len(data)) - self.first.take(data.rank[0].take(self.order[0]))
            points[self.order[0]] += turn << self._turn_at
        return np.stack([self._written(kinds, points, order) for order in self.order])

    def _written(self, kinds: IntArray, points: IntArray, order: IntArray) -> IntArray:
        """Write the points that were drawn, in this order."""
        words = kinds.take(order, axis=1)
        drawn = (words >= 1 << self.label_bits).ravel().nonzero()[0]
        words += points.take(order)
        return words.ravel().take(drawn)

    def counts(self, words: IntArray) -> IntArray:
        """Tell what the points add to class counts."""
        kind = words & ((1 << self.kind_bits) - 1)
        return self.adds.take(kind.astype(np.intp, copy=False))  # small numbers take long to take

    def classes_differ(self, words: IntArray) -> NDArray[np.bool_]:
        """Say which points are of another class than the next one: (orders, E); the last is."""
        differ = np.ones(words.shape, dtype=bool)
        label = (words[:, 1:] ^ words[:, :-1]) & ((1 << self.label_bits) - 1)
        np.not_equal(label, 0, differ[:, :-1])
        return differ

    def masks(self) -> IntArray:
        """Find the bits of the rank along each axis."""
        first = ((1 << self.rank_bits) - 1) << self.kind_bits
        along = [first << (axis * self.rank_bits) for axis in range(len(self.order))]
        return np.array(along, dtype=whole(self.bits))

    def rank(self, words: IntArray, axis: int = 0) -> IntArray:
        """Tell the ranks along an axis."""
        return (words >> (axis * self.rank_bits + self.kind_bits)) & ((1 << self.rank_bits) - 1)

    def point(self, words: IntArray) -> IntArray:
        """Tell the points."""
        rank = self.rank(words)
        if len(self.order) == 1:
            return rank
        if self.first is not None:
            rank = self.first.take(rank) + (words >> self._turn_at)
        return self.order[0].take(rank)
