"""What was understood of a file can be seen and changed, whole or slice by slice."""

import io
import time
from pathlib import Path

import numpy as np
import pytest

from ensemble_viz.document.files import ENCODINGS, RawFile, raw_text
from ensemble_viz.document.reading import Choices, Reader, Reading, read
from ensemble_viz.document.reading.points_file import read_points, write_points
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample

IRIS = (
    "sepal length;sepal width;petal length;petal width;species\n"
    "5,1;3,5;1,4;0,2;setosa\n7,0;3,2;4,7;1,4;versicolor\n6,3;3,3;6,0;2,5;virginica\n"
)


def of(text: str | bytes, **choices) -> Reading:
    raw = RawFile("f.csv", text) if isinstance(text, bytes) else raw_text("f.csv", text)
    return read(raw, Choices(**choices))


def test_all_that_was_understood_is_there():
    got = of("x1;x2;class;weight\n1,5;2;a;1\n3;4;b;2\n")
    assert (got.encoding, got.separator, got.decimal, got.has_header, got.task, got.count) == (
        "utf-8-sig", ";", ",", True, "classification", 2,
    )  # fmt: skip
    assert got.columns == ("x1", "x2", "class", "weight")
    assert got.roles == ("x1", "x2", "class", "weight")
    assert got.rows == (("1,5", "2", "a", "1"), ("3", "4", "b", "2"))
    assert got.notes == (
        "f.csv: fields are separated by ';'.",
        "f.csv: column class is read as classes, the task is classification.",
        "f.csv: commas inside numbers are read as decimal commas.",
    )
    assert (got.refusal, len(got.data)) == ("", 2)


def test_too_many_columns_leave_a_choice():
    got = of(IRIS)
    assert got.data is None
    assert got.refusal == "f.csv, line 1: no column is named class, label, value or target."
    assert (got.count, got.roles) == (3, ("", "", "", "", ""))
    answered = got.changed(columns={"class": "species"}).finish()
    assert answered.roles == ("x1", "x2", "", "", "class")
    chosen = answered.changed(columns={"x1": 2, "x2": 3}).finish()
    assert chosen.roles == ("", "", "x1", "x2", "class")
    assert chosen.data.columns == ("petal length", "petal width")
    assert chosen.data.points.tolist() == [[1.4, 0.2], [4.7, 1.4], [6.0, 2.5]]
    assert chosen.data.classes == ("setosa", "versicolor", "virginica")
    values = chosen.changed(columns={"value": 0}).finish()
    assert (values.task, values.roles) == ("regression", ("value", "", "x1", "x2", ""))
    assert values.data.target.tolist() == [5.1, 7.0, 6.3]


def test_a_column_can_be_made_another_or_none():
    got = of("x1,x2,class,weight\n1,2,0,1\n3,4,1,2\n")
    bare = got.changed(columns={"weight": None}).finish()
    assert (bare.roles, bare.data.weight) == (("x1", "x2", "class", ""), None)
    taken = got.changed(columns={"x1": 3}).finish()
    assert taken.roles == ("", "x2", "class", "x1")
    back = taken.changed(columns={"weight": 3, "x1": 0}).finish()
    assert back.roles == ("x1", "x2", "class", "weight")
    as_values = got.changed(task="regression").finish()
    assert (as_values.roles[2], as_values.data.classes) == ("value", None)
    assert as_values.changed(columns={"class": 2}).finish().data.classes == ("0", "1")


def test_a_file_without_a_header_is_told_by_number():
    text = "7,1,2,a\n8,3,4,b\n"
    got = of(text)
    assert "4 columns and no header" in got.refusal
    assert got.columns == ("1", "2", "3", "4")
    told = got.changed(columns={"x1": 1, "x2": 2, "class": 3}).finish()
    assert told.data.points.tolist() == [[1, 2], [3, 4]]
    assert told.data.columns == ("x1", "x2")
    assert told.data.classes == ("a", "b")
    by_text = read_points(io.BytesIO(text.encode()), None, {"x1": "2", "x2": "3", "class": "4"})
    assert by_text.data.points.tolist() == told.data.points.tolist()
    assert "only 1 to 4" in got.changed(columns={"x1": 4}).finish().refusal


def test_a_header_can_be_told_apart_from_points_and_back():
    words = of("a,b,class\n1,2,u\n")
    none = words.changed(header=False).finish()
    assert (none.has_header, none.count, none.columns) == (False, 2, ("1", "2", "3"))
    assert none.refusal == "f.csv, line 1, column x1: 'a' is not a number."
    assert none.changed(header=None).finish().data.columns == ("a", "b")
    numbers = of("1,2,3\n4,5,6\n", header=True, columns={"x1": "1", "x2": "2", "value": "3"})
    assert (numbers.count, numbers.data.target.tolist()) == (1, [6])


def test_separator_and_decimal_sign_can_be_changed():
    got = of("x1;x2;class\n1,5;2;a\n")
    assert (got.decimal, got.data.points.tolist()) == (",", [[1.5, 2]])
    pointed = got.changed(decimal=".").finish()
    assert pointed.refusal == (
        "f.csv, line 2, column x1: '1,5' has a comma, but numbers are read with decimal points."
    )
    assert pointed.table is got.table  # the rows need not be split again
    parted = got.changed(separator=",").finish()
    assert (parted.separator, parted.rows) == (",", (("1", "5;2;a"),))
    assert parted.refusal.startswith("f.csv, line 2: 2 fields, but the header has 1")
    bars = of("x1|x2|class\n1|2|a\n", separator="|")
    assert (bars.data.points.tolist(), bars.separator) == ([[1, 2]], "|")
    quoted = of('x1|x2|class\n1|2|"a|b"\n', separator="|")
    assert quoted.data.classes == ("a|b",)


