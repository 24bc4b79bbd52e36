"""Whole numbers: what is summed in a round is rounded once, and every sum is exact from there on.

The unit of a round is a power of two such that all its entries together stay below 2^61, and
weights below 2^52. A node
that holds fewer than 2^44 units, in the sum of its weights or in the spread of its values, is
rounded to a unit of its own, made in the same way from its entries alone. So sums depend neither
on the order of the points nor on what is grown beside them, equal sums are equal, and what is
lost is far below the tolerance for ties. No weight is lost altogether: it is one unit at least.
"""

from math import frexp, ldexp

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers

BITS = 61  # no sum, and no difference of two of them, goes beyond an int64
FLOAT_BITS = 52
"""Weights stay below: their sums are exact as floats, too, so what ties on paper is equal."""
LEAST = 1 << 44  # units in a node: √n of them are less than 1e-12 of it
LARGEST_EXPONENT = 1000  # of a scale: its inverse must not be subnormal


def scale_of(total: float, bits: int = BITS) -> float:
    """Choose by what to multiply entries whose sizes have this sum."""
    return ldexp(1.0, min(bits - frexp(total)[1], LARGEST_EXPONENT))


def whole(values: FloatArray, scale: float) -> IntArray:
    return np.rint(values * scale).astype(np.int64)


def whole_weights(weight: Numbers, scale: float) -> IntArray:
    """Round weights: what weighs anything counts one unit at least."""
    number: FloatArray = np.multiply(weight, scale, dtype=np.float64)
    np.rint(number, number)
    return np.maximum(number, 1.0, out=number).astype(np.int64)
