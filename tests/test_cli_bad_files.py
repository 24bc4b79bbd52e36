"""Files of points as people have them: read as they were meant, or refused in one line."""

import csv
import io
import math
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.files import LARGEST_FILE
from ensemble_viz.engine.methods import methods

ROOT = Path(__file__).resolve().parents[1]
SIX = "x1,x2,class\n1.5,2.5,a\n2.5,1.5,b\n3,4,a\n-1,0.5,b\n0,0,a\n10,-3,b\n"
POINTS = [[1.5, 2.5], [2.5, 1.5], [3, 4], [-1, 0.5], [0, 0], [10, -3]]
NAME = "points.csv"
HEADER = "x1,x2,class\n"
BAG = ("--method", "bagging", "--set", "rounds=1")
OPENED = '[{"id":' * 20_000  # brackets that are never closed


@dataclass(frozen=True)
class Read:
    """What a trace says about the points that were read."""

    header: dict[str, object]
    points: list[list[float]]
    answers: list[str]
    said: str

    @property
    def classes(self) -> object:
        return self.header["classes"]


@pytest.fixture
def saved(tmp_path) -> Callable[..., Path]:
    """Save a file of points."""

    def save(content: str | bytes, name: str = NAME) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return save


@pytest.fixture
def read(cli, saved) -> Callable[..., Read]:
    """Save a file, trace it twice, and recover the points from what was written."""

    def trace(content: str | bytes, *options: str) -> Read:
        arguments = ("trace", "--data", saved(content), *BAG, *options)
        slim, table = cli(*arguments, "--no-points"), cli(*arguments, "--format", "csv")
        assert table.code == 0, table
        header = slim.json
        rows = list(csv.DictReader(io.StringIO(table.out, newline=""), strict=True))
        assert len(rows) == header["n"]
        points = [[float(row[name]) for name in header["columns"]] for row in rows]
        answers = [row["class" if header["classes"] else "value"] for row in rows]
        assert slim.err == table.err
        assert all(line.startswith(f"ensemble-viz: {NAME}: ") for line in slim.err.splitlines())
        return Read(header, points, answers, slim.err)

    return trace


@pytest.fixture
def refused(cli, saved) -> Callable[..., str]:
    """Save a file, and give the one line by which it is refused, without its name."""

    def refuse(content: str | bytes, *options: str) -> str:
        refusal = cli("trace", "--data", saved(content), *BAG, *options).refusal
        assert refusal.startswith(NAME)
        assert len(refusal) < 300
        return refusal.removeprefix(NAME)

    return refuse


# --- the same six points, written in many ways -------------------------------------------------

SAME = {
    "baseline": SIX,
    "UTF-8 byte order mark": b"\xef\xbb\xbf" + SIX.encode(),
    "CRLF line ends": SIX.replace("\n", "\r\n"),
    "no newline at end of file": SIX.rstrip("\n"),
    "European Excel": SIX.replace(",", ";").replace(".", ","),
    "';' separator, decimal point": SIX.replace(",", ";"),
    "tab separated": SIX.replace(",", "\t"),
    "every field quoted": re.sub(r"([^,\n]+)", r'"\1"', SIX),
    "',' separator with quoted decimal commas": re.sub(r"(-?\d+)\.(\d+)", r'"\1,\2"', SIX),
    "blanks round fields": re.sub(r"([^,\n]+)", r"  \1 ", SIX),
    "no header row": SIX.removeprefix(HEADER),
    "blank lines": "\n" + SIX.replace("\n", "\n\n"),
    "comment line first": "# six points, by hand\n" + SIX,
    "leading id column": "id," + re.sub(r"\n(?=.)", "\n77,", SIX),
    "columns in another order": re.sub(r"(?m)^(.*),(.*),(.*)$", r"\3,\2,\1", SIX),
    "Excel's Unicode text": SIX.replace(",", "\t").replace(".", ",").encode("utf-16"),
    "European Excel, as it is saved": b"\xef\xbb\xbf"
    + SIX.replace(",", ";").replace(".", ",").replace("\n", "\r\n").encode(),
}


