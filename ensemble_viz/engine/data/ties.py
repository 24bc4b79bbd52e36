"""What counts as equal.

Sums of floating-point numbers that are equal on paper differ in their last digits. Wherever two
candidates are compared, they tie when they differ by at most TIE of the largest value possible
there; the first of them wins. Results that tie are made equal in the records too, so that
whoever reads them finds the winner by the plain rule "the greatest, the first of equals".
"""

from typing import Any

import numpy as np

from ensemble_viz.engine.data.dataset import FloatArray, IntArray, Numbers

TIE = 1e-12
ROUNDING = 64 * float(np.finfo(np.float64).eps)  # of the largest number: less is noise


def settle_rows(shares: FloatArray, scale: FloatArray | float = 1.0) -> FloatArray:
    """Make the entries of each row that tie for the greatest exactly equal."""
    greatest = row_max(shares)[..., None]
    return np.where(shares >= greatest - TIE * scale, greatest, shares)


def settle_shares(shares: FloatArray) -> None:
    """Make shares that tie equal, in their place: as `settle_rows`, but few of them are touched."""
    if shares.shape[-1] == 2 and not _nearly_tie(shares):
        return
    greatest = row_max(shares)
    for k in range(shares.shape[-1]):
        own = shares[..., k]
        tied = ((own >= greatest - TIE) & (own != greatest)).nonzero()
        if len(tied[0]):
            own[tied] = greatest[tied]


def _nearly_tie(pairs: FloatArray) -> bool:
    """Say whether two entries anywhere are nearly as close as those that tie, but not equal."""
    apart = np.abs(pairs[..., 0] - pairs[..., 1])
    return bool(np.count_nonzero(apart <= 2.0 * TIE) > np.count_nonzero(apart == 0.0))


def row_max(shares: FloatArray) -> FloatArray:
    """Find the greatest entry of each row; numpy is slow where rows are short."""
    greatest = shares[..., 0]
    for k in range(1, shares.shape[-1]):
        greatest = np.maximum(greatest, shares[..., k])
    return greatest


def extremes(values: Numbers) -> tuple[Any, Any]:
    """Find the least and the greatest of some numbers."""
    return values.item(values.argmin()), values.item(values.argmax())  # quicker than `min`, `max`


def largest(values: FloatArray) -> float:
    """Find the largest of some numbers, whatever their sign."""
    low, high = extremes(values)
    return float(high if high > -low else -low)


def settle_zero(scores: FloatArray, scale: FloatArray | float) -> FloatArray:
    """Make scores that are zero but for rounding exactly zero."""
    return np.where(np.abs(scores) <= TIE * scale, 0.0, scores)


def winner(scores: FloatArray) -> IntArray:
    """Find the class with the greatest score in each row; equal scores go to the first class."""
    if scores.shape[-1] == 2:
        return np.greater(scores[..., 1], scores[..., 0]).astype(np.int64)
    return scores.argmax(axis=-1)
