"""Room for everything: cards beside points, panels beside one another, at every size of type."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSettings
from PySide6.QtWidgets import QApplication, QComboBox

from ensemble_viz.document import edits
from ensemble_viz.document.look import Panels
from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.scene.moment import steps
from ensemble_viz.ui.look.lettering import CutLabel
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window
from tests.ui.conftest import document
from tests.ui.reading import painted, together
from tests.ui.windows import is_in_front, rest

CASES = {
    "stumps": ("ten-points", "adaboost", {}),
    "forest": ("moons:n=60", "random-forest", {"rounds": 12}),
    "values": ("surface", "gradient-boosting", {"rounds": 12}),
    "values in bags": ("latitude", "random-forest", {"rounds": 12}),
    "values in parts": ("surface", "stacking", {}),
    "line": ("sine", "gradient-boosting", {"rounds": 12}),
    "votes": ("moons:n=60", "voting", {}),
    "stack": ("moons:n=60", "stacking", {}),
}
COVERED = CASES | {
    "long words": ("moons:n=60", "extra-trees", {"rounds": 12}),
    "longer words": ("blobs:n=60", "xgboost", {"rounds": 12}),
}
MOMENTS = (Moment(0, 0), Moment(1, 1), Moment(2, 4), Moment(3, 2))


def place_of(window, widget):
    """Where a widget is in the window."""
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def covered_points(window):
    """How many points have their middle under the caption or the key."""
    centres = window.canvas.nearby.centres()
    found = 0
    for card in window.canvas.overlays.fixed():
        low, high = (card.left(), card.top()), (card.right(), card.bottom())
        found += int(((centres > low) & (centres < high)).all(axis=1).sum())
    return found


def test_there_is_one_window_and_nothing_beside_it(open_window):
    window = open_window()
    for method in ("bagging", "adaboost", "gradient-boosting"):
        window.session.edit("Choose", edits.choose_method, 0, method)
        rest(window)
        seen = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        assert seen == [window]


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize(
    "case",
    ["stumps", "forest", "line", "values in bags", "values in parts", "long words", "longer words"],
)
def test_no_point_lies_below_a_card(open_window, case, size):
    points, method, settings = COVERED[case]
    window = open_window(points, method, size=size, **settings)
    for moment in MOMENTS:
        window.session.go(moment)
        rest(window)
        assert covered_points(window) == 0, moment


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("case", ["stumps", "forest", "line", "values in bags", "stack"])
def test_no_point_lies_below_a_card_on_the_projector(open_window, case, size):
    points, method, settings = CASES[case]
    window = open_window(points, method, size=size, **settings)
    window.session.look(panels=Panels(frozenset()))  # as F11 does, at a size
    window.parts.header.hide()
    window.strip.show()
    window.session.look(palette="projector")
    for moment in MOMENTS:
        window.session.go(moment)
        rest(window)
        assert covered_points(window) == 0, moment


@pytest.mark.parametrize("larger", [0, 2, 4])
def test_points_are_not_squeezed_between_caption_and_key(open_window, larger):
    window = open_window("moons", "adaboost", size=(1280, 720))
    for _ in range(larger):
        window.named["larger_type"].trigger()
    window.session.go_to_round(7)
    rest(window)
    spread = np.ptp(window.canvas.nearby.centres()[:, 1])
    assert spread >= 0.19 * window.canvas.height()


def test_on_a_line_values_are_not_squeezed_below_caption_and_key(open_window):
    """With large type the key has more rows beside the caption rather than hang below it."""
    window = open_window("sine", "gradient-boosting", size=(1280, 720), rounds=12)
    for _ in range(4):
        window.named["larger_type"].trigger()
    for moment in MOMENTS:
        window.session.go(moment)
        rest(window)
        caption, key = window.canvas.overlays.fixed()
        assert key.left() > caption.right()
        assert covered_points(window) == 0
        spread = np.ptp(window.canvas.nearby.centres()[:, 1])
        assert spread >= 0.2 * window.canvas.height()


def test_large_type_has_the_panels_there_is_room_for(open_window):
    """At 1920 pixels and half as large again there is the room of 1280: curves have theirs."""
    window = open_window("moons:n=60,test=50", "adaboost", size=(1920, 1080), rounds=12)
    assert window.docks["settings"].isVisible()
    for _ in range(4):
        window.named["larger_type"].trigger()
    rest(window)
    assert not window.docks["settings"].isVisible()
    assert window.parts.run.readouts.isVisible()
    assert window.parts.run.plot.width() >= 0.25 * window.parts.run.width()
    window.named["usual_type"].trigger()
    rest(window)
    assert window.docks["settings"].isVisible()


@pytest.mark.parametrize("case", CASES)
def test_nothing_moves_from_step_to_step(open_window, case):
    points, method, settings = CASES[case]
    window = open_window(points, method, **settings)
    frames, places = set(), set()
    for moment in MOMENTS[1:]:
        window.session.go(moment)
        rest(window)
        frames.add(window.session.scene.frame)
        section = window.parts.gallery.parentWidget()
        places.add(place_of(window, section).getRect())
    assert len(frames) == 1
    assert len(places) == 1


def test_room_is_left_for_all_steps_whenever_it_is_asked_for(open_window):
    """The steps of a stack stand in some rows: a change made among them fits nothing anew."""
    window = open_window("moons:n=60", "stacking", size=(1920, 1080))
    frame = window.session.scene.frame
    window.session.go(Moment(2, 3))
    window.session.edit("Folds", edits.change_setting, 0, "folds", 6)
    window.session.undo.undo()
    rest(window)
    assert window.session.scene.frame == frame


def test_a_notice_fits_nothing_anew(open_window):
    window = open_window()
    frame = window.session.scene.frame
    window.notice.say("Something to be read.")
    rest(window)
    assert window.canvas.height() < 632
    assert window.session.scene.frame == frame
    window.notice.hide()
    rest(window)
    assert window.session.scene.frame == frame


def test_without_the_caption_the_points_are_larger(open_window):
    window = open_window()
    frame = window.session.scene.frame
    window.named["caption"].trigger()
    rest(window)
    larger = window.session.scene.frame
    assert larger.top - larger.bottom < frame.top - frame.bottom


@pytest.mark.parametrize("case", CASES)
def test_all_sections_of_the_round_are_in_sight(open_window, case):
    points, method, settings = CASES[case]
    window = open_window(points, method, **settings)
    column = window.parts.right
    for moment in MOMENTS:
        window.session.go(moment)
        rest(window)
        whole = place_of(window, column.viewport())
        for panel in window.parts.this_round:
            place = place_of(window, panel)
            assert whole.left() <= place.left()
            assert place.right() <= whole.right()
            assert whole.top() <= place.top()
            assert place.bottom() <= whole.bottom() + 24, (panel, moment)


def test_the_formula_of_the_step_is_in_sight(open_window):
    window = open_window("blobs", "gradient-boosting", rounds=3)
    view = window.parts.formulas.view
    for step in (1, 2, 3, 4):
        window.session.go(Moment(2, step))
        rest(window)
        picture = window.parts.formulas.picture
        now = next(k for k, line in enumerate(picture.lines) if line.now)
        top = round(picture.bottom(now)) - view.verticalScrollBar().value()
        bottom = round(picture.bottom(now + 1)) - view.verticalScrollBar().value()
        assert top >= 0
        assert bottom <= view.viewport().height() or top == 0


def test_formulas_become_smaller_before_they_are_scrolled(open_window):
    window = open_window()
    picture = window.parts.formulas.picture
    usual = picture.size_of_type
    window.session.go(Moment(3, 5))
    rest(window)
    picture.give_room(120)
    assert picture.size_of_type < usual
    picture.give_room(1000)
    assert picture.size_of_type == usual


def test_in_a_window_that_becomes_wide_points_stand_below_the_round(open_window, qtbot):
    window = open_window()
    window.resize(1920, 1080)
    qtbot.waitUntil(window.docks["settings"].isVisible)
    rest(window)
    for name in ("round", "points"):
        assert is_in_front(window, name)
    above, below = (window.docks[name].geometry() for name in ("round", "points"))
    assert above.bottom() < below.top()
    window.session.go(Moment(3, 5))
    rest(window)
    view = window.parts.formulas.view
    assert view.viewport().height() >= window.parts.formulas.picture.natural
    assert below.height() >= 250


def test_docks_stand_as_they_stood_in_a_window_as_wide(open_window, qtbot, tmp_path):
    first = open_window(size=(1920, 1080))
    assert first.docks["settings"].isVisible()
    first.close()
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    kept.remove("window/geometry")
    second = Window(Session(document()), kept)
    qtbot.addWidget(second)
    with qtbot.waitExposed(second):
        second.show()
    qtbot.waitUntil(lambda: not second.session.is_learning)
    assert second.width() == 1280
    assert second.parts.rail.isVisible()
    assert not second.docks["settings"].isVisible()
    assert not second.docks["gallery"].isVisible()


def test_who_leaves_from_the_projector_comes_back_to_the_window(open_window, tmp_path):
    window = open_window(size=(1100, 700))
    before = window.saveGeometry()
    window.named["projector"].trigger()
    window.close()
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    assert kept.value("window/geometry") == before


def test_docks_grow_with_the_type(open_window, qtbot):
    window = open_window()
    before = {name: window.docks[name].width() for name in ("rail", "round")}
    for _ in range(3):
        window.named["larger_type"].trigger()
    for name, width in before.items():
        wanted = round(1.5 * width)
        qtbot.waitUntil(lambda n=name, w=wanted: abs(window.docks[n].width() - w) <= 2)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_no_column_covers_the_run_at_any_size_of_type(open_window, qtbot, size):
    window = open_window("blobs", size=size)

    def is_whole():
        run = place_of(window, window.parts.run)
        columns = (window.parts.right, window.parts.left, window.canvas)
        others = [place_of(window, one) for one in columns if one.isVisible()]
        return (
            window.rect().contains(run)
            and not any(run.intersects(other) for other in others)
            and window.parts.run.plot.width() >= 120
        )

    for keys in (*["larger_type"] * 3, *["smaller_type"] * 3):
        for method in ("adaboost", "gradient-boosting"):
            window.session.edit("Choose", edits.choose_method, 0, method)
            rest(window)
            qtbot.waitUntil(is_whole)
        window.named[keys].trigger()
    qtbot.waitUntil(is_whole)


WORDY = {
    "searched": ("sine", "bagging", {"rounds": 3}),  # squared error, lower wins
    "weighted": ("moons", "adaboost", {"rounds": 3, "max_depth": 2}),  # …, first of 2 ties
    "many points": ("moons:n=10000", "random-forest", {"rounds": 101, "max_depth": 2}),
    "some axes": ("moons:n=10000", "random-patches", {"rounds": 101, "max_depth": 2}),
    "pruned": ("sine", "xgboost", {"rounds": 3, "gamma": 0.5}),
    "absolute": ("sine", "gradient-boosting", {"rounds": 3, "loss": "absolute"}),
}


@pytest.mark.parametrize("case", WORDY)
def test_no_line_beside_the_canvas_is_cut(open_window, case):
    points, method, settings = WORDY[case]
    window = open_window(points, method, **settings)
    run, lines = window.session.run, window.parts.right.findChildren(CutLabel)
    for t in (1, len(run)):
        for step in range(1, steps.last_step(run, t) + 1):
            for node in (None, 0, 1, 2):
                window.session.look(moment=Moment(t, step), pinned=Focus(node=node))
                rest(window)
                for line in filter(CutLabel.isVisible, lines):
                    assert together(*painted(line)) == together(line.text())


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720)])
def test_no_point_lies_below_the_reason_why_there_is_no_round(open_window, size):
    window = open_window("ten-points", size=size)
    turn = np.arange(160) * np.pi / 4.0
    spots = np.column_stack((np.cos(turn), np.sin(turn))) * np.linspace(0.8, 1.2, 160)[:, None]
    around = Dataset(spots, np.arange(160) % 8, tuple("ABCDEFGH"))
    window.session.edit("Choose", edits.choose_data, around, "Around", "")
    rest(window)
    assert window.session.scene.caption.stopped
    assert covered_points(window) == 0


AIR = 12  # pixels that Qt leaves between an icon and its word, and around both
LOW = [(1280, 800), (1280, 720), (1024, 640)]


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("larger", [0, 1, 2, 3])
def test_every_tool_is_whole_in_a_low_window(open_window, size, larger):
    window = open_window("blobs", size=size)
    for _ in range(larger):
        window.named["larger_type"].trigger()
    rest(window)
    rail = window.parts.rail
    for button in (*rail.tools.values(), *rail.steps.values()):
        assert button.visibleRegion().boundingRect() == button.rect()
        assert not place_of(window, button).intersects(place_of(window, window.parts.run))
        words = (button.fontMetrics().height() + AIR) * (button in rail.tools.values())
        assert button.height() >= button.iconSize().height() + words


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("larger", [0, 1, 2, 3])
def test_points_keep_their_room_at_any_size_of_type(open_window, size, larger):
    window = open_window("moons:n=60,noise=0.25", rounds=20, size=size)
    for _ in range(larger):
        window.named["larger_type"].trigger()
    window.session.go(Moment(7, 4))
    rest(window)
    canvas = window.canvas
    places = canvas.plot.sheet.places(window.session.scene.markers.place)
    wide, high = np.ptp(places, axis=0) / canvas.size().toTuple()
    assert wide > 0.6
    assert high > 0.4
    assert not covered_points(window)


@pytest.mark.parametrize("larger", [0, 2, 3])
def test_what_stands_in_the_header_is_whole(open_window, larger):
    window = open_window("sine", "gradient-boosting", rounds=3)
    for _ in range(larger):
        window.named["larger_type"].trigger()
    for method in ("gradient-boosting", "random-forest", "tree"):
        window.session.edit("Choose", edits.choose_method, 0, method)
        rest(window)
        for field in window.parts.header.findChildren(QComboBox):
            if field.isVisible():
                assert field.width() >= field.sizeHint().width(), field.objectName()


def test_the_card_of_a_point_covers_none_where_there_is_a_free_place(open_window):
    window = open_window()
    window.session.go(Moment(3, 5))
    for row in range(10):
        window.session.look(pinned=Focus(point=row))
        rest(window)
        card = window.canvas.overlays.point_place()
        centres = window.canvas.nearby.centres()
        inside = (centres > (card.left(), card.top())) & (centres < (card.right(), card.bottom()))
        assert not inside.all(axis=1).any()
        assert card.right() == window.canvas.width() - 16


def test_a_line_of_text_gives_way(open_window):
    window = open_window("sine", "gradient-boosting", rounds=3)
    column = window.parts.right
    for node in (0, 3, 4):
        window.session.look(moment=Moment(2, 4), hovered=Focus(node=node))
        rest(window)
        assert column.inside.width() == column.viewport().width()


def test_other_draws_of_a_sample_are_all_in_sight(open_window):
    window = open_window("moons:n=60", "adaboost", rounds=3)
    window.session.look(frame=window.session.scene.frame)
    options = {"n": 60, "noise": 1.0, "seed": 5}
    from ensemble_viz.engine.data.samples import sample

    data = sample("moons", **options)
    window.session.edit("Noise", edits.choose_data, data, "Two moons", "moons:n=60,noise=1.0")
    frame = window.session.scene.frame
    assert (data.points > frame.low).all()
    assert (data.points < frame.high).all()
    assert np.isfinite(frame.low).all()
