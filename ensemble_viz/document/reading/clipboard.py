"""Points as a spreadsheet takes them, and as it gives them back."""

from itertools import product

import numpy as np

from ensemble_viz.document.files import decode, raw_text
from ensemble_viz.document.reading.point_rows import (
    coordinates,
    joined,
    lay_out,
    more_points,
    rows_of,
)
from ensemble_viz.document.reading.rows import NEVER_COORDINATES, key
from ensemble_viz.document.reading.table import Table, parse_table
from ensemble_viz.engine.data import Dataset, IntArray, Refusal

CLIPBOARD = "the clipboard"
WORDS = ("class", "split", "flipped_from")  # columns that are no numbers


def copied(data: Dataset, rows: IntArray, decimal: str = ".") -> str:
    """Write points, test points counted behind the others: parted by tabs, with a header."""
    header, *every = rows_of(data)
    some = [every[row] for row in rows]
    if decimal == ",":
        numbers = [k for k, name in enumerate(header) if name not in WORDS]
        for row, k in product(some, numbers):
            row[k] = row[k].replace(".", ",")
    return joined([header, *some], "\t")


def pasted(text: str, data: Dataset, answer: float) -> Dataset:
    """Read points to be put beside others; rows of coordinates alone get the answer.

    With a header columns are found by their names, else they are the coordinates and the answer.
    Classes that are new come behind those that are there.
    """
    raw = raw_text(CLIPBOARD, text)
    table = parse_table(decode(raw.name, raw.content))
    if table.width == data.dimension and not NEVER_COORDINATES & set(map(key, table.names)):
        axes = tuple(range(data.dimension))
        points = coordinates(table.with_numbers_in(axes), axes)
        return Dataset(points, np.full(len(points), answer), data.classes, data.columns)
    layout = lay_out(table, data.task, {}, wanted=_wanted(table, data))
    if len(layout.columns.points) != data.dimension:
        raise Refusal(f"{CLIPBOARD}: points on a line and points in the plane do not mix")
    return more_points(layout, data)


def _wanted(table: Table, data: Dataset) -> tuple[str, ...] | None:
    """Look for the coordinates by their names, if the header has them."""
    there = set(map(key, table.names))
    is_there = not there or set(map(key, data.columns)) <= there
    return data.columns if is_there else None