@pytest.mark.parametrize("content", SAME.values(), ids=SAME)
def test_the_same_six_points(read, content):
    six = read(content)
    assert six.points == POINTS
    assert six.answers == list("ababab")
    assert (six.classes, six.header["n"]) == (["a", "b"], 6)
    assert six.header["columns"] == ["x1", "x2"]


def test_a_column_of_numbers_to_the_left_is_never_taken_for_x1_in_silence(read):
    named = read("number,height,width,class\n1,5,50,a\n2,6,60,b\n")
    assert "number and height" in named.said
    assert "width" in named.said


def test_columns_are_found_by_name(read):
    assert read("class,x2,x1\na,10,1\n").points == [[1, 10]]


# --- labels ------------------------------------------------------------------------------------

SCRIPTS = ["минус", "正", "חיובי", "سالب", "🙂", "caf\u00e9", "cafe\u0301"]
MARKUP = [
    "<b>bold</b>", '<img src="x.png">', "&lt;&amp;", "<script>1</script>", "$\\alpha$", "%s{}",
    "a\\nb", "</svg>",
]  # fmt: skip
FORMULAS = ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "=HYPERLINK(1)", "#REF!", "'1", "=cmd|'/C x'!A0"]


def points_of(*labels: str) -> str:
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerows([("x1", "x2", "class"), *((k, -k, label) for k, label in enumerate(labels))])
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_latin_1_accents_are_kept(read, encoding):
    accents = read(points_of("Größe", "café").encode(encoding))
    assert accents.answers == ["Größe", "café"]
    assert "not UTF-8" in accents.said


def test_labels_of_every_script_are_kept(read):
    seven = read(points_of(*SCRIPTS))
    assert seven.header["n"] == 7
    assert seven.answers == [*SCRIPTS[:5], "café", "café"]  # one class, and that is said
    assert "NFC" in seven.said


@pytest.mark.parametrize("labels", [MARKUP, FORMULAS], ids=["markup", "formulas"])
def test_labels_are_plain_text(read, labels):
    kept = read(points_of(*labels))
    assert kept.answers == labels
    assert kept.classes == sorted(labels)


@pytest.mark.parametrize("labels", [SCRIPTS, MARKUP, FORMULAS, ["a,b", 'c"d', "e;f", "g\th"]])
def test_a_table_that_was_written_can_be_read(cli, saved, labels):
    arguments = (*BAG, "--format", "csv")
    first = cli("trace", "--data", saved(points_of(*labels)), *arguments)
    again = cli("trace", "--data", saved(first.out, "again.csv"), *arguments)
    assert first.out.count("\n") == len(labels) + 1
    assert again.out == first.out


def test_numbers_as_classes_are_compared_as_text(read):
    numbers = read("x1,x2,class\n1,2,1\n3,4,1.0\n5,6, 1 \n7,8,0\n9,9,-1\n")
    assert numbers.classes == ["-1", "0", "1", "1.0"]
    assert numbers.answers == ["1", "1.0", "1", "0", "-1"]


def test_numbers_as_values(read):
    numbers = read("x1,x2,class\n1,2,1\n3,4,1.0\n5,6, 1 \n7,8,0\n9,9,-1\n", "--task=regression")
    assert [float(value) for value in numbers.answers] == [1, 1, 1, 0, -1]
    assert (numbers.classes, numbers.header["task"]) == (None, "regression")


def test_words_for_nothing_are_text(read, refused):
    assert read(points_of("nan", "None", "NA")).answers == ["nan", "None", "NA"]
    assert refused(points_of("nan", "None", "NA", "")) == (
        ", line 5, column class: the class is missing."
    )


def test_sixty_classes_are_refused_with_their_number(refused):
    refusal = refused(points_of(*(f"class {k}" for k in range(60))))
    assert "60 classes" in refusal
    assert "8" in refusal


