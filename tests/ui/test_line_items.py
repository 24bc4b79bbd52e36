"""Points on a line in pixels: curves at their heights, stems equally long, panels kept apart."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.where import Focus, Frame, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.picture import Picture
from ensemble_viz.scene.picture.primitives import Layer, Rects
from ensemble_viz.scene.shapes import Measures
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.canvas.canvas_picture import CanvasPicture
from ensemble_viz.ui.canvas.plot import Plot
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.paint import QtPainter
from ensemble_viz.ui.session import Session

SIZE = (896, 632)
BOOSTING = {"rounds": 4, "learning_rate": 0.5, "max_depth": 2}
# ten points apart from one another, two steps to learn, one of them far off
FEW = Dataset(
    np.arange(10.0)[:, None] * 1.3,
    np.array([0.1, -0.2, 0.0, 0.3, 2.4, 1.0, 1.2, 0.8, -1.5, 1.1]),
    columns=("x",),
)


class Board:
    """A plot with the picture of a line, and nothing else."""

    def __init__(self, qtbot, data=FEW, method="gradient-boosting", **settings):
        settings = BOOSTING | settings if "boosting" in method else settings
        params = methods.method(method).params.from_values(settings)
        self.session = Session(Document(data, (Setup(method, params),)))
        qtbot.waitUntil(lambda: not self.session.is_learning)
        self.home = QWidget()
        qtbot.addWidget(self.home)
        self.home.resize(*SIZE)
        self.picture = CanvasPicture(Desk(self.session), self.home)
        self.plot = Plot(self.home, self.picture)
        self.plot.resize(*SIZE)
        with qtbot.waitExposed(self.home):
            self.home.show()

    def show(self, t, step, **parts):
        self.session.look(moment=Moment(t, step), **parts)
        scene = self.session.scene
        self.plot.measure(self.session.theme, Measures())
        self.plot.show_frame(scene.frame)
        self.picture.refresh(scene, Change.ALL)
        return scene.line_plot

    def pixels(self, ratio=1, layers=None):
        image = QImage(SIZE[0] * ratio, SIZE[1] * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(self.session.theme.colour("canvas"))
        with QPainter(image) as painter:
            own = [layer for layer in self.picture.layers if layer.level != "points"]
            shown = Picture(*SIZE, 0, tuple(layers or own))
            QtPainter().paint(shown, painter, ratio)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)
        return rows[:, :, 2::-1].astype(int)

    def across(self, x, ratio=1):
        return float(self.plot.sheet.across(np.array(x))) * ratio

    def down(self, y, ratio=1):
        return float(self.plot.sheet.down(np.array(y))) * ratio

    def colour(self, name):
        return rgb(self.session.theme.colour(name))


@pytest.fixture
def board(qtbot):
    return Board(qtbot)


def rgb(colour):
    return np.array([colour.red(), colour.green(), colour.blue()])


def is_like(pixels, colour, within=3):
    return (np.abs(pixels - colour) <= within).all(axis=-1)


def blended(over, under, alpha):
    return np.rint(alpha * over + (1 - alpha) * under).astype(int)


def pieces(curve, least=0.4):
    """List the middles and heights of the wider pieces."""
    wide = np.diff(curve.edges) > least
    return zip(((curve.edges[1:] + curve.edges[:-1]) / 2)[wide], curve.values[wide], strict=True)


@pytest.mark.parametrize("ratio", [1, 2])
@pytest.mark.parametrize("palette", ["light", "dark", "projector"])
def test_the_sum_is_drawn_at_its_height(board, palette, ratio):
    plot = board.show(2, 1, palette=palette)
    pixels = board.pixels(ratio)
    ink = board.colour("boundary")
    score, x = board.session.run.score(1), FEW.points[:, 0]
    for place, height in zip(x + 0.4, plot.curve.at(x + 0.4), strict=True):
        row, column = board.down(height, ratio), int(board.across(place, ratio))
        top = int(row) - 10 * ratio
        found = top + is_like(pixels[top : top + 20 * ratio, column], ink).nonzero()[0]
        assert abs((found.min() + found.max() + 1) / 2 - row) <= 1.0
    np.testing.assert_allclose(plot.curve.at(x), score, atol=1e-12)


@pytest.mark.parametrize("ratio", [1, 2])
def test_stems_are_equally_long_in_both_panels_in_the_colours_of_their_signs(board, ratio):
    layers = board.session.view.with_layers(points=False).look.layers
    plot = board.show(2, 1, layers=layers)
    pixels = board.pixels(ratio)
    below, above = (rgb(QColor(look.fill)) for look in board.session.theme.palette.classes[:2])
    unit = SIZE[1] * ratio / (plot.frame.top - plot.frame.bottom)
    border = int(board.down(plot.upper.bottom, ratio))
    for x, r in zip(FEW.points[:, 0], board.session.run.round(2).target, strict=True):
        if abs(r) * unit < 12:
            continue
        column = pixels[:, int(board.across(x, ratio))]
        colour, other = (above, below) if r > 0 else (below, above)
        paper = board.colour("canvas")
        upper = is_like(column[:border], colour).sum()
        lower = is_like(column[border:], blended(colour, paper, 0.5), 4).nonzero()[0]
        assert abs(upper - abs(r) * unit) <= 3 * ratio  # the end under the curve
        assert abs(len(lower) - abs(r) * unit) <= 3 * ratio
        ends = sorted(board.down(plot.offset + end, ratio) - border for end in (0.0, r))
        np.testing.assert_allclose((lower.min(), lower.max() + 1), ends, atol=3 * ratio)
        assert not is_like(column, other).any()


def test_the_tree_its_bars_and_its_thresholds_are_where_it_says(board):
    layers = board.session.view.with_layers(residuals=False).look.layers
    plot = board.show(1, 2, layers=layers)
    pixels = board.pixels()
    accent, paper = board.colour("accent"), board.colour("canvas")
    tree = board.session.run.round(1).learners[0]
    root = int(board.across(tree.threshold[0]))
    line = is_like(pixels[4 : SIZE[1] - 40, root - 1 : root + 2], accent).any(axis=1)
    assert np.count_nonzero(~line) <= 8  # the sum, zero and the border cross it
    classes = board.session.theme.palette.classes
    for region in plot.regions:
        column = int(board.across((region.left + region.right) / 2))
        row = board.down(plot.offset + region.value)
        found = is_like(pixels[:, column], accent).nonzero()[0]
        found = found[found > board.down(plot.upper.bottom)]
        assert abs((found.min() + found.max() + 1) / 2 - row) <= 1.0
        middle = int(board.down(plot.offset + region.value / 2))
        fill = blended(rgb(QColor(classes[int(region.value > 0)].fill)), paper, 0.3)
        if abs(row - board.down(plot.offset)) > 10:
            assert is_like(pixels[middle, column], fill)


def test_what_is_to_come_is_dashed_and_gone_once_it_is_added(board):
    layers = board.session.view.with_layers(residuals=False).look.layers
    plot = board.show(1, 2, layers=layers)
    pixels = board.pixels()
    inside = 0
    for x, height in pieces(plot.to_come, 2.0):
        ends = [int(board.across(x + side)) for side in (-0.8, 0.8)]
        line = is_like(pixels[int(board.down(height)), ends[0] : ends[1]], board.colour("accent"))
        assert 0.4 < line.mean() < 0.8  # 7 of 12 pixels
        inside += 1
    assert inside
    board.show(1, 4)
    after = board.pixels()
    upper = after[: int(board.down(plot.upper.bottom)) - 2]
    columns = is_like(upper, board.colour("accent")).all(axis=0).sum()
    assert is_like(upper, board.colour("accent")).sum() <= (columns + 2) * len(upper)


def test_nothing_reaches_from_the_values_into_the_residuals(board):
    plot = board.show(1, 1)
    whole = Rects(np.array([(0.0, 0.0, *map(float, SIZE))]), 0xFF00FF00)
    layers = []
    for layer in board.picture.layers:
        layers.append(layer)
        if layer.level == "points":
            layers.append(Layer("flood", (whole,), layer.clip))
    green = is_like(board.pixels(layers=layers), np.array([0, 255, 0]))
    border = round(board.down(plot.upper.bottom))
    assert green[: border - 1].mean() > 0.95
    assert not green[border + 1 :].any()


def test_the_region_of_a_node_lights_up_in_both_panels(board):
    plot = board.show(1, 2)
    before = board.pixels()
    region = plot.regions[1]
    board.session.look(pinned=Focus(node=region.node))
    board.show(1, 2)
    after = board.pixels()
    column = int(board.across(region.left + 0.15))
    for row in (6, int(board.down(plot.upper.bottom)) + 40):
        assert is_like(before[row, column], board.colour("canvas"), 0)
        tint = blended(board.colour("ink"), board.colour("canvas"), 0.045)
        assert is_like(after[row, column], tint, 1)
    other = int(board.across(plot.regions[0].left + 0.5))
    np.testing.assert_array_equal(after[6, other], before[6, other])


def test_a_point_that_is_looked_at_is_ringed_among_the_residuals(board):
    plot = board.show(1, 1)
    before = board.pixels()
    board.show(1, 1, pinned=Focus(point=4))
    changed = (board.pixels() != before).any(axis=-1).nonzero()
    r = board.session.run.round(1).target[4]
    row, column = board.down(plot.offset + r), board.across(FEW.points[4, 0])
    assert len(changed[0])
    assert np.abs(changed[0] - row).max() < 14
    assert np.abs(changed[1] - column).max() < 14


def test_points_the_tree_never_saw_are_hollow_among_the_residuals(qtbot):
    board = Board(qtbot, subsample=0.5)
    plot = board.show(1, 1)
    pixels = board.pixels()
    drawn = board.session.run.round(1).in_bag
    assert 0 < (drawn == 0).sum() < len(FEW)
    for x, r, times in zip(FEW.points[:, 0], plot.residuals.end, drawn, strict=True):
        row, column = int(board.down(plot.offset + r)), int(board.across(x))
        name = "ink2" if times else "canvas"
        assert is_like(pixels[row, column], board.colour(name))


def test_nothing_is_written_where_cards_lie(board):
    board.show(1, 2)
    paper = board.colour("canvas")
    column = (slice(60, 300), slice(0, 44))
    assert not is_like(board.pixels()[column], paper).all()
    board.picture.cover(((0.0, 50.0, 60.0, 310.0),), None)
    assert is_like(board.pixels()[column], paper).all()


def test_the_trees_of_a_bag_are_faint(qtbot):
    board = Board(qtbot, method="bagging", rounds=6, max_depth=2)
    plot = board.show(5, 2)
    pixels = board.pixels()
    assert len(plot.earlier) == 4
    faint = blended(board.colour("ink"), board.colour("canvas"), 0.26)
    assert is_like(pixels, faint, 4).sum() > 200
    for x, height in pieces(plot.learner, 1.0):
        row, column = int(board.down(height)), int(board.across(x))
        assert is_like(pixels[row, column], board.colour("accent"))


@pytest.mark.parametrize(("step", "name"), [(2, "accent"), (3, "boundary")])
def test_a_tree_is_over_the_mean_until_it_votes_and_under_it_then(qtbot, step, name):
    level = Dataset(FEW.points.copy(), np.ones(10), columns=("x",))  # all trees say the same
    board = Board(qtbot, level, "bagging", rounds=3)
    board.show(2, step)
    row = board.pixels()[int(board.down(1.0)), 60:]
    assert is_like(row, board.colour(name)).mean() > 0.9


def test_in_the_plane_there_is_no_line_plot(qtbot):
    board = Board(qtbot)
    board.show(1, 2)
    assert {"curves", "tree"} <= {layer.level for layer in board.picture.layers}
    plane = Board(qtbot, sample("surface", n=20))
    plane.show(1, 2)
    assert not {"curves", "tree"} & {layer.level for layer in plane.picture.layers}


def test_values_far_out_of_sight_paint_nothing_strange(board):
    board.show(2, 2)
    whole = board.session.scene.frame
    tiny = Frame(whole.left, whole.bottom, whole.left + 1e-6, whole.bottom + 1e-6)
    plot = board.show(2, 2, frame=tiny)
    assert plot.lower is not None
    inks = is_like(board.pixels(), board.colour("boundary")).mean()
    assert inks < 0.1


@pytest.mark.parametrize("method", ["gradient-boosting", "bagging", "tree"])
def test_a_line_without_points_shows_a_grid(qtbot, method):
    empty = Dataset(np.empty((0, 1)), np.empty(0), columns=("x",))
    board = Board(qtbot, empty, method)
    plot = board.show(0, 0)
    assert plot.x_ticks.labels == ("0", "2", "4", "6", "8", "10")
    row = board.pixels()[int(board.down(plot.upper.top) + 20)]
    assert is_like(row, board.colour("hairline")).sum() == 4  # at 2, 4, 6, 8


@pytest.mark.parametrize("palette", ["light", "projector"])
def test_heights_of_seven_digits_are_whole(qtbot, palette):
    """Nothing is written across the left edge: a minus would be lost there."""
    millions = Dataset(FEW.points, 1e6 * (FEW.target - 3.0), columns=("x",))
    board = Board(qtbot, millions)
    plot = board.show(2, 2, palette=palette)
    assert plot.y_ticks.labels == ("−4000000", "−2000000", "0")
    rows = board.pixels()
    for at in (-4e6, -2e6):
        y = round(board.down(at))
        assert is_like(rows[y - 4 : y + 5, :4], board.colour("canvas")).all()
        assert not is_like(rows[y - 4 : y + 5, 4:40], board.colour("canvas")).all()


@pytest.fixture(params=["gradient-boosting", "bagging"])
def canvas(qtbot, request):
    params = methods.method(request.param).params.from_values({"rounds": 3})
    session = Session(Document(FEW, (Setup(request.param, params),)))
    canvas = Canvas(Desk(session))
    session.changed.connect(canvas.refresh)
    qtbot.addWidget(canvas)
    canvas.resize(*SIZE)
    session.look(glides=False)
    with qtbot.waitExposed(canvas):
        canvas.show()
    session.look(tool="move", moment=Moment(2, 2))
    canvas.refresh(session.scene, Change.ALL)
    qtbot.waitUntil(lambda: not session.is_learning)
    yield canvas
    qtbot.waitUntil(lambda: not session.is_learning)


def test_a_point_on_a_line_is_dragged_and_all_follows_at_once(qtbot, canvas):
    session, viewport = canvas.desk.session, canvas.plot.viewport()
    before, frame = session.document, session.scene.frame
    curve = session.scene.line_plot.curve.values.tolist()
    start = QPointF(*canvas.plot.sheet.point(FEW.points[5, 0], FEW.target[5])).toPoint()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in (10, 20, 30):
        here = start + QPoint(step, -step)
        QTest.mouseMove(viewport, here)
        x, y = canvas.plot.place(here.toPointF())
        qtbot.waitUntil(lambda x=x: abs(session.document.data.points[5, 0] - x) < 0.05)
        assert session.document.data.target[5] == pytest.approx(y, abs=0.05)
    assert session.view.where.moment == Moment(2, 2)
    assert session.scene.frame == frame
    assert session.scene.line_plot.curve.values.tolist() != curve
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(30, -30))
    assert len(session.undo.names) == 1
    session.undo.undo()
    assert session.document is before
    assert session.scene.line_plot.curve.values.tolist() == curve


def test_changing_to_a_method_without_residuals_gives_the_values_all_the_room(qtbot):
    session = Board(qtbot).session
    session.hold_frame()
    assert session.view.where.frame == session.scene.frame
    assert session.edit("Choose bagging", edits.choose_method, 0, "bagging")
    assert session.view.where.frame is None
    assert session.scene.line_plot.lower is None
    session.hold_frame()
    session.undo.undo()
    assert session.view.where.frame is None
    assert session.scene.line_plot.lower is not None
    qtbot.waitUntil(lambda: not session.is_learning)
