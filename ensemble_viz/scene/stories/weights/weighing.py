"""How AdaBoost weighs in a round, and so many digits that its formulas come out to the last."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.formulary.maths import Maths, as_shown, enough, equals, exact, plus, write
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import agrees, fixed, powered, shown, value_of


@dataclass(frozen=True, slots=True, eq=False)
class Weighing:
    """The numbers of a round, in the order they are computed."""

    before: FloatArray
    """D_t."""
    missed: NDArray[np.bool_]
    error: float
    alpha: float
    """α_t as it counts in the score."""
    exponent: float
    """α, or half of it in the form ln((1 − ε)/ε)."""
    z: float
    after: FloatArray
    """D_{t+1}."""
    capped: bool
    rate: float
    halved: bool
    """α is ½ ln((1 − ε)/ε), not twice that."""
    others: int = 1
    """K − 1 where SAMME counts the classes: its logarithm is added to the other one."""

    @property
    def is_plain(self) -> bool:
        """Say whether Z is 2 √(ε (1 − ε))."""
        return self.rate == 1.0 and not self.capped and self.others == 1

    @property
    def missed_power(self) -> float:
        """By e to this a missed point is multiplied: in the form ln((1 − ε)/ε) by e^α."""
        return self.exponent if self.halved else 2.0 * self.exponent

    @property
    def right_power(self) -> float:
        """By e to this one that was right: in that form it stays as it is."""
        return -self.exponent if self.halved else 0.0

    @property
    def total(self) -> float:
        """What the weights add up to then, and are divided by: Z; in that form their sum S."""
        return self.z if self.halved else self.z * float(np.exp(self.exponent))

    @property
    def missed_factor(self) -> float:
        """By how much a missed point grows."""
        return float(np.exp(self.missed_power)) / self.total

    @property
    def right_factor(self) -> float:
        """By how much a point that was right shrinks."""
        return float(np.exp(self.right_power)) / self.total

    @property
    def n_missed(self) -> int:
        return int(self.missed.sum())

    @property
    def missed_after(self) -> float:
        return float(self.after[self.missed].sum())


def weighing(stage: Stage) -> Weighing:
    """Read the weighing of the stage's round from its record."""
    record, params = stage.record, stage.run.params
    assert record is not None
    assert record.sample_weight is not None
    assert record.next_weight is not None
    assert record.learner_weight is not None
    answer = stage.run.answer(record.number)
    missed = np.asarray(decide(answer, stage.data.n_classes) != stage.data.target)
    halved = params.alpha == "half-log"
    exponent = record.learner_weight / (1.0 if halved else 2.0)
    grown = record.sample_weight * np.exp(np.where(missed, exponent, -exponent))
    counts_classes = params.multiclass == "samme" and stage.data.n_classes > 2
    return Weighing(
        before=record.sample_weight,
        missed=missed,
        error=float(record.error or 0.0),
        alpha=record.learner_weight,
        exponent=exponent,
        z=float(grown.sum()),
        after=record.next_weight,
        capped=bool(record.figures["capped"]),
        rate=params.learning_rate,
        halved=halved,
        others=stage.data.n_classes - 1 if counts_classes else 1,
    )


MOST_TERMS = 5
MOST_DECIMALS = 12
LEAST = 5e-5  # smaller weights are written by powers


def error_decimals(its: Weighing) -> int:
    """Choose the decimals of ε so that α and Z come out to their last digit."""
    if its.capped:
        return 4
    half = 0.5 if its.halved else 1.0
    for_alpha = enough(
        lambda wrong, right: _alpha_of(its, half, wrong, right),
        (its.error, 1.0 - its.error),
        its.alpha,
    )
    return max(
        for_alpha, enough(lambda *x: _z_of(its, *x), (its.error, 1.0 - its.error), its.total)
    )


def _alpha_of(its: Weighing, half: float, wrong: float, right: float) -> float:
    more = math.log(its.others)
    return its.rate * half * (math.log(right / wrong) + more) if wrong > 0 else math.inf


def _z_of(its: Weighing, wrong: float, right: float) -> float:
    if its.is_plain:
        return 2.0 * math.sqrt(wrong * right)
    power = shown(its.exponent)
    return right * math.exp(-power) + wrong * math.exp(power)


def z_decimals(its: Weighing) -> int:
    """Choose the decimals of Z: more where it is tiny."""
    return 4 if its.total >= 1e-3 else 8


def terms(stage: Stage, its: Weighing) -> tuple[Maths, ...]:
    """Add up the misses, those that weigh the same together: 12 · 0.005376 + 0.07143."""
    weights = np.sort(its.before[its.missed])[::-1]
    if len(weights) < 2:
        return ()
    ends = np.flatnonzero(weights[:-1] - weights[1:] > 1e-9 * weights[0]) + 1
    groups = sorted(np.split(weights, ends), key=lambda group: -group.sum())
    if len(groups) > MOST_TERMS:
        groups = groups[: MOST_TERMS - 1]
    counts, each = [len(group) for group in groups], [float(group[0]) for group in groups]
    written = [exact(x) if stage.look.fractions else None for x in each]
    if any(piece is None for piece in written):
        total, decimals = sum(float(group.sum()) for group in groups), error_decimals(its)
        written = list(map(as_shown, _in_digits(counts, each, total, decimals)))
    added = [
        piece if k == 1 else write(rf"{k} \cdot %s", piece)
        for k, piece in zip(counts, written, strict=True)
        if piece is not None
    ]
    if sum(counts) < len(weights):
        added.append(Maths(r"\ldots"))
    return (equals(added[0]), *map(plus, added[1:]))


def _in_digits(counts: list[int], each: list[float], total: float, decimals: int) -> list[str]:
    """Write weights with as many digits as their sum needs to come out to its last one."""
    found: list[str] = []
    for more in range(decimals, MOST_DECIMALS):
        found = [fixed(x, more) if x >= LEAST else powered(x, more, more) for x in each]
        values = [value_of(text) for text in found]
        summed = sum(k * x for k, x in zip(counts, values, strict=True))
        same = all(fixed(x, 4) == fixed(y, 4) for x, y in zip(values, each, strict=True))
        if same and agrees(fixed(total, decimals), summed):
            break
    return found


def update_decimals(its: Weighing) -> int:
    """Choose the decimals of α and Z so that both factors come out to their last digit."""
    up, down = its.missed_power, its.right_power
    return max(
        z_decimals(its),
        enough(lambda power, z: math.exp(power) / z, (up, its.total), its.missed_factor),
        enough(lambda power, z: math.exp(power) / z, (down, its.total), its.right_factor),
    )
