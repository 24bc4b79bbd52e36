"""What growing a forest of classes must know of a point in a bag, written in one whole number.

A *word* says, from its lowest bits: the *kind* of the point, which is its class and how often it
was drawn; and its place along each axis, among the points sorted along it. So a node is parted by
moving single numbers, small ones for most sets of points. The class counts of nodes are numbers,
too, with a *lane* of bits for each class: all classes are added up together.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray

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
    label_bits: int
    kind_bits: int
    place_bits: int
    order: IntArray
    """(orders, n): the points by their places in each order that words are sorted by."""

    @classmethod
    def of(cls, data: Dataset, drawn: IntArray, ranks: bool) -> "Words | None":
        """Say how words are written, `drawn` (bags, n) being the draws; None: they do not fit.

        Without `ranks` they are not sorted, and have no place along the other axis.
        """
        n = len(data)
        classes, most = data.n_classes, int(drawn.max())
        total = max(int(drawn.sum(axis=1).max()), n)
        lanes = Lanes(classes, total.bit_length(), points=not ranks)
        if lanes.all_bits > MOST_BITS:
            return None
        label, place = max(classes - 1, 1).bit_length(), max(n - 1, 1).bit_length()
        order = data.order if ranks else np.arange(n)[None]
        words = cls(lanes, label, label + most.bit_length(), place, order)
        return words if words.bits <= MOST_BITS else None

    @property
    def bits(self) -> int:
        """Count the bits of a word."""
        return self.kind_bits + len(self.order) * self.place_bits

    def sorted(self, drawn: IntArray, target: IntArray) -> IntArray:
        """Write the points of all bags, sorted along each order: (orders, drawn)."""
        kinds: IntArray = (drawn << self.label_bits).astype(whole(self.bits))
        kinds += target.astype(kinds.dtype)
        places = np.zeros_like(kinds[0])
        for axis, order in enumerate(self.order):
            places[order] += np.arange(len(order)) << (self.kind_bits + axis * self.place_bits)
        return np.stack([self._written(kinds, places, order) for order in self.order])

    def _written(self, kinds: IntArray, places: IntArray, order: IntArray) -> IntArray:
        """Write the points that were drawn, in this order."""
        words = kinds.take(order, axis=1)
        drawn = (words >= 1 << self.label_bits).ravel().nonzero()[0]
        words += places.take(order)
        return words.ravel().take(drawn)

    def counts(self, words: IntArray) -> IntArray:
        """Tell what the points add to class counts."""
        lanes = self.lanes
        kind = (words & ((1 << self.kind_bits) - 1)).astype(whole(lanes.all_bits), copy=False)
        label = kind & ((1 << self.label_bits) - 1)
        label *= lanes.bits
        kind >>= self.label_bits
        kind <<= label
        if lanes.points:
            kind += 1 << (lanes.bits * lanes.classes)
        return kind

    def classes_differ(self, words: IntArray) -> NDArray[np.bool_]:
        """Say which points are of another class than the next one: (orders, E); the last is."""
        differ = np.ones(words.shape, dtype=bool)
        label = (words[:, 1:] ^ words[:, :-1]) & ((1 << self.label_bits) - 1)
        np.not_equal(label, 0, differ[:, :-1])
        return differ

    def masks(self) -> IntArray:
        """Find the bits of the place along each axis."""
        first = ((1 << self.place_bits) - 1) << self.kind_bits
        along = [first << (axis * self.place_bits) for axis in range(len(self.order))]
        return np.array(along, dtype=whole(self.bits))

    def place(self, words: IntArray, axis: IntArray | int = 0) -> IntArray:
        """Tell the places along these axes."""
        return (words >> (axis * self.place_bits + self.kind_bits)) & ((1 << self.place_bits) - 1)

    def point(self, words: IntArray) -> IntArray:
        """Tell the points."""
        return self.order[0].take(self.place(words))
