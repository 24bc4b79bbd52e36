"""Frames and ticks: everything is seen, and neighbours are told apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.frame import fit, ticks
from ensemble_viz.scene.words import MINUS
from tests.datasets import DATASETS, classes

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def read(label):
    """Read a tick as a number."""
    mantissa, _, power = label.replace(MINUS, "-").partition("·10")
    return float(f"{mantissa}e{power.translate(_SUPERSCRIPTS)}") if power else float(mantissa)


@given(st.floats(-1e12, 1e12), st.floats(-9, 12).map(lambda power: 10.0**power), st.integers(2, 12))
def test_ticks_stand_inside_and_say_where(low, size, most):
    size = max(size, 1e-9 * abs(low))
    found = ticks(low, low + size, most)
    assert len(found.at) == len(found.labels) <= most + 1
    assert len(found.at) >= most // 3
    assert (found.at >= low - 1e-6 * size).all()
    assert (found.at <= low + size + 1e-6 * size).all()
    assert len(set(found.labels)) == len(found.labels)
    for place, label in zip(found.at, found.labels, strict=True):
        assert read(label) == pytest.approx(place, abs=1e-3 * size / most)


def test_ticks_are_written_as_people_write_them():
    assert ticks(-1.3, 2.7, 5).labels == ("−1", "0", "1", "2")
    assert ticks(0.0, 1.0, 5).labels == ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0")
    assert ticks(1e8, 9e8, 5).labels == ("2·10⁸", "4·10⁸", "6·10⁸", "8·10⁸")


@pytest.mark.parametrize("name", DATASETS)
def test_every_point_is_inside_with_room_around(name):
    data = DATASETS[name]
    frame = fit(data)
    up = data.points[:, 1] if data.dimension == 2 else data.target
    assert frame.left < data.points[:, 0].min() <= data.points[:, 0].max() < frame.right
    assert frame.bottom < up.min() <= up.max() < frame.top


def test_points_at_the_ends_of_numbers_have_a_frame():
    frame = fit(classes([[-1.7e308, -1e308], [1.7e308, 1e308]], [0, 1], "AB"))
    assert np.isfinite([frame.left, frame.bottom, frame.right, frame.top]).all()
    assert all("inf" not in label for label in ticks(frame.left, frame.right).labels)


@pytest.mark.parametrize("far", [1e-300, 1e10, 1e300, 1e304])
def test_points_far_away_are_inside_with_room_around(far):
    frame = fit(classes([[-far, 1], [far, 2], [far / 2, 1], [1e-300, 2]], [0, 1, 0, 1], "AB"))
    assert frame.left < -1.1 * far
    assert frame.right > 1.1 * far
    found = ticks(frame.left, frame.right)
    assert len(set(found.labels)) == len(found.labels) >= 3


def test_ticks_of_more_than_a_number_are_round_numbers():
    found = ticks(-1.5e308, 1.5e308, 4)
    assert found.labels == ("−1·10³⁰⁸", "0", "1·10³⁰⁸")
    assert found.at == pytest.approx([-1e308, 0.0, 1e308])


def test_no_points_have_a_frame():
    assert fit(classes(np.empty((0, 2)), [], "AB")) == Frame(0.0, 0.0, 10.0, 10.0)
    assert fit(sample("sine")).bottom < -1


def test_lines_and_boxes_are_clipped():
    frame = Frame(0.0, 0.0, 2.0, 1.0)
    lines = np.array(
        [
            [1.0, -np.inf, 1.0, np.inf],
            [-1.0, 0.5, 1.0, 0.5],
            [3.0, 0.0, 3.0, 1.0],
            [2.0, 0.0, 2.0, 1.0],
            [0.5, 1.0, 0.5, 2.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
    clipped, seen = frame.clip_lines(lines)
    assert clipped.tolist() == [[1.0, 0.0, 1.0, 1.0], [0.0, 0.5, 1.0, 0.5]]
    assert seen.tolist() == [True, True, False, False, False, False]
    clipped, seen = frame.clip_boxes(np.array([[-np.inf, 0.5, 1.0, np.inf], [2.0, 0.0, 3.0, 1.0]]))
    assert clipped.tolist() == [[0.0, 0.5, 1.0, 1.0]]
    assert seen.tolist() == [True, False]
