"""Bytes to text, text to rows: encodings, separators, quotes and line numbers."""

import os
from pathlib import Path

import pytest

from ensemble_viz.document import files
from ensemble_viz.document.files import MOST_LINES, TextFile, decode, plain, read_text, shown
from ensemble_viz.document.reading.rows import MOST_COLUMNS, complaint, floats
from ensemble_viz.document.reading.table import MOST_ROWS, Table, parse_table
from ensemble_viz.engine.data import Refusal


def table(text: str) -> Table:
    return parse_table(TextFile("t.csv", text))


def rows(text: str) -> list[list[str]]:
    return [list(row) for row in table(text).rows]


def test_an_unknown_encoding_is_refused():
    with pytest.raises(Refusal, match=r"^t\.csv: not a text file in UTF-8, UTF-16 or Latin-1\.$"):
        decode("t.csv", b"1,2,\x81\n")


def test_half_a_utf16_character_is_refused():
    with pytest.raises(Refusal, match="not a text file"):
        decode("t.csv", b"\xff\xfe1")


def test_windows_quotes_and_the_euro_are_read():
    assert decode("t.csv", "“5 €”".encode("cp1252")).text == "“5 €”"


def test_a_file_beyond_the_limit_is_refused_without_being_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_FILE", 2**20)
    path = tmp_path / "big.csv"
    path.write_bytes(b"\n" * (2**20 + 1))
    with pytest.raises(Refusal, match=r"^big\.csv: 1\.1 MB; at most 1 MB are read\.$"):
        read_text(path)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no file is longer than it says")
def test_a_file_that_grows_while_it_is_read_comes_to_an_end(monkeypatch):
    monkeypatch.setattr(files, "LARGEST_FILE", 2**6)
    assert Path("/proc/self/status").stat().st_size == 0
    with pytest.raises(Refusal, match=r"^status: more than 0 MB; at most 0 MB are read\.$"):
        read_text("/proc/self/status")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_file_that_becomes_a_pipe_before_it_is_opened_is_refused(tmp_path, monkeypatch):
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_text("x1,x2,class\n")
    os.mkfifo(pipe)
    before = file.stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: before)
    with pytest.raises(Refusal, match=r"^pipe: this is a pipe, not a file\.$"):
        read_text(pipe)


def test_as_many_lines_as_may_be_are_counted():
    assert decode("t.csv", b"\n" * MOST_LINES).text.count("\n") == MOST_LINES
    for end in (b"\n", b"\r\n", b"\r"):
        with pytest.raises(Refusal, match=r"^t\.csv: 1 000 001 lines; at most 1 000 000 are read"):
            decode("t.csv", end * MOST_LINES + b"1")


@pytest.mark.parametrize("row", ["1,2,a", '"1","2","a\nb"'], ids=["plain", "quoted"])
@pytest.mark.parametrize("header", [[], ["x1,x2,class"]], ids=["points alone", "with a header"])
def test_as_many_rows_as_may_be_are_read(header, row):
    text = "\n".join([*header, *[row] * MOST_ROWS, ",,", ""])
    assert len(table(text).rows) == MOST_ROWS
    more = f"{text}{row}\n"
    lines = f"{more.count(chr(10)):,}".replace(",", " ")
    with pytest.raises(Refusal) as caught:
        table(more)
    wrong = f"t.csv: more than 200 000 rows in {lines} lines; at most 200 000 are read."
    assert str(caught.value) == wrong


@pytest.mark.parametrize("field", ["1", '"1"'])
def test_as_many_columns_as_may_be_are_read(field):
    assert table(",".join([field] * MOST_COLUMNS)).width == MOST_COLUMNS
    with pytest.raises(Refusal) as caught:
        table("1\n" + ",".join([field] * (MOST_COLUMNS + 1)))
    assert str(caught.value) == "t.csv, line 2: more than 10 000 columns; at most 10 000 are read."


def test_a_path_with_a_nul_is_refused():
    with pytest.raises(Refusal, match="it cannot be read"):
        read_text("a\0b.csv")


def test_an_empty_path_is_refused():
    with pytest.raises(Refusal, match="this is a folder"):
        read_text("")


