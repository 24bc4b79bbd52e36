"""What the pixels of the canvas mean: classes, areas, thresholds, the surface."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import START, Focus, Frame, Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.figure import FigureLayout as Paper
from ensemble_viz.scene.field import Field, Tints
from ensemble_viz.scene.frame import fit
from ensemble_viz.scene.moment.steps import forward, steps
from ensemble_viz.scene.palette import PALETTES, SHAPES, packed, rgb, unpacked
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.primitives import Raster
from ensemble_viz.scene.picture.tags import Style
from ensemble_viz.scene.shades import answers
from ensemble_viz.scene.shapes import measures
from ensemble_viz.ui.canvas.canvas_picture import Glide
from ensemble_viz.ui.look.lettering import RULER
from ensemble_viz.ui.paint import atlas
from tests.drawn import png
from tests.ui.canvases import LEFT, Easel, array, dataset, level, session_of, tags


@pytest.fixture
def alone(qtbot):
    """A desk with twenty points of known weights, far from one another, and nothing else."""
    place = [(x, y) for y in range(4) for x in range(5)]
    weight = np.linspace(0.2, 4.0, 20)
    points = np.array(place, dtype=float)
    target = np.arange(20) % 8
    names = tuple("ABCDEFGH")
    data = Dataset(points, target.astype(np.int64), names, weight=weight)
    made = Easel(qtbot, session_of(data, "tree"))
    layers = made.view.with_layers(surface="off", boundary=False).look.layers
    made.session.look(layers=layers, frame=fit(data))  # as far apart as can be, cards or not
    made.settle()
    return made


def patch(desk, image, row, half):
    """Cut a square around a point out of a picture."""
    ratio = image.shape[1] / desk.viewport.width()
    frame = desk.session.scene.frame
    x, y = desk.data.points[row]
    column = (x - frame.left) / (frame.right - frame.left) * image.shape[1]
    line = (frame.top - y) / (frame.top - frame.bottom) * image.shape[0]
    reach = round(half * ratio)
    column, line = round(column), round(line)
    return image[line - reach : line + reach, column - reach : column + reach].astype(float), ratio


def covered(part, ground, inks):
    """Add up how much of each pixel is marker: the rest is halo, which is as white as the ground.

    A pixel is a mixture of fill, outline and halo; its shares are found by least squares.
    """
    ends = np.array([*inks, ground], dtype=float)
    system = np.vstack((ends.T, 1000.0 * np.ones(len(ends))))
    flat = part.reshape(-1, 3)
    wanted = np.vstack((flat.T, 1000.0 * np.ones(len(flat))))
    shares = np.linalg.lstsq(system, wanted, rcond=None)[0]
    return float(np.clip(shares[:-1].sum(axis=0), 0.0, 1.0).sum())


def test_area_follows_weight_over_twenty_weights_and_all_shapes(alone):
    alone.session.look(palette="projector")  # there canvas and halo are the same white
    alone.settle()
    whole = (0.0, 0.0, float(alone.viewport.width()), float(alone.viewport.height()))
    alone.canvas.picture.cover((whole,), None)  # no large numbers near the points at the edge
    image, look = alone.image(), PALETTES["projector"]
    plain = (
        measures(alone.canvas.width(), "projector").growth
        * alone.session.scene.markers.plain_radius
    )
    weight = alone.data.distribution
    for row in range(20):
        part, ratio = patch(alone, image, row, 30)
        colours = look.classes[alone.data.target[row]]
        ground = rgb(look.halo)
        area = covered(part, ground, (rgb(colours.fill), rgb(colours.outline)))
        wanted = np.pi * plain**2 * 20 * weight[row] * ratio**2
        assert area == pytest.approx(wanted, rel=0.05), (row, SHAPES[row % 8])


def test_a_point_has_the_colour_of_its_class(alone):
    image = alone.image()
    for row in range(2, 20):  # the two lightest are little more than their outline
        part, _ = patch(alone, image, row, 4)
        middle = len(part) // 2
        part = part[middle - 1 : middle + 1, middle - 1 : middle + 1]
        fill = PALETTES["light"].classes[alone.data.target[row]].fill
        assert np.abs(part - rgb(fill)).max() <= 1


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.usefixtures("qapp")
def test_sprites_have_the_area_of_their_disc(shape, ratio):
    black, white = 0xFF000000, 0xFFFFFFFF
    for radius in (3.0, 6.0, 9.7, 21.0):
        sheet = atlas.Atlas(ratio)
        style = Style(shape, black, black, 1.1, inside=True, halo=white, halo_width=1.5)
        left, top, size, _ = map(int, sheet._add_mark(style, radius))  # noqa: SLF001
        image = sheet.pixmap.toImage().copy(left, top, size, size)
        paper = QImage(size, size, QImage.Format.Format_RGB32)
        paper.fill(0xFFFFFFFF)
        painter = QPainter(paper)
        painter.drawImage(0, 0, image)
        painter.end()
        ink = 1.0 - array(paper)[..., 0] / 255.0
        assert ink.sum() == pytest.approx(np.pi * (radius * ratio) ** 2, rel=0.03)


@pytest.mark.usefixtures("qapp")
def test_a_sheet_of_many_styles_holds_little():
    """A window has twenty of them, and classes, colours and shapes change all the time."""
    one = Style("disc", 0xFF000000, 0xFF000000, 1.1, inside=True)
    tracemalloc.start()
    try:
        sheet = atlas.Atlas(2.0)
        assert tracemalloc.get_traced_memory()[0] < 2**18
        sheet._numbered(tuple(replace(one, fill=k) for k in range(512)))  # noqa: SLF001
        assert tracemalloc.get_traced_memory()[0] < 2**24
        sheet._numbered(tuple(replace(one, fill=k) for k in range(4000)))  # noqa: SLF001
        sheet.begin()
        assert tracemalloc.get_traced_memory()[0] < 2**20
    finally:
        tracemalloc.stop()


def test_points_are_there_whatever_was_painted_before(qtbot, monkeypatch):
    monkeypatch.setattr(atlas, "LARGEST", 2 * atlas.LOW)
    desk = Easel(qtbot, session_of(sample("blobs"), rounds=100))
    desk.session.look(palette="projector")
    heights = []
    while heights == sorted(heights):  # until a full sheet was begun again
        desk.session.go(forward(desk.session.run, desk.view.where.moment, small=True))
        desk.image()
        heights.append(desk.canvas.picture.painter.atlas.pixmap.height())
    desk.session.apply(points.place, [(0.5, 0.25)], [1])
    desk.session.go_to_round(2)
    desk.settle()
    another = Easel(qtbot, desk.session)
    assert (desk.image() == another.image()).all()


@pytest.mark.parametrize("axis", [0, 1])
def test_the_boundary_stands_at_the_threshold(qtbot, axis):
    points = np.array([(0.0, 0.0), (0.3, 0.1), (0.71, 0.2), (1.0, 0.05)])
    points = points if axis == 0 else points[:, ::-1]
    desk = Easel(qtbot, session_of(dataset(points, [0, 0, 1, 1]), "tree"))
    desk.session.go_to_round(1)
    desk.session.look(layers=desk.view.with_layers(learner=False, points=False).look.layers)
    desk.settle()
    image = desk.image()
    ink = np.array(rgb(PALETTES["light"].boundary))
    dark = (np.abs(image.astype(int) - ink).max(axis=2) <= 2).mean(axis=axis) > 0.6
    (found,) = np.nonzero(dark)
    ratio = image.shape[1] / desk.viewport.width()
    threshold = desk.session.run.round(1).learners[0].threshold[0]
    frame = desk.session.scene.frame
    if axis == 0:
        wanted = (threshold - frame.left) / (frame.right - frame.left) * image.shape[1]
    else:
        wanted = (frame.top - threshold) / (frame.top - frame.bottom) * image.shape[0]
    assert abs(found.mean() + 0.5 - wanted) <= 1.0
    assert len(found) == found[-1] - found[0] + 1
    assert 1.4 * ratio <= len(found) <= 3 * ratio


def test_the_line_of_a_stump_stands_at_its_threshold_between_its_answers(qtbot):
    desk = Easel(qtbot, session_of(sample("moons", n=60), rounds=4))
    rounds = desk.session.run.rounds
    upright = next(r.number for r in rounds if r.learners[0].feature[0] == 0)
    desk.session.go(Moment(upright, 1))
    desk.settle()
    image, look = desk.image().astype(int), PALETTES["light"]
    tree = desk.session.run.round(upright).learners[0]
    frame = desk.session.scene.frame
    width = image.shape[1]
    wanted = (tree.threshold[0] - frame.left) / (frame.right - frame.left) * width
    accent = (np.abs(image - rgb(look.accent)).max(axis=2) <= 2).mean(axis=0) > 0.6
    (found,) = accent.nonzero()
    assert abs(found.mean() + 0.5 - wanted) <= 1.0
    ratio = width / desk.viewport.width()
    assert len(found) == round(4 * ratio)
    for side, node in ((-1, tree.left[0]), (1, tree.right[0])):
        k = int(tree.value[node].argmax())
        beside = int(found.mean() + side * 6.5 * ratio)
        column = np.median(image[:, beside], axis=0)
        fills = [np.abs(column - rgb(each.fill)).sum() for each in look.classes[:2]]
        assert int(np.argmin(fills)) == k


def field(x, y, seed=1):
    cells = len(y) - 1, len(x) - 1
    colours = np.random.default_rng(seed).integers(0, 256, (cells[0] * cells[1], 3))
    tints = Tints(np.arange(len(colours)).reshape(cells), packed(colours))
    return Field(np.array(x), np.array(y), tints, np.empty((0, 4)))


def pixels_of(some, sheet, ratio=1.0):
    """Colour the pixels of a surface on a sheet."""
    x, y = sheet.across(some.x), sheet.down(some.y)
    return unpacked(Raster(x, y, some.tints, sheet.box).pixels(ratio))


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.usefixtures("qapp")
def test_every_pixel_has_the_colour_of_the_cell_its_centre_is_in(ratio):
    sheet = Sheet((0.0, 0.0, 40.0, 24.0), RULER, Frame(0.0, -3.0, 10.0, 3.0))
    some = field([0.0, 0.125, 3.0, 3.3, 9.99, 10.0], [-3.0, -2.9, 0.0, 1.7, 3.0])
    image = pixels_of(some, sheet, ratio)
    height, width = image.shape[:2]
    assert (width, height) == (round(40 * ratio), round(24 * ratio))
    for line in range(height):
        for column in range(width):
            x = (column + 0.5) / width * 10.0
            y = 3.0 - (line + 0.5) / height * 6.0
            if np.abs(some.x - x).min() < 1e-9 or np.abs(some.y - y).min() < 1e-9:
                continue  # on an edge: whose pixel that is says the next test
            i = next(k for k in range(5) if x <= some.x[k + 1])
            j = next(k for k in range(4) if y <= some.y[k + 1])
            assert (image[line, column] == some.rgb[j, i]).all()


@pytest.mark.usefixtures("qapp")
def test_a_cut_belongs_to_the_left_and_lower_cell():
    sheet = Sheet((0.0, 0.0, 4.0, 4.0), RULER, Frame(0.0, 0.0, 4.0, 4.0))
    some = field([0.0, 1.5, 4.0], [0.0, 2.5, 4.0])  # cuts through the centres of pixels
    image = pixels_of(some, sheet)
    assert (image[3, 1] == some.rgb[0, 0]).all()
    assert (image[1, 0] == some.rgb[0, 0]).all()
    assert (image[1, 2] == some.rgb[0, 1]).all()
    assert (image[0, 0] == some.rgb[1, 0]).all()


def test_the_surface_on_the_screen_is_that_of_the_run(qtbot):
    desk = Easel(qtbot, session_of(sample("moons", n=60), "random-forest", rounds=6))
    desk.session.go_to_round(6)
    off = dict.fromkeys(("points", "boundary", "learner", "earlier"), False)
    desk.session.look(layers=desk.view.with_layers(**off, surface="hard").look.layers)
    desk.settle()
    image = desk.image()
    generator = np.random.default_rng(3)
    height, width = image.shape[:2]
    frame = desk.session.scene.frame
    ratio = width // desk.viewport.width()
    places = np.column_stack(
        (
            generator.integers(60 * ratio, width - 60 * ratio, 300),
            generator.integers(150 * ratio, height - 120 * ratio, 300),
        )
    )
    x = frame.left + (places[:, 0] + 0.5) / width * (frame.right - frame.left)
    y = frame.top - (places[:, 1] + 0.5) / height * (frame.top - frame.bottom)
    votes = sum(
        record.learners[0].answer(np.column_stack((x, y))) for record in desk.session.run.rounds
    )
    colours = image[places[:, 1], places[:, 0]]
    kinds = [{tuple(c) for c in colours[votes.argmax(axis=1) == k].tolist()} for k in (0, 1)]
    assert [len(kind) for kind in kinds] == [1, 1]
    assert kinds[0] != kinds[1]


def test_misses_are_ringed_and_the_pinned_point_is_marked(qtbot):
    points = [(0.0, 0.0), (0.4, 0.2), (0.8, 0.4), (1.2, 0.6), (1.6, 0.8)]
    desk = Easel(qtbot, session_of(dataset(points, [0, 0, 1, 0, 1]), rounds=3))
    desk.session.go(Moment(1, 2))
    off = desk.view.with_layers(surface="off", boundary=False, learner=False).look.layers
    desk.session.look(layers=off, pinned=Focus(point=0))
    desk.settle()
    (missed,) = desk.session.scene.stage.missed.nonzero()
    assert len(missed) == 1
    look, image = PALETTES["light"], desk.image()
    for row in range(5):
        part, ratio = patch(desk, image, row, 16)
        ink = np.abs(part - rgb(look.ink)).max(axis=2) <= 40
        assert (np.count_nonzero(ink) > 30 * ratio) == (row == missed[0])
        accent = np.abs(part - rgb(look.accent)).max(axis=2) <= 40
        assert (np.count_nonzero(accent) > 30 * ratio) == (row == 0)


def test_out_of_bag_points_are_hollow(qtbot):
    desk = Easel(qtbot, session_of(sample("blobs", n=30), "random-forest", rounds=3))
    desk.session.go(Moment(2, 1))
    off = desk.view.with_layers(surface="off", boundary=False, earlier=False).look.layers
    desk.session.look(layers=off)
    desk.settle()
    image, look = desk.image(), PALETTES["light"]
    drawn = desk.session.scene.stage.draws
    centres = desk.canvas.nearby.centres()
    markers = desk.session.scene.markers
    checked = 0
    for k, row in enumerate(markers.row):
        away = np.hypot(*(centres - centres[k]).T)
        if (away < 26).sum() > 1 or drawn[row] > 1:
            continue
        part, _ = patch(desk, image, row, 1)
        fill = look.classes[desk.data.target[row]].fill
        wanted = look.canvas if drawn[row] == 0 else fill
        assert np.abs(part - rgb(wanted)).max() <= 1
        checked += 1
    assert checked > 5


def test_areas_glide_from_the_old_weights_to_the_new(qtbot):
    desk = Easel(qtbot, session_of(sample("moons", n=30), rounds=4))
    desk.session.look(glides=True)
    item = desk.canvas.picture
    desk.session.go(Moment(2, 3))
    qtbot.waitUntil(lambda: not item.is_gliding)
    before = by_row(item.layers)
    desk.session.go(Moment(2, 4))
    assert item.is_gliding
    after = by_row(item.layers)
    (glide,) = (each for each in item.findChildren(Glide) if each.is_running)
    seen = []
    for done in np.linspace(0.0, 0.9, 8):
        glide.setCurrentTime(round(done * glide.duration()))
        seen.append(by_row(item.shown))
    qtbot.waitUntil(lambda: not item.is_gliding)
    for row in range(30):
        low, high = sorted((before[row], after[row]))
        assert all(low - 1e-9 <= each[row] <= high + 1e-9 for each in seen)
    row = max(range(30), key=lambda k: abs(after[k] - before[k]))
    path = [each[row] for each in seen]
    assert path == sorted(path, reverse=bool(after[row] < before[row]))
    desk.session.go(Moment(3, 4))
    desk.session.go(Moment(1, 4))  # a new step finishes the old one
    desk.session.look(glides=False)
    desk.session.go(Moment(2, 4))
    assert not item.is_gliding


def by_row(layers):
    """Read the areas of the bodies of points, by their rows."""
    (dots,) = next(layer for layer in layers if layer.level == "points").items
    is_body = np.array([style.inside for style in dots.styles])[dots.style]
    return dict(zip(dots.rows[is_body].tolist(), dots.radius[is_body] ** 2, strict=True))


def test_nothing_glides_while_points_are_dragged(qtbot):
    desk = Easel(qtbot, session_of(sample("moons", n=30), rounds=4))
    desk.session.look(glides=True)
    desk.session.go(Moment(2, 4))
    qtbot.waitUntil(lambda: not desk.canvas.picture.is_gliding)
    desk.session.look(tool="move")
    start = desk.of_point(3)
    desk.drag(start, start + QPointF(20, 8).toPoint(), start + QPointF(30, 20).toPoint())
    assert not desk.canvas.picture.is_gliding


def test_what_has_not_changed_is_not_painted_again(qtbot):
    desk = Easel(qtbot, session_of(sample("moons", n=30), rounds=4))
    desk.session.go_to_round(3)
    desk.settle()
    shown = level(desk.canvas, "surface")
    desk.session.look(hovered=Focus(point=3))
    desk.session.look(pinned=Focus(point=4))
    desk.session.tell(Change.LEARNED)
    assert level(desk.canvas, "surface") is shown
    desk.session.look(frame=Frame(0.0, 0.0, 1.0, 1.0))
    assert level(desk.canvas, "surface") is not shown


# --- ticks --------------------------------------------------------------------------------------


@pytest.fixture
def crossed(qtbot):
    """A desk whose ticks stand on a strong surface, and one on a point, with the ticks' places."""
    desk = Easel(qtbot, session_of(dataset([[2, 2], [4, 6], [8, 8]], [0, 1, 1]), "tree"))
    desk.session.look(layers=Layers(surface="hard"), frame=Frame(0.0, 0.0, 10.0, 10.0))
    desk.session.go(Moment(1, len(steps(desk.session.run, 1))))
    desk.settle()
    numbers = [tag for tag in tags(desk.canvas, "tick ") if tag.parts[0].type[1] < 600]
    places = [QRectF(QPointF(*tag.box[:2]), QPointF(*tag.box[2:])) for tag in numbers]
    below = max(places, key=lambda place: place.bottom())
    spot = desk.place(below.center())  # a point goes below the first number
    desk.session.apply(points.move_to, 0, spot)
    desk.settle()
    return desk, places


