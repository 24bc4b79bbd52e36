"""Files of points: what each awkward one gives, and that none gives a traceback."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.reading import tidy_label
from ensemble_viz.document.reading.points_file import (
    PointsFile,
    read_points,
    read_probes,
    read_test_points,
    write_points,
)
from ensemble_viz.engine.data import Dataset, Refusal, dataset, labels

SIX = "x1,x2,class\n1.5,2.5,a\n2.5,1.5,b\n3,4,a\n-1,0.5,b\n0,0,a\n10,-3,b\n"
POINTS = [[1.5, 2.5], [2.5, 1.5], [3, 4], [-1, 0.5], [0, 0], [10, -3]]

Read = Callable[..., PointsFile]


@pytest.fixture
def read(tmp_path) -> Read:
    """Write a file and read its points."""

    def read_text(content: str | bytes, task: str | None = None) -> PointsFile:
        return read_points(saved(tmp_path, content), task)

    return read_text


@pytest.fixture
def refused(read) -> Callable[..., str]:
    """Write a file, and return the one line with which it is refused."""

    def message(content: str | bytes, task: str | None = None) -> str:
        with pytest.raises(Refusal) as caught:
            read(content, task)
        text = str(caught.value)
        assert text.startswith("points.csv")
        assert text.isprintable()
        assert len(text) < 300
        return text

    return message


def saved(folder: Path, content: str | bytes, name: str = "points.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def names(data: Dataset) -> list[str]:
    assert data.classes is not None
    return [data.classes[k] for k in data.target.tolist()]


def assert_six(file: PointsFile) -> None:
    assert file.data.points.tolist() == POINTS
    assert names(file.data) == list("ababab")
    assert file.data.classes == ("a", "b")


SAME_POINTS = {
    "as it is": SIX,
    "with a byte order mark": b"\xef\xbb\xbf" + SIX.encode(),
    "as UTF-16, little end first": b"\xff\xfe" + SIX.encode("utf-16-le"),
    "as UTF-16, big end first": b"\xfe\xff" + SIX.encode("utf-16-be"),
    "with the line ends of Windows": SIX.replace("\n", "\r\n"),
    "with lone carriage returns": SIX.replace("\n", "\r"),
    "with all three kinds of line ends": SIX.replace("\n", "\r", 2).replace("\n", "\r\n", 2),
    "without a newline at the end": SIX.rstrip(),
    "with semicolons and decimal commas": SIX.replace(",", ";").replace(".", ","),
    "with semicolons and decimal points": SIX.replace(",", ";"),
    "with tabs": SIX.replace(",", "\t"),
    "with tabs and decimal commas": SIX.replace(",", "\t").replace(".", ","),
    "as Excel's Unicode text": SIX.replace(",", "\t").replace(".", ",").encode("utf-16"),
    "with a line about the separator": "sep=;\n" + SIX.replace(",", ";").replace(".", ","),
    "with every field quoted": re.sub(r"([^,\n]+)", r'"\1"', SIX),
    "with quoted decimal commas": re.sub(r"(-?\d+)\.(\d)", r'"\1,\2"', SIX),
    "with blanks round fields": re.sub(r"([^,\n]+)", r" \1\t", SIX),
    "with blanks round quoted fields": re.sub(r"([^,\n]+)", r' "\1 " ', SIX),
    "without a header": SIX.partition("\n")[2],
    "with blank lines": "\n \n" + SIX.replace("\n", "\n\n \t\n"),
    "with rows of nothing but separators": SIX + ",,\n,,\n",
    "with a comment first": "# six points, by hand\n# lesson 3\n" + SIX,
    "with a comment and no header": "# six points\n" + SIX.partition("\n")[2],
    "with a leading id": "id," + re.sub(r"\n(?=.)", "\n7,", SIX),
    "with an unnamed leading column": "," + re.sub(r"\n(?=.)", "\n7,", SIX),
    "with a header in capitals": SIX.replace("x1,x2,class", "X1, X2 ,CLASS"),
    "with label for class": SIX.replace("class", "label"),
    "with x and y": SIX.replace("x1,x2", "x,y"),
    "with names of its own": SIX.replace("x1,x2", "height,width"),
}


@pytest.mark.parametrize("content", SAME_POINTS.values(), ids=SAME_POINTS)
def test_six_points_are_read_the_same(read, content):
    assert_six(read(content))


def test_the_byte_order_mark_is_no_part_of_a_name(read):
    assert read(b"\xef\xbb\xbf" + SIX.encode()).data.columns == ("x1", "x2")


def test_names_keep_the_files_own_spelling(read):
    assert read("X1,Height,class\n1,2,a\n").data.columns == ("X1", "Height")


def test_columns_are_found_in_any_order(read):
    data = read("class,x2,id,x1\na,10,77,1\n").data
    assert (data.points.tolist(), data.columns) == ([[1, 10]], ("x1", "x2"))


def test_coordinates_by_place_are_said(read):
    file = read("id,species,height,width,depth,label\n5,q,1,2,3,a\n6,q,4,5,6,b\n")
    assert file.data.points.tolist() == [[1, 2], [4, 5]]
    assert file.notes == (
        "points.csv: coordinates, by their place: height and width.",
        "points.csv: columns that are not used: id, species, depth.",
        "points.csv: column label is read as classes, the task is classification.",
    )


def test_a_slip_in_a_column_of_numbers_does_not_choose_another_column(refused):
    content = "a,b,c,class\n1,2,3,u\nx,2,3,u\n1,2,3,u\n"
    assert refused(content) == "points.csv, line 3, column a: 'x' is not a number."


def test_many_ignored_columns_are_counted(read):
    notes = read("x1,x2,class," + ",".join("pqrstuv") + ",\n1,2,a,,,,,,,,\n").notes
    assert "points.csv: columns that are not used: p, q, r, s, t and 3 more." in notes
    notes = read("x1,x2,class,\n1,2,a,\n").notes
    assert "points.csv: columns that are not used: number 4." in notes


def test_notes_say_what_was_guessed(read):
    notes = read(SIX.partition("\n")[2].replace(",", ";").replace(".", ",")).notes
    assert notes == (
        "points.csv: fields are separated by ';'.",
        "points.csv: no header, the columns are read as x1, x2 and the answer.",
        "points.csv: column answer is read as classes, the task is classification.",
        "points.csv: commas inside numbers are read as decimal commas.",
    )
    assert read(SIX.replace(",", "\t"), "classification").notes == (
        "points.csv: fields are separated by tabs.",
    )


# labels


def test_latin_1_accents_are_read_and_said(read):
    file = read("x1,x2,class\n1,2,Größe\n3,4,café\n".encode("latin-1"))
    assert names(file.data) == ["Größe", "café"]
    assert file.notes[0] == "points.csv: not UTF-8, read as Latin-1 (Windows-1252)."


def test_labels_of_all_scripts_are_kept_and_accents_are_composed(read):
    written = ["минус", "正", "חיובי", "سالب", "🙂", "caf\u00e9", "cafe\u0301"]
    file = read("x1,x2,class\n" + "".join(f"1,2,{name}\n" for name in written))
    assert names(file.data) == [*written[:5], "café", "café"]
    assert "points.csv: accents are composed (NFC) in the class names 'café'." in file.notes
    assert not any("NFC" in note for note in read(SIX).notes)


@pytest.mark.parametrize(
    "label", ["<b>bold</b>", "&amp;", "=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "-", "#1", "$x^2$"]
)
def test_markup_and_formulas_are_text(read, label):
    assert names(read(f"x1,x2,class\n1,2,{label}\n").data) == [label]


def test_labels_are_compared_as_text_after_stripping(read):
    data = read("x1,x2,class\n1,2,1\n1,2,1.0\n1,2, 1 \n1,2,0\n1,2,-1\n", "classification").data
    assert data.classes == ("-1", "0", "1", "1.0")
    assert names(data) == ["1", "1.0", "1", "0", "-1"]


def test_numbers_named_class_can_be_values(read):
    data = read("x1,x2,class\n1,2,1\n1,2,1.0\n1,2, 1 \n1,2,0\n1,2,-1\n", "regression").data
    assert data.target.tolist() == [1, 1, 1, 0, -1]


def test_labels_that_look_like_nothing_are_text(read):
    data = read("x1,x2,class\n1,2,nan\n1,2,None\n1,2,NA\n").data
    assert names(data) == ["nan", "None", "NA"]


def test_an_empty_label_names_its_line(refused):
    content = "x1,x2,class\n1,2,nan\n1,2,None\n1,2,NA\n1,2, \n"
    assert refused(content) == "points.csv, line 5, column class: the class is missing."


def test_a_label_over_two_lines_is_refused(refused):
    assert refused('x1,x2,class\n1,2,"a\n3,4,b"\n') == (
        "points.csv, line 2, column class: the class 'a\\n3,4,b' goes on in the next line;"
        " is a quote not closed?"
    )


def test_sixty_classes_are_refused_with_the_count(refused):
    content = "x1,x2,class\n" + "".join(f"{k},{k},c{k}\n" for k in range(60))
    assert refused(content) == (
        "points.csv, line 10, column class: 60 classes; at most 8 can be shown and learned."
    )


def test_eight_classes_are_read(read):
    content = "x1,x2,class\n" + "".join(f"{k},{k},c{k}\n" for k in range(8))
    assert len(read(content).data.classes) == 8


def test_a_long_label_is_kept(read, refused):
    long = "lä" * 2500
    assert names(read(f"x1,x2,class\n1,2,{long}\n").data) == [long]
    assert "'lälä" in refused(f"x1,x2,class\n1,{long},a\n2,3,b\n")


def test_one_class_is_enough_for_a_file(read):
    assert read("x1,x2,class\n1,2,a\n").data.classes == ("a",)


# numbers


def test_numbers_are_read_exactly(read):
    written = ["1e308", "-1.5e-323", "5e-324", "-0.0", "+1", ".5", "5.", "0.1e+1", "1E-400"]
    data = read("x1,x2,class\n" + "".join(f"{number},0,a\n" for number in written)).data
    expected = np.array([float(number) for number in written])
    assert data.points[:, 0].tobytes() == expected.tobytes()


@pytest.mark.parametrize("wrong", ["nan", "inf", "-inf", "Infinity", "1_0", "0x10", "abc", "٣"])
def test_what_is_no_number_is_named_with_its_place(refused, wrong):
    content = f"x1,x2,class\n1,2,a\n3,{wrong},a\n4,5,b\n"
    assert refused(content) == f"points.csv, line 3, column x2: '{wrong}' is not a number."


def test_an_overflowing_number_is_refused(refused):
    content = "# big\n\nx1,x2,class\n1,2,a\n1e400,0,b\n"
    assert refused(content) == "points.csv, line 5, column x1: '1e400' is too large a number."


def test_coordinates_may_be_as_large_as_a_number_can_be(read):
    assert read("x1,x2,class\n-1.5e308,0,a\n1.5e308,0,b\n").data.points[1, 0] == 1.5e308


def test_values_too_large_to_square_name_their_line(refused):
    assert refused("x1,x2,value\n1,2,3\n1,2,-2e150\n") == (
        "points.csv, line 3, column value: '-2e150' is not between -1e+150 and 1e+150."
    )


def test_a_first_row_with_a_wrong_number_is_not_taken_for_a_header(refused):
    assert refused("nan,1,a\n2,3,b\n").startswith("points.csv, line 1, column x1: 'nan'")
    assert refused("abc,1,a\n2,3,b\n").startswith("points.csv, line 1, column x1: 'abc'")
    assert refused(",1,a\n2,3,b\n") == "points.csv, line 1, column x1: the number is missing."


def test_a_label_may_have_the_name_of_a_column(read):
    assert names(read("1,2,class\n3,4,y\n").data) == ["class", "y"]


def test_decimal_points_and_commas_do_not_mix(refused):
    assert refused('x1,x2,class\n"1,234",2.5,a\n') == (
        "points.csv, line 2, column x2: '2.5' has a decimal point, but other numbers have"
        " decimal commas."
    )


def test_thousands_are_not_guessed(refused):
    assert "'1.234,5' is not a number" in refused("x1;x2;class\n1.234,5;2;a\n")


def test_a_comma_for_everything_is_refused_with_advice(refused):
    advice = "if the comma is the decimal mark, separate the fields by ';' or write decimal points."
    assert refused("x1,x2,class\n1,5,2,5,a\n") == (
        f"points.csv, line 2: 5 fields, but the header has 3; {advice}"
    )
    assert refused("1,5,2,5,a\n") == (
        "points.csv, line 1: 5 columns and no header; name the columns in the first line, or give"
        f" only x1, x2, answer; {advice}"
    )


# rows and columns that do not fit


def test_a_missing_field_names_its_line(refused):
    assert refused("x1,x2,class\n1,2,a\n3,b\n") == (
        "points.csv, line 3: 2 fields, but the header has 3."
    )
    assert refused("1,2,a\n3\n") == "points.csv, line 2: 1 field, but the first row has 3."
    assert refused("x1,x2,class\n1,,a\n") == (
        "points.csv, line 2, column x2: the number is missing."
    )


def test_too_many_fields_name_their_line(refused):
    assert refused("x1,x2,class\n1,2.5,a\n3.5,4,b,c\n") == (
        "points.csv, line 3: 4 fields, but the header has 3."
    )


def test_lines_are_those_of_the_file_after_quoted_newlines(refused):
    content = 'x1,x2,note,class\n1,2,"two\nlines",a\n\n3,z,,b\n'
    assert refused(content) == "points.csv, line 5, column x2: 'z' is not a number."


def test_one_column_is_refused(refused):
    assert refused("x1\n1\n2\n") == (
        "points.csv, line 1: only one column; coordinates and a class or value are needed,"
        " separated by ',', ';' or tabs."
    )
    assert refused("1\n2\n") == (
        "points.csv, line 1: 1 column and no header; name the columns in the first line, or give"
        " only x1, x2, answer."
    )


def test_no_answer_is_refused(refused):
    wrong = "points.csv, line 1: no column is named class, label, value or target."
    assert refused("x1,x2\n1,2\n") == wrong
    assert refused("a,b,c\n1,2,3\n") == wrong


GERMAN = "id;größe;länge;sorte\n1;2,5;3,5;a\n2;1,5;2,5;b\n3;3,5;1,5;a\n4;3;1;b\n"


def test_the_only_column_of_words_that_come_again_is_the_class(read):
    found = read(GERMAN)
    assert found.data.columns == ("größe", "länge")
    assert found.data.classes == ("a", "b")
    assert "points.csv: the class, by its words: sorte." in found.notes


@pytest.mark.parametrize(
    "text",
    [
        GERMAN.replace(";b", ";c", 1).replace(";a", ";d", 1),  # each is another one
        "a,b,c,d\n1,2,x,u\n2,1,y,v\n3,3,x,u\n4,4,y,v\n",  # which of two?
        "a,b,c\n1,2,x\n2,1,3\n3,3,x\n4,4,x\n",  # numbers among them
    ],
)
def test_words_that_may_be_something_else_are_no_class(refused, text):
    assert refused(text) == "points.csv, line 1: no column is named class, label, value or target."


def test_words_are_no_values(read):
    with pytest.raises(Refusal, match="no column is named class, label, value or target"):
        read(GERMAN, "regression")


def test_more_columns_than_three_need_a_header(refused):
    assert refused("1,0.5,2,a\n") == (
        "points.csv, line 1: 4 columns and no header; name the columns in the first line, or give"
        " only x1, x2, answer."
    )


def test_a_header_in_a_comment_is_not_overlooked(refused):
    assert refused("# made by hand\n# class,x1,x2\n0,1,2\n1,3,4\n") == (
        "points.csv, line 2: the names of the columns stand in a comment; take the # away."
    )


def test_two_columns_of_one_name_are_refused(refused):
    assert refused("x1,x2,X1,class\n1,2,3,a\n") == "points.csv, line 1: two columns are named x1."
    assert refused("x1,x2,class,Class\n1,2,a,b\n").endswith("two columns are named class.")
    assert refused("a,a,class\n1,2,b\n").endswith("two columns are named a.")


def test_coordinates_that_are_missing_are_refused(refused):
    assert refused("name,class\nq,a\n").startswith(
        "points.csv, line 1: two columns of coordinates are needed, and with numbers there is none"
    )
    message = refused("height,weight,class\n1,2,a\n")
    assert "there is height beside class (weight is how much a point counts);" in message


@pytest.mark.parametrize("content", ["", "\n\n\r\n", "x1,x2,class\n", "x1,x2,class", "# no\n", " "])
def test_no_points_are_said(refused, content):
    assert refused(content) == "points.csv: no points."


def test_binary_rubbish_is_refused(refused):
    assert refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") == (
        "points.csv: not a text file, it contains NUL characters."
    )
    assert refused(bytes(range(256)) * 40) == (
        "points.csv: not a text file in UTF-8, UTF-16 or Latin-1."
    )
    assert "points.csv" in refused(bytes(range(130, 140)) * 9)


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(Refusal, match=r"^x\.csv: this is a folder, not a file\.$"):
        read_points(tmp_path / "x.csv")


def test_a_vanished_file_is_refused(tmp_path):
    with pytest.raises(Refusal, match=r"^gone\.csv: there is no such file\.$"):
        read_points(str(tmp_path / "gone.csv"))


def test_a_file_without_permission_is_refused(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    path = saved(tmp_path, SIX)
    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(Refusal, match=r"^points\.csv: no permission to read it\.$"):
        read_points(path)


# the task


@pytest.mark.parametrize(
    ("column", "answers", "task"),
    [
        ("value", "1 2", "regression"),
        ("Target", "1 2", "regression"),
        ("class", "1 2", "classification"),
        ("label", "1 1.0 2", "classification"),
        ("class", "1 2.5", "regression"),
        ("class", "1 1e400x", "classification"),
        ("class", "1 2 3 4 5 6 7 8", "classification"),
        ("class", "1 2 3 4 5 6 7 8 9", "regression"),
        ("y", "1 2", "classification"),
        ("y", "0.5 2", "regression"),
        ("class", "0.5 other", "classification"),
    ],
)
def test_the_task_is_guessed_and_said(read, column, answers, task):
    file = read(f"x1,x2,{column}\n" + "".join(f"1,2,{a}\n" for a in answers.split()))
    assert file.data.task == task
    kind = "values" if task == "regression" else "classes"
    assert f"points.csv: column {column} is read as {kind}, the task is {task}." in file.notes


def test_a_slip_among_many_values_is_no_class(refused):
    content = "x1,x2,y\n" + "".join(f"1,2,{k}.5\n" for k in range(9)) + "1,2,abc\n"
    assert refused(content) == "points.csv, line 11, column y: 'abc' is not a number."


def test_a_task_that_is_given_is_not_noted(read):
    assert read(SIX, "classification").notes == ()


def test_values_named_so_can_be_classes(read):
    assert read("x1,x2,value\n1,2,0.5\n", "classification").data.classes == ("0.5",)


def test_classes_that_should_be_values_name_their_line(refused):
    message = refused(SIX, "regression")
    assert message == "points.csv, line 2, column class: 'a' is not a number."


def test_between_two_answers_the_task_decides(read):
    content = "x1,x2,class,value\n1,2,a,7\n"
    assert names(read(content).data) == ["a"]
    assert read(content, "regression").data.target.tolist() == [7]


@pytest.mark.parametrize(
    ("header", "task"),
    [("x1,value", None), ("x,target", "regression"), ("x,y", "regression"), ("t,y", "regression")],
)
def test_two_columns_are_a_regression_on_a_line(read, header, task):
    data = read(header + "\n1,2\n3,4.5\n", task).data
    assert (data.points.tolist(), data.target.tolist()) == ([[1], [3]], [2, 4.5])
    assert data.columns == (header.split(",")[0],)


def test_a_line_may_have_ids_weights_and_folds(read):
    data = read("id,x,value,weight,fold\n1,0.5,2,3,0\n2,1.5,2,3,1\n").data
    assert (data.points.tolist(), data.fold.tolist()) == ([[0.5], [1.5]], [0, 1])


def test_x_and_y_alone_ask_for_the_task(refused):
    assert refused("x,y\n1,2\n") == (
        "points.csv, line 1: no column is named class, label, value or target; y is the answer"
        " on a line when the task is regression."
    )


@pytest.mark.parametrize(
    ("content", "task"),
    [
        ("x,class\n1,2\n", "regression"),
        ("x,value\n1,2\n", "classification"),
        ("x,value,remark\n1,2,good\n", None),
    ],
)
def test_a_line_is_only_for_two_columns_with_values(refused, content, task):
    assert "two columns of coordinates are needed" in refused(content, task)


# weight, fold, split


def test_weights_folds_and_test_points_are_read(read):
    data = read(
        "x1,x2,class,weight,fold,split\n1,2,a,0.5,1,train\n3,4,b,0,2,Train\n5,6,a,,,TEST\n"
    ).data
    assert data.weight.tolist() == [0.5, 0]
    assert data.fold.tolist() == [1, 2]
    assert data.fold.dtype == np.int64
    assert data.test.points.tolist() == [[5, 6]]
    assert (data.test.classes, data.test.columns) == (("a", "b"), ("x1", "x2"))
    assert data.test.target.tolist() == [0]


def test_a_split_without_test_points_has_none(read):
    assert read("x1,x2,class,split\n1,2,a,train\n").data.test is None


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,2,a,-1,0,train", "line 2, column weight: '-1' is not between 0 and 1e+150."),
        ("1,2,a,1e151,0,train", "line 2, column weight: '1e151' is not between 0 and 1e+150."),
        ("1,2,a,inf,0,train", "line 2, column weight: 'inf' is not a number."),
        ("1,2,a,,0,train", "line 2, column weight: the number is missing."),
        (
            "1,2,a,0,0,train\n1,2,b,0,0,train",
            "line 1, column weight: every weight is 0, nothing could be learned.",
        ),
        ("1,2,a,1,0.5,train", "line 2, column fold: '0.5' is not a whole number."),
        ("1,2,a,1,1e300,train", "line 2, column fold: '1e300' is not a whole number."),
        ("1,2,a,1,0,dev", "line 2, column split: 'dev' is neither train nor test."),
        ("1,2,a,1,0,", "line 2, column split: the field is empty, it is neither train nor test."),
        (
            "1,2,a,1,0,train\n3,4,a,1,,test",
            "line 3, column weight: a test point has none; leave the field empty.",
        ),
        (
            "1,2,a,1,0,train\n3,4,a,,0,test",
            "line 3, column fold: a test point has none; leave the field empty.",
        ),
        (
            "1,2,a,1,0,train\n3,4,c,,,test",
            "line 3, column class: 'c' is not a class of the points that are learned from.",
        ),
    ],
)
def test_wrong_weights_folds_and_splits_name_their_line(refused, rows, message):
    content = f"x1,x2,class,weight,fold,split\n{rows}\n"
    assert refused(content) == f"points.csv, {message}"


def test_nothing_but_test_points_is_refused(refused):
    assert refused("x1,x2,class,split\n1,2,a,test\n") == (
        "points.csv: no points to learn from, every one is a test point."
    )


# test points in a file of their own


@pytest.fixture
def six(read) -> Dataset:
    return read(SIX).data


def test_test_points_have_the_classes_of_the_data(six, tmp_path):
    test = read_test_points(saved(tmp_path, "class;x2;x1;id\nb;1,5;2,5;1\n"), six).data
    assert (test.points.tolist(), names(test)) == ([[2.5, 1.5]], ["b"])
    assert (test.classes, test.columns) == (six.classes, six.columns)


def test_test_points_without_a_header_are_in_the_same_order(six, tmp_path):
    test = read_test_points(saved(tmp_path, "7,8,a\n"), six).data
    assert test.points.tolist() == [[7, 8]]


def test_test_points_may_be_marked_as_such(six, tmp_path):
    assert len(read_test_points(saved(tmp_path, "x1,x2,class,split\n1,2,a,test\n"), six).data) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "x1,x2,class\n1,2,a\n1,2,c\n",
            "points.csv, line 3, column class: 'c' is not a class of the points that are learned"
            " from.",
        ),
        ("x,y,class\n1,2,a\n", "points.csv, line 1: no column is named x1; there are x, y, class."),
        ("x1,x2,x2,class\n1,2,3,a\n", "points.csv, line 1: two columns are named x2."),
        (
            "x1,x2,class,split\n1,2,a,train\n",
            "points.csv, line 2: a point to learn from, in a file of test points.",
        ),
        (
            "x1,x2,class,weight\n1,2,a,1\n",
            "points.csv, line 2, column weight: a test point has none; leave the field empty.",
        ),
        ("", "points.csv: no points."),
    ],
)
def test_test_points_that_do_not_fit_are_refused(six, tmp_path, content, message):
    with pytest.raises(Refusal) as caught:
        read_test_points(saved(tmp_path, content), six)
    assert str(caught.value) == message


def test_test_points_on_a_line(read, tmp_path):
    data = read("t,y\n1,2\n3,4\n", "regression").data
    test = read_test_points(saved(tmp_path, "t,y\n5,6\n", "test.csv"), data).data
    assert (test.points.tolist(), test.target.tolist()) == ([[5]], [6])
    test = read_test_points(saved(tmp_path, "5,6\n", "test.csv"), data).data
    assert (test.columns, test.target.tolist()) == (("t",), [6])


def test_a_coordinate_is_not_the_answer_too(read, tmp_path):
    data = read("x,y,value\n1,2,3\n").data
    with pytest.raises(Refusal, match="no column is named class, label, value or target"):
        read_test_points(saved(tmp_path, "x,y\n1,2\n"), data)


# probes


@pytest.mark.parametrize(
    "content",
    [
        "x1,x2\n1.5,2\n0,-1\n",
        "id,X2,class,X1\n1,2,a,1.5\n2,-1,,0\n",
        "1,5;2\n0;-1\n",
        "1.5,2\n0,-1",
    ],
)
def test_probes_are_read_by_name_or_place(six, tmp_path, content):
    assert read_probes(saved(tmp_path, content), six).tolist() == [[1.5, 2], [0, -1]]


def test_probes_on_a_line(read, tmp_path):
    data = read("x,value\n1,2\n").data
    probes = read_probes(saved(tmp_path, "x\n3\n1\n", "probes.csv"), data)
    assert probes.tolist() == [[3], [1]]
    assert read_probes(saved(tmp_path, "3\n1\n", "probes.csv"), data).shape == (2, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x,y\n1,2\n", "points.csv, line 1: no column is named x1; there are x, y."),
        ("x1,x2\n1,a\n", "points.csv, line 2, column x2: 'a' is not a number."),
        ("1,a\n", "points.csv, line 1, column x2: 'a' is not a number."),
        (
            "1.5,2,3\n",
            "points.csv, line 1: 3 columns and no header; name the columns in the first line, or"
            " give only x1, x2.",
        ),
        ("x1,x2\n", "points.csv: no points."),
    ],
)
def test_probes_that_do_not_fit_are_refused(six, tmp_path, content, message):
    with pytest.raises(Refusal) as caught:
        read_probes(saved(tmp_path, content), six)
    assert str(caught.value) == message


# large files


def test_a_hundred_thousand_rows_are_read_at_once(read):
    content = "x1,x2,class\n" + "".join(f"0.{k:06},{k / 7!r},{'ab'[k % 2]}\n" for k in range(10**5))
    assert len(read(content).data) == 10**5


def test_a_million_fields_in_a_line_are_refused_quickly(refused):
    started = time.perf_counter()
    assert "line 1: more than 10 000 columns" in refused("1" + ",1" * 999_999)
    assert "line 1: more than 10 000 columns" in refused('"a"' + ",a" * 999_999 + "\n1" + ",1" * 9)
    assert time.perf_counter() - started < 20  # a guard against quadratic reading, not a clock


@pytest.mark.parametrize(
    "content",
    [
        '1,2,"a' * 50_000,
        "1,2," + '"' * 300_001,
        '1,2,"a"' + " " * 300_000 + "b",
        '1,2,"a\n' * 50_001,
    ],
)
def test_no_mess_of_quotes_takes_long(refused, content):
    started = time.perf_counter()
    assert "a quote is not closed" in refused(content)
    assert time.perf_counter() - started < 20


# writing

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.floats(min_value=-1e150, max_value=1e150)
LABELS = (
    st.one_of(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), max_size=8),
        st.text("\";, \t#'=ab\u0301\ufeff", max_size=6),
        st.integers(-3, 3).map(str),
    )
    .map(tidy_label)
    .filter(bool)
)
COLUMNS = st.sampled_from([("x1", "x2"), ("X", "y"), ("height", "the; width"), ("a,b", '"#"')])


@st.composite
def points(draw: st.DrawFn) -> Dataset:
    """Draw any points that a file can keep."""
    axes = draw(st.sampled_from([1, 2]))
    values = axes == 1 or draw(st.booleans())
    n, tests = draw(st.integers(1, 12)), draw(st.integers(0, 3))
    columns = draw(COLUMNS) if axes == 2 else draw(st.sampled_from([("x1",), ("y",), ("t, s",)]))
    drawn = draw(st.lists(VALUES if values else LABELS, min_size=n, max_size=n))
    classes = None if values else dataset.sort_classes(set(drawn))
    if classes is not None and len(classes) > 8:
        classes = classes[:8]
        drawn = [name if name in classes else classes[0] for name in drawn]

    def matrix(rows: int) -> np.ndarray:
        flat = draw(st.lists(NUMBERS, min_size=rows * axes, max_size=rows * axes))
        return np.array(flat, dtype=np.float64).reshape(rows, axes)

    def target(answers: list[float] | list[str]) -> np.ndarray:
        return np.array(answers, dtype=np.float64) if values else labels(answers, classes)

    def column(strategy: st.SearchStrategy, kind: type) -> np.ndarray | None:
        some = st.none() | st.lists(strategy, min_size=n, max_size=n)
        found = draw(some)
        return None if found is None else np.array(found, dtype=kind)

    weight = column(st.floats(0, 1e150), np.float64)
    if weight is not None and not weight.any():
        weight = None
    answers = draw(st.lists(st.sampled_from(drawn), min_size=tests, max_size=tests))
    test = Dataset(matrix(tests), target(answers), classes, columns) if tests else None
    fold = column(st.integers(-(2**53), 2**53), np.int64)
    return Dataset(matrix(n), target(drawn), classes, columns, weight, fold, test)


def assert_same(mine: Dataset | None, theirs: Dataset | None) -> None:
    if mine is None or theirs is None:
        assert mine is theirs
        return
    assert (mine.columns, mine.classes) == (theirs.columns, theirs.classes)
    for name in ("points", "target", "weight", "fold"):
        a, b = getattr(mine, name), getattr(theirs, name)
        assert (a is None) == (b is None)
        assert a is None or (a.shape == b.shape and a.dtype == b.dtype)
        assert a is None or a.tobytes() == b.tobytes()
    assert_same(mine.test, theirs.test)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("files")


@settings(deadline=None)
@given(data=points())
def test_what_is_written_is_read_back_bit_for_bit(folder, data):
    text = write_points(data)
    assert_same(data, read_points(saved(folder, text), data.task).data)


def test_a_file_is_written_plainly(read):
    content = (
        "x1,x2,class,weight,fold,split\n"
        '1.5,-0.0,"a, ""b""",0.25,1,train\n'
        "5e-324,1e+300,=c,1.0,2,train\n"
        "0.1,2.0,=c,,,test\n"
    )
    assert write_points(read(content).data) == content
    assert write_points(read("x1,value\n1,2\n").data) == "x1,value\n1.0,2.0\n"


