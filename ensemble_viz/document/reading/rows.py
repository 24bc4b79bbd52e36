"""Text as rows of fields: separator, quotes, headers, and numbers as people write them."""

import io
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import numpy as np

from ensemble_viz.document.files import TextFile, refused, shown, spaced
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


SEPARATORS = "\t;,"  # in this order when nothing else decides: a comma may be a decimal mark
BLANKS = " "  # one or more of them; found out only where nothing else separates anything
KINDS = {"\t": "tabs", ";": "';'", ",": "','", "|": "'|'", BLANKS: "blanks"}
"""What fields can be said to be separated by."""
SAMPLE = 20  # rows from which the separator is guessed
SAMPLE_LENGTH = 2**16  # characters of them, so that no single line can take long
MOST_COLUMNS = 10_000
SEPARATOR_LINE = re.compile(r'\s*+"?sep=([,;\t])"?[,;\s]*', re.IGNORECASE)  # Excel's own first line


class Head(NamedTuple):
    """Where the first row begins, and what stood before it."""

    position: int
    line: int
    separator: str | None
    comment: tuple[int, str]


def find_head(text: str) -> Head:
    """Skip blank lines, comments and Excel's line about the separator."""
    position, line, separator = 0, 1, None
    comment = (0, "")
    while position < len(text):
        after = text.find("\n", position) + 1 or len(text)
        content = text[position:after]
        told = SEPARATOR_LINE.fullmatch(content)
        if told:
            separator = told[1]
        elif content.lstrip().startswith("#"):
            comment = (line, content.strip())
        elif content.strip():
            break
        position, line = after, line + 1
    return Head(position, line, separator, comment)


def guess_separator(text: str, head: Head) -> str:
    """Guess the separator: the one that explains most of the first rows."""
    sample = TextFile("", text[head.position : head.position + SAMPLE_LENGTH])
    fits = {separator: _fit(sample, separator) for separator in SEPARATORS}
    best = max(SEPARATORS, key=fits.__getitem__)
    if any(fits[best]):
        return best
    rows = [row.split() for row in sample.text.split("\n") if row.strip()][:SAMPLE]
    is_even = len({len(row) for row in rows}) == 1 and len(rows) > 1
    return BLANKS if is_even and any(map(is_number, rows[-1])) and len(rows[0]) > 1 else ","


def _fit(sample: TextFile, separator: str) -> tuple[int, int, int]:
    """Count known names in the header, rows as long as the first, and numbers."""
    rows: list[list[str]] = []
    with suppress(Refusal):  # a quote that is wrong here is right with another separator
        for _, fields in islice(split_rows(sample, 0, 1, separator), SAMPLE):
            rows.append(fields)
    if not rows or len(rows[0]) == 1:
        return (0, 0, 0)
    header = () if looks_like_data(rows[0]) else rows[0]
    return (
        sum(key(field) in KNOWN_NAMES for field in header),
        sum(len(row) == len(rows[0]) for row in rows),
        sum(is_number(field) for row in rows for field in row),
    )


def split_rows(
    file: TextFile, position: int, line: int, separator: str
) -> Iterator[tuple[int, list[str]]]:
    """Split the text into stripped fields, row by row, each with its line; skip empty rows."""
    split = _quoted_rows if '"' in file.text and separator != BLANKS else _plain_rows
    for began, row in split(file, position, line, separator):
        fields = [field.strip() for field in row]
        if any(fields):
            yield began, fields


def _plain_rows(
    file: TextFile, position: int, line: int, separator: str
) -> Iterator[tuple[int, list[str]]]:
    """Split a text without quotes, in which every line is a row."""
    for began, row in enumerate(io.StringIO(file.text[position:]), line):
        if len(row) > MOST_COLUMNS:
            _check_width(file, began, row.count(separator) + 1)
        yield began, row.split() if separator == BLANKS else row.split(separator)


def _quoted_rows(
    file: TextFile, position: int, line: int, separator: str
) -> Iterator[tuple[int, list[str]]]:
    """Split a text with quotes, in which fields may go on in the next line."""
    fields: list[str] = []
    began = line
    for match in _field(separator).finditer(file.text, position):
        quoted, bare, end = match.groups()
        if end is None:
            raise refused(file.name, "a quote is not closed at the field's end.", f"line {line}")
        fields.append(bare if quoted is None else quoted.replace('""', '"'))
        line += 0 if quoted is None else quoted.count("\n")
        if end == separator:
            _check_width(file, began, len(fields) + 1)
            continue
        yield began, fields
        if match.end() == len(file.text):
            return
        line += 1
        fields, began = [], line


def _check_width(file: TextFile, line: int, columns: int) -> None:
    if columns > MOST_COLUMNS:
        most = spaced(MOST_COLUMNS)
        text = f"more than {most} columns; at most {most} are read."
        raise refused(file.name, text, f"line {line}")


def _field(separator: str) -> re.Pattern[str]:
    """Describe a field up to its end: in quotes (doubled inside) with blanks around, or bare.

    Where there is none, because a quote is not closed, nothing is matched, and has no end.
    """
    blanks = "[ ]*+" if separator == "\t" else "[ \t]*+"
    quoted = rf'"([^"]*+(?:""[^"]*+)*+)"{blanks}'
    bare = rf'((?!")[^{separator}\n]*+)'
    return re.compile(rf"{blanks}(?:{quoted}|{bare})({re.escape(separator)}|\n|\Z)|")
