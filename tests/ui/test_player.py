"""The player: it takes the same steps as a person, stops at the end, and lets people interrupt."""

import pytest
from PySide6.QtTest import QSignalSpy

from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.look import SPEEDS
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.steps import forward
from ensemble_viz.scene.moment.view import View
from ensemble_viz.ui.commands.run import FAST, Player, RunCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.session import Session


@pytest.fixture
def session(qtbot):
    params = methods.method("adaboost").params.from_values({"rounds": 3})
    document = Document(sample("ten-points"), (Setup("adaboost", params),), "Ten points")
    made = Session(document, View())
    qtbot.waitUntil(lambda: not made.is_learning)
    yield made
    qtbot.waitUntil(lambda: not made.is_learning)


@pytest.fixture
def player(session):
    made = Player(Desk(session))
    made.set_speed(8.0)
    yield made
    made.pause()


def moments_of(spy):
    return [
        spy.at(k)[0].view.where.moment for k in range(spy.count()) if spy.at(k)[1] & Change.ROUND
    ]


def all_moments(session, small):
    found, moment = [], Moment()
    while (moment := forward(session.run, moment, small)) is not None:
        found.append(moment)
    return found


@pytest.mark.parametrize("small", [True, False])
def test_it_takes_every_step_once_and_stops_at_the_end(session, player, qtbot, small):
    session.look(small_steps=small)
    spy = QSignalSpy(session.changed)
    player.play()
    assert player.is_playing
    qtbot.waitUntil(lambda: not player.is_playing)
    assert moments_of(spy) == all_moments(session, small)
    assert session.view.where.moment == Moment(3, 5)


def test_it_begins_again_where_it_is_told_to(session, player, qtbot):
    session.look(small_steps=False)
    player.desk.look(loop=True)
    session.go_to_round(3)
    spy = QSignalSpy(session.changed)
    player.play()
    qtbot.waitUntil(lambda: len(moments_of(spy)) >= 6)
    rounds = [moment.round for moment in moments_of(spy)][:6]
    assert rounds == [0, 1, 2, 3, 0, 1]
    assert player.is_playing


def test_at_the_end_play_begins_at_the_start(session, player):
    session.go_to_round(3)
    player.play()
    assert session.view.where.moment == Moment()
    assert player.is_playing


def test_without_points_there_is_nothing_to_play(session, player):
    session.apply(points.delete, range(10))
    player.play()
    assert not player.is_playing


def test_every_change_of_playing_is_announced(session, player):
    spy = QSignalSpy(session.changed)
    player.play()
    player.slower()
    player.desk.look(loop=True)
    player.toggle()
    played = [spy.at(k)[1] for k in range(spy.count()) if spy.at(k)[1] & Change.PLAY]
    assert played == [Change.PLAY] * 4
    player.pause()
    player.desk.look(loop=True)
    assert spy.count() == len(played) + 1  # the step that playing began with


def test_speeds_end_at_the_slowest_and_at_the_fastest(player):
    for _ in SPEEDS:
        player.slower()
    assert player.speed == SPEEDS[0]
    heard = [player.speed]
    for _ in SPEEDS:
        player.faster()
        heard.append(player.speed)
    assert tuple(heard) == (*SPEEDS, SPEEDS[-1])


def test_pictures_glide_only_while_there_is_time_for_it(session, player):
    assert not player.is_fast  # it stands still
    session.look(small_steps=False)
    player.play()
    fast = {}
    for speed in SPEEDS:
        player.set_speed(speed)
        fast[speed] = player.is_fast
        assert player.is_fast == (player.interval < FAST)
    assert not fast[1.0]
    assert fast[8.0]


def test_a_person_who_steps_stops_it_and_one_who_edits_does_not(session, player):
    commands = RunCommands(Desk(session), player)
    for step in (commands.forward, commands.back, commands.round_forward, commands.round_back):
        player.play()
        step()
        assert not player.is_playing
    player.play()
    session.apply(points.move_to, 0, (1.5, 2.5))
    assert player.is_playing


def test_another_speed_counts_at_once(session, player, qtbot):
    player.set_speed(0.25)  # a step takes longer than a test may wait
    player.play()
    player.set_speed(8.0)
    qtbot.waitUntil(lambda: session.view.where.moment >= Moment(1, 3))
