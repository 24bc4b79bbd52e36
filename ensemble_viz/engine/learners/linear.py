"""Least squares: the plane, or line, with the least squared error, by weight.

Where points leave it open (fewer of them than coefficients, axes that depend on one another) it
is the one with the smallest coefficients: the least Σ coef² of all.
"""

from dataclasses import dataclass
from itertools import combinations
from math import copysign, sqrt
from typing import Any

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, dataset, ties
from ensemble_viz.engine.learners.kind import Kind, Learner, Lesson, affine, constant
from ensemble_viz.engine.settings import Params

LEAST_WEIGHT = 1e-150  # of all points together: less would make any price infinite
ORTHOGONAL = 4e-15  # the cosine between columns that are orthogonal but for rounding
MOST_SWEEPS = 30


@dataclass(frozen=True)
class LinearParams(Params):
    """Least squares has no settings."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A linear function: coef · x + intercept."""

    kind: str
    settings: Params
    coef: FloatArray
    intercept: float

    def __post_init__(self) -> None:
        dataset.freeze(self.coef)

    def answer(self, points: FloatArray) -> FloatArray:
        return affine(points, self.coef[None], np.array([self.intercept]))[:, 0]

    def describe(self, _names: dataset.Names) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "params": self.settings.values(),
            "coef": self.coef.tolist(),
            "intercept": self.intercept,
        }


def train(lesson: Lesson, settings: LinearParams) -> Learner:
    return plane("linear", lesson, settings)


def plane(kind: str, lesson: Lesson, settings: Params, alpha: float = 0.0) -> Learner:
    """Minimise Σ weight · (y − x·coef − intercept)² + alpha · coef².

    Coefficients that no number can hold (the values rise by more than 1e308 a unit) are given up
    for the mean.
    """
    points, share = lesson.points, lesson.share
    y = lesson.target.astype(np.float64)
    middle, level = _mean(points, share), float(_mean(y, share))
    root = np.sqrt(share)
    rows, wanted = root[:, None] * _varying(points, middle), root * (y - level)
    if alpha > 0.0:  # a price is a row more for each coefficient
        total = max(float(lesson.given.sum()), LEAST_WEIGHT)
        price = np.sqrt(alpha / total) * np.eye(points.shape[1])
        rows, wanted = np.vstack((rows, price)), np.append(wanted, np.zeros(len(price)))
    coef = least_squares(rows, wanted)
    with np.errstate(over="ignore", invalid="ignore"):
        intercept = level - float((middle * coef).sum())
    if not (np.isfinite(coef).all() and np.isfinite(intercept)):
        return constant(lesson)
    return Plane(kind, settings, coef, intercept)


def least_squares(rows: FloatArray, wanted: FloatArray) -> FloatArray:
    """Solve rows · coef = wanted as well as possible, by the smallest coefficients that do.

    Axes are measured by their own reach first, so that small ones are not taken for nothing.
    """
    reach = np.abs(rows).max(axis=0)
    unit = np.where(reach > 0.0, reach, 1.0)
    scaled = np.ascontiguousarray((rows / unit).T)
    apart, turns = orthogonal(scaled)
    size = np.sqrt((apart * apart).sum(axis=1))
    if size.min() <= TIE * size.max():
        unit = np.array(reach.max() or 1.0)
        apart, turns = orthogonal(scaled * (reach / unit)[:, None])
        size = np.sqrt((apart * apart).sum(axis=1))
    kept = (size > TIE * size.max()).nonzero()[0]
    with np.errstate(over="ignore", invalid="ignore"):
        steps = (apart[kept] * wanted).sum(axis=1) / size[kept] / size[kept]
        return np.asarray((steps[:, None] * turns[kept]).sum(axis=0) / unit)


def orthogonal(columns: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Turn columns, (k, m), in pairs until all are orthogonal: `turns · columns`, and `turns`.

    These are Jacobi's rotations. Linear algebra libraries are quicker where there are many
    columns, but each gives other last digits, and a saved session has to stay what it was.
    """
    columns, turns, turned = columns.copy(), np.eye(len(columns)), True
    for _ in range(MOST_SWEEPS):
        if not turned:
            break
        turned = False
        for a, b in combinations(range(len(columns)), 2):
            p, q = columns[a], columns[b]
            pp, qq, pq = float((p * p).sum()), float((q * q).sum()), float((p * q).sum())
            if abs(pq) <= ORTHOGONAL * sqrt(pp) * sqrt(qq):
                continue
            turned, tau = True, (qq - pp) / (2.0 * pq)
            tangent = copysign(1.0, tau) / (abs(tau) + sqrt(1.0 + tau * tau))
            c = 1.0 / sqrt(1.0 + tangent * tangent)
            s = c * tangent
            for rows in (columns, turns):
                rows[a], rows[b] = c * rows[a] - s * rows[b], s * rows[a] + c * rows[b]
    return columns, turns


def _varying(points: FloatArray, middle: FloatArray) -> FloatArray:
    """Measure coordinates from the middle; axes that vary by rounding only do not vary."""
    away = points - middle
    noise = ties.ROUNDING * np.abs(points).max(axis=0)
    return np.where(np.abs(away).max(axis=0) > noise, away, 0.0)


def _mean(values: FloatArray, share: FloatArray) -> FloatArray:
    """Average by weight; equal values have exactly their value as mean."""
    return np.asarray(values[0] + share @ (values - values[0]))


KIND = Kind(
    name="linear",
    title="linear regression",
    does="It is a straight line, or a plane, with the least squared error.",
    settings=LinearParams,
    train=train,
    tasks=("regression",),
)
