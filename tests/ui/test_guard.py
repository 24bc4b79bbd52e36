"""Whatever fails inside a method that Qt calls: it is said once, and the window lives."""

import json
import subprocess
import sys

import pytest

from ensemble_viz.ui.guard import guarded, overrides

ABSTRACT = {
    "ensemble_viz.ui.canvas.overlay_card.OverlayCard.draw",
    "ensemble_viz.ui.canvas.pixel_item.PixelItem.draw",
    "ensemble_viz.ui.canvas.layer.Layer.refresh",
}


def test_a_program_survives_every_failure(tmp_path):
    program = [sys.executable, "-X", "faulthandler", "-m", "tests.ui.failing", str(tmp_path)]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    left = json.loads(ended.stdout)
    assert set(left["never"]) == ABSTRACT  # nobody is of these classes
    said = [line.removeprefix("RuntimeError: ") for line in ended.stderr.splitlines()
            if line[:1].strip() and not line.startswith("Traceback")]  # fmt: skip
    assert sorted(said) == sorted(set(left["failed"]))  # each once, and nothing else
    assert left["notice"].startswith("Something went wrong: ensemble_viz.ui.")
    assert (left["points"], left["shown"]) == (11, 11)
    assert left["seen"]


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