@pytest.mark.parametrize(
    "text", ["x1 x2 class\n1 2 a\n3   4 b\n", "1 2 a\n3\t4 b\n", "  1 2 a\n  3 4 b\n"]
)
def test_blanks_separate_where_nothing_else_does(text):
    got = of(text)
    assert (got.separator, got.data.points.tolist()) == (" ", [[1, 2], [3, 4]])
    assert "f.csv: fields are separated by blanks." in got.notes


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_that_is_offered_is_read(encoding):
    name = {"cp1251": "мир", "cp1253": "ααβ", "cp1255": "שלום", "cp1256": "سلام",
            "shift_jis": "日本", "gb18030": "中文"}.get(encoding, "Größe")  # fmt: skip
    name = {"cp1250": "žluť", "cp1254": "ığüş"}.get(encoding, name)
    content = f"x1,x2,class\n1,2,{name}\n".encode(encoding)
    assert of(content, encoding=encoding).data.classes == (name,)


def test_an_encoding_that_is_not_the_file_s_is_refused():
    got = of(b"x1,x2,class\n1,2,\xe4\n")
    assert (got.encoding, got.data.classes) == ("cp1252", ("ä",))
    assert got.changed(encoding="cp1250").finish().data.classes == ("ä",)
    assert got.changed(encoding="cp1251").finish().data.classes == ("д",)
    wrong = got.changed(encoding="utf-8-sig").finish()
    assert (wrong.refusal, wrong.count) == ("f.csv: not a text file in UTF-8.", 0)
    assert wrong.changed(encoding=None).finish().data is not None


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"encoding": "utf-7"}, "'utf-7' is no encoding"),
        ({"separator": "x"}, "'x' is no separator"),
        ({"decimal": "'"}, "is no decimal sign"),
        ({"task": "clustering"}, "'clustering' is no task"),
        ({"columns": {"colour": 1}}, "'colour' is no column"),
        ({"columns": {"class": 1, "value": 2}}, "a class or a value, not both"),
    ],
)
def test_only_what_is_offered_can_be_chosen(choices, message):
    with pytest.raises(Refusal, match=message):
        Choices(**choices)


def test_one_column_is_one_thing():
    assert "cannot be two things" in of(IRIS, columns={"x1": 0, "x2": 0, "class": 4}).refusal


def test_uneven_rows_are_shown_as_they_are_split():
    got = of("class\n1,2,a\n", header=True, columns={"x1": 2})
    assert (got.columns, got.rows) == (("class", "2", "3"), (("1", "2", "a"),))
    assert got.roles == ("", "", "x1")
    assert of("class\n1,2,a\n", header=True, columns={"x1": 2, "x2": 2}).roles == ("", "", "")
    assert "3 fields, but the header has 1" in got.refusal


def test_a_reading_never_changes():
    got = of(IRIS, columns={"class": "species"})
    before = (got.roles, got.refusal, got.choices, got.data)
    got.changed(columns={"x1": 3}, decimal=".").finish()
    assert (got.roles, got.refusal, got.choices, got.data) == before


# --- slices -------------------------------------------------------------------------------------


def long_text(n: int) -> str:
    return write_points(sample("moons", n=n, test=n // 10))


def test_slices_give_what_reading_at_once_gives(tmp_path: Path):
    file = tmp_path / "long.csv"
    file.write_text(long_text(10_000), "utf-8")
    reader, shares = Reader(file), [0.0]
    while not reader.step(0.0):
        shares.append(reader.share)
        assert reader.reading.data is None
    assert reader.share == 1.0
    assert shares == sorted(shares)
    assert len(shares) > 8
    assert reader.reading.data.points.tolist() == read_points(file).data.points.tolist()
    assert len(reader.reading.data.test) == 1000


def test_a_reading_can_be_left_at_any_slice():
    raw = raw_text("f.csv", long_text(5_000))
    for slices in range(12):
        reader = Reader(raw)
        for _ in range(slices):
            reader.step(0.0)
        got = reader.reading
        assert (got.data is None) == (not reader.is_done)
        assert len(got.roles) == len(got.columns)


def test_a_step_takes_about_the_time_it_is_given():
    reader = Reader(raw_text("f.csv", long_text(50_000)))
    slowest = 0.0
    while not reader.is_done:
        began = time.thread_time()
        reader.step(0.0)
        slowest = max(slowest, time.thread_time() - began)
    assert slowest < 0.6  # a third of it on a machine that does nothing else


def test_a_hundred_thousand_points_are_read_in_two_seconds():
    text = long_text(100_000)
    began = time.thread_time()
    got = of(text)
    assert len(got.data) == 100_000
    assert time.thread_time() - began < 2.0
    began = time.thread_time()
    assert got.changed(columns={"x1": 1, "x2": 0}).finish().data is not None
    assert time.thread_time() - began < 1.0


def test_flipped_labels_are_written_and_read():
    data = sample("moons", flip=0.1)
    text = write_points(data)
    assert text.startswith("x1,x2,class,flipped_from\n")
    back = read_points(io.BytesIO(text.encode())).data
    assert np.array_equal(back.flipped_from, data.flipped_from)
    assert of("x1,x2,class,flipped_from\n1,2,a,\n3,4,b,b\n").data.flipped_from is None
    wrong = of("x1,x2,class,flipped_from\n1,2,a,\n3,4,b,c\n").refusal
    assert wrong == (
        "f.csv, line 3, column flipped_from: 'c' is no class that a label can be flipped from."
    )
