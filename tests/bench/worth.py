"""What a cut is worth, exactly enough to tell a tie from a mistake.

Where two libraries cut a node differently, both cuts must be worth the same: to the last digits of
64 bits, or to those of the 32 bits in which xgboost keeps its derivatives.
"""

from dataclasses import dataclass
from math import fsum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray

TIE = 1e-11  # of the most that a cut could be worth there
EPS32 = 2.0**-24
LEAST_GAIN = 1e-6  # xgboost makes no split that gains less

Sides = NDArray[np.bool_]


class Worth(Protocol):
    """Judges a cut of some rows."""

    def gain(self, rows: IntArray, left: Sides) -> tuple[float, float]:
        """Say what it gains, and by how much two cuts may differ that count as equal."""


@dataclass(frozen=True, eq=False)
class Gini:
    """Classes under weights: what the squares of their shares gain."""

    weight: NDArray[np.generic]
    y: IntArray

    def gain(self, rows: IntArray, left: Sides) -> tuple[float, float]:
        """Add up the weights without rounding."""
        score = self._score(rows[left]) + self._score(rows[~left]) - self._score(rows)
        return score, TIE * fsum(self.weight[rows])

    def _score(self, rows: IntArray) -> float:
        parts = [fsum(self.weight[rows[self.y[rows] == k]]) for k in (0, 1)]
        return sum(part * part for part in parts) / (sum(parts) or 1.0)


@dataclass(frozen=True, eq=False)
class Squares:
    """Values: by how much the squares around the mean become less."""

    values: FloatArray

    def gain(self, rows: IntArray, left: Sides) -> tuple[float, float]:
        """Add up the values without rounding."""
        score = self._score(rows[left]) + self._score(rows[~left]) - self._score(rows)
        return score, TIE * fsum(self.values[rows] ** 2)

    def _score(self, rows: IntArray) -> float:
        return fsum(self.values[rows]) ** 2 / max(len(rows), 1)


@dataclass(frozen=True, eq=False)
class Slopes:
    """Gradients and hessians as xgboost weighs them, and what 32 bits lose of them."""

    g: FloatArray
    h: FloatArray
    lost: FloatArray
    reg_lambda: float = 1.0
    min_child_weight: float = 1.0

    def gain(self, rows: IntArray, left: Sides) -> tuple[float, float]:
        """Add up the loss of digits along with the gain."""
        gain = slack = 0.0
        for side, sign in ((rows[left], 1), (rows[~left], 1), (rows, -1)):
            grad, hess, lost = (float(part[side].sum()) for part in (self.g, self.h, self.lost))
            answer = grad / (hess + self.reg_lambda)
            gain += sign * grad * answer
            slack += 4 * EPS32 * abs(grad * answer) + 2 * abs(answer) * lost + answer**2 * lost
            if sign > 0 and abs(hess - self.min_child_weight) <= lost:
                slack = np.inf  # whether this side weighs enough is open
        return gain, slack + LEAST_GAIN
