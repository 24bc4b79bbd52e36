"""What each of several setups says of a point, and the shortest move that makes it say otherwise.

Regions of trees are boxes: the move is exact. Elsewhere nothing is said of it.
"""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.surface import Move, shortest_move
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.shades import answers
from ensemble_viz.scene.words.names import axis_name, class_name
from ensemble_viz.scene.words.numbers import fixed, signed

ALL_ALIKE = "the same everywhere"
NO_CELLS = "no boxes: its border is not exact"


@dataclass(frozen=True, slots=True)
class Flip:
    """How far a point is from another answer."""

    row: int
    start: tuple[float, float]
    says: str
    move: Move | None
    words: str
    """B: x₁ −0.1000, x₂ +0.0723 (0.1234)."""


def flip(stage: Stage) -> Flip | None:
    """Find it for the point that is pinned, where classes are learned in the plane."""
    row, data = stage.where.pinned.point, stage.data
    if row is None or data.classes is None or data.dimension != 2 or row >= len(data):
        return None
    if not answers(stage) or not stage.joined:
        return None
    x, y = data.points[row].tolist()
    score = stage.score
    assert score is not None
    says = class_name(data, int(np.asarray(stage.run.prediction(stage.joined))[row]))
    move, words = _found(stage, row)
    return Flip(row, (x, y), says, move, words)


def _found(stage: Stage, row: int) -> tuple[Move | None, str]:
    data, t = stage.data, stage.joined
    if not stage.lens.is_exact(t):
        return None, NO_CELLS
    try:
        move = shortest_move(stage.lens.cells(t), data.n_classes, data.points[row])
    except Refusal as refusal:
        return None, str(refusal)
    if move is None:
        return None, ALL_ALIKE
    steps = [
        f"{axis_name(data, axis)} {signed(move.place[axis] - float(data.points[row, axis]))}"
        for axis in range(2)
        if move.place[axis] != data.points[row, axis]
    ]
    far = f" ({fixed(move.distance)})" if len(steps) > 1 else ""
    return move, f"{class_name(data, move.answer)}: {', '.join(steps)}{far}"
