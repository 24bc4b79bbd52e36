"""The points as a table."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import IntArray
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import part_of, story_of
from ensemble_viz.scene.tables.column import (
    Column,
    number_column,
    whole,
)
from ensemble_viz.scene.words.names import axis_name
from ensemble_viz.scene.words.numbers import fixed, shortest


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
        return Column("target", "y", words, "number", value, fixed, given=True, cell="value")
    words, names = "The class that is to be learned.", stage.data.classes
    labels = stage.data.target
    return Column("target", "class", words, "class", labels, whole, names, given=True, cell="class")


def _places(stage: Stage) -> Iterator[Column]:
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        key, words, x = f"x{axis + 1}", f"The coordinate {name}.", stage.data.points[:, axis]
        cell = stage.data.columns[axis]
        yield Column(key, name, words, "number", x, fixed, given=True, cell=cell)
    if stage.data.weight is not None:
        words, w = "How much the point counts, as it was given.", stage.data.weight
        yield Column("given weight", "w", words, "number", w, shortest, given=True, cell="weight")


@dataclass(frozen=True, slots=True, eq=False)
class PointsTable:
    """The points with their numbers at a moment."""

    columns: tuple[Column, ...]
    n: int
    hint: str
    """How the rows are ordered when nobody asks for another order: heaviest first."""
    sort_key: str
    """The column they are ordered by; empty for the order of the points."""

    def column(self, key: str) -> Column | None:
        """Find a column by its key."""
        return next((column for column in self.columns if column.key == key), None)

    def order(self, key: str = "", descending: bool = False) -> IntArray:
        """Sort the rows by a column, or as they are sorted by default."""
        column = self.column(key)
        if column is not None:
            return column.order(descending)
        own = self.column(self.sort_key)
        if own is None:
            return np.arange(self.n)
        size = np.nan_to_num(np.abs(own.value.astype(np.float64)))
        return np.argsort(-size, kind="stable")

    def copied(self, rows: IntArray) -> str:
        """Write some rows for other programs: tabs between cells, a head above them."""
        lines = ["\t".join(column.cell or column.title for column in self.columns)]
        lines += ["\t".join(column.plain(row) for column in self.columns) for row in rows.tolist()]
        return "\n".join(lines) + "\n"


def table(stage: Stage) -> PointsTable:
    """List the points with their numbers at this moment."""
    made = columns(stage)
    key, hint = _first(stage)
    known = next((column for column in made if column.key == key), None)
    if known is None or not len(known.value) or np.isnan(known.value.astype(np.float64)).all():
        key, hint = "", ""
    return PointsTable(made, len(stage.data), hint, key)


def _first(stage: Stage) -> tuple[str, str]:
    """Choose what comes first: what this round is about."""
    key, hint = story_of(stage.run).first_column
    if key == "weight" and stage.reached("weights"):
        key = "next weight"
    return key, hint
