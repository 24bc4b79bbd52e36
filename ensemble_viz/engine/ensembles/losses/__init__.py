"""The losses of gradient boosting: where to start, which way is down, how far to go.

A score is (n,) or, with K > 2 classes, (n, K).
"""

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.ensembles.losses.loss import USUAL, Loss, LossChoice
from ensemble_viz.engine.ensembles.losses.of_classes import OF_CLASSES
from ensemble_viz.engine.ensembles.losses.of_values import OF_VALUES, QUANTILE

__all__ = ["OF_CLASSES", "OF_VALUES", "QUANTILE", "Loss", "LossChoice", "loss_of"]


def loss_of(data: Dataset, chosen: LossChoice = USUAL) -> Loss:
    """Choose the loss by what is learned, values or classes, and by name."""
    known = list(OF_VALUES if data.classes is None else OF_CLASSES)
    name = known[0] if chosen.name == "default" else chosen.name
    if name not in known:
        why = "values have no classes" if data.classes is None else "classes have no residuals"
        raise Refusal(f"loss={name}: {why}; take {', '.join(known[:-1])} or {known[-1]}")
    if data.classes is None:
        return OF_VALUES[name](data, chosen)
    if name == "exponential" and data.n_classes > 2:
        raise Refusal(
            f"loss=exponential: e^(−yF) needs y = ±1, and there are {data.n_classes} classes; "
            "take log-loss, or AdaBoost, which lowers it for more"
        )
    return OF_CLASSES[name](data)
