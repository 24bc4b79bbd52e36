"""What growing a forest of classes must know of a point in a bag, written in one whole number.

A *word* says, from its lowest bits: the *kind* of the point, which is its class and how often it
was drawn; its rank along the axis that the words are sorted by, and along the other one; the
point; and its bag. So a node is parted by moving single numbers. The class counts of nodes are
numbers, too, with a *lane* of bits for each class: all classes are added up together.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray

MOST_BITS = 63


@dataclass(frozen=True, slots=True, eq=False)
class Lanes:
    """Class counts of nodes in one number; the number of different points may be above them."""

    classes: int
    bits: int
    """How many bits a lane has."""
    points: bool = False
    """The different points are counted, too."""

    def of_kinds(self, most: int) -> IntArray:
        """Write what a point of each kind adds, when no point was drawn more often than so."""
        count, label = np.divmod(np.arange((most + 1) * self.classes), self.classes)
        return (count << (self.bits * label)) + (self.points << (self.bits * self.classes))

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
    kind_bits: int
    rank_bits: int
    """How many bits a rank has; 0 where words have none."""
    point_bits: int

    @classmethod
    def of(cls, data: Dataset, drawn: IntArray, ranks: bool) -> "Words | None":
        """Say how words are written, `drawn` (bags, n) being the draws; None: they do not fit."""
        bags, n = drawn.shape
        classes, most = data.n_classes, int(drawn.max())
        total = max(int(drawn.sum(axis=1).max()), n)
        lanes = Lanes(classes, total.bit_length(), points=not ranks)
        if lanes.bits * (classes + lanes.points) > MOST_BITS:
            return None
        kind, point = ((most + 1) * classes).bit_length(), max(n - 1, 1).bit_length()
        words = cls(lanes, lanes.of_kinds(most), kind, point if ranks else 0, point)
        return words if words.above + point + bags.bit_length() <= MOST_BITS else None

    @property
    def above(self) -> int:
        """Count the bits below the point and its bag."""
        return self.kind_bits + 2 * self.rank_bits

    def sorted(self, data: Dataset, drawn: IntArray) -> IntArray:
        """Write the points of all bags, sorted along each axis: (2, drawn)."""
        own, other = self.kind_bits, self.kind_bits + self.rank_bits
        kinds = self._kinds(data, drawn)
        rows = []
        for axis, order in enumerate(data.order):
            ranks = (data.rank[axis] << own) + (data.rank[1 - axis] << other)
            rows.append(self._written(kinds.take(order, axis=1), order, ranks.take(order)))
        return np.stack(rows)

    def unsorted(self, data: Dataset, drawn: IntArray) -> IntArray:
        """Write the points of all bags without ranks, one bag after the other: (1, drawn)."""
        return self._written(self._kinds(data, drawn), np.arange(len(data)), 0)[None]

    def _kinds(self, data: Dataset, drawn: IntArray) -> IntArray:
        """Number the kinds of all points in all bags; those of points not drawn come first."""
        kinds: IntArray = drawn * self.lanes.classes
        kinds += data.target
        return kinds

    def _written(self, kinds: IntArray, order: IntArray, ranks: IntArray | int) -> IntArray:
        """Write the points that were drawn, in this order."""
        bags = len(kinds)
        drawn = (kinds >= self.lanes.classes).ravel().nonzero()[0]
        words = kinds + ((order << self.above) + ranks)
        words += np.arange(bags)[:, None] << (self.above + self.point_bits)
        return words.ravel().take(drawn)

    def counts(self, words: IntArray) -> IntArray:
        """Tell what the points add to class counts."""
        return self.adds.take(words & ((1 << self.kind_bits) - 1))

    def place(self, words: IntArray) -> IntArray:
        """Tell bag and point in one number: bag · 2^point_bits + point."""
        return words >> self.above

    def point(self, words: IntArray) -> IntArray:
        """Tell the points."""
        return (words >> self.above) & ((1 << self.point_bits) - 1)

    def bag(self, words: IntArray) -> IntArray:
        """Tell the bags."""
        return words >> (self.above + self.point_bits)

    def rank(self, words: IntArray) -> IntArray:
        """Tell the ranks along the axis that the words are sorted by."""
        return (words >> self.kind_bits) & ((1 << self.rank_bits) - 1)

    @property
    def rank_masks(self) -> tuple[int, int]:
        """Give the bits of the rank along the axis that words are sorted by, and of the other."""
        own = ((1 << self.rank_bits) - 1) << self.kind_bits
        return own, own << self.rank_bits

    def both_ranks(self, words: IntArray) -> IntArray:
        """Write the rank along the axis that words are sorted by in the place of both ranks."""
        own = words & self.rank_masks[0]
        return own + (own << self.rank_bits)
