"""The loss that boosting lowers, in words: one that is not in the table has its name."""

from dataclasses import dataclass

from ensemble_viz.engine.runs import Run


@dataclass(frozen=True, slots=True)
class Loss:
    """The words for a loss."""

    figure: str
    """What is averaged: mean of ½ r²."""
    fitted: str = "negative gradients"
    """What the learners are fitted to."""
    gradient: str = "−∂L/∂F"
    """The rule for that."""
    leaf: str = "the step that lowers it most"
    """What a leaf of values answers, by what is left over and by δ."""
    start: str = "least"
    """Where the sum begins, left to itself: the prior of classes, the middle of values."""


KNOWN = {
    "squared": Loss(
        "mean of ½ r²", "residuals", "y − F", "the mean residual of its points", "prior",
    ),
    "absolute": Loss(
        "mean of |y − F|", "signs of the residuals", "sgn(y − F)",
        "the median of {rest} (of two in the middle the lower), the best step for |y − F|",
        "median",
    ),
    "huber": Loss(
        "Huber's loss", "residuals cut off at ±δ", "y − F, cut off at ±δ",
        "m + mean of ({rest} − m), cut off at ±{delta}; m is its own lower median of {rest}",
        "median",
    ),
    "log-loss": Loss("log-loss", "residuals", "y − p", start="prior"),
    "exponential": Loss("mean of e^(−yF)", "residuals", "y e^(−yF)", start="prior"),
}  # fmt: skip


def loss_of(run: Run) -> Loss:
    """Find the words for the loss of a run."""
    name = lowered(run)
    plain = name.replace("-", " ").replace("_", " ")
    return KNOWN.get(name) or Loss(f"{plain} loss")


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


def loss_name(run: Run) -> str:
    """Name the loss as it can be recomputed: AdaBoost's depends on how its learners are weighed."""
    if "exponential" not in run.method.figures:
        return loss_of(run).figure
    power = loss_power(run)[1]
    if run.data.n_classes <= 2:
        return f"mean of e^(−{power}yF)"
    rest = "mean F" if run.params.multiclass == "samme" else "other F"
    return f"mean of e^(−{power}(F_own − {rest}))"


def loss_power(run: Run) -> tuple[str, str]:
    """Write the number before the lead in the power of e, as LaTeX and as text; nothing for 1."""
    twice = run.data.n_classes > 2 and run.params.multiclass == "samme"
    if run.params.alpha == "half-log":
        return ("2", "2") if twice else ("", "")
    return ("", "") if twice else (r"\frac{1}{2} ", "½")
