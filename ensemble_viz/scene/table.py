"""The points as a table."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import IntArray
from ensemble_viz.scene.column import Column
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.table_columns import columns


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
        lines = ["\t".join(column.title for column in self.columns)]
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
