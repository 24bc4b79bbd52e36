"""The run strip: every control does something, says what it will do, and stays where it is."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.look import SCALES
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.picture.beside import run
from ensemble_viz.ui.commands.run import Player
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.style import dress
from ensemble_viz.ui.panels.run_strip import RunStrip
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.strip import run_plot
from tests.ui.reading import painted, together

LEFT = Qt.MouseButton.LeftButton


def setup(name, **settings):
    return Setup(name, methods.method(name).params.from_values(settings))


@pytest.fixture
def strip(qtbot):
    opened = []

    def open_one(name="adaboost", data="ten-points", width=960, learned=True, **settings):
        chosen = sample(data) if isinstance(data, str) else data
        session = Session(Document(chosen, (setup(name, **settings),), "Points"))
        dress(session.theme)
        made = RunStrip(Desk(session), Player(Desk(session)))
        made.resize(width, 120)
        qtbot.addWidget(made)
        session.changed.connect(made.refresh)
        made.refresh(session.scene, Change.ALL)
        with qtbot.waitExposed(made):
            made.show()
        if learned:
            qtbot.waitUntil(lambda: not session.is_learning)
        opened.append(session)
        return made

    yield open_one
    for session in opened:
        qtbot.waitUntil(lambda session=session: not session.is_learning)


def pixels(widget):
    image = widget.grab().toImage()
    return np.frombuffer(image.constBits(), np.uint8).copy()


def differs(before, widget):
    return not np.array_equal(before, pixels(widget))


def press(widget):
    QTest.mouseClick(widget, LEFT)


def at_round(strip, t):
    """Find the pixel of a round, half way down the plot."""
    area = strip.plot.plot.area
    return QPoint(round(strip.plot.plot.x(t)), round((area[1] + area[3]) / 2))


def numbers_of_rounds(strip):
    """Find where numbers stand below the curves: ink with some blank pixels at both sides."""
    image = strip.plot.grab().toImage()
    top = round(strip.plot.plot.track + strip.desk.session.theme.px(run.KNOB + 3))
    ground = strip.desk.session.theme.colour("panel").rgb()
    inked = [
        x
        for x in range(image.width())
        if any(image.pixel(x, y) != ground for y in range(top, image.height()))
    ]
    breaks = [k for k, (x, after) in enumerate(pairwise(inked)) if after - x > 6]
    starts, ends = [0, *(k + 1 for k in breaks)], [*breaks, len(inked) - 1]
    return [(inked[a], inked[b]) for a, b in zip(starts, ends, strict=True)]


def test_next_takes_each_small_step_and_says_which(strip):
    made = strip(rounds=3)
    button, session = made.transport.next, made.desk.session
    said = []
    while not button.at_end:
        following = steps.forward(session.run, session.view.where.moment, small=True)
        said.append(button.text())
        press(button)
        assert session.view.where.moment == following
    assert said[1:5] == [
        "Find its mistakes", "Weigh the learner", "Weigh the mistakes", "Let it vote",
    ]  # fmt: skip
    assert said[5::5] == ["Train stump 2", "Train stump 3"]
    assert button.text() == "Back to the start"
    press(button)
    assert session.view.where.moment == Moment()


@pytest.mark.parametrize(
    ("name", "data", "settings"),
    [
        ("adaboost", "ten-points", {}),
        ("random-forest", "blobs", {"rounds": 12}),
        ("gradient-boosting", "sine", {"rounds": 12}),
        ("gradient-boosting", "blobs", {"rounds": 12}),
        ("tree", "moons", {}),
    ],
)
def test_nothing_moves_while_three_rounds_are_stepped_through(strip, name, data, settings):
    made = strip(name, data, **settings)
    parts = (made.transport.next, made.transport.last, made.plot, made.readouts)
    places, words = set(), set()
    while made.desk.session.view.where.moment.round < 4 and not made.transport.next.at_end:
        places.add(tuple(part.geometry().getRect() for part in parts))
        words.add(made.transport.next.text())
        press(made.transport.next)
    assert len(words) >= 3
    assert len(places) == 1


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    ("name", "data", "settings", "shown"),
    [
        ("gradient-boosting", "blobs", {"rounds": 2}, [1]),  # the longest words
        ("random-patches", "moons", {"rounds": 10}, [1, 10]),  # a number amid the words
        ("stacking", "moons", {"members": ("stump",)}, [1, 2]),  # the last round speaks otherwise
        ("tree", "moons", {"prune": "cost-complexity", "rounds": 9}, [1, 9, 10]),
    ],
)
def test_the_next_button_has_room_for_all_it_says(strip, name, data, settings, shown, scale):
    made = strip(name, data, **settings)
    made.desk.session.look(scale=scale)
    button, run, widths = made.transport.next, made.desk.session.run, set()
    for t in (0, *shown):
        for step in range(steps.last_step(run, t) + 1):
            made.desk.session.go(Moment(t, step) if step else steps.whole(run, max(t - 1, 0)))
            assert together(*painted(button)) == together(button.text())
            widths.add(button.width())
    assert len(widths) == 1


@pytest.mark.parametrize("name", ["first", "back", "play", "next", "last"])
def test_every_button_changes_what_is_shown(strip, name):
    made = strip(rounds=3)
    made.desk.session.go(Moment(2, 2))
    before = pixels(made)
    button = getattr(made.transport, name)
    assert button.toolTip()
    assert button.accessibleName()
    press(button)
    expected = {
        "first": Moment(), "back": Moment(2, 1), "play": Moment(2, 3), "next": Moment(2, 3),
        "last": Moment(3, 5),
    }  # fmt: skip
    assert made.desk.session.view.where.moment == expected[name]
    assert differs(before, made)
    made.transport.player.pause()


def test_play_turns_into_pause_and_back(strip):
    made = strip(rounds=3)
    before = pixels(made.transport.play)
    press(made.transport.play)
    assert made.transport.player.is_playing
    assert made.transport.play.toolTip() == "Pause (Space)"
    assert differs(before, made.transport.play)
    press(made.transport.play)
    assert not made.transport.player.is_playing
    assert made.transport.play.accessibleName() == "Play"


def test_a_typed_round_is_gone_to(strip, qtbot):
    made = strip(rounds=30)
    field = made.transport.number
    made.ask_for_round()
    QTest.keyClicks(field.lineEdit(), "17")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: made.desk.session.view.where.moment == Moment(17, 5))
    assert field.text() == "17"
    assert made.transport.total.text() == "of 30"
    QTest.keyClick(field, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: made.desk.session.view.where.moment == Moment(18, 5))


@pytest.mark.parametrize("typed", ["x", "1.5", "", "-3"])
def test_what_is_no_round_is_refused_and_the_round_stays(strip, typed):
    made = strip(rounds=5)
    made.desk.session.go(Moment(2, 5))
    refusals = QSignalSpy(made.desk.session.refused)
    made.ask_for_round()
    made.transport.number.lineEdit().setText(typed)
    QTest.keyClick(made.transport.number, Qt.Key.Key_Return)
    assert refusals.count() == 1
    assert made.desk.session.view.where.moment == Moment(2, 5)
    assert made.transport.number.text() == "2"


def test_a_round_behind_the_last_leads_to_the_last(strip, qtbot):
    made = strip(rounds=5)
    made.ask_for_round()
    QTest.keyClicks(made.transport.number.lineEdit(), "999999999999")
    QTest.keyClick(made.transport.number, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: made.desk.session.view.where.moment == Moment(5, 5))
    assert made.transport.number.text() == "5"


def test_small_steps_are_switched(strip):
    made = strip(rounds=5)
    press(made.transport.small)
    assert not made.desk.session.view.look.small_steps
    assert made.transport.next.text() == "Round 1"
    made.desk.session.look(small_steps=True)
    assert made.transport.small.isChecked()


def test_every_speed_can_be_chosen_and_repeating_shows(strip):
    made = strip(rounds=5)
    button, player = made.transport.speed, made.transport.player
    for action in button.speeds.actions():
        action.trigger()
        assert player.speed == action.data()
        assert button.text() == action.text()
    before = pixels(button)
    button.repeat.trigger()
    assert player.desk.view.look.loop
    assert differs(before, button)


@pytest.mark.parametrize("where", ["plot", "track"])
def test_a_click_goes_to_the_round_below_it(strip, qtbot, where):
    made = strip(rounds=20)
    spot = at_round(made, 13)
    if where == "track":
        spot.setY(round(made.plot.plot.track))
    QTest.mouseClick(made.plot, LEFT, pos=spot)
    qtbot.waitUntil(lambda: made.desk.session.view.where.moment == Moment(13, 5))
    assert made.transport.number.text() == "13"


def test_a_drag_goes_once_a_turn_and_stops_playing(strip, qtbot):
    made = strip(rounds=20)
    made.transport.player.play()
    spy = QSignalSpy(made.desk.session.changed)
    QTest.mousePress(made.plot, LEFT, pos=at_round(made, 2))
    for t in range(3, 12):
        made.plot.scrubbing.want(t)  # as fast as moves of the mouse can arrive
    assert not made.transport.player.is_playing
    qtbot.waitUntil(lambda: made.desk.session.view.where.moment.round == 11)
    rounds = [spy.at(k)[0].view.where.moment.round for k in range(spy.count())
              if spy.at(k)[1] & Change.ROUND]  # fmt: skip
    assert rounds == [11]
    QTest.mouseRelease(made.plot, LEFT, pos=at_round(made, 11))


def test_the_mouse_shows_where_a_click_would_go(strip):
    made = strip(rounds=20)
    before = pixels(made.plot)
    QTest.mouseMove(made.plot, at_round(made, 9))
    assert made.plot.hovered == 9
    assert differs(before, made.plot)


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("rounds", [20, 50, 997])
def test_the_number_under_the_mouse_stands_alone(strip, rounds, scale):
    """Beside it there are whole numbers of ticks alone."""
    made = strip("bagging", sample("moons", n=20), rounds=rounds)
    made.desk.session.look(scale=scale)
    QApplication.processEvents()
    usual = numbers_of_rounds(made)
    for t in np.linspace(0, rounds, 23).astype(int).tolist():
        QTest.mouseMove(made.plot, at_round(made, t))
        others = [place for place in numbers_of_rounds(made) if place not in usual]
        assert len(others) <= 1, (t, others, usual)


def test_rounds_that_are_not_there_yet_are_waited_for(strip, qtbot):
    made = strip("random-forest", sample("blobs", n=200), learned=False, rounds=40)
    assert made.desk.session.is_learning
    made.plot.scrubbing.want(40)
    qtbot.waitUntil(lambda: made.desk.session.view.where.moment.round == 40)
    assert made.plot.scrubbing.wanted is None


def test_a_wish_is_dropped_when_somebody_goes_elsewhere(strip, qtbot):
    made = strip("random-forest", sample("blobs", n=200), learned=False, rounds=40)
    made.plot.scrubbing.want(40)
    QTest.qWait(0)
    made.transport.commands.first()
    qtbot.waitUntil(lambda: not made.desk.session.is_learning)
    assert made.desk.session.view.where.moment == Moment()


def test_the_playhead_stands_at_the_moment(strip):
    made = strip(rounds=10)
    accent = made.desk.session.theme.colour("accent").rgb()
    for moment, place in ((Moment(4, 5), 4.0), (Moment(7, 3), 6.6)):
        made.desk.session.go(moment)
        image = made.plot.grab().toImage()
        y = round(made.plot.plot.area[1] + 2)
        lit = [x for x in range(image.width()) if image.pixel(x, y) == accent]
        assert np.mean(lit) + 0.5 == pytest.approx(made.plot.plot.x(place), abs=1.0)


def test_readouts_are_the_errors_counted_anew(strip):
    made = strip(data=sample("moons", n=40, test=50), rounds=6)
    session = made.desk.session
    data = session.document.data
    for t in range(1, 7):
        session.go(Moment(t, 5))
        after, *lines = made.readouts.accessibleDescription().split("\n")
        assert after == f"after round {t}"
        missed = np.mean(session.run.prediction(t) != data.target)
        errors = [record.error for record in session.run.rounds[:t]]
        bound = np.prod([2.0 * np.sqrt(e * (1.0 - e)) for e in errors])
        assert f"training {missed:.4f}" in lines
        assert f"bound ∏Z {bound:.4f}" in lines
        assert len(lines) == 3


def test_every_family_can_be_chosen(strip):
    made = strip(rounds=6)
    made.desk.session.go_to_round(4)
    seen = []
    for name in made.plot.curves.families:
        (action,) = [a for a in made.readouts.family.exclusive.actions() if a.text() == name]
        action.trigger()
        assert made.desk.session.view.look.curves == name
        assert made.readouts.family.text() == name
        seen.append(pixels(made.plot).tobytes())
    assert len(set(seen)) == 5


def test_another_method_offers_its_own_families(strip, qtbot):
    made = strip(rounds=6)
    made.desk.session.edit("Method", edits.choose_method, 0, "random-forest")
    qtbot.waitUntil(lambda: not made.desk.session.is_learning)
    offered = [action.text() for action in made.readouts.family.exclusive.actions()]
    assert offered == ["Errors", "Importance"]


def test_what_is_to_come_is_fainter_than_what_was(strip):
    made = strip(data="moons", rounds=10)
    made.desk.session.go(Moment(5, 5))
    plot = made.plot.plot
    (curve,) = [one for one in made.plot.curves.series if one.name == "training"]
    image = made.plot.grab().toImage()

    def darkest(t):
        x = round(plot.x(t))
        y = float(plot.down(np.interp(t, curve.at, curve.values)))
        column = [image.pixelColor(x, round(y) + d).lightness() for d in range(-2, 3)]
        return min(column)

    assert darkest(3.5) < 60
    assert darkest(7.5) > 120


def test_a_run_that_stopped_is_hatched_where_nothing_came(strip):
    made = strip("tree", "moons")
    last = len(made.desk.session.run)
    assert last < 50
    full = strip("tree", "moons", rounds=last)
    area = made.plot.plot.area
    spot = (round(made.plot.plot.x((last + 50) / 2)), round(area[3]) - 8)
    columns = range(spot[0] - 20, spot[0] + 20)
    image, other = made.plot.grab().toImage(), full.plot.grab().toImage()
    assert len({image.pixel(x, spot[1]) for x in columns}) > 1
    assert len({other.pixel(x, spot[1]) for x in columns}) == 1
    QTest.mouseClick(made.plot, LEFT, pos=at_round(made, 45))
    QTest.qWait(0)
    assert made.desk.session.view.where.moment.round == last


def test_without_points_everything_is_there_and_nothing_can_be_pressed(strip):
    made = strip(rounds=5)
    made.desk.session.apply(points.delete, range(10))
    transport = made.transport
    for part in (transport.first, transport.back, transport.play, transport.next, transport.last):
        assert part.isVisible()
        assert not part.isEnabled()
    made.grab()


@pytest.mark.parametrize("palette", ["light", "dark", "projector"])
def test_colours_are_those_of_the_palette(strip, palette):
    made = strip(rounds=5)
    made.desk.session.look(palette=palette)
    image = made.grab().toImage()
    theme = made.desk.session.theme
    assert image.pixelColor(3, 60) == theme.colour("panel")
    button = made.transport.next
    corner = button.mapTo(made, QPoint(6, button.height() // 2))
    assert image.pixelColor(corner) == theme.colour("accent")


@pytest.mark.parametrize("width", [704, 960, 1248])
def test_no_part_is_cut_or_covered(strip, width):
    made = strip(rounds=50, width=width)
    shown = [part for part in (made.transport, made.plot, made.readouts) if part.isVisible()]
    edges = [part.geometry() for part in shown]
    assert edges[0].left() >= 0
    assert edges[-1].right() < width
    assert all(a.right() < b.left() for a, b in pairwise(edges))
    assert made.plot.width() >= 120
    for part in made.transport.findChildren(type(made.transport.label)):
        assert part.width() >= part.sizeHint().width()


def test_larger_type_makes_larger_controls(strip):
    made = strip(rounds=5)
    small = made.sizeHint().height(), made.transport.next.width(), made.transport.first.height()
    made.desk.session.look(scale=1.3)
    large = made.sizeHint().height(), made.transport.next.width(), made.transport.first.height()
    assert all(b > a for a, b in zip(small, large, strict=True))


def test_while_rounds_are_computed_the_track_fills(strip, monkeypatch):
    monkeypatch.setattr(run_plot, "PATIENCE", -1)
    made = strip("random-forest", sample("blobs", n=200), learned=False, rounds=40)
    made.desk.session.go_to_round(10)  # ten of forty are there, the others are still to come
    made.desk.session.go(Moment(2, 1))
    computed = len(made.desk.session.run)
    assert 10 <= computed < 40
    assert made.plot.progress == f"Round {computed} of 40"
    assert made.plot.accessibleDescription().startswith(made.plot.progress)
    image = made.plot.grab().toImage()
    y = round(made.plot.plot.track)
    role = [image.pixelColor(round(made.plot.plot.x(t)), y).name() for t in (8, 38)]
    theme = made.desk.session.theme
    assert role == [theme.colour("ink3").name(), theme.colour("border").name()]


def test_when_all_rounds_are_there_nothing_is_said_of_it(strip, monkeypatch):
    monkeypatch.setattr(run_plot, "PATIENCE", -1)
    made = strip(rounds=20)
    assert made.plot.progress == ""
