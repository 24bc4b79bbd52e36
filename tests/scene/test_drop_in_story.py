"""A method that tells a new story is a new folder: all that it says and draws comes from there."""

from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene import stories
from ensemble_viz.scene.picture.page import figure
from tests.scene.moments import scene

FOLDER = {
    "__init__": """
from ensemble_viz.scene.moment.steps import Step
from ensemble_viz.scene.stories import Story

STORY = Story(taught=3, letter="o", has_marks=True, first_action="Look up")

def steps(run, t):
    return (Step("train", "Rise", f"Let orbit {t} rise"), Step("vote", "Set", "Let it set", True))
""",
    "captions": """
from ensemble_viz.scene.telling import StepText

def start_text(stage):
    return StepText("The sky is empty")

def step_text(stage):
    return StepText(f"Orbit {stage.round} is seen", "It goes around its points.")
""",
    "points": """
import numpy as np
from ensemble_viz.scene.picture.primitives import Polylines
from ensemble_viz.scene.table import number_column
from ensemble_viz.scene.telling import CardRow, Content

def content(spot):
    return Content((CardRow("distance", "1.0000"),))

def columns(stage):
    yield number_column(stage, "height", "height", "How high it is.", np.ones(len(stage.data)))

def marks(scene, sheet):
    turn = np.linspace(0.0, 2.0 * np.pi, 60)
    middle = sheet.places(scene.markers.place).mean(axis=0)
    circle = middle + 40.0 * np.column_stack((np.cos(turn), np.sin(turn)))
    yield Polylines((circle,), 2.0, sheet.colour("accent"), key="orbit")
""",
    "formulas": """
def start(stage):
    return ()

def lines(stage):
    return ()
""",
}


@pytest.fixture
def orbits(tmp_path, monkeypatch):
    """A method whose story is a folder that was not there before."""
    folder = tmp_path / "orbits"
    folder.mkdir()
    for name, source in FOLDER.items():
        (folder / f"{name}.py").write_text(source.lstrip())
    monkeypatch.setattr(stories, "__path__", [*stories.__path__, str(tmp_path)])
    told = replace(methods.method("bagging"), name="orbits", title="Orbits", story="orbits")
    monkeypatch.setitem(methods.methods(), "orbits", told)
    return told


def test_a_new_story_is_a_new_folder(orbits):
    shown = scene("orbits", sample("moons", n=40), 2, 1)
    assert [step.chip for step in shown.stage.steps] == ["Rise", "Set"]
    assert shown.caption.headline == "Orbit 2 is seen"
    assert [column.title for column in shown.table.columns][2] == "height"
    assert scene("orbits", sample("moons", n=40), 0).caption.headline == "The sky is empty"
    drawn = figure(shown, (640, 448), PaperRuler())
    (orbit,) = drawn.items("orbit")
    assert np.ptp(orbit.curves[0], axis=0) == pytest.approx((80.0, 80.0), abs=0.3)
    assert orbits.story == "orbits"