def test_a_label_of_5000_characters_is_kept(read):
    long = "ä" * 5000
    assert read(points_of(long, "b")).answers == [long, "b"]


# --- what cannot be read -----------------------------------------------------------------------

REFUSED = {
    "nan": ("1,2,a\n3,nan,b\n", ", line 3, column x2: 'nan' is not a number."),
    "inf": ("1,2,a\n-inf,4,b\n", ", line 3, column x1: '-inf' is not a number."),
    "overflow": ("1,2,a\n3,4,b\n1e999,4,b\n", ", line 4, column x1: '1e999' is too large"),
    "a word": ("1,2,a\n3,four,b\n", ", line 3, column x2: 'four' is not a number."),
    "no number": ("1,2,a\n3,,b\n", ", line 3, column x2: the number is missing."),
    "missing field": ("1,2,a\n3,4\n5,6,b\n", ", line 3: 2 fields, but the header has 3."),
    "too many fields": ("1,2,a\n3,4,b,c,d\n", ", line 3: 5 fields, but the header has 3"),
    "unclosed quote": ('1,2,"a\n3,4,b\n5,6,a\n', ", line 2: a quote is not closed"),
    "',' for everything": ("1,5,2,5,a\n2,5,1,5,b\n", ", line 2: 5 fields, but the header has 3; "),
    "header only": ("", ": no points."),
}


@pytest.mark.parametrize(("rows", "says"), REFUSED.values(), ids=REFUSED)
def test_the_line_and_the_field_are_named(refused, rows, says):
    assert refused(HEADER + rows).startswith(says)


@pytest.mark.parametrize("wrong", ["nan", "NaN", "inf", "+Infinity", "1e400", "-1e400", "1e99999"])
@pytest.mark.parametrize("line", range(3, 8))
def test_numbers_without_end_are_never_learned_from(refused, wrong, line):
    rows = ["0,1,a", "1,2,b", "2,3,a", "3,4,b", "4,5,a", "5,6,b"]
    rows[line - 2] = f"{wrong},1,a"
    assert refused(HEADER + "\n".join(rows)).startswith(f", line {line}, column x1: '{wrong}' is ")


def test_a_comma_for_everything_is_not_guessed(refused):
    advice = "if the comma is the decimal mark, separate the fields by ';' or write decimal points."
    assert refused(HEADER + "1,5,2,5,a\n").endswith(advice)
    assert refused("1,5,2,5,a\n2,5,1,5,b\n").endswith(advice)


def test_an_unclosed_quote_does_not_swallow_the_file(refused):
    assert refused(HEADER + '1,2,"a\n' + "3,4,b\n" * 1000).startswith(", line 2: ")
    assert refused(HEADER + '1,2,a\n3,4,"b\n5,6,"a"\n').startswith(", line 3")


def test_one_column_is_too_few(refused):
    assert "coordinates and a class or value are needed" in refused("x1\n1\n2\n")
    assert refused("1\n2\n").startswith(", line 1: 1 column and no header;")


def test_points_without_an_answer_are_refused(refused):
    assert refused("x1,x2\n1,2\n3,4\n") == (
        ", line 1: no column is named class, label, value or target."
    )


@pytest.mark.parametrize("content", ["", "\n\n\n", "\r\n\r\n", " \n\t\n", "\ufeff", "# nothing\n"])
def test_nothing_is_no_points(refused, content):
    assert refused(content) == ": no points."


@pytest.mark.parametrize(
    "content",
    [
        bytes(range(256)) * 16,
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"PK\x03\x04" + bytes(100),
        b"\xff\xfe\x00",
        b"\x00" * 10_000,
        b"\x81\x8d\x8f\x90\x9d",
    ],
    ids=["all bytes", "picture", "archive", "half of UTF-16", "zeros", "not even Latin-1"],
)
def test_binary_rubbish_is_refused(refused, content):
    assert "not a text file" in refused(content)


