"""The command `render`: media, parts, strips, tables; what cannot be costs one line."""

import csv
import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ensemble_viz.cli.figure_options import FORMATS, WHAT
from ensemble_viz.export.figure import FORMS as PICTURES
from ensemble_viz.export.publishing import KINDS
from ensemble_viz.export.texts import FORMS as TEXTS
from ensemble_viz.export.texts import TABLES
from tests.pictures import FIGURES, FOLDER

TEN = ("render", "--sample", "ten-points", "--method", "adaboost", "--set", "rounds=3")
ROOT = Path(__file__).resolve().parents[1]
SVG = "{http://www.w3.org/2000/svg}"


def words(path) -> list[str]:
    return ["".join(text.itertext()) for text in ET.parse(path).iter(f"{SVG}text")]


def test_the_command_knows_all_pictures_and_texts():
    assert set(WHAT) == {*KINDS, *TABLES, "formulas"}
    assert set(FORMATS) == {*PICTURES, *TEXTS}


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("style", ["paper", "slide", "dark", "projector", "grey"])
def test_every_picture_in_every_style(cli, tmp_path, what, style):
    path = tmp_path / "a.svg"
    more = {"strip": ("--rounds", "1,2,3"), "point": ("--point", "7")}.get(what, ())
    outcome = cli(*TEN, "--what", what, "--style", style, *more, "-o", path)
    if what == "parting":
        assert "one setup: nothing to part from" in outcome.refusal
        return
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert words(path)


@pytest.mark.parametrize(
    ("asked", "size"),
    [(("--width", "800px"), (800, None)), (("--width", "8.5cm", "--dpi", "300"), (1004, None)),
     (("--width", "3.35in", "--height", "2in", "--dpi", "100"), (335, 200)),
     (("--style", "slide"), (1920, 1080)), (("--style", "dark", "--size", "640x360"), (640, 360)),
     (("--size", "640x360", "--scale", "2", "--style", "slide"), (1280, 720)),
     (("--width", "400px", "--height", "300px", "--dpi", "200", "--type", "6pt"), (400, 300))],
)  # fmt: skip
def test_a_png_is_as_large_as_was_asked_for(cli, tmp_path, asked, size):
    path = tmp_path / "a.png"
    assert cli(*TEN, *asked, "-o", path).code == 0
    with Image.open(path) as picture:
        assert (picture.width, size[1] and picture.height) == size


def test_words_have_the_size_that_was_asked_for(cli, tmp_path):
    path = tmp_path / "a.svg"
    assert cli(*TEN, "--width", "12cm", "--type", "9pt", "-o", path).code == 0
    sizes = {part.strip() for text in ET.parse(path).iter(f"{SVG}text")
             for part in text.get("style").split(";") if "font-size" in part}  # fmt: skip
    assert "font-size: 9px" in sizes  # of a drawing whose unit is a point


def test_steps_can_be_numbers_and_names(cli, tmp_path):
    for step in ("weights", "4"):
        path = tmp_path / f"{step}.svg"
        asked = ("--round", 2, "--step", step, "--caption", "--width", "12cm")
        assert cli(*TEN, *asked, "-o", path).code == 0
    first, second = (tmp_path / f"{step}.svg" for step in ("weights", "4"))
    assert first.read_bytes() == second.read_bytes()
    assert "weights" in cli(*TEN, "--step", "9", "-o", first).refusal


@pytest.mark.parametrize("asked", [("--rounds", "1,2,3"), ("--steps", "--round", "2")])
def test_rounds_and_steps_make_a_strip(cli, tmp_path, asked):
    path = tmp_path / "a.svg"
    assert cli(*TEN, *asked, "--width", "17.5cm", "-o", path).code == 0
    said = words(path)
    assert {"Round 1", "Round 2", "Round 3"} <= set(said) or {"Train", "Vote"} <= set(said)


def test_tables_are_text(cli):
    outcome = cli(*TEN, "--round", 1, "--what", "table", "--format", "csv", "-o", "-")
    rows = list(csv.reader(io.StringIO(outcome.out)))
    assert len(rows) == 11
    assert cli(*TEN, "--what", "rounds", "--format", "md", "-o", "-").out.count("\n") == 5
    assert r"\toprule" in cli(*TEN, "--what", "table", "--format", "tex", "-o", "-").out
    assert r"\alpha" in cli(*TEN, "--what", "formulas", "--format", "tex", "-o", "-").out
    card = cli(*TEN, "--what", "point", "--point", 7, "--format", "md", "-o", "-").out
    assert card.startswith("| Point 7")


