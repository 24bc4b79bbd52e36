"""The shapes of the classes: different, and all of the area of a disc."""

import numpy as np
import pytest

from ensemble_viz.scene.palette import SHAPES
from ensemble_viz.scene.shapes import outline, reach


def shoelace(corners):
    total = 0.0
    for (x, y), (u, v) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        total += x * v - u * y
    return abs(total) / 2


@pytest.mark.parametrize("shape", SHAPES[1:])
def test_every_shape_has_the_area_of_the_unit_disc(shape):
    corners = outline(shape)
    assert shoelace(corners) == pytest.approx(np.pi)
    assert np.abs(corners.mean(axis=0)).max() < 1e-12
    assert reach(shape) == pytest.approx(max(np.hypot(x, y) for x, y in corners))


def test_triangle_and_square_have_the_sides_of_the_look():
    for shape, side in (("triangle", 2.694), ("square", 1.772)):
        corners = outline(shape)
        assert np.hypot(*(corners[1] - corners[0])) == pytest.approx(side, abs=1e-3)


def test_a_triangle_points_up_and_its_inverse_down():
    assert outline("triangle")[:, 1].argmax() == 0
    assert np.allclose(outline("inverted")[:, 1], -outline("triangle")[:, 1])


def test_no_two_shapes_are_alike():
    counts = [(len(outline(shape)), round(reach(shape), 3)) for shape in SHAPES]
    assert len({*counts}) == len(SHAPES) - 1  # a triangle and its inverse
    assert len(outline("disc")) == 0
    assert reach("disc") == 1.0


def test_outlines_cannot_be_changed_by_accident():
    with pytest.raises(ValueError, match="read-only"):
        outline("star")[0, 0] = 1.0