@pytest.mark.parametrize(
    "content",
    [
        "null",
        "[]",
        "7",
        '"text"',
        "{}",
        '{"format": "ensemble-viz", "version": 99}',
        OPENED,
        "[NaN]",
    ],
    ids=["null", "list", "number", "string", "object", "session", "deep", "NaN"],
)
def test_a_session_is_no_file_of_points(refused, content):
    assert refused(content)


# --- numbers, large and small ------------------------------------------------------------------


def test_extreme_numbers_are_read_exactly_and_told_apart(cli, saved, read):
    written = ["1e308", "-1.5e308", "5e-324", "-0.0", "+1", ".5"]
    text = HEADER + "".join(f"{x},7.,{'ab'[k % 2]}\n" for k, x in enumerate(written))
    points = read(text).points
    assert [math.copysign(1, x) for x, _ in points] == [1, -1, 1, -1, 1, 1]
    assert points == [[float(x), 7.0] for x in written]
    trace = cli("trace", "--data", saved(text), "--method", "tree").json
    assert trace["rounds"][-1]["prediction"] == list("ababab")


# --- large and strange files -------------------------------------------------------------------


def test_100_000_points_are_traced(cli, saved):
    lines = (f"{k * 7919 % 100_003},{k * 104_729 % 99_991},{'ab'[k % 7 < 3]}" for k in range(10**5))
    path = saved(HEADER + "\n".join(lines))
    only = ("--set", "rounds=1", "--no-points")
    for method in ("adaboost", "bagging"):
        trace = cli("trace", "--data", path, "--method", method, *only, "--set", "max_depth=1").json
        (record,) = trace["rounds"]
        assert (trace["n"], len(record["learners"])) == (100_000, 1)


@pytest.mark.parametrize("field", ["1,", ",", "x,", '"', '"",'])
def test_a_line_of_a_million_fields_is_refused(refused, field):
    assert refused(field * 10**6)
    assert refused(HEADER + field * 10**6 + "\n")


HOW_LARGE = {
    "bytes": ("", ": 64.1 MB; at most 64 MB are read."),
    "blank lines": ("\n", ": 65 011 712 lines; at most 1 000 000 are read."),
    "comments": ("#\n", ": 32 505 856 lines; at most 1 000 000 are read."),
    "quoted pairs": ('"1","2"\n', ": 8 126 464 lines; at most 1 000 000 are read."),
    "quotes in a line": ('"",', ", line 1: more than 10 000 columns; at most 10 000 are read."),
    "good rows": ("1.5,2.5,a\n", ": 6 501 172 lines; at most 1 000 000 are read."),
    "long rows": (
        "1.5,2.5,a" + " " * 80 + "\n",
        ": more than 200 000 rows in 722 353 lines; at most 200 000 are read.",
    ),
    "long quoted rows": (
        '"1.5","2.5","a"' + " " * 80 + "\n",
        ": more than 200 000 rows in 677 206 lines; at most 200 000 are read.",
    ),
}


