"""Reading points: text to rows, rows to columns that are something, columns to points.

    reading = read("iris.csv", Choices(columns={"class": "species"}))
    reading.roles, reading.refusal, reading.data
    reading.changed(decimal=",").finish()

`rows` splits a text, `table` knows its lines, `columns` finds out which is what, `point_rows` makes
points of it and rows of points; a `Reader` does all of it slice by slice.
"""

from ensemble_viz.document.reading.answers import tidy_label
from ensemble_viz.document.reading.clipboard import copied, pasted
from ensemble_viz.document.reading.point_rows import LARGEST_FOLD
from ensemble_viz.document.reading.reader import Choices, Reader, Reading, read
from ensemble_viz.document.reading.rows import ROLES, TASK_OF, key, typed_number

__all__ = [
    "LARGEST_FOLD",
    "ROLES",
    "TASK_OF",
    "Choices",
    "Reader",
    "Reading",
    "copied",
    "key",
    "pasted",
    "read",
    "tidy_label",
    "typed_number",
]