@pytest.mark.parametrize(
    ("asked", "says"),
    [(("--width", "wide"), "8.5cm"), (("--width", "1mm"), "from 60"),
     (("--type", "90pt", "--width", "3cm"), "too large"), (("--dpi", "9999"), "1200"),
     (("--what", "strip"), "--rounds 1,2,3,10"), (("--rounds", "1,9"), "ends after round 3"),
     (("--rounds", "1", "--steps"), "--rounds and --steps"), (("--rounds", "one"), "whole number"),
     (("--range", "x1=3..1"), "x1=0..10"), (("--range", "z=0..1"), "x1=0..10"),
     (("--style", "pink"), "--style"), (("--what", "cake"), "--what"),
     (("--what", "point"), "of which one? --point 7"), (("--point", "11"), "points 1 to 10")],
)  # fmt: skip
def test_what_cannot_be_drawn_costs_one_line(cli, tmp_path, asked, says):
    assert says in cli(*TEN, *asked, "-o", tmp_path / "a.png").refusal
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked", "says"),
    [(("--what", "canvas"), "this is a picture"), (("--what", "point"), "--point 7"),
     (("--what", "rounds", "--round", "0"), "no learner"), (("--what", "formulas"), ".tex or .md")],
)  # fmt: skip
def test_what_cannot_be_written_costs_one_line(cli, tmp_path, asked, says):
    assert says in cli(*TEN, *asked, "-o", tmp_path / "a.csv").refusal
    assert list(tmp_path.iterdir()) == []


def test_a_range_and_parts_are_taken(cli, tmp_path):
    path = tmp_path / "a.svg"
    asked = ("--range", "x1=0..20,x2=-5..15", "--no-key", "--no-labels", "--width", "12cm")
    assert cli(*TEN, *asked, "-o", path).code == 0
    said = set(words(path))
    assert {"20", "15"} <= said
    assert not {"x₁", "x₂"} & said
    assert cli(*TEN, "--no-ticks", "--no-labels", "--no-key", "-o", path).code == 0
    assert all(text.startswith("×") for text in words(path))


@pytest.mark.parametrize("form", ["png", "svg", "pdf", "pgf", "csv"])
def test_figures_are_drawn_where_there_is_no_qt(tmp_path, form):
    path = tmp_path / f"a.{form}"
    what = ("table",) if form == "csv" else ("strip", "--rounds", "1,2", "--width", "8.5cm")
    asked = [*TEN, "--what", *what, "-o", str(path)]
    blocked = "sys.modules.update(dict.fromkeys(('PySide6', 'shiboken6', 'pyqtgraph')))"
    program = f"import sys; {blocked}; from ensemble_viz.cli import main; sys.exit(main({asked!r}))"
    run = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT,
                         capture_output=True, text=True)  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert path.stat().st_size > 300


@pytest.mark.parametrize("file", FIGURES)
def test_the_figures_of_the_readme_are_those_of_today(cli, tmp_path, file):
    """Made from the session beside them; letters may be of another family here."""
    cli("render", *FIGURES[file], "--out", tmp_path / file)
    seen = []
    for folder in (tmp_path, FOLDER):
        with Image.open(folder / file) as picture:
            pixels = np.asarray(picture.convert("RGB")).astype(float)
            seen.append((picture.size, picture.text, pixels))
    assert seen[0][:2] == seen[1][:2]
    assert np.abs(seen[0][2] - seen[1][2]).mean() < 4.0
    assert file in (FOLDER.parent / "README.md").read_text()


@pytest.mark.parametrize("form", ["pdf", "pgf"])
def test_a_strip_is_drawn_where_qt_is_not_installed(tmp_path, form):
    for name in ("PySide6", "shiboken6", "pyqtgraph"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise ImportError('no {name}')")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "ensemble_viz", *TEN, "--rounds", "1,2,3", "--width", "17.5cm",
               "-o", str(tmp_path / f"a.{form}")]  # fmt: skip
    asked = subprocess.run([sys.executable, "-c", "import PySide6"], env=environment, check=False,
                           capture_output=True, text=True)  # fmt: skip
    assert "no PySide6" in asked.stderr
    run = subprocess.run(command, env=environment, cwd=tmp_path, check=False,
                         capture_output=True, text=True)  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / f"a.{form}").stat().st_size > 5000
