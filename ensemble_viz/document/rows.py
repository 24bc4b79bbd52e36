"""Text as rows of fields: the separator, the quotes, the line on which each row begins."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from ensemble_viz.document.decimals import is_number
from ensemble_viz.document.header import KNOWN_NAMES, key, looks_like_data
from ensemble_viz.document.text_file import TextFile
from ensemble_viz.engine.refusal import Refusal

SEPARATORS = "\t;,"  # in this order when nothing else decides: a comma may be a decimal mark
SAMPLE = 20  # rows from which the separator is guessed
SAMPLE_LENGTH = 2**16  # characters of them, so that no single line can take long
LINE_END = re.compile(r"\r\n|\r|\n|\Z")
SEPARATOR_LINE = re.compile(r'\s*"?sep=([,;\t])"?[,;\s]*', re.IGNORECASE)  # Excel's own first line


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
        stop, after = _line_end(text, position)
        content = text[position:stop]
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
    return best if any(fits[best]) else ","


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
    text = file.text
    pattern = _field(separator)
    while position < len(text):
        stop, after = _line_end(text, position)
        row = text[position:stop]
        began = line
        if '"' in row:
            fields, after = _quoted_row(file, position, line, pattern)
            line += sum(1 for end in LINE_END.finditer(text, position, after) if end[0])
        else:
            fields = row.split(separator)
            line += 1
        position = after
        fields = [field.strip() for field in fields]
        if any(fields):
            yield began, fields


def _quoted_row(
    file: TextFile, position: int, line: int, pattern: re.Pattern[str]
) -> tuple[list[str], int]:
    """Split a row in which there are quotes, and say where the next one begins."""
    fields: list[str] = []
    start = position
    while True:
        match = pattern.match(file.text, position)
        if match is None:
            line += sum(1 for end in LINE_END.finditer(file.text, start, position) if end[0])
            raise Refusal(f"{file.name}, line {line}: a quote is not closed at the field's end.")
        quoted, bare, end = match.groups()
        fields.append(bare if quoted is None else quoted.replace('""', '"'))
        position = match.end()
        if end not in SEPARATORS or not end:
            return fields, position


def _field(separator: str) -> re.Pattern[str]:
    """Describe a field up to its end: in quotes (doubled inside) with blanks around, or bare."""
    blanks = "[ ]*+" if separator == "\t" else "[ \t]*+"
    quoted = rf'"([^"]*+(?:""[^"]*+)*+)"{blanks}'
    bare = rf'((?!")[^{separator}\r\n]*+)'
    return re.compile(rf"{blanks}(?:{quoted}|{bare})({separator}|\r\n|\r|\n|\Z)")


def _line_end(text: str, position: int) -> tuple[int, int]:
    """Find where a line stops and where the next one starts."""
    end = LINE_END.search(text, position)
    assert end is not None  # the pattern finds at least the end of the text
    return end.span()
