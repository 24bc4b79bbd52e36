"""Newton's method for logistic regression with a price on the coefficients.

Coordinates are centred and scaled inside, so that the equations are well conditioned; the price
stays that of the coefficients as they are told.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, probabilities, ties

STEPS = 500  # of Newton: each that is not the last makes a good bit of way
CLOSE = 1e-10  # a step as small, of the largest coefficient, is the last
PRICES = (1e-12, 1e280)  # of scaled coefficients: below, the equations would lose all digits
TOTALS = (1e-9, 1e9)  # of the weights, for the same reason: beyond they count as these
NEAREST = 1e-140  # points that are nearer than this along an axis do not vary there
SHORTEST = 1e-9  # of a Newton step that is tried
ENOUGH = 1e-4  # of the fall that the slope promises


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be minimised: ½ Σ coef² + Σ weight · (−ln p)."""

    points: FloatArray
    target: IntArray
    """(m,): 0, 1, …; every class is there."""
    weight: FloatArray

    @cached_property
    def count(self) -> int:
        """Count the columns of coefficients: one for two classes."""
        classes = int(self.target.max()) + 1
        return 1 if classes == 2 else classes

    @cached_property
    def wanted(self) -> FloatArray:
        """(m, columns): what the probabilities should be."""
        first = 1 if self.count == 1 else 0
        return (self.target[:, None] == np.arange(first, first + self.count)).astype(np.float64)

    @cached_property
    def counted(self) -> FloatArray:
        """The weights, their total kept within what can be computed with."""
        share = self.weight / self.weight.max()
        total = float(np.clip(self.weight.max() * share.sum(), *TOTALS))
        return np.asarray(total * (share / share.sum()))

    @cached_property
    def middle(self) -> FloatArray:
        """Where coordinates are measured from."""
        return np.asarray(self.points[0] + (self.points - self.points[0]).mean(axis=0))

    @cached_property
    def unit(self) -> FloatArray:
        """By which coordinates are measured; 1 along an axis where nothing varies."""
        reach = np.abs(self.points - self.middle).max(axis=0)
        return np.where(reach > NEAREST, reach, 1.0)

    @cached_property
    def rows(self) -> FloatArray:
        """(m, axes + 1): scaled coordinates, then 1 for the intercept."""
        scaled = (self.points - self.middle) / self.unit
        return np.column_stack((scaled, np.ones(len(scaled))))

    @cached_property
    def price(self) -> FloatArray:
        """(axes + 1,): what the squares of scaled coefficients cost; the intercept is free."""
        price = np.clip(self.unit**-2.0, *PRICES)
        return np.append(price, 0.0)

    def losses(self, score: FloatArray) -> FloatArray:
        """−ln p of each point, from its scores; for two classes ln(1 + e^s) − s · wanted."""
        if self.count == 1:
            s = score[:, 0]
            return np.maximum(s, 0.0) + np.log1p(np.exp(-np.abs(s))) - self.wanted[:, 0] * s
        top = ties.row_max(score)
        total = top + np.log(np.exp(score - top[:, None]).sum(axis=-1))
        return np.asarray(total - (score * self.wanted).sum(axis=-1))

    def slope(self, theta: FloatArray, p: FloatArray) -> FloatArray:
        """Point uphill: (columns, axes + 1)."""
        return self.price * theta + ((p - self.wanted) * self.counted[:, None]).T @ self.rows

    def bend(self, p: FloatArray) -> FloatArray:
        """Give the second derivatives: (columns · (axes + 1)) squared."""
        k, width = self.count, self.rows.shape[1]
        bend = np.zeros((k, width, k, width))
        for a in range(k):
            for b in range(k):
                curve = self.counted * p[:, a] * (float(a == b) - p[:, b])
                bend[a, :, b, :] = (self.rows * curve[:, None]).T @ self.rows
            bend[a, :, a, :] += np.diag(self.price)
        if k > 1:  # only differences of intercepts matter: keep their sum where it is
            bend[:, -1, :, -1] += float(self.counted.sum()) / k
        return bend.reshape(k * width, k * width)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Coefficients, the scores of the points there, and what is minimised."""

    theta: FloatArray
    """(columns, axes + 1)."""
    score: FloatArray
    """(m, columns)."""
    value: float

    @classmethod
    def of(cls, task: Task, theta: FloatArray) -> "Place":
        score = task.rows @ theta.T
        price = 0.5 * (theta**2 @ task.price).sum()
        return cls(theta, score, float(price + task.counted @ task.losses(score)))

    def probabilities(self) -> FloatArray:
        """(m, columns): of the second class, where there are two."""
        if self.score.shape[1] > 1:
            return probabilities.softmax(self.score)
        power = np.exp(-np.abs(self.score))  # e^s or e^−s, whichever is no more than 1
        return np.asarray(np.maximum(power, self.score >= 0.0) / (1.0 + power))


def fit(task: Task) -> tuple[FloatArray, FloatArray]:
    """Find the minimum: coefficients (columns, axes) and intercepts (columns,)."""
    at = Place.of(task, np.zeros((task.count, task.rows.shape[1])))
    for _ in range(STEPS):
        p = at.probabilities()
        slope = task.slope(at.theta, p)
        step = -_solve(task.bend(p), slope.ravel()).reshape(at.theta.shape)
        at, length = _go(task, at, step, float((slope * step).sum()))
        if np.abs(length * step).max() <= CLOSE * max(1.0, np.abs(at.theta).max()):
            break
    theta = at.theta
    coef = theta[:, :-1] / task.unit
    intercept = theta[:, -1] - coef @ task.middle
    if task.count > 1:
        coef, intercept = coef - coef.mean(axis=0), intercept - intercept.mean()
    return coef, intercept


def _solve(bend: FloatArray, slope: FloatArray) -> FloatArray:
    """Solve the equations of Newton, each scaled by its own size."""
    size = 1.0 / np.sqrt(np.maximum(np.diag(bend), np.finfo(np.float64).tiny))
    scaled = bend * size * size[:, None]
    try:
        answer = np.linalg.solve(scaled, slope * size)
    except np.linalg.LinAlgError:  # flat in some direction: go the shortest way
        answer = np.linalg.lstsq(scaled, slope * size, rcond=None)[0]
    return np.asarray(answer * size)


def _go(task: Task, start: Place, step: FloatArray, slope: float) -> tuple[Place, float]:
    """Go the whole way, or half of it again and again until the value falls as it should."""
    length = 1.0
    there = Place.of(task, start.theta + length * step)
    if -slope <= CLOSE * max(1.0, abs(start.value)):
        return there, length  # so near that the value itself is only rounding
    while there.value > start.value + ENOUGH * length * slope:
        length /= 2.0
        there = Place.of(task, start.theta + length * step)
        if length <= SHORTEST:
            break
    return there, length
