"""Awkward files and pasted texts: points or one sentence, soon, and never half of them.

Every case goes all three ways that points come in: read slice by slice, read again with other
choices, and pasted beside points that are there.
"""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import cells
from ensemble_viz.document.files import ENCODINGS, RawFile
from ensemble_viz.document.reading import Choices, Reader, Reading
from ensemble_viz.document.reading.rows import KINDS
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from tests.document.drawn import snapshot

SIX = "x1,x2,class\n1.5,2.5,a\n2.5,1.5,b\n3,4,a\n-1,0.5,b\n0,0,a\n10,-3,b\n"
EUROPEAN = SIX.replace(",", ";").replace(".", ",")
HUGE = "x1,x2,class\n1e308,5e-324,a\n-0.0,+1,b\n.5,1.,a\n-1e308,1,b\n0,1e-310,a\n1,1,b\n"
SOON = 2.0  # seconds


def labelled(*labels: str) -> str:
    return "x1,x2,class\n" + "".join(f"1,2,{label}\n" for label in labels)


CASES: dict[str, tuple[str | bytes, int | str]] = {
    "baseline": (SIX, 6),
    "byte order mark": (b"\xef\xbb\xbf" + SIX.encode(), 6),
    "CRLF": (SIX.replace("\n", "\r\n"), 6),
    "no newline at the end": (SIX.rstrip(), 6),
    "European Excel": (EUROPEAN, 6),
    "semicolons, decimal points": (SIX.replace(",", ";"), 6),
    "tabs": (SIX.replace(",", "\t"), 6),
    "every field quoted": (re.sub(r"([^,\n]+)", r'"\1"', SIX), 6),
    "quoted decimal commas": (re.sub(r"(-?\d+)\.(\d)", r'"\1,\2"', SIX), 6),
    "blanks round fields": (re.sub(r"([^,\n]+)", r" \1 ", SIX), 6),
    "no header": (SIX.partition("\n")[2], 6),
    "blank lines": (SIX.replace("\n", "\n\n"), 6),
    "comment first": ("# six points\n" + SIX, 6),
    "Latin-1": ("x1,x2,class\n1,2,Größe\n3,4,café\n".encode("latin-1"), 2),
    "all scripts": (labelled("привет", "汉字", "שלום", "مرحبا", "🎈", "é", "e\u0301"), 7),
    "markup": ("x1,x2,class\n1,2,<b>a</b>\n1,2,&amp;\n1,2,<img src=x>\n", 3),
    "spreadsheet formulas": ("x1,x2,class\n1,2,=1+1\n1,2,@x\n1,2,+a\n1,2,-a\n", 4),
    "labels that are numbers": ("x1,x2,class\n1,2,1\n1,2,1.0\n1,2, 1 \n1,2,0\n1,2,-1\n", 5),
    "labels that are nothing": (labelled("nan", "None", "NA", ""), "line 5, column class"),
    "not finite": ("x1,x2,class\n1,2,a\nnan,2,a\n1,inf,a\n1e999,1,a\n", "line 3, column x1"),
    "a word for a number": ("x1,x2,class\n1,2,a\n1,two,a\n", "line 3, column x2: 'two'"),
    "a missing field": ("x1,x2,class\n1,2,a\n1,2\n", "line 3"),
    "too many fields": ("x1,x2,class\n1,2,a\n1,2,a,b\n", "line 3"),
    "one column": ("x1\n1\n2\n", "only one column"),
    "no label column": ("x1,x2,x3\n1,2,3\n", "no column is named class"),
    "leading id": ("id,x1,x2,class\n7,1,2,a\n8,3,4,b\n", 2),
    "another order": ("class,x2,x1\na,10,1\n", 1),
    "nothing": (b"", "no points"),
    "header only": ("x1,x2,class\n", "no points"),
    "newlines only": ("\n\n\n", "no points"),
    "rubbish": (bytes(range(256)) * 40, "not a text file"),
    "an unclosed quote": ('x1,x2,class\n1,"2,a\n3,4,b\n', "line 2"),
    "a comma for everything": ("x1,x2,class\n1,5,2,5,a\n2,5,1,5,b\n", "';'"),
    "huge and tiny": (HUGE, 6),
    "sixty classes": ("x1,x2,class\n" + "".join(f"1,2,c{k}\n" for k in range(60)), "60 classes"),
    "a label of 5000": (f"x1,x2,class\n1,2,{'L' * 5000}\n3,4,b\n", 2),
    "100 000 rows": ("x1,x2,class\n" + "1.25,2.5,a\n3.5,4.75,b\n" * 50_000, 100_000),
    "a million fields": ("1," * 1_000_000, "more than 10 000 columns"),
    "a million lines": ("1,2,a\n" * 1_000_001, "at most 1 000 000"),
    "UTF-16 of no even length": (b"\xff\xfe1", "not a text file"),
    "NUL": (b"x1,x2,class\n1,2,a\0\n", "NUL"),
    "a million quotes": ('"' * 999_999, "line 1"),
    "a thousand columns": ("c," * 999 + "c\n" + "1," * 999 + "1", "no column"),
}  # fmt: skip


