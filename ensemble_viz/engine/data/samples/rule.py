"""Points that follow a rule which somebody wrote."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.data.refusal import Refusal
from ensemble_viz.engine.data.samples.chance import Chance, draw_classes, draw_values, rounded
from ensemble_viz.engine.data.samples.rule_text import Rule, read_rule


def draw_rule(*, rule: str, reach: float, flip: float, **given: int) -> Dataset:
    """Spread points evenly over a square or a line, and let the rule say what they are."""
    drawn = _Drawn(read_rule(rule), reach)
    if drawn.rule.is_condition:
        return draw_classes(drawn.labelled, flip=flip, **given)
    if flip:
        raise Refusal(f"flip={flip:g}: the rule gives values, and they have no labels to flip")
    return draw_values(drawn.valued, **given)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A rule, and how far its points reach."""

    rule: Rule
    reach: float

    def labelled(self, chance: Chance) -> tuple[FloatArray, IntArray]:
        points, answer = self.valued(chance)
        return points, answer.astype(np.int64)

    def valued(self, chance: Chance) -> tuple[FloatArray, FloatArray]:
        """Ask at the rounded coordinates: who reads them off can check the rule."""
        axes = range(1 if self.rule.is_on_a_line else 2)
        points = [chance.uniform(axis, -self.reach, self.reach) for axis in axes]
        places = rounded(np.column_stack(points))
        return places, self.rule(places)
