"""The table of points: cells typed exactly, rows copied to a spreadsheet and pasted back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import cells
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from tests.document.drawn import documents, model_of, snapshot

EASY = settings(deadline=None)


def document_of(data: Dataset) -> Document:
    return Document(data, (first_setup("bagging"),), "Drawn")


@pytest.fixture
def four() -> Document:
    test = Dataset([[9.0, 9.0]], [1], ("a", "b"))
    data = Dataset(
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 1, 0], ("a", "b"),
        weight=[1.0, 2.0, 0.5], fold=[1, 1, 2], test=test,
    )  # fmt: skip
    return document_of(data)


# --- cells --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "column", "text", "part", "value"),
    [
        (0, "x1", "0.1", "place", (0.1, 2.0)),
        (1, "x2", " −2,5 ", "place", (3.0, -2.5)),
        (3, "X1", "1e-300", "place", (1e-300, 9.0)),
        (0, "class", "b", "answer", 1),
        (3, "class", " a ", "answer", 0),
        (0, "weight", "0,25", "weight", 0.25),
        (1, "fold", "7", "fold", 7),
    ],
)
def test_a_cell_is_typed_exactly_and_nothing_else_changes(four, row, column, text, part, value):
    old = snapshot(four.data)
    made = cells.set_cell(four, row, column, text)
    expected = model_of(four.data)
    expected[row][part] = value
    assert model_of(made.document.data) == expected
    assert made.rows.tolist() == [row]
    assert snapshot(four.data) == old


def test_a_point_changes_sides_in_its_cell(four):
    made = cells.set_cell(four, 0, "split", "Test")
    assert (len(made.document.data), len(made.document.data.test)) == (2, 2)
    assert made.sentence == "2 points to learn from, 2 test points."
    assert len(cells.set_cell(four, 3, "split", "train").document.data) == 4


@pytest.mark.parametrize(
    ("row", "column", "text", "message"),
    [
        (0, "x1", "one", "'one' is not a number"),
        (0, "x1", "", "the number is missing"),
        (0, "x1", "1e999", "too large"),
        (0, "x1", "nan", "'nan' is not a number"),
        (0, "x1", "1.000,5", "not a number"),
        (0, "class", "c", "there is no class 'c'; there are a, b"),
        (0, "value", "1", "classes, and no values"),
        (0, "weight", "-1", "weights are numbers from 0"),
        (3, "weight", "1", "a test point has no weight"),
        (3, "fold", "1", "a test point has no fold"),
        (0, "fold", "1.5", "not a whole number"),
        (0, "split", "both", "'both' is neither train nor test"),
        (0, "colour", "red", "there is no column colour"),
        (4, "x1", "1", "there is no point 5"),
    ],
)
def test_what_cannot_be_typed_is_refused(four, row, column, text, message):
    with pytest.raises(Refusal, match=message):
        cells.set_cell(four, row, column, text)


def test_values_are_typed_too():
    made = cells.set_cell(document_of(sample("latitude")), 2, "value", "65,5")
    assert made.document.data.target.tolist() == [60, 70, 65.5, 30]
    assert cells.set_cell(made.document, 0, "Barb", "1").document.data.points[0, 1] == 1
    with pytest.raises(Refusal, match="no classes"):
        cells.set_cell(made.document, 0, "class", "a")
    with pytest.raises(Refusal, match="no folds"):
        cells.set_cell(made.document, 0, "fold", "1")


# --- the clipboard ------------------------------------------------------------------------------


@EASY
@given(documents(), st.sampled_from(".,"), st.data())
def test_what_was_copied_can_be_pasted(before, decimal, data):
    model = model_of(before.data)
    rows = sorted(data.draw(st.sets(st.integers(0, len(model) - 1), min_size=1)))
    text = cells.copy(before, rows, decimal)
    made = cells.paste(before, text)
    after = model_of(made.document.data)
    pasted = [after[row] for row in made.rows]
    assert [p for row, p in enumerate(after) if row not in made.rows] == model
    assert pasted == [model[row] for row in rows]
    assert made.document.data.classes == before.data.classes


def test_a_copy_is_parted_by_tabs_and_has_a_header(four):
    assert cells.copy(four, [0, 3]) == (
        "x1\tx2\tclass\tweight\tfold\tsplit\n1.0\t2.0\ta\t1.0\t1\ttrain\n9.0\t9.0\tb\t\t\ttest\n"
    )
    assert cells.copy(four, [2], ",").splitlines()[1] == '"5,0"\t"6,0"\ta\t"0,5"\t2\ttrain'


@pytest.mark.parametrize(
    "text",
    [
        "7\t8\tb\n1,5\t0\ta",
        "x1\tx2\tclass\n7\t8\tb\n1,5\t0\ta\n",
        "class\tx2\tx1\nb\t8\t7\na\t0\t1,5\n",
        "x\ty\tlabel\r\n7\t8\tb\r\n1,5\t0\ta\r\n",
        "7,8,b\n1.5,0,a",
        "7 8 b\n1.5 0 a\n",
    ],
)
def test_points_are_pasted_with_or_without_a_header(four, text):
    made = cells.paste(four, text)
    data = made.document.data
    assert data.points[3:].tolist() == [[7, 8], [1.5, 0]]
    assert data.target[3:].tolist() == [1, 0]
    assert data.weight[3:].tolist() == [1, 1]
    assert data.fold[3:].tolist() == [2, 1]
    assert made.sentence == "2 points are pasted."
    assert made.name == "Paste points"
    assert made.rows.tolist() == [3, 4]


def test_coordinates_alone_get_the_class_in_hand(four):
    for text in ("7\t8\n1\t0", "x1\tx2\n7\t8\n1\t0"):
        data = cells.paste(four, text, answer=1).document.data
        assert data.points[3:].tolist() == [[7, 8], [1, 0]]
        assert data.target[3:].tolist() == [1, 1]


def test_new_classes_come_behind_the_others(four):
    made = cells.paste(four, "0\t0\tz\n0\t0\tb\n0\t0\tc\n")
    assert made.document.data.classes == ("a", "b", "z", "c")
    assert made.document.data.test.classes == ("a", "b", "z", "c")
    assert made.document.data.target[3:].tolist() == [2, 1, 3]
    assert made.classes_from == (0, 1, -1, -1)
    assert made.sentence == "3 points are pasted. New: 2 classes z, c."
    many = "\n".join(f"0\t0\t{k}" for k in "cdefghij")
    with pytest.raises(Refusal, match="10 classes"):
        cells.paste(four, many)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no points"),
        ("x1\tx2\tclass\n", "no points"),
        ("hello", "the clipboard, line 1|the clipboard: no points"),
        ("1\tx\ta\n2\t3\ta", "the clipboard, line 1, column x2: 'x' is not a number"),
        ("1\t2\ta\n1\t2", "the clipboard, line 2: 2 fields, but the first row has 3"),
        ("1\t2\t", "the clipboard, line 1, column answer: the class is missing"),
        ("x\tvalue\n1\t2\n", "the clipboard"),
        ("\ud800\t1\ta", "the clipboard"),
        ("\0", "the clipboard"),
    ],
)
def test_what_cannot_be_pasted_is_refused_with_its_place(four, text, message):
    with pytest.raises(Refusal, match=message):
        cells.paste(four, text)


def test_on_a_line_two_columns_are_a_place_and_a_value():
    line = document_of(sample("sine"))
    made = cells.paste(line, "1\t0,5\n2\t1\n")
    assert made.document.data.points[-2:].ravel().tolist() == [1, 2]
    assert made.document.data.target[-2:].tolist() == [0.5, 1]


def test_an_empty_canvas_can_be_pasted_onto():
    empty = document_of(Dataset(np.empty((0, 2)), np.empty(0), ("a", "b")))
    assert len(cells.paste(empty, "1\t2\ta\n").document.data) == 1
