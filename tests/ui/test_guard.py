"""Whatever fails inside a method that Qt calls: it is said once, and the window lives."""

import json
import os
import subprocess
import sys

import pytest

from ensemble_viz.engine.methods import methods
from ensemble_viz.ui.guard import guarded, overrides

ABSTRACT = set[str]()


def run(module, *arguments, options=(), **environment):
    """Run a program of its own to its end."""
    program = [sys.executable, *options, "-X", "faulthandler", "-m", f"tests.ui.{module}"]
    ended = subprocess.run(
        [*program, *map(str, arguments)], capture_output=True, text=True, timeout=600, check=False,
        env=os.environ | environment,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended


def test_a_program_survives_every_failure(tmp_path):
    # some Qt says that events are not to be made by hand
    ended = run("failing", tmp_path, options=("-W", "ignore::DeprecationWarning"))
    left = json.loads(ended.stdout)
    assert set(left["never"]) == ABSTRACT  # nobody is of these classes
    said = [line.removeprefix("RuntimeError: ") for line in ended.stderr.splitlines()
            if line[:1].strip() and not line.startswith("Traceback")]  # fmt: skip
    assert sorted(said) == sorted(set(left["failed"]))  # each once, and nothing else
    assert left["notice"].startswith("Something went wrong: ensemble_viz.ui.")
    assert (left["points"], left["shown"]) == (11, 11)
    assert left["seen"]


@pytest.mark.parametrize(("rows", "n"), [("1,2,a", 1), ("0,0,a 1,2,a 2,1,a 3,3,a", 4),
    (" ".join(f"{k % 5},{k % 7},{'ABCDEFGH'[k % 8]}" for k in range(40)), 40)])  # fmt: skip
def test_every_method_comes_to_its_end_in_the_real_program(rows, n, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("\n".join(["x1,x2,class", *rows.split()]))
    home = str(tmp_path)
    ended = run("opening", path, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
    assert ended.stderr.replace("This plugin does not support propagateSizeHints()\n", "") == ""
    assert ended.stdout == f"{len(methods())} methods, {n} points"


def test_no_override_is_forgotten(window):
    assert window.isVisible()
    found = list(overrides())
    assert len(found) > 150
    open_ones = [f"{kind.__name__}.{name}" for kind, name, method in found
                 if not hasattr(method, "__wrapped__")]  # fmt: skip
    assert open_ones == []


@pytest.mark.parametrize(("kind", "nothing"), [(bool, False), (int, 0), (None, None)])
def test_qt_gets_an_answer_that_says_nothing(kind, nothing, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: told.append(error[1]))

    def method():
        raise ValueError("no")

    method.__annotations__["return"] = kind
    assert guarded(method)() is nothing
    assert [str(error) for error in told] == ["no"]
