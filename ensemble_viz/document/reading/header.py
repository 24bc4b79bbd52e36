"""The names by which a header says what its columns are."""

import unicodedata
from collections.abc import Sequence

from ensemble_viz.document.reading.decimals import number

CLASS_NAMES = ("class", "label")
VALUE_NAMES = ("value", "target")
PAIRS = (("x1", "x2"), ("x", "y"))
COORDINATES = frozenset(name for pair in PAIRS for name in pair)
EXTRA_NAMES = ("weight", "fold", "split", "flipped_from")
AXES = PAIRS[0]
TASK_OF = {"class": "classification", "value": "regression"}
ROLES = (*AXES, *TASK_OF, *EXTRA_NAMES)  # what a column can be said to be
KNOWN_NAMES = frozenset((*CLASS_NAMES, *VALUE_NAMES, *COORDINATES, *EXTRA_NAMES, "id"))
NEVER_COORDINATES = frozenset(
    # the last two are how a data frame's unnamed row numbers come out
    (*CLASS_NAMES, *VALUE_NAMES, *EXTRA_NAMES, "id", "", "unnamed: 0")
)


def key(name: str) -> str:
    """Write a name as it is compared: in small letters, accents composed."""
    return unicodedata.normalize("NFC", name).casefold()


def looks_like_data(row: Sequence[str]) -> bool:
    """Tell a row of points from a header: one of its first two fields is a number, or meant as one.

    A label may be any word, even "class"; the first two columns of a headerless file may not.
    """
    for field in row[:2]:
        try:
            number(field)
        except ValueError:
            continue
        return True
    return False