def raw(content: str | bytes) -> RawFile:
    return RawFile("f.csv", content.encode() if isinstance(content, str) else content)


def stepped(reader: Reader) -> Reading:
    """Read slice by slice; points are there at the end or not at all."""
    began = time.thread_time()
    while not reader.step(0.01):
        assert reader.reading.data is None
    assert time.thread_time() - began < SOON
    check(reader.reading)
    return reader.reading


def check(got: Reading) -> None:
    assert (got.data is None) == bool(got.refusal)
    for sentence in (*got.notes, *filter(None, [got.refusal])):
        assert sentence.isprintable()
        assert len(sentence) < 400
    assert len(got.roles) == len(got.columns)
    assert got.data is None or 0 < len(got.data) <= got.count


def pasted(document: Document, text: str) -> int | str:
    """Paste beside points that are there; say how many came, or why none."""
    before, began = snapshot(document.data), time.thread_time()
    try:
        made = cells.paste(document, text)
        answer: int | str = len(made.rows)
        assert len(made.came_from) == len(made.rows) + len(document.data)
    except Refusal as refusal:
        answer = str(refusal)
        assert answer.isprintable()
    assert time.thread_time() - began < SOON
    assert snapshot(document.data) == before
    return answer


@pytest.fixture(scope="module")
def ten() -> Document:
    return Document(sample("ten-points"), (first_setup("bagging"),), "Ten")


@pytest.mark.parametrize("name", CASES)
def test_each_case_gives_its_points_or_its_message(name, ten):
    content, expected = CASES[name]
    got = stepped(Reader(raw(content)))
    if isinstance(expected, int):
        assert len(got.data) == expected
    else:
        assert expected in got.refusal
        assert got.refusal.startswith("f.csv")
    pasted(ten, content if isinstance(content, str) else content.decode("utf-8", "replace"))


@pytest.mark.parametrize("name", [name for name, (_, n) in CASES.items() if n == 6])
def test_the_six_points_are_pasted_as_they_are_read(name, ten):
    content = CASES[name][0]
    text = content if isinstance(content, str) else content.decode("utf-8-sig")
    assert pasted(ten, text) == 6


def choices() -> st.SearchStrategy[dict]:
    """Draw any choices, some of them contrary to the file."""
    role = st.sampled_from(["x1", "x2", "class", "weight", "fold", "split", "flipped_from"])
    column = st.none() | st.integers(-1, 5) | st.sampled_from(["x1", "class", "2", "nobody"])
    return st.fixed_dictionaries({}, optional={
        "encoding": st.sampled_from(list(ENCODINGS)),
        "separator": st.sampled_from(list(KINDS)),
        "header": st.booleans(),
        "decimal": st.sampled_from(".,"),
        "task": st.sampled_from(["classification", "regression"]),
        "columns": st.dictionaries(role, column, max_size=3),
    })  # fmt: skip


def damaged(base: str, edits: list[tuple[int, int, str]]) -> str:
    for place, length, text in edits:
        at = place % (len(base) + 1)
        base = base[:at] + text + base[at + length :]
    return base


SCRAPS = st.sampled_from(
    [",", ";", "\t", "|", " ", '"', '""', "\n", "\r", "\0", "#", "nan", "1e999", "-", ".", "é",
     "\ud800", "\ufeff", "sep=;", "class", "x1", "test", "weight", "9" * 50, "−1", "1_0"]
) | st.text(max_size=5)  # fmt: skip
BASES = st.sampled_from(
    [SIX, EUROPEAN, SIX.replace(",", "\t"), re.sub(r"([^,\n]+)", r'"\1"', SIX), "1 2 a\n3 4 b\n",
     "x1,x2,class,weight,fold,flipped_from,split\n1,2,a,1,1,b,train\n3,4,b,2,2,,train\n5,6,a,,,,test\n",
     "x,value\n1,2\n3,4\n"]
)  # fmt: skip
DAMAGE = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 8), SCRAPS), max_size=6)


@settings(deadline=None, max_examples=200)
@given(base=BASES, edits=DAMAGE, first=choices(), then=choices())
def test_any_damage_and_any_choices_give_points_or_a_sentence(ten, base, edits, first, then):
    text = damaged(base, edits)
    got = stepped(Reader(raw(text.encode("utf-8", "surrogatepass")), Choices(**first)))
    stepped(got.changed(**then))
    pasted(ten, text)


@settings(deadline=None, max_examples=200)
@given(content=st.binary(max_size=200), first=choices())
def test_any_bytes_give_points_or_a_sentence(ten, content, first):
    stepped(Reader(RawFile("f.csv", content), Choices(**first)))
    pasted(ten, content.decode("latin-1"))