def test_an_empty_test_set_is_left_out(six):
    none = Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64), six.classes)
    data = Dataset(six.points.copy(), six.target.copy(), six.classes, test=none)
    assert write_points(data) == write_points(six)


def classed(classes: tuple[str, ...], **more: object) -> Dataset:
    n = len(classes)
    return Dataset(np.zeros((n, 2)), np.arange(n), classes, **more)


TEST_WITH_WEIGHT = Dataset(np.zeros((1, 2)), np.array([0]), ("a",), weight=np.ones(1))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (Dataset(np.empty((0, 2)), np.empty(0)), "there are no points to write"),
        (Dataset(np.zeros((1, 2)), np.array([0]), ("a", "b")), "no point is of class 'b'"),
        (classed(("b", "a")), "the order of the classes 'b', 'a' could not be read back"),
        (classed((" a",)), "the class ' a' could not be read back"),
        (classed(("",)), "the class '' could not be read back"),
        (classed(("a\nb",)), r"the class 'a\\nb' could not be read back"),
        (classed(("e\u0301",)), "the class .* could not be read back"),
        (classed(("\ud800",)), "half a character"),
        (classed(("a\0",)), "could not be read back: the file: not a text file"),
        (classed(("a",), columns=("1", "2")), "the columns are '1', '2'"),
        (classed(("a",), columns=("x2", "x1")), "read back the same; the columns are 'x2', 'x1'"),
        (classed(("a",), columns=(" u", "v")), "the columns are ' u', 'v'"),
        (classed(("a",), fold=np.array([2**60])), "could not be read back: .* column fold"),
        (classed(("a",), test=TEST_WITH_WEIGHT), "these points would not be read back the same"),
    ],
)
def test_what_a_file_cannot_keep_is_not_written(data, message):
    with pytest.raises(Refusal, match=message):
        write_points(data)


