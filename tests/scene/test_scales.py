"""The scales of weights and values: where they stand."""

import numpy as np
import pytest

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.primitives import Raster
from ensemble_viz.scene.picture.scales import scales
from tests.scene.moments import scene

BOX = (0.0, 0.0, 900.0, 600.0)
FRAME = Frame(0.0, 0.0, 10.0, 10.0)
LEFT, RIGHT = [60.0, 545.0], [840.0, 545.0]


def standing(points, kind="ten-points", method="adaboost", covered=()):
    shown = scene(method, sample(kind), 1)
    found = scales(
        shown, Sheet(BOX, PaperRuler(), FRAME), covered, points=np.reshape(points, (-1, 2))
    )
    return found.boxes[0], found.layer.items


@pytest.mark.parametrize(
    ("points", "is_left"),
    [([], True), ([LEFT], False), ([RIGHT], True), ([LEFT, RIGHT], True), ([[60.0, 300.0]], True)],
)
def test_the_scale_hides_no_point_where_it_can_stand_aside(points, is_left):
    (left, top, right, bottom), _ = standing(points)
    assert (left < 20.0) == is_left
    assert (right > 880.0) == (not is_left)
    assert top < 545.0 < bottom


def test_it_stands_where_it_was_where_the_right_is_covered():
    (left, *_), _ = standing([LEFT], covered=((500.0, 500.0, 900.0, 600.0),))
    assert left < 20.0


def test_the_colours_of_values_go_with_their_row():
    at_left, at_right = (standing(points, "surface", "tree") for points in ([], [LEFT]))
    bars = [
        next(item for item in items if isinstance(item, Raster)) for _, items in (at_left, at_right)
    ]
    moved = at_right[0][0] - at_left[0][0]
    assert moved > 400.0
    assert bars[1].x == pytest.approx(bars[0].x + moved)
    assert bars[1].box == pytest.approx(np.add(bars[0].box, (moved, 0.0, moved, 0.0)))
