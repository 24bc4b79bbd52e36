"""How AdaBoost weighs in a round: the learner by its error, the points by its misses."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage


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
        """Count the misses."""
        return int(self.missed.sum())

    @property
    def missed_after(self) -> float:
        """Give the weight that the missed points hold from now on."""
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
