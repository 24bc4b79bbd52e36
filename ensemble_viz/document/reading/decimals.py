"""Numbers as people write them: plain decimal notation, with a point or a comma."""

import math
import re
from collections.abc import Sequence

import numpy as np

from ensemble_viz.document.text_file import shown
from ensemble_viz.engine.data import FloatArray, Refusal

PLAIN = re.compile(r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")


def is_number(field: str) -> bool:
    """Tell whether a field is a number in plain notation, whichever its decimal mark."""
    return PLAIN.fullmatch(field) is not None


def number(field: str) -> float:
    """Read a field that is a number, whichever its decimal mark."""
    return float(field.replace(",", "."))


def typed_number(text: str) -> float:
    """Read a number that somebody typed, with a decimal point or comma and any minus."""
    field = text.strip().replace("−", "-")
    wrong = complaint(field, "," in field)
    if wrong:
        raise Refusal(wrong)
    return number(field)


def floats(fields: Sequence[str], commas: bool) -> FloatArray | None:
    """Read a column of numbers as `float` does; None when one of them is none."""
    together = "".join(fields)
    # float() is quick, but takes underscores and the digits of all scripts
    if not together.isascii() or "_" in together or ("." if commas else ",") in together:
        return None
    try:
        values = np.array([float(field.replace(",", ".")) for field in fields], dtype=np.float64)
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def complaint(field: str, commas: bool) -> str | None:
    """Say what is wrong with a field that should be a number; None when it is one."""
    wrong = None
    if not field:
        wrong = "the number is missing"
    elif not is_number(field):
        wrong = f"{shown(field)} is not a number"
    elif commas and "." in field:
        wrong = f"{shown(field)} has a decimal point, but other numbers have decimal commas"
    elif not commas and "," in field:
        wrong = f"{shown(field)} has a comma, but numbers are read with decimal points"
    elif math.isinf(number(field)):
        wrong = f"{shown(field)} is too large a number"
    return wrong