def test_other_failures_give_the_systems_reason(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(5, "Input/output error")

    (tmp_path / "x.csv").touch()
    monkeypatch.setattr("os.open", fail)
    with pytest.raises(Refusal, match=r"^x\.csv: it cannot be read \(Input/output error\)\.$"):
        read_text(tmp_path / "x.csv")


def test_texts_in_messages_are_short_and_on_one_line():
    assert shown("a\nb\u202e") == r"'a\nb\u202e'"
    assert len(shown("ä" * 5000)) == 32
    assert plain("x2") == "x2"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_an_editor_does(end):
    text = end.join(["# made by hand", "", "x1,x2,note,class", '1,2,"a', 'b",c', "", "3,4,n,d"])
    read = parse_table(decode("t.csv", text.encode()))
    assert (read.header_line, list(read.lines)) == (3, [4, 7])
    assert read.rows[0][2] == "a\nb"


def test_only_line_ends_end_a_line():
    assert rows("1,2,a\x0bb\u2028c\x85d\n") == [["1", "2", "a\x0bb\u2028c\x85d"]]


def test_blanks_round_quotes_are_no_part_of_the_field():
    assert rows('1 , "2" ,\t" a, b "\t,"say ""hi"""\n') == [["1", "2", "a, b", 'say "hi"']]
    assert rows('1\t "2" \t"a\tb"') == [["1", "2", "a\tb"]]


def test_a_quote_within_a_bare_field_is_a_character():
    assert rows('1,2,5" disc\n') == [["1", "2", '5" disc']]


def test_an_empty_last_field_after_a_quoted_one_is_read():
    assert rows('1,2,"a",') == [["1", "2", "a", ""]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('x1,x2,class\n1,2,"a\n3,4,b\n', 2),
        ('x1,x2,class\n1,2,"a\n3,4,"b"\n', 2),
        ('x1,x2,class\n1,2,"a"b\n', 2),
        ('x1,x2,class\n1,"2\n",a\n3,4,"b', 4),
        ('x1,x2,note,class\n1,2,"a\nb","c\n', 3),
    ],
)
def test_an_unclosed_quote_names_its_line(text, line):
    with pytest.raises(Refusal, match=rf"^t\.csv, line {line}: a quote is not closed"):
        table(text)


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("x1,x2,class\n1,2,a;b;c;d\n", ","),
        ("1,2,a;b\n3,4,c;d\n", ","),
        ("1,5;2,5;a\n", ";"),
        ("1,5;2;a\n1;2;b\n", ";"),
        ("height;width\n1,5;2,5\n", ";"),
        ("1,5;2,5\n", ";"),
        ("1,5\t2,5\ta\n", "\t"),
        ('"a";"b"\n1;2\n', ";"),
        ("sep=;\n1,2;3\n", ";"),
        ('"sep=\t"\r\n1,2\t3\n', "\t"),
        ("x\n1\n", ","),
        ("x1;x2;class\n" + "1;2;" + "a" * 100_000, ";"),
    ],
)
def test_the_separator_is_found(text, separator):
    assert table(text).separator == separator


def test_a_file_of_comments_has_no_points():
    with pytest.raises(Refusal, match=r"^t\.csv: no points\.$"):
        table("# only\n# comments\n")


@pytest.mark.parametrize(
    ("field", "commas", "wrong"),
    [
        ("", False, "the number is missing"),
        ("1e400", False, "'1e400' is too large a number"),
        ("1_000", False, "'1_000' is not a number"),
        ("0x10", False, "'0x10' is not a number"),
        ("١", False, "'١' is not a number"),
        ("nan", False, "'nan' is not a number"),
        ("-Infinity", False, "'-Infinity' is not a number"),
        ("1.234,5", True, "'1.234,5' is not a number"),
        ("2.5", True, "'2.5' has a decimal point, but other numbers have decimal commas"),
        (".", False, "'.' is not a number"),
        ("1e5.0", False, "'1e5.0' is not a number"),
    ],
)
def test_only_plain_notation_is_a_number(field, commas, wrong):
    assert floats(["1", field], commas) is None
    assert complaint(field, commas) == wrong
