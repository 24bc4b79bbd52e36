"""Every method on every awkward set of points: each part of each moment can be shown."""

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.methods import methods
from ensemble_viz.scene.learners.gallery import picture
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from tests.datasets import DATASETS
from tests.scene.test_every_method import UNSPEAKABLE, moments, written

ROUNDS = 4
NOWHERE = np.empty((0, 2))
ODD = DATASETS | {
    "no points": Dataset(NOWHERE, np.empty(0, dtype=np.int64), ("A", "B")),
    "no values": Dataset(NOWHERE, np.empty(0), None),
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
