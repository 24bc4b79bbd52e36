"""Studies that train many runs: how far they differ, how well they would do."""

from ensemble_viz.engine.runs.studies.comparison import (
    FoldErrors,
    disagreement,
    fold_errors,
    folds_of,
    parted,
)
from ensemble_viz.engine.runs.studies.stability import shakiest
from ensemble_viz.engine.runs.studies.validation import FOLDS, CrossValidation
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
    "FoldErrors",
    "VarianceParts",
    "VarianceStudy",
    "disagreement",
    "fold_errors",
    "folds_of",
    "parted",
    "rows_redrawn",
    "shakiest",
]
