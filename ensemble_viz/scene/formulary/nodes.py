"""What a node's impurity is computed from, and shares of it, in symbols."""

from dataclasses import dataclass

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.trees import CLASS_CRITERIA
from ensemble_viz.scene.formulary.maths import Maths, digits
from ensemble_viz.scene.moment.stage import Stage


@dataclass(frozen=True, slots=True, eq=False)
class NodeSums:
    """What the impurity of a node is computed from."""

    name: str
    """The number of the node."""
    weight: float
    """The points, or their weight."""
    parts: FloatArray
    """Of that, each class; the sum of the squared distances from the mean for values."""
    impurity: float


def impurity(criterion: str, weight: float, parts: FloatArray) -> float:
    """Compute an impurity as its line says."""
    if criterion == "squared":
        return float(parts[0] / weight)
    return float(CLASS_CRITERIA[criterion].impurity(parts / weight))


def share_of(stage: Stage, part: float, weight: float, decimals: int) -> Maths:
    """Write a share: as counts where points count alike."""
    if stage.data.weight is not None:
        return digits(part / weight, decimals)
    above, below = round(part), round(weight)
    return Maths(rf"\frac{{{above}}}{{{below}}}", f"{above}/{below}")
