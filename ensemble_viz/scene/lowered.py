"""The loss that boosting lowers, by name, and what each name means in words."""

from ensemble_viz.engine.run import Run

NAMES = {
    "squared": "mean of ½ r²",
    "absolute": "mean of |y − F|",
    "huber": "Huber's loss",
    "log-loss": "log-loss",
    "exponential": "mean of e^(−yF)",
}


def lowered(run: Run) -> str:
    """Name the loss of a method that goes downhill, or of AdaBoost."""
    if "exponential" in run.method.figures:
        return "exponential"
    given = str(getattr(run.params, "loss", "default"))
    default = "squared" if run.data.classes is None else "log-loss"
    return default if given == "default" else given


def leaves_plain_residuals(run: Run) -> bool:
    """Say whether the learners are fitted to y − F, or to y − p."""
    return lowered(run) in ("squared", "log-loss")


def sentence_name(run: Run) -> str:
    """Name the loss in a sentence: The log-loss falls."""
    return "mean of e^(−yF)" if lowered(run) == "exponential" else "log-loss"