@pytest.mark.parametrize(("unit", "says"), HOW_LARGE.values(), ids=HOW_LARGE)
def test_what_is_too_much_is_refused_at_once(cli, tmp_path, unit, says):
    path = tmp_path / NAME
    if unit:
        path.write_text((unit * (62 * 2**20 // len(unit) + 1))[: 62 * 2**20], encoding="ascii")
    else:
        with path.open("wb") as file:
            file.truncate(LARGEST_FILE + 1)  # a hole, which takes no room on the disk
    started = time.perf_counter()
    assert cli("trace", "--data", path, *BAG).refusal == NAME + says
    assert time.perf_counter() - started < 20  # a second at most; all of it would take forty


@pytest.mark.parametrize("kind", ["pipe", "socket", "device"])
@pytest.mark.parametrize("option", ["--data", "--test-data", "--probe"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has none of them in folders")
def test_what_only_looks_like_a_file_is_refused_and_not_opened(tmp_path, option, kind):
    path = tmp_path / NAME
    points = [] if option == "--data" else ["--sample", "ten-points"]
    with socket.socket(socket.AF_UNIX) as server:
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "socket":
            server.bind(str(path))
        else:
            path.symlink_to("/dev/null")
        command = [sys.executable, "-m", "ensemble_viz", "trace", *points, option, str(path), *BAG]
        run = subprocess.run(
            command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=60
        )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"ensemble-viz: {NAME}: this is a {kind}, not a file.\n"


@pytest.mark.parametrize("option", ["--data", "--test-data", "--probe"])
@pytest.mark.parametrize(
    ("name", "says"), [("x.csv", "a folder"), ("gone.csv", "no such file")], ids=["folder", "gone"]
)
def test_what_is_no_file_costs_one_line(cli, tmp_path, option, name, says):
    (tmp_path / "x.csv").mkdir()
    points = () if option == "--data" else ("--sample", "ten-points")
    refusal = cli("trace", *points, option, tmp_path / name, *BAG).refusal
    assert refusal.startswith(f"{name}: ")
    assert says in refusal


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything"
)
def test_a_file_without_permission_costs_one_line(cli, saved):
    path = saved(SIX)
    path.chmod(0)
    assert "permission" in cli("trace", "--data", path, *BAG).refusal


SPARINGLY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))  # or a mistake would take all there is
from ensemble_viz.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file at hand")
def test_an_endless_file_comes_to_an_end():
    command = [sys.executable, "-c", SPARINGLY, "trace", "--data", "/dev/zero", *BAG]
    run = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "ensemble-viz: zero: this is a device, not a file.\n"


# --- anything at all ---------------------------------------------------------------------------

numbers = st.one_of(
    st.floats().map(repr),
    st.integers().map(str),
    st.sampled_from(["", "-0.0", "1e308", "-1e308", "5e-324", "0,5", "1.5", "3", "1e150", "٣"]),
)
fields = st.one_of(numbers, st.sampled_from(["a", "b", "c", '"', '"a"', "#", " a ", "\x85", "\t"]))
headers = st.sampled_from(
    [
        "x1,x2,class",
        "x1;x2;value",
        "x1\tx2\tclass",
        "x,value",
        "x1,x2,class,weight",
        "id,x1,x2,y",
        "",
    ]
)
tables = st.tuples(headers, st.sampled_from(",;\t"), st.lists(st.lists(fields, max_size=4)))
texts = tables.map(
    lambda table: "\n".join((table[0], *(table[1].join(row) for row in table[2]))).encode()
)
plain_rows = st.lists(
    st.tuples(
        st.floats(allow_nan=False, allow_infinity=False),
        st.sampled_from([0.0, 1.0, -1e308, 5e-324]),
        st.sampled_from("abc"),
        st.floats(0, 1e150),
    ),
    min_size=1,
    max_size=12,
)
weighted = plain_rows.map(
    lambda rows: (
        "x1,x2,class,weight\n"
        + "".join(f"{x!r},{y!r},{label},{weight!r}\n" for x, y, label, weight in rows)
    )
)
valued = plain_rows.map(
    lambda rows: "x1,x2,value\n" + "".join(f"{x!r},{y!r},{weight!r}\n" for x, y, _, weight in rows)
)
contents = st.one_of(st.binary(), texts, weighted.map(str.encode), valued.map(str.encode))


@pytest.fixture(scope="module")
def scratch(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("scratch") / NAME


@settings(max_examples=300)
@given(content=contents, method=st.sampled_from(sorted(methods())))
def test_any_file_gives_a_trace_or_one_line(cli, scratch, content, method):
    scratch.write_bytes(content)
    outcome = cli("trace", "--data", scratch, "--method", method, "--set", "rounds=3")
    if outcome.code:
        lines = outcome.err.splitlines()
        assert (outcome.code, outcome.out) == (2, "")
        assert all(line.startswith("ensemble-viz: ") for line in lines)
        assert outcome.err.count("\n") == len(lines)
        assert "Traceback" not in outcome.err
    else:
        trace = outcome.json
        assert trace["n"] >= 1
        assert len(trace["rounds"]) <= 3
