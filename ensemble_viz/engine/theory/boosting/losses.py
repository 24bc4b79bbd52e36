"""Losses and the way down: of margins where classes are learned, else of residuals."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.runs.figures import margins
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.engine.theory.typed import places

FARTHEST = 300.0  # e to this can be squared
OF_MARGINS = ("exponential", "log-loss", "zero-one")


@dataclass(frozen=True)
class LossesParams(Params):
    """Settings of a loss, and where it is looked at."""

    loss: Annotated[
        Literal["exponential", "log-loss", "zero-one", "squared", "absolute", "huber"],
        Setting(
            "loss",
            "Exponential, log-loss and 0-1 are losses of the margin yF; squared, absolute and "
            "Huber's are losses of the residual y − F.",
            "L",
            aliases=(("logistic", "log-loss"), ("0-1", "zero-one")),
        ),
    ] = "exponential"
    at: Annotated[
        str,
        Setting("places", "Margins or residuals, parted by blanks; or a range: -2 … 2."),
    ] = "-2 … 2"  # fmt: skip
    delta: Annotated[
        float,
        Setting(
            "δ of Huber's loss", "How far its squares reach.", r"\delta", low=0.0, high=1e6,
            above=True, only=("loss", "huber"),
        ),
    ] = 0.5  # fmt: skip

    def check(self) -> None:
        """Refuse places that cannot be read, or whose loss has no number."""
        found = places(self.at, "at")
        if self.loss in OF_MARGINS and min(found) < -FARTHEST:
            raise Refusal(f"at={self.at[:40]}: margins go from −{FARTHEST:g} on, or e overflows")


def losses(params: LossesParams, material: Material | None) -> Figures:
    """Look at the loss, its negative gradient and the 0-1 loss at every place."""
    at = np.array(places(params.at, "at"))
    of_margins = params.loss in OF_MARGINS
    value, slope = LOSSES[params.loss](at, params.delta)
    figures: Figures = {
        "at": at,
        "loss": value,
        "negative_gradient": slope,
        "zero_one": zero_one(at)[0] if of_margins else None,
        "as_printed": _as_printed(at, params.delta) if params.loss == "huber" else None,
    }
    return figures if material is None else figures | _on_points(params, material)


Loss = tuple[FloatArray, FloatArray]
"""What is lost at some places, and the negative gradient there, of y = +1 or of the residual."""


def exponential(m: FloatArray) -> Loss:
    """e^−m."""
    return np.exp(-m), np.exp(-m)


def log_loss(m: FloatArray) -> Loss:
    """ln(1 + e^−m), the score being log-odds; the slope is 1 − p."""
    value: FloatArray = np.logaddexp(0.0, -m)
    return value, np.exp(-np.logaddexp(0.0, m))


def zero_one(m: FloatArray) -> Loss:
    """1 where the sign is wrong, flat on both sides: at 0 a plus is missed, for a tie is minus."""
    return (m <= 0.0).astype(np.float64), np.zeros(m.shape)


def squared(r: FloatArray) -> Loss:
    """½ r²."""
    return 0.5 * r * r, r


def absolute(r: FloatArray) -> Loss:
    """|r|, with sgn 0 = 0."""
    return np.abs(r), np.sign(r)


def huber(r: FloatArray, delta: float) -> Loss:
    """½ r² up to δ, and δ (|r| − δ/2) beyond."""
    near = np.minimum(np.abs(r), delta)
    return near * (np.abs(r) - 0.5 * near), np.clip(r, -delta, delta)


LOSSES: dict[str, Callable[[FloatArray, float], Loss]] = {
    "exponential": lambda at, _delta: exponential(at),
    "log-loss": lambda at, _delta: log_loss(at),
    "zero-one": lambda at, _delta: zero_one(at),
    "squared": lambda at, _delta: squared(at),
    "absolute": lambda at, _delta: absolute(at),
    "huber": huber,
}


def _as_printed(r: FloatArray, delta: float) -> dict[str, FloatArray]:
    """Follow a slide to the letter: δ |r| − δ/2 outside, which jumps, and −r inside."""
    far = np.abs(r) > delta
    return {
        "loss": np.where(far, delta * np.abs(r) - delta / 2, 0.5 * r * r),
        "negative_gradient": np.where(far, delta * np.sign(r), -r),
    }


def _on_points(params: LossesParams, material: Material) -> Figures:
    """Say where the points of a run lie on the curve, and what they lose on average."""
    data, run = material.data, material.run
    score = material.rounds[-1].score
    if score is None or run is None:
        raise Refusal("Nothing is answered yet, so nothing is lost")
    if (data.classes is not None) != (params.loss in OF_MARGINS):
        kind = "residuals" if data.classes is None else "margins"
        raise Refusal(f"loss={params.loss}: the points have {kind}; choose a loss of {kind}")
    if data.classes is None:
        where = data.target - score
    elif score.ndim == 1:
        half = getattr(run.params, "alpha", "half-log") == "half-log"
        where = margins(score, data.target) * (1.0 if half else 0.5)
    else:
        raise Refusal("Margins yF need a single score F: boosting of two classes has one")
    where = np.maximum(where, -FARTHEST) if data.classes else where
    value, _ = LOSSES[params.loss](where, params.delta)
    share = data.distribution
    return {
        "points": {"at": where, "loss": value},
        "mean_loss": share @ value,
        "train_error": None if data.classes is None
        else share @ (run.prediction(material.round) != data.target),
    }  # fmt: skip


DEMONSTRATION = Demonstration(
    name="losses",
    title="What is lost, and which way is down",
    summary="The losses of the notes at any margin or residual, their slopes, and the 0-1 loss.",
    params=LossesParams,
    compute=losses,
    takes="run",
    method="adaboost",
    place=1,
)
