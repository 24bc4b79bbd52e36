"""The loss that boosting lowers: its words, where a sum begins, and a step downhill."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, probabilities
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage


@dataclass(frozen=True, slots=True)
class Loss:
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
        "m, the lower median of {rest} there, plus the mean of {rest} − m, each cut off at "
        "±{delta}",
        "median",
    ),
    "log-loss": Loss("log-loss", "residuals", "y − p", start="prior"),
    "exponential": Loss("mean of e^(−yF)", "residuals", "y e^(−yF)", start="prior"),
}  # fmt: skip


def loss_of(run: Run) -> Loss:
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


def start_of(run: Run) -> str | float:
    """Give the start as it was asked for: prior, mean, median, zero, least loss, or a number."""
    params = run.params
    if not hasattr(params, "base_score"):
        init = str(getattr(params, "init", "start"))
        return loss_of(run).start if init == "prior" else init
    if params.base_score == "mean":
        return "prior"
    return float(params.base_score)


@dataclass(frozen=True, slots=True)
class LeafSum:
    """From what a leaf's answer is computed."""

    n: int
    """The points in the leaf that the tree saw."""
    weight: float
    """Their weight; the count where all count alike."""
    slope: float
    """Σ r over them."""
    bend: float
    """Σ p(1 − p) over them, Σ |r| under the exponential loss; 0 for values."""
    value: float
    """γ, before the learning rate."""


@dataclass(frozen=True, slots=True)
class LeafMiddle:
    """From what a leaf's answer is computed under Huber's loss."""

    median: float
    """The lower median of y − F."""
    around: float
    """The mean of y − F less the median, cut off at ±δ."""


def seen(stage: Stage) -> int:
    """Count the points that the round's trees were fitted to."""
    return len(stage.data) if stage.draws is None else int(np.count_nonzero(stage.draws))


def largest_leaf(tree: Tree) -> int:
    return int(np.where(tree.is_leaf, np.abs(tree.value), -1.0).argmax())


def shown_leaf(stage: Stage) -> int:
    """Find the leaf that is looked at; the one with the largest answer where none is."""
    tree, focus = stage.tree, stage.focus
    assert tree is not None
    if focus.node is not None and focus.node < len(tree) and tree.is_leaf[focus.node]:
        return focus.node
    if focus.point is not None and focus.point < len(stage.data):
        return int(tree.apply(stage.data.points[focus.point][None])[0])
    if focus.place is not None:
        return int(tree.apply(np.array([focus.place[: stage.data.dimension]]))[0])
    return largest_leaf(tree)


def leaf_rows(stage: Stage, node: int) -> IntArray:
    """List the points in a leaf that the tree saw and that count."""
    assert stage.tree is not None
    inside = stage.tree.apply(stage.data.points) == node
    if stage.draws is not None:
        inside &= stage.draws > 0
    if stage.data.weight is not None:
        inside &= stage.data.weight > 0
    return np.flatnonzero(inside)


def probability_before(stage: Stage, t: int) -> FloatArray:
    """Give the probability of the shown class, or of the second of two, after round t."""
    score = stage.run.score(t)
    assert score is not None
    if score.ndim == 1:
        return probabilities.probability(score)
    return probabilities.softmax(score)[:, stage.which]


def logistic(score: float) -> float:
    """Turn log-odds into a probability."""
    return float(probabilities.probability(np.array(score)))


def leaf_sum(stage: Stage, node: int) -> LeafSum:
    """Add up what the answer of a leaf is computed from."""
    tree, residual = stage.tree, stage.residual
    assert tree is not None
    assert residual is not None
    rows = leaf_rows(stage, node)
    weight = np.ones(len(rows)) if stage.data.weight is None else stage.data.distribution[rows]
    bend = 0.0
    if lowered(stage.run) == "exponential":
        bend = float(weight @ np.abs(residual[rows]))
    elif stage.data.n_classes:
        p = probability_before(stage, stage.round - 1)[rows]
        bend = float(weight @ (p * (1.0 - p)))
    return LeafSum(
        n=len(rows),
        weight=float(weight.sum()),
        slope=float(weight @ residual[rows]),
        bend=bend,
        value=float(tree.value[node]),
    )


def leaf_middle(stage: Stage, node: int, delta: float) -> LeafMiddle:
    """Find the lower median of what is left over in a leaf, and the mean around it."""
    score, rows = stage.run.score(stage.round - 1), leaf_rows(stage, node)
    assert score is not None
    left = (stage.data.target - score)[rows]
    weight = stage.data.distribution[rows]
    order = left.argsort(kind="stable")
    upto = weight[order].cumsum()
    median = float(left[order][int((upto >= upto[-1] * (0.5 - TIE)).argmax())])
    around = float(weight @ np.clip(left - median, -delta, delta)) / float(weight.sum())
    return LeafMiddle(median, around)
