"""The fit that leaves room: points keep off the cards, and are as large as that allows."""

from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.where import START, Focus, Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.frame import EMPTY, Room, roomy_fit
from ensemble_viz.scene.line import line_frame, panels
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene

CAPTION, LEGEND = (0.018, 0.025, 0.563, 0.205), (0.625, 0.025, 0.982, 0.09)
FOOT = (0.0, 0.867, 1.0, 1.0)
SMALL = Room((FOOT, CAPTION, LEGEND), 0.016, 0.022)
PROJECTED = Room(((0.0, 0.9, 1.0, 1.0), (0.03, 0.05, 0.34, 0.6), (0.03, 0.8, 0.34, 0.95)))
ROOMS = {"small": SMALL, "projected": PROJECTED, "nothing": Room()}
PLANES = ("ten-points", "moons", "circles", "xor", "spirals", "blobs")


def on_canvas(frame, x, y):
    """Where points are: shares of the canvas from its upper left corner."""
    across = (x - frame.left) / (frame.right - frame.left)
    return across, (frame.top - y) / (frame.top - frame.bottom)


def covered(room, across, down):
    """Which points lie on a card, or nearer to it than they should."""
    found = np.zeros(len(across), dtype=bool)
    for left, top, right, bottom in room.covered:
        inside = (across > left - room.aside + 1e-9) & (across < right + room.aside - 1e-9)
        near = (down > top - room.above + 1e-9) & (down < bottom + room.above - 1e-9)
        found |= inside & near
    return found


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", PLANES)
def test_no_point_lies_below_a_card(name, room):
    data = sample(name)
    across, down = on_canvas(roomy_fit(data, ROOMS[room]), *data.points.T)
    assert not covered(ROOMS[room], across, down).any()
    assert ((across > 0.05) & (across < 0.95)).all()
    assert ((down > 0.02) & (down < 0.98)).all()


def test_points_beside_a_card_may_be_higher_than_it():
    data = Dataset(np.array([[0.0, 0.0], [0.2, 0.5], [1.0, 1.0]]), np.array([0, 1, 0]), ("A", "B"))
    _, down = on_canvas(roomy_fit(data, SMALL), *data.points.T)
    assert down[2] < CAPTION[3]  # it is under the key alone
    assert down[2] == pytest.approx(LEGEND[3] + SMALL.above)  # and as high as it can be


def test_everything_moves_aside_of_a_card_that_would_leave_little():
    data = sample("moons")
    across, down = on_canvas(roomy_fit(data, PROJECTED), *data.points.T)
    assert across.min() > 0.34
    assert down.min() < 0.1


def test_nothing_moves_for_a_card_that_is_not_there():
    data = sample("moons")
    across, _ = on_canvas(roomy_fit(data, SMALL), *data.points.T)
    assert across.min() == pytest.approx(0.06)
    assert across.max() == pytest.approx(0.94)


@pytest.mark.parametrize(
    "points", [[[1.0, 1.0]], [[1.0, 1.0], [1.0, 2.0]], [[-1.5e308, 1.0], [1.5e308, 1e-300]]]
)
def test_awkward_points_have_a_frame(points):
    data = Dataset(np.array(points), np.zeros(len(points), dtype=np.int64), ("A",))
    frame = roomy_fit(data, SMALL)
    assert np.isfinite([frame.left, frame.bottom, frame.right, frame.top]).all()
    assert frame.left < frame.right
    assert frame.bottom < frame.top


def test_no_points_have_the_empty_frame():
    data = Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64), ("A",))
    assert roomy_fit(data, SMALL) == EMPTY


@pytest.mark.parametrize("method", ["gradient-boosting", "bagging"])
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", ["sine", "step"])
def test_values_on_a_line_keep_off_the_cards_above_them(name, room, method):
    data = sample(name)
    run = first_setup(method).run(data)
    frame = line_frame(run, ROOMS[room])
    across, down = on_canvas(frame, data.points[:, 0], data.target)
    above = tuple(box for box in ROOMS[room].covered if box[1] < 0.5)
    upper = replace(ROOMS[room], covered=above)
    assert not covered(upper, across, down).any()
    assert (data.target > panels(run, frame).upper.bottom).all()


class Board:
    """A canvas whose cards have sizes of their own, and which counts how often they are asked."""

    size = (800.0, 600.0)
    growth = 1.0
    key = "board"
    asked = 0

    def caption_size(self, chips, captions, is_line):
        assert not is_line
        assert chips[0] == "Train"
        assert len(captions) == len(chips)
        self.asked += 1
        return 400.0, 120.0

    def legend_size(self, legend, points, is_line):
        assert not is_line
        assert (len(legend.classes), points) == (2, 10)
        return 250.0, 40.0


def stage_of(data, method="adaboost", **view):
    setup = first_setup(method)
    lens = Lens(setup.run(data))
    lens.run.upto(3)
    return Stage(Document(data, (setup,)), lens, View.of(**view))


def test_a_scene_leaves_the_room_that_the_cards_of_its_canvas_take():
    data, board = sample("ten-points"), Board()
    scene = Scene(stage_of(data), board)
    foot, scale, caption, key = scene.room.covered
    assert foot == pytest.approx((0.0, 1 - 84 / 600, 1.0, 1.0), abs=1e-3)  # a stump has a label
    assert scale == pytest.approx((0.0, 1 - 84 / 600, 0.4, 1.0), abs=1e-3)
    assert caption == pytest.approx((16 / 800, 16 / 600, 416 / 800, 136 / 600), abs=1e-3)
    assert key == pytest.approx((534 / 800, 16 / 600, 784 / 800, 56 / 600), abs=1e-3)
    assert scene.frame == roomy_fit(data, scene.room)


def test_the_room_is_that_of_the_run_whatever_the_moment():
    board, stage = Board(), stage_of(sample("ten-points"))
    rooms = {Scene(stage.at(moment), board).room for moment in (START, Moment(1, 4), Moment(3, 5))}
    pinned = replace(stage, view=View.of(pinned=Focus(point=3), tool="place"))
    assert rooms == {Scene(pinned, board).room}
    assert board.asked == 1


def test_without_the_caption_there_is_more_room():
    stage = stage_of(sample("ten-points"), caption=False)
    board = Board()
    assert len(Scene(stage, board).room.covered) == 3
    assert not board.asked
