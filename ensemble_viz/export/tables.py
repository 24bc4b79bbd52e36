"""Tables as text for papers, notes and spreadsheets: LaTeX, Markdown, CSV.

CSV holds all digits, as other programs want them; LaTeX and Markdown hold what is shown.
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ensemble_viz.scene.cards import Card
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.table import PointsTable
from ensemble_viz.scene.words import fixed

OF_ROUNDS = (
    "train_error", "test_error", "oob_error", "loss", "learner_error", "min_margin",
)  # fmt: skip
LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
        "|": r"\textbar{}", "<": r"\textless{}", ">": r"\textgreater{}",  # else —, ¡ and ¿
        "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
        "−": r"\ensuremath{-}", "×": r"\ensuremath{\times}", "–": "--", "·": r"\ensuremath{\cdot}",
        "≤": r"\ensuremath{\le}", "→": r"\ensuremath{\to}", "÷": r"\ensuremath{\div}",
        "√": r"\ensuremath{\surd}", "∏": r"\ensuremath{\prod}", "½": r"\ensuremath{\frac{1}{2}}",
        "²": r"\ensuremath{^2}", "∞": r"\ensuremath{\infty}", "ẑ": r"\ensuremath{\hat{z}}",
    }
    | {
        letter: rf"\ensuremath{{\{name}}}"
        for letter, name in zip("αβγδελνρσηΔΣ", (
            "alpha", "beta", "gamma", "delta", "varepsilon", "lambda", "nu", "rho", "sigma", "eta",
            "Delta", "Sigma",
        ), strict=True)
    }
)  # fmt: skip
BELOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
MARKDOWN = str.maketrans({"|": r"\|", "\n": " ", "\\": r"\\"})


@dataclass(frozen=True, slots=True)
class Table:
    """Words and numbers in rows, as they are shown and as they are known."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """As they are shown."""
    plain: tuple[tuple[str, ...], ...]
    """With all digits."""
    is_number: tuple[bool, ...]
    """Which columns stand at the right."""


def points_table(table: PointsTable) -> Table:
    rows = range(table.n)
    return Table(
        head=tuple(column.title for column in table.columns),
        rows=tuple(tuple(column.text(row) for column in table.columns) for row in rows),
        plain=tuple(tuple(column.plain(row) for column in table.columns) for row in rows),
        is_number=tuple(not column.names for column in table.columns),
    )


def rounds_table(lens: Lens, last: int) -> Table:
    """Write a row a round: what the learner weighs, and the errors after it."""
    records = [(lens.run.round(t), lens.figures(t)) for t in range(1, last + 1)]
    known = [
        {"error": record.error, "learner_weight": record.learner_weight}
        | {name: figures[name] for name in OF_ROUNDS}
        for record, figures in records
    ]
    names = [name for name in known[0] if any(row[name] is not None for row in known)]
    shown, plain = (
        tuple(
            (str(t), *("" if row[name] is None else write(row[name]) for name in names))
            for t, row in enumerate(known, start=1)
        )
        for write in (fixed, repr)
    )
    head = ("round", *(name.replace("_", " ") for name in names))
    return Table(head, shown, plain, (True,) * len(head))


def card_table(card: Card) -> Table:
    """Write the arithmetic at a point, line by line."""
    votes = " ".join(vote.text for vote in card.votes)
    rows = [(row.label, row.value) for row in card.rows]
    rows += [("votes", votes)] if votes else []
    rows += [(row.label, row.value) for row in card.after_votes]
    return Table((card.title, card.subtitle), tuple(rows), tuple(rows), (False, True))


def as_csv(table: Table) -> str:
    """Write a table for a spreadsheet."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([table.head, *table.plain])
    return out.getvalue()


def as_markdown(table: Table) -> str:
    """Write a table for notes, its columns in line."""
    cells = [[cell.translate(MARKDOWN) for cell in row] for row in (table.head, *table.rows)]
    wide = [max(3, *map(len, column)) for column in zip(*cells, strict=True)]
    ends = [
        f"{'-' * (size - 1)}:" if right else "-" * size
        for size, right in zip(wide, table.is_number, strict=True)
    ]
    lines = []
    for row in (cells[0], ends, *cells[1:]):
        aligned = [
            cell.rjust(size) if right else cell.ljust(size)
            for cell, size, right in zip(row, wide, table.is_number, strict=True)
        ]
        lines.append(f"| {' | '.join(aligned)} |\n")
    return "".join(lines)


def as_latex(table: Table) -> str:
    """Write a table for a paper, with booktabs' rules."""
    columns = "".join("r" if right else "l" for right in table.is_number)
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _latex_row(table.head), r"\midrule"]
    lines += [_latex_row(row) for row in table.rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(latex_text(cell) for cell in cells)} \\"


def latex_text(text: str) -> str:
    """Write text so that LaTeX shows it: signs by their names, lowered digits lowered."""
    written, lowered = "", ""
    for letter in f"{text}\n":
        if letter in "₀₁₂₃₄₅₆₇₈₉":
            lowered += letter.translate(BELOW)
            continue
        if lowered:
            written, lowered = rf"{written}\ensuremath{{_{{{lowered}}}}}", ""
        written += letter.translate(LATEX)
    return written.rstrip("\n")


def formulas_as_markdown(lines: Sequence[FormulaLine]) -> str:
    """Write the formulas of a step for notes, a line each between dollar signs."""
    return "".join(f"$${line.latex}$$\n\n" for line in lines)


WRITERS: dict[str, Callable[[Table], str]] = {".csv": as_csv, ".md": as_markdown, ".tex": as_latex}
