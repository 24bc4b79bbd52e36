"""Every method on every awkward set of points: each part of each moment can be shown."""

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Focus
from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.methods import methods
from ensemble_viz.engine.theory import Material
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene.learners.gallery import picture
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.charts import charts
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.theory import ShownTheory
from tests.datasets import DATASETS
from tests.scene.test_every_method import UNSPEAKABLE, moments, written

ROUNDS = 4
NOWHERE = np.empty((0, 2))
ODD = DATASETS | {
    "no points": Dataset(NOWHERE, np.empty(0, dtype=np.int64), ("A", "B")),
    "no values": Dataset(NOWHERE, np.empty(0), None),
    "one large value": Dataset(np.array([[1.0], [2.0]]), np.full(2, 1e17), None, ("x1",)),
    "one large height": Dataset(np.array([[1.0, 1e17], [2.0, 1e17]]), np.arange(2), ("A", "B")),
    "one large value in the plane": Dataset(np.eye(2), np.full(2, 1e17), None),
    "no values on a line": Dataset(NOWHERE[:, :1], np.empty(0), None, ("x1",)),
}
LOOKS = (View.of(pinned=Focus(point=0)), View.of(pinned=Focus(place=(0.4, 0.7)), fractions=True))


@pytest.mark.parametrize("kind", list(ODD))
@pytest.mark.parametrize("name", list(methods()))
def test_there_is_nothing_that_cannot_be_shown(name, kind):
    setup = Setup(name, methods()[name].params.from_values({"rounds": ROUNDS}))
    try:
        lens = Lens(setup.run(ODD[kind]))
    except Refusal:
        return  # the window says why
    document = Document(ODD[kind], (setup,), "Test")
    looks = LOOKS if len(ODD[kind]) else (View(),)
    last = lens.run.upto(ROUNDS)
    for moment in moments(lens, {min(t, last) for t in (1, 2, last)} - {0}):
        for look in looks:
            scene = Scene(Stage(document, lens, look.changed(moment=moment)))
            assert scene.curves.rounds >= 1
            assert [text for text in written(scene) if UNSPEAKABLE.search(text)] == []
            for item in scene.gallery.fitted(9)[0]:
                picture(scene.stage, item)


def shown_whole(one, material):
    """Compute a demonstration and draw, write and say all of it; nothing where it is refused."""
    quick = {"sets": 2, "places": 20, "most": 20, "rounds": 5}
    known = {field.name for field in one.params.fields()}
    params = one.params.from_values({k: v for k, v in quick.items() if k in known})
    try:
        figures = one.figures(params, material)
    except Refusal:
        return  # the window says why
    shown = ShownTheory(one.name, one.settings_shown(params, material), figures)
    made = charts(shown.plots, Sheet((0.0, 0.0, 640.0, 0.0), PaperRuler()))
    assert bool(made.layers) == bool(shown.plots)
    texts = [line.text for line in shown.formulas] + [*shown.sentences, shown.description]
    assert [text for text in texts if UNSPEAKABLE.search(text)] == []
    assert shown.rows


@pytest.mark.parametrize("kind", list(ODD))
@pytest.mark.parametrize("method", ["tree", "random-forest", "adaboost", "xgboost", "stacking"])
def test_theory_is_shown_on_any_points_or_refused(method, kind):
    setup = Setup(method, methods()[method].params.from_values({"rounds": ROUNDS}))
    try:
        run = setup.run(ODD[kind])
    except Refusal:
        return
    last = run.upto(ROUNDS)
    for one in theory.demonstrations().values():
        for t in {0, min(1, last), last}:
            shown_whole(one, None if one.takes == "nothing" else Material(ODD[kind], run, t))
