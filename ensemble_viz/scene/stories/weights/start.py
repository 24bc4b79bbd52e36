"""What is said before the first round."""

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.together import first
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import as_fraction, counted, fixed


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    n, name = len(stage.data), noun(stage.run)
    weight = stage.data.distribution
    if stage.data.weight is None:
        each = as_fraction(1.0 / n) or "1"
        headline = f"{counted(n, 'point')}, each with the weight {each}"
    else:
        least, most = fixed(float(weight.min())), fixed(float(weight.max()))
        headline = f"{counted(n, 'point')} with weights from {least} to {most}"
    tie = f"No {name} has voted yet; a tie goes to {first(stage)}."
    if stage.data.n_classes > 2:
        return Said(headline, tie)
    plus, minus = class_name(stage.data, 1), class_name(stage.data, 0)
    return Said(headline, f"In the sums {plus} counts +1, {minus} −1. {tie}")
