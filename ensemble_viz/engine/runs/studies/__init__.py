"""Studies that train many runs: how far they differ, and how well they would do."""

from ensemble_viz.engine.runs.studies.validation import FOLDS, CrossValidation, cross_validation
from ensemble_viz.engine.runs.studies.variance import (
    SETS,
    VarianceParts,
    VarianceStudy,
    rows_redrawn,
)

__all__ = [
    "FOLDS",
    "SETS",
    "CrossValidation",
    "VarianceParts",
    "VarianceStudy",
    "cross_validation",
    "rows_redrawn",
]
