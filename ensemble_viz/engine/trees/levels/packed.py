"""Counts of several classes in one number."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """The counts of all classes in one whole number an entry: they are added up together."""

    numbers: IntArray
    bits: int
    """How many bits the count of a class has."""
    classes: int

    @classmethod
    def of(cls, counts: IntArray) -> "Packed | None":
        """Pack counts, (K, entries), so that no sum of them can overflow; None: it could."""
        classes, bits = len(counts), int(counts.sum()).bit_length()
        if classes * bits >= 63:
            return None
        shift = bits * np.arange(classes)[:, None]
        return cls(np.bitwise_or.reduce(counts << shift), bits, classes)

    def apart(self, sums: IntArray) -> FloatArray:
        """Take sums apart, one channel a class."""
        mask = (1 << self.bits) - 1
        channels = np.empty((self.classes, *sums.shape))
        channels[0] = sums & mask
        for k in range(1, self.classes):
            own = sums >> (k * self.bits)
            channels[k] = own & mask if k + 1 < self.classes else own
        return channels
