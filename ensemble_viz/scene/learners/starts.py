"""Where a sum begins, in the words of the setting that says so."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.lowered import loss_of


def start_of(run: Run) -> str | float:
    """Give the start as it was asked for: prior, mean, median, zero, least loss, or a number."""
    params = run.params
    if not hasattr(params, "base_score"):
        init = str(getattr(params, "init", "start"))
        return loss_of(run).start if init == "prior" else init
    if params.base_score == "mean":
        return "prior"
    return float(params.base_score)
