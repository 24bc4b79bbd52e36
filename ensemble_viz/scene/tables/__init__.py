"""The points with their numbers, column by column."""

from ensemble_viz.scene.tables.column import (
    Column,
    known,
    number_column,
    number_columns,
    region_name,
    signed_sum,
    times,
    whole,
)
from ensemble_viz.scene.tables.table import PointsTable, table

__all__ = [
    "Column",
    "PointsTable",
    "known",
    "number_column",
    "number_columns",
    "region_name",
    "signed_sum",
    "table",
    "times",
    "whole",
]
