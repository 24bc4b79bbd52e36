"""The panel of points: every sample, every option, another draw; and points of one's own."""

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, first_setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data.samples import LARGEST_SEED, SAMPLES, sample
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.span import span_of_option, written
from ensemble_viz.ui.form.thumbnail import thumbnail
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.panels.data import BY_HAND, DataPanel, source, source_of
from ensemble_viz.ui.session import Session
from tests.ui.windows import rest

NAMES = list(SAMPLES)
EVERY = [
    pytest.param(name, option, id=f"{name}-{option.name}")
    for name, one in SAMPLES.items()
    for option in one.options
]


@pytest.fixture
def make(qtbot):
    made = []

    def make_one(name="moons", inline=False, method="random-forest"):
        one = SAMPLES[name]
        given = source(one, one.resolve())
        document = Document(one.build(), (first_setup(method),), one.title, source=given)
        session = Session(document)
        panel = DataPanel(Desk(session), inline)
        session.changed.connect(panel.refresh)
        panel.refresh(session.scene, Change.ALL)
        qtbot.addWidget(panel)
        panel.show()
        panel.activateWindow()
        made.append(session)
        return panel

    yield make_one
    for session in made:
        qtbot.waitUntil(lambda session=session: not session.is_learning)


def type_into(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def data(panel):
    return panel.desk.session.document.data


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_is_taken_with_its_options_and_undo_brings_the_old_one_back(make, name):
    start = "circles" if name == "moons" else "moons"
    panel = make(start)
    before = panel.desk.session.document
    panel.choice.activated.emit(NAMES.index(name))
    one = SAMPLES[name]
    assert np.array_equal(data(panel).points, one.build().points)
    assert panel.desk.session.document.title == one.title
    assert panel.choice.currentText() == one.title
    assert list(panel.rows) == [option.name for option in one.options]
    assert {name: row.field.value for name, row in panel.rows.items()} == one.resolve()
    panel.desk.session.undo.undo()
    assert panel.desk.session.document is before
    assert panel.choice.currentText() == SAMPLES[start].title
    assert list(panel.rows) == [option.name for option in SAMPLES[start].options]


@pytest.mark.parametrize(("name", "option"), EVERY)
def test_every_option_draws_its_points_and_undo_the_old_ones(make, qtbot, name, option):
    panel = make(name)
    before, span = panel.desk.session.document, span_of_option(option)
    value = "max(x1, x2) > 0" if option.type is str else span.after(option.default, True)
    row = panel.rows[option.name]
    type_into(qtbot, row.field, written(value))
    expected = SAMPLES[name].build(**{option.name: value})
    assert np.array_equal(data(panel).points, expected.points)
    assert np.array_equal(data(panel).target, expected.target)
    assert (data(panel).test is None) == (expected.test is None)
    assert row.field.value == value
    assert panel.desk.session.undo.undo_text == f"Change {option.label}"
    panel.desk.session.undo.undo()
    assert panel.desk.session.document is before
    assert row.field.value == option.default


def test_the_dice_draws_the_same_sample_again(make, qtbot):
    panel = make("moons")
    type_into(qtbot, panel.rows["n"].field, "30")
    qtbot.mouseClick(panel.dice, Qt.MouseButton.LeftButton)
    assert np.array_equal(data(panel).points, sample("moons", n=30, seed=3).points)
    assert panel.rows["seed"].field.value == 3
    assert panel.rows["n"].field.value == 30
    panel.desk.session.undo.undo()
    assert np.array_equal(data(panel).points, sample("moons", n=30, seed=2).points)


def test_behind_the_largest_seed_comes_the_first(make, qtbot):
    panel = make("moons")
    type_into(qtbot, panel.rows["seed"].field, str(LARGEST_SEED))
    qtbot.mouseClick(panel.dice, Qt.MouseButton.LeftButton)
    assert panel.rows["seed"].field.value == 0


def test_a_sample_without_chance_has_no_dice(make):
    assert not make("latitude", method="tree").dice.isVisible()
    assert make("moons").dice.isVisible()


def test_an_option_out_of_range_is_refused_at_its_field(make, qtbot):
    panel = make("moons")
    before, row = panel.desk.session.document, panel.rows["noise"]
    type_into(qtbot, row.field, "2")
    assert panel.desk.session.document is before
    assert row.refusal.isVisible()
    assert "from 0.0 to 1.0" in row.refusal.text()
    assert row.field.value == 0.2


def test_what_cannot_be_drawn_is_refused_at_its_field(make, qtbot, monkeypatch):
    from ensemble_viz.engine.data import Refusal
    from ensemble_viz.engine.data.samples import Sample

    panel = make("moons")
    before, row = panel.desk.session.document, panel.rows["n"]

    def refuse(_sample, **_options):
        raise Refusal("Two moons cannot be drawn from 3 points")

    monkeypatch.setattr(Sample, "build", refuse)
    type_into(qtbot, row.field, "3")
    assert panel.desk.session.document is before
    assert row.refusal.text() == "Two moons cannot be drawn from 3 points"
    assert row.field.value == 100


# --- points of one's own ------------------------------------------------------------------------


EDITS = {
    "place": (points.place, np.array([[0.0, 0.0]]), [1]),
    "move": (points.move_to, 3, (0.5, 0.5)),
    "delete": (points.delete, [3]),
    "relabel": (points.answer, [3], 1),
}


@pytest.mark.parametrize("name", EDITS)
def test_points_changed_by_hand_are_no_sample_any_more_until_undo(make, name):
    panel = make("moons")
    edit, *args = EDITS[name]
    panel.desk.session.apply(edit, *args)
    assert panel.choice.currentIndex() == -1
    assert panel.choice.placeholderText() == "Own points"
    assert panel.choice.aside == f"{len(data(panel))} points"
    assert panel.note.text() == BY_HAND
    assert panel.note.isVisible()
    assert panel.rows == {}
    assert not panel.dice.isVisible()
    panel.desk.session.undo.undo()
    assert panel.choice.currentText() == "Two moons"
    assert "noise" in panel.rows
    assert not panel.note.isVisible()


def test_points_of_a_file_are_called_by_its_title_and_a_sample_can_be_taken_again(make):
    panel = make("moons")
    own = sample("circles", n=1)
    panel.desk.session.edit("Open", edits.choose_data, own, "mine")
    assert panel.choice.placeholderText() == "mine"
    assert panel.choice.aside == "1 point"
    panel.choice.activated.emit(NAMES.index("moons"))
    assert np.array_equal(data(panel).points, sample("moons").points)
    assert panel.choice.currentText() == "Two moons"


@pytest.mark.parametrize("name", NAMES)
def test_a_source_can_be_read_again(name):
    one = SAMPLES[name]
    options = {
        option.name: span_of_option(option).after(option.default, True) for option in one.options
    }
    document = Document(sample("moons"), (first_setup("tree"),), "x", source=source(one, options))
    assert source_of(document) == (one, options)


# --- the header, pictures -----------------------------------------------------------------------


def test_in_the_header_there_is_the_sample_alone(make):
    panel = make("moons", inline=True)
    assert panel.rows == {}
    assert panel.choice.aside == "100 points"
    panel.choice.activated.emit(NAMES.index("circles"))
    assert panel.choice.currentText() == "Circles"
    assert panel.choice.aside == "120 points"


def test_the_list_has_a_picture_of_every_sample_when_it_is_opened(make):
    panel = make("moons")
    assert panel.choice.itemIcon(0).isNull()
    panel.choice.showPopup()
    assert not any(panel.choice.itemIcon(k).isNull() for k in range(len(NAMES)))
    panel.choice.hidePopup()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_has_the_colours_of_its_classes(name):
    theme, points = Theme(PALETTES["light"]), sample(name)
    image = thumbnail(points, theme, QSize(44, 30), 2.0).toImage()
    assert (image.width(), image.height()) == (88, 60)
    found = {image.pixelColor(x, y).name() for x in range(88) for y in range(60)}
    fills = [QColor(one.fill).name() for one in theme.palette.classes]
    if points.classes is not None:
        assert set(fills[: points.n_classes]) <= found
        assert not set(fills[points.n_classes :]) & found
    else:
        assert len(found) > 1


NEAR = Frame(0.0, 0.0, 5.0, 5.0)


@pytest.mark.parametrize("name", ["turn", "mirror_across", "mirror_up", "snap", "standardise"])
def test_when_all_points_have_moved_all_are_seen(window, name):
    """Turned points stayed below the caption, in the frame that was drawn in."""
    window.session.look(frame=NEAR)
    window.named[name].trigger()
    rest(window)
    scene = window.session.scene
    assert window.session.view.where.frame is None
    assert ((scene.frame.low < scene.stage.data.points)
            & (scene.stage.data.points < scene.frame.high)).all()  # fmt: skip


@pytest.mark.parametrize("name", ["turn", "mirror_across", "snap"])
def test_the_frame_stays_where_some_points_move_or_nobody_says_how_far(window, name):
    window.session.look(frame=NEAR, selection=(1, 2))
    window.named[name].trigger()
    rest(window)
    assert window.session.view.where.frame == NEAR
    window.session.look(selection=())
    window.files.ask.answer = "cancel"
    if name != "mirror_across":
        window.named[name].trigger()
        assert window.session.view.where.frame == NEAR
