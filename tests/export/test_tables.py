"""Tables as text: what stands in them is read back, and is what the scene shows."""

import csv
import io
import re

import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.methods import methods
from ensemble_viz.export.tables import (
    as_csv,
    as_latex,
    as_markdown,
    card_table,
    formulas_as_markdown,
    latex_text,
    points_table,
    rounds_table,
)
from ensemble_viz.scene.moment.view import View
from tests.scene.moments import scene

METHODS = [name for name, one in methods().items() if "classification" in one.tasks]
CASES = [
    ("adaboost", "ten-points", {}),
    ("gradient-boosting", "latitude", {}),
    ("random-forest", "blobs", {"rounds": 4}),
    ("stacking", "moons", {}),
]


def shown(method, name, settings):
    return scene(method, sample(name), 2, view=View().changed(pinned=Focus(point=1)), **settings)


def markdown_cells(text):
    """Take a table of Markdown apart as a reader does: at the bars that are not escaped."""
    lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines()]
    cells = [[cell.strip().replace(r"\|", "|") for cell in line] for line in lines]
    return cells[0], cells[1], cells[2:]


@pytest.mark.parametrize(("method", "name", "settings"), CASES)
def test_the_table_of_points_can_be_read_back(method, name, settings):
    found = shown(method, name, settings)
    table = points_table(found.table)
    head, *rows = csv.reader(io.StringIO(as_csv(table)))
    assert head == [column.title for column in found.table.columns]
    for k, column in enumerate(found.table.columns):
        for row in range(found.table.n):
            text = rows[row][k]
            if column.is_missing(row):
                assert text == ""
            elif column.names:
                assert text == column.names[int(column.value[row])]
            else:
                assert float(text) == float(column.value[row])  # all digits
    head, rule, rows = markdown_cells(as_markdown(table))
    assert rows[0] == [column.text(0) for column in found.table.columns]
    assert [cell.endswith(":") for cell in rule] == [not c.names for c in found.table.columns]
    assert len({len(line) for line in as_markdown(table).splitlines()}) == 1


@pytest.mark.parametrize(("method", "name", "settings"), CASES)
def test_the_table_of_rounds_holds_the_figures(method, name, settings):
    found = shown(method, name, settings)
    last = 2
    rows = list(csv.DictReader(io.StringIO(as_csv(rounds_table(found.stage.lens, last)))))
    assert [row["round"] for row in rows] == ["1", "2"]
    for t, row in enumerate(rows, start=1):
        figures = found.stage.lens.figures(t)
        for key in ("train_error", "oob_error", "loss"):
            text = row.get(key.replace("_", " "), "")
            assert (float(text) if text else None) == figures[key]


def test_the_arithmetic_at_a_point_and_the_formulas_are_those_shown():
    found = shown("adaboost", "ten-points", {})
    table = card_table(found.card)
    assert table.head == (found.card.title, found.card.subtitle)
    assert [label for label, _ in table.rows[: len(found.card.rows)]] == [
        row.label for row in found.card.rows
    ]
    text = formulas_as_markdown(found.formulas)
    assert [line[2:-2] for line in text.split("\n\n")[:-1]] == [one.latex for one in found.formulas]


def test_latex_and_markdown_take_any_name():
    names = ("a|b", "50 % & more", "x_1^2", "{}\\", "#$~")
    data = Dataset([[0.0, k] for k in range(5)], list(range(5)), names)
    points = scene("tree", data, 1).table
    table, place = points_table(points), [one.kind for one in points.columns].index("class")
    latex, (_, _, rows) = as_latex(table), markdown_cells(as_markdown(table))
    assert [row[place].replace("\\\\", "\\") for row in rows] == list(names)
    body = latex.split(r"\midrule")[1].split(r"\bottomrule")[0]
    for line in body.strip().splitlines():
        bare = re.sub(r"\\[&%$#_{}]|\\\\$|\\[a-z]+", "", line)
        assert bare.count("&") == len(table.head) - 1
        assert not re.search(r"[%$#~]", bare)
    assert r"\ensuremath{_{1}}" in latex  # x₁
    assert latex.count(r"\\") == len(table.rows) + 1


def test_bars_and_angles_are_not_dashes_and_marks_in_latex():
    """The first fonts of LaTeX have other signs there: a key said area = —residual—."""
    written = latex_text("area = |r| < 1 > 0")
    assert written == r"area = \textbar{}r\textbar{} \textless{} 1 \textgreater{} 0"


@pytest.mark.parametrize("method", METHODS)
def test_every_sign_of_ours_has_a_name_in_latex(method):
    """An engine of old knows no letter beyond ASCII."""
    found = scene(method, sample("moons"), 2, view=View().changed(pinned=Focus(point=1)))
    for table in (points_table(found.table), card_table(found.card)):
        assert as_latex(table).isascii()
