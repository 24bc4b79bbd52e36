"""Tables: rows of one length that know their lines, so that every complaint can name its place."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from ensemble_viz.document.files import (
    Source,
    TextFile,
    lines_in,
    plain,
    read_text,
    refused,
    spaced,
)
from ensemble_viz.document.reading.rows import (
    KINDS,
    KNOWN_NAMES,
    complaint,
    find_head,
    floats,
    guess_separator,
    is_number,
    key,
    looks_like_data,
    split_rows,
)
from ensemble_viz.engine.data import FloatArray, Refusal

Done = TypeVar("Done")

MOST_ROWS = 200_000
SLICE = 2_000  # rows that are split before somebody may look up
USE_SEMICOLONS = (
    "if the comma is the decimal mark, separate the fields by ';' or write decimal points"
)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file, all of one length, each with the number of its line."""

    name: str
    names: tuple[str, ...]
    """What the columns are called, in the file's own spelling; empty without a header."""
    header_line: int | None
    rows: Sequence[Sequence[str]]
    lines: Sequence[int]
    separator: str
    comment: tuple[int, str] = (0, "")
    """The last line before the first row that begins with #, and its number."""
    commas: bool = False
    """Whether numbers are written with decimal commas."""
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def column(self, k: int) -> list[str]:
        """Take the fields of one column."""
        return [row[k] for row in self.rows]

    def numbers(self, k: int) -> FloatArray:
        """Read the fields of one column as numbers, or name the first that is none."""
        fields = self.column(k)
        values = floats(fields, self.commas)
        if values is not None:
            return values
        wrongs = [complaint(field, self.commas) for field in fields]
        row, wrong = next((row, wrong) for row, wrong in enumerate(wrongs) if wrong)
        raise self.refusal(f"{wrong}.", row=row, column=k)

    def select(self, rows: Sequence[int]) -> "Table":
        chosen = [self.rows[row] for row in rows]
        return replace(self, rows=chosen, lines=[self.lines[row] for row in rows])

    def note(self, note: str) -> "Table":
        """Add a sentence about how the file was read."""
        return replace(self, notes=(*self.notes, note))

    def with_numbers_in(self, columns: Sequence[int], commas: bool | None = None) -> "Table":
        """Find out from the columns of numbers whether they have decimal commas, if none knows."""
        if commas is not None:
            return replace(self, commas=commas)
        if not any("," in "".join(self.column(k)) for k in columns):
            return self
        return replace(self.note("commas inside numbers are read as decimal commas."), commas=True)

    def called(self, names: tuple[str, ...]) -> "Table":
        """Name the columns of a file without a header, if it has as many."""
        line, comment = self.comment
        words = {key(word.strip()) for word in comment.lstrip("#").split(self.separator)}
        if words & KNOWN_NAMES:
            text = "the names of the columns stand in a comment; take the # away."
            raise refused(self.name, text, f"line {line}")
        if self.width != len(names):
            columns = "1 column" if self.width == 1 else f"{self.width} columns"
            raise self.refusal(
                f"{columns} and no header; name the columns in the first line, or give only"
                f" {', '.join(map(plain, names))}{self._comma_hint(0, len(names))}.",
                row=0,
            )
        return replace(self, names=names)

    def refusal(self, text: str, row: int | None = None, column: int | None = None) -> Refusal:
        """Say what is wrong, and where: in a row (else in the header), in a column."""
        line = self.header_line if row is None else self.lines[row]
        place = f"line {line}"
        if column is not None:
            place += f", column {self.column_name(column)}"
        return refused(self.name, text, place)

    def column_name(self, k: int) -> str:
        """Name a column in a message, by its number where it has no name."""
        return (plain(self.names[k]) if k < len(self.names) else "") or str(k + 1)

    def check_widths(self) -> None:
        """Refuse rows that are longer or shorter than the first."""
        first = len(self.names) or self.width
        if set(map(len, self.rows)) == {first}:
            return
        row = next(row for row, fields in enumerate(self.rows) if len(fields) != first)
        count = len(self.rows[row])
        fields = "1 field" if count == 1 else f"{count} fields"
        where = "header" if self.names else "first row"
        hint = self._comma_hint(row, first)
        raise self.refusal(f"{fields}, but the {where} has {first}{hint}.", row=row)

    def _comma_hint(self, row: int, width: int) -> str:
        fields = self.rows[row]
        points = any("." in field and is_number(field) for field in fields)
        ambiguous = self.separator == "," and len(fields) > width and not points
        return f"; {USE_SEMICOLONS}" if ambiguous else ""


def read_table(source: Source) -> Table:
    """Read a file of separated fields."""
    return parse_table(read_text(source))


def parse_table(
    file: TextFile, separator: str | None = None, has_header: bool | None = None
) -> Table:
    """Split a text into rows of fields; what is not said about it is found out."""
    table = finished(table_steps(file, separator, has_header))
    table.check_widths()
    return table


def finished(steps: Generator[float, None, Done]) -> Done:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def table_steps(
    file: TextFile, separator: str | None = None, has_header: bool | None = None
) -> Generator[float, None, Table]:
    """Split a text slice by slice, each with the share that is done; rows may be uneven."""
    head = find_head(file.text)
    separator = separator or head.separator or guess_separator(file.text, head)
    every = split_rows(file, head.position, head.line, separator)
    numbered: list[tuple[int, list[str]]] = []
    lines = lines_in(file.text)
    while len(numbered) <= MOST_ROWS + 1 and (some := list(islice(every, SLICE))):
        numbered += some
        yield numbered[-1][0] / lines
    header_line = None
    names: tuple[str, ...] = ()
    if has_header is None:
        has_header = bool(numbered) and not looks_like_data(numbered[0][1])
    note = () if separator == "," else (f"fields are separated by {KINDS[separator]}.",)
    if numbered and has_header:
        header_line, first = numbered.pop(0)
        names = tuple(first)
    if not numbered:
        raise refused(file.name, "no points.")
    if len(numbered) > MOST_ROWS:
        most = spaced(MOST_ROWS)
        text = f"more than {most} rows in {spaced(lines)} lines; at most {most} are read."
        raise refused(file.name, text)
    return Table(
        name=file.name,
        names=names,
        header_line=header_line,
        rows=[fields for _, fields in numbered],
        lines=[line for line, _ in numbered],
        separator=separator,
        comment=head.comment,
        notes=(*file.notes, *note),
    )
