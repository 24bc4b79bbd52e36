"""A method without a story of its own has no formulas of its own either."""

from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.moment.stage import Stage


def start(_stage: Stage) -> tuple[FormulaLine, ...]:
    """Say nothing of the start."""
    return ()


def lines(_stage: Stage) -> tuple[FormulaLine, ...]:
    """Say nothing but what its learner says by itself."""
    return ()