@pytest.mark.parametrize("palette", ["light", "dark"])
def test_ticks_have_a_rim_of_the_ground_over_surface_and_points(crossed, palette):
    desk, places = crossed
    desk.session.look(palette=palette)
    desk.settle()
    image, look = desk.image(), PALETTES[palette]
    ratio = image.shape[1] / desk.viewport.width()
    for place in places:
        left, top, right, bottom = (round(edge * ratio) for edge in place.getCoords())
        part = image[top:bottom, left:right].reshape(-1, 3).astype(int)
        rim, ink = (np.abs(part - rgb(c)).max(axis=1) <= 2 for c in (look.canvas, look.ink2))
        assert rim.mean() > 0.1, place
        assert ink.any(), place


def test_ticks_are_written_once_however_long_a_point_is_dragged(crossed, monkeypatch):
    desk, _ = crossed
    desk.session.look(tool="move")
    start, written = desk.of_point(2), []
    desk.drag(start, start + QPoint(-8, 8), release=False)
    monkeypatch.setattr(atlas, "paint_tag", lambda _, tag: written.append(tag.key))
    for k in range(12, 60, 4):
        QTest.mouseMove(desk.viewport, start + QPoint(-k, k))
        desk.settle()
    QTest.mouseRelease(desk.viewport, LEFT, pos=start + QPoint(-56, 56))
    assert desk.data.points[2].tolist() != [8.0, 8.0]
    assert [key for key in written if key.startswith("tick ")] == []


