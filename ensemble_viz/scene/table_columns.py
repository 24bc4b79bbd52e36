"""The columns of the table of points: who, what this round computes, where."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.scene.column import (
    Column,
    number_column,
    whole,
)
from ensemble_viz.scene.names import axis_name
from ensemble_viz.scene.numbers import fixed
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories import part_of, story_of


def columns(stage: Stage) -> tuple[Column, ...]:
    """List the columns of the moment: who, what this round computes, where."""
    made = [_point(stage), _answer(stage)]
    if not story_of(stage.run).weighs_points and stage.data.weight is not None:
        words = "The weight given to the point, as a share of all."
        made.append(number_column(stage, "weight", "weight", words, stage.data.distribution))
    made += part_of(stage.run, "columns").columns(stage)
    return (*made, *_places(stage))


# --- who and where ----------------------------------------------------------------------------


def _point(stage: Stage) -> Column:
    rows = np.arange(1, len(stage.data) + 1)
    words = "The number of the point."
    return Column("point", "point", words, "point", rows, whole, given=True)


def _answer(stage: Stage) -> Column:
    if stage.data.classes is None:
        words = "The value that is to be learned."
        value = stage.data.target.astype(np.float64)
        return Column("target", "y", words, "number", value, fixed, given=True)
    words, names = "The class that is to be learned.", stage.data.classes
    return Column("target", "class", words, "class", stage.data.target, whole, names, given=True)


def _places(stage: Stage) -> Iterator[Column]:
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        key, words, x = f"x{axis + 1}", f"The coordinate {name}.", stage.data.points[:, axis]
        yield Column(key, name, words, "number", x, fixed, given=True)
