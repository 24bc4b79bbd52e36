"""Lines of equal height: known curves, closed loops, saddles, and borders between classes."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.engine.data import winner
from ensemble_viz.engine.surface.lines import class_contours, contour

X, Y = np.linspace(-2.0, 2.0, 102), np.linspace(-2.1, 2.1, 90)  # no place on a curve below
GRID = np.meshgrid(X, Y)


def length(lines):
    return np.hypot(*(lines[:, 2:] - lines[:, :2]).T).sum()


def ends(lines):
    return np.concatenate((lines[:, :2], lines[:, 2:]))


@pytest.mark.parametrize("inside", [1, -1])
def test_a_circle(inside):
    x, y = GRID
    lines = contour(X, Y, inside * (1.44 - x**2 - y**2))
    assert np.hypot(*ends(lines).T) == pytest.approx(1.2, abs=1e-3)
    assert length(lines) == pytest.approx(2.4 * np.pi, rel=1e-3)
    assert set(Counter(map(tuple, ends(lines).round(9))).values()) == {2}, "it is closed"


def test_a_straight_line_is_met_exactly():
    x, y = GRID
    lines = contour(X, Y, 2.0 * x - 3.0 * y + 0.25)
    assert 2.0 * ends(lines)[:, 0] - 3.0 * ends(lines)[:, 1] == pytest.approx(-0.25, abs=1e-12)
    assert length(lines) == pytest.approx(4.0 * np.hypot(1.0, 2.0 / 3.0), rel=1e-9)


@pytest.mark.parametrize("shift", [0.01, -0.01])
def test_a_saddle_joins_the_corners_that_the_middle_joins(shift):
    """x·y = ±0.01 has two branches, in opposite quarters, and they never touch."""
    x, y = GRID
    lines = contour(X, Y, x * y - shift)
    product = (ends(lines)[:, 0] * ends(lines)[:, 1]).reshape(2, -1)
    assert product == pytest.approx(shift, abs=2e-3)
    middles = (lines[:, :2] + lines[:, 2:]) / 2.0
    assert (np.sign(middles).prod(axis=1) == np.sign(shift)).all()


@pytest.mark.parametrize("middle", [0.5, -0.5])
@pytest.mark.parametrize("turned", [False, True])
def test_in_a_single_square_the_middle_decides_which_corners_are_cut_off(middle, turned):
    height = np.array([[1.0, -1.0], [-1.0, 1.0]]) + middle
    height = height[:, ::-1] if turned else height
    unit = np.array([0.0, 1.0])
    lines = contour(unit, unit, height)
    assert len(lines) == 2
    cut_off = {tuple(np.rint((one[:2] + one[2:]) / 2.0).astype(int)) for one in lines}
    alone = height < 0 if middle > 0 else height > 0
    assert cut_off == {(int(x), int(y)) for y, x in zip(*alone.nonzero(), strict=True)}


def test_a_height_of_zero_is_outside():
    height = np.array([[0.0, 0.0], [0.0, 1.0]])
    lines = contour(np.array([0.0, 1.0]), np.array([0.0, 1.0]), height)
    assert lines.tolist() == [[0.0, 1.0, 1.0, 0.0]] or lines.tolist() == [[1.0, 0.0, 0.0, 1.0]]
    assert len(contour(X, Y, np.zeros_like(GRID[0]))) == 0
    assert len(contour(X, Y, np.ones_like(GRID[0]))) == 0


SMALL = st.lists(
    st.lists(st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0]), min_size=5, max_size=5),
    min_size=4, max_size=4,
)  # fmt: skip


@given(SMALL)
def test_lines_cross_each_side_that_parts_the_signs_and_no_other(rows):
    height = np.array(rows)
    x, y = np.arange(5.0), np.arange(4.0)
    lines = contour(x, y, height)
    assert np.isfinite(lines).all()
    above = height > 0
    # inner sides are met by the squares on both hands, outer ones by one
    level, upright = above[:, 1:] != above[:, :-1], above[1:] != above[:-1]
    inner = 2 * level[1:-1].sum() + 2 * upright[:, 1:-1].sum()
    outer = level[[0, -1]].sum() + upright[:, [0, -1]].sum()
    assert len(ends(lines)) == inner + outer


def test_borders_between_classes_part_what_differs_and_are_drawn_once():
    x, y = GRID
    score = np.stack([x, y - x / 2.0, -y - x / 2.0], axis=-1)
    lines = class_contours(X, Y, score)
    expected = 2.0 * 2.1 * np.hypot(1.0, 2.0 / 3.0) + 2.0
    assert length(lines) == pytest.approx(expected, abs=0.1)
    for one in (lines[:, :2], lines[:, 2:]):
        at = np.stack([one[:, 0], one[:, 1] - one[:, 0] / 2, -one[:, 1] - one[:, 0] / 2], axis=-1)
        best = np.sort(at, axis=1)
        assert best[:, -1] - best[:, -2] == pytest.approx(0.0, abs=0.08)


def test_borders_of_two_classes_are_where_their_scores_are_equal():
    x, y = GRID
    share = 1.0 / (1.0 + np.exp(-(x + y**2 - 1.0)))
    lines = class_contours(X, Y, np.stack([1.0 - share, share], axis=-1))
    assert ends(lines)[:, 0] == pytest.approx(1.0 - ends(lines)[:, 1] ** 2, abs=3e-3)


@given(st.integers(0, 500))
def test_every_pair_of_neighbours_that_differ_has_a_border_between(seed):
    """Also where votes tie: equal scores are the first class's."""
    rng = np.random.default_rng(seed)
    score = rng.integers(0, 4, (4, 5, 3)) / 4.0
    label = winner(score)
    x, y = np.arange(5.0), np.arange(4.0)
    lines = class_contours(x, y, score[..., :2])
    two = winner(score[..., :2])
    for j in range(4):
        for i in range(4):
            side = (np.abs(ends(lines)[:, 1] - j) < 1e-9) & (ends(lines)[:, 0] >= i)
            side &= ends(lines)[:, 0] <= i + 1
            if two[j, i] != two[j, i + 1]:
                assert side.any()
    assert np.isfinite(class_contours(x, y, score)).all()
    assert (len(class_contours(x, y, score)) > 0) >= (len(np.unique(label)) > 2)