# --- pictures -----------------------------------------------------------------------------------


def ground_of(image):
    """The two commonest colours: what is seen between the points, on either side of a learner."""
    colours, count = np.unique(image.reshape(-1, 3), axis=0, return_counts=True)
    common = [k for k in np.argsort(count)[-2:] if count[k] > 0.05 * count.sum()]
    return np.unique(colours[common], axis=0).astype(int)


@pytest.mark.parametrize("surface", ["soft", "off"])
@pytest.mark.parametrize("method", ["adaboost", "random-forest", "xgboost"])
def test_a_picture_has_the_ground_of_the_window(qtbot, method, surface):
    size, plain = (480, 360), [list(rgb(PALETTES["light"].canvas))]
    desk = Easel(qtbot, session_of(sample("ten-points"), method, max_depth=1), size)
    desk.session.look(layers=Layers(surface=surface, earlier=False))
    for moment in (START, *(Moment(1, k + 1) for k in range(len(steps(desk.session.run, 1))))):
        desk.session.go(moment)
        desk.settle()
        shown = desk.session.scene
        on_paper = ground_of(array(QImage.fromData(png(shown, Paper(size, key=False)))))
        # tints are mixed by two painters: the last bit may differ
        assert on_paper == pytest.approx(ground_of(desk.image()), abs=2), moment
        if surface == "soft" and not answers(shown.stage):
            assert on_paper.tolist() == plain, moment