# anything at all


def outcome(call: Callable[..., object], *arguments: object) -> tuple[object, str]:
    """Call, and return the answer or the words of the refusal; let nothing else pass."""
    try:
        return call(*arguments), ""
    except Refusal as refusal:
        return None, str(refusal)


def assert_read_or_refused(folder: Path, content: bytes, task: str | None) -> None:
    path = saved(folder, content)
    file, message = outcome(read_points, path, task)
    assert (file is None) == message.startswith("points.csv")
    messages = [message]
    if isinstance(file, PointsFile):
        assert np.isfinite(file.data.points).all()
        assert np.isfinite(file.data.target).all()
        assert all(note.isprintable() for note in file.notes)
        messages.append(outcome(write_points, file.data)[1])
    six = Dataset(np.array(POINTS), np.arange(6) % 2, ("a", "b"))
    for read_more in (read_test_points, read_probes):
        found, message = outcome(read_more, path, six)
        assert (found is None) == message.startswith("points.csv")
        messages.append(message)
    assert all(message.isprintable() and len(message) < 600 for message in messages)


TASKS = st.sampled_from([None, "classification", "regression"])


@settings(deadline=None)
@given(content=st.binary(), task=TASKS)
def test_any_bytes_are_read_or_refused(folder, content, task):
    assert_read_or_refused(folder, content, task)


PIECES = st.sampled_from(
    [*'",;\t\n\r#. -0e', "\r\n", "nan", "x1", "y", "value", "split", "test", "1,5", '"a\nb"', "é"]
)
BASES = st.sampled_from(
    [*(b for b in SAME_POINTS.values() if isinstance(b, str)), "x,value\n1,2\n"]
)


@settings(deadline=None, max_examples=300)
@given(
    base=BASES, edits=st.lists(st.tuples(st.integers(0, 80), st.integers(0, 5), PIECES)), task=TASKS
)
def test_any_damage_is_read_or_refused(folder, base, edits, task):
    for place, length, piece in edits:
        base = base[:place] + piece + base[place + length :]
    assert_read_or_refused(folder, base.encode(), task)
