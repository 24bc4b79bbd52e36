"""The session: one owner, one signal, one undo command; with one setup and with two."""

import numpy as np
import pytest
from PySide6.QtTest import QSignalSpy

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, Setup, first_setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.session_file import Saved
from ensemble_viz.document.where import NOTHING, START, Focus, Frame, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment import steps
from ensemble_viz.ui.session import Session


def setup(name, seed=0, **settings):
    return Setup(name, methods.method(name).params.from_values(settings), seed)


@pytest.fixture(params=[1, 2], ids=["one setup", "two setups"])
def session(request, qtbot):
    setups = (setup("adaboost", rounds=12), setup("random-forest", rounds=8))[: request.param]
    made = Session(Document(sample("moons", n=40), setups, "Two moons"))
    yield made
    qtbot.waitUntil(lambda: not made.is_learning)


def heard(session):
    return QSignalSpy(session.changed)


def changes_of(spy):
    return [spy.at(k)[1] for k in range(spy.count()) if spy.at(k)[1]]


def test_it_learns_all_rounds_of_all_setups_by_itself(session, qtbot):
    qtbot.waitUntil(lambda: not session.is_learning)
    for k, one in enumerate(session.document.setups):
        lens = session.lens(k)
        assert len(lens.run) == one.params.rounds
        assert lens.measured == len(lens.run)


def test_an_edit_is_announced_once_with_what_changed(session):
    spy = heard(session)
    assert session.apply(points.delete, [0])
    assert changes_of(spy) == [Change.DATA]
    assert len(session.scene.stage.data) == 39


def test_undo_gives_the_same_document_back(session):
    before = session.document
    session.apply(points.delete, [0])
    session.apply(points.answer, [3], 1)
    assert session.undo.undo_text == "Relabel point"
    session.undo.undo()
    session.undo.undo()
    assert session.document is before
    assert session.scene.stage.data is before.data


def test_a_gesture_is_undone_as_one(session):
    before, stroke = session.document, object()
    for x in (0.1, 0.2, 0.3):
        session.apply(points.move_to, 5, (x, 0.0), stroke=stroke)
    assert session.document.data.points[5].tolist() == [0.3, 0.0]
    session.undo.undo()
    assert session.document is before
    assert not session.undo.can_undo


def test_two_gestures_are_undone_one_by_one(session):
    for stroke in (object(), object()):
        for x in (0.1, 0.2):
            session.apply(points.move_to, 5, (x, 0.0), stroke=stroke)
    session.undo.undo()
    assert session.undo.can_undo


def test_a_refusal_changes_nothing_and_says_why(session):
    before, spy, refused = session.document, heard(session), QSignalSpy(session.refused)
    assert not session.edit("Rounds", edits.change_setting, 0, "rounds", 0)
    assert session.document is before
    assert spy.count() == 0
    assert "“rounds” = 0" in refused.at(0)[0]
    assert not session.undo.can_undo


def test_an_edit_stays_at_its_round(session):
    session.go(Moment(7, 1))
    session.apply(points.move_to, 2, (0.4, 0.4))
    assert session.view.where.moment == Moment(7, 1)


def test_a_run_that_ends_earlier_takes_the_moment_along(qtbot):
    session = Session(Document(sample("ten-points"), (first_setup("adaboost"),)))
    session.go_to_round(9)
    session.edit("Rounds", edits.change_setting, 0, "rounds", 4)
    assert session.view.where.moment == steps.whole(session.run, 4)
    session.undo.undo()
    assert session.run.params.rounds == 50
    qtbot.waitUntil(lambda: not session.is_learning)


def test_the_moment_comes_back_when_the_run_is_long_enough_again(session):
    session.look(moment=Moment(7, 3))
    rounds = session.run.params.rounds
    session.edit("Rounds", edits.change_setting, 0, "rounds", 4)
    assert session.scene.stage.where.moment == steps.whole(session.run, 4)
    session.edit("Rounds", edits.change_setting, 0, "rounds", rounds)
    assert session.view.where.moment == Moment(7, 3)
    session.apply(points.delete, range(40))
    assert session.view.where.moment == START
    session.undo.undo()
    assert session.view.where.moment == Moment(7, 3)


def test_undo_brings_back_what_the_edit_took_from_the_view(session):
    look = {"pinned": Focus(point=3), "frame": Frame(0.0, 0.0, 1.0, 1.0), "class_in_hand": 1}
    session.look(**look)
    session.edit("Other points", edits.choose_data, sample("ten-points"), "Ten points")
    assert (session.view.where.pinned, session.view.where.frame) == (NOTHING, None)
    session.undo.undo()
    assert {name: session.view.part(name) for name in look} == look
    session.undo.redo()
    session.look(pinned=Focus(point=8))
    session.undo.undo()
    assert session.view.where.pinned == NOTHING  # it was another point of other points
    assert session.view.where.frame == look["frame"]


def test_other_points_are_all_in_sight_after_a_drag(session):
    session.hold_frame()
    session.apply(points.move_to, 5, (0.3, 0.0))
    session.edit("Other points", edits.choose_data, sample("xor"), "XOR")
    frame, places = session.scene.frame, session.document.data.points
    assert ((places > (frame.left, frame.bottom)) & (places < (frame.right, frame.top))).all()


def test_more_rounds_go_on_with_the_same_records(session, qtbot):
    qtbot.waitUntil(lambda: not session.is_learning)
    first = session.run.round(1)
    session.edit("Rounds", edits.change_setting, 0, "rounds", 20)
    assert session.run.round(1) is first
    qtbot.waitUntil(lambda: not session.is_learning)
    assert len(session.run) == 20


def test_looking_is_announced_and_not_undone(session):
    spy = heard(session)
    session.look(pinned=Focus(point=3))
    session.look(palette="dark")
    session.look(palette="dark")
    session.look(moment=Moment(2, 1))
    assert changes_of(spy) == [Change.FOCUS, Change.LOOK, Change.ROUND]
    assert not session.undo.can_undo


def test_a_pinned_node_is_let_go_with_its_round(session):
    session.go(Moment(2, 1))
    session.look(pinned=Focus(node=1))
    session.go(Moment(3, 1))
    assert not session.view.where.pinned
    session.look(pinned=Focus(point=1))
    session.go(Moment(4, 1))
    assert session.view.where.pinned == Focus(point=1)


def test_a_pinned_point_is_let_go_when_points_are_deleted(session):
    session.look(pinned=Focus(point=39))
    session.apply(points.delete, [39])
    assert not session.view.where.pinned
    assert session.scene.card is None


def test_other_data_bring_their_own_frame_and_a_method_that_takes_them(session):
    session.hold_frame()
    assert session.view.where.frame is not None
    session.edit("Sine", edits.choose_data, sample("sine"), "Sine")
    assert session.view.where.frame is None
    names = [one.method for one in session.document.setups]
    assert names == ["gradient-boosting", "random-forest"][: len(names)]


def test_every_setup_has_a_scene_of_the_same_round(session):
    session.go_to_round(5)
    for k, one in enumerate(session.document.setups):
        scene = session.scene_of(k)
        assert scene.stage.run.method.name == one.method
        assert scene.stage.round == 5
        assert np.array_equal(scene.stage.score, session.lens(k).run.round(5).score)


def test_the_setup_in_front_can_be_changed(qtbot):
    setups = (setup("adaboost", rounds=12), setup("random-forest", rounds=3))
    session = Session(Document(sample("moons", n=40), setups))
    session.go_to_round(9)
    session.look(setup=1)
    assert session.run.method.name == "random-forest"
    assert session.view.where.moment.round == 9  # of the one that goes on
    assert session.scene.stage.round == 3
    session.edit("Remove", edits.remove_setup, 1)
    assert session.view.where.setup == 0
    qtbot.waitUntil(lambda: not session.is_learning)


def test_opening_a_document_leaves_nothing_to_undo(session):
    session.apply(points.delete, [0])
    session.go_to_round(3)
    session.open(Saved(Document(sample("ten-points"), (first_setup("adaboost"),))))
    assert not session.undo.can_undo
    assert session.view.where.moment == START


def test_no_points_are_no_trouble(session, qtbot):
    session.go_to_round(3)
    session.apply(points.delete, range(40))
    assert session.view.where.moment == START
    qtbot.waitUntil(lambda: not session.is_learning)
    session.undo.undo()
    assert len(session.document.data) == 40


def test_a_sample_changed_by_hand_is_called_ones_own_and_keeps_what_is_seen(session):
    session.edit("Sample", edits.choose_data, sample("moons"), "Moons", "moons:n=100")
    session.look(frame=Frame(0.0, 0.0, 5.0, 5.0), pinned=Focus(point=1))
    seen = session.view.where.frame
    session.apply(points.move_to, 3, (4.0, 4.0))
    assert (session.document.title, session.document.source) == ("Own points", "")
    assert (session.view.where.frame, session.view.where.pinned) == (seen, Focus(point=1))
    session.look(frame=Frame(0.0, 0.0, 7.0, 7.0))
    session.undo.undo()
    assert session.document.title != "Own points"
    assert session.view.where.frame == Frame(0.0, 0.0, 7.0, 7.0)
    session.undo.redo()
    assert session.document.title == "Own points"
    assert session.view.where.frame == Frame(0.0, 0.0, 7.0, 7.0)
    session.edit("Sample", edits.choose_data, sample("moons"), "Two moons", "moons")
    assert session.view.where.frame is None


def test_the_points_of_a_file_keep_its_name(session):
    session.edit("Open", edits.choose_data, sample("moons"), "moons of last week")
    session.apply(points.move_to, 3, (4.0, 4.0))
    assert session.document.title == "moons of last week"


def test_drawing_on_an_empty_canvas_begins_at_the_start(session):
    session.go_to_round(3)
    session.apply(points.delete, range(len(session.document.data)))
    session.undo.undo()
    assert session.view.where.moment.round == 3
    session.undo.redo()
    for k in range(4):
        session.apply(points.place, np.array([[k, k % 3]], dtype=float), [k % 2])
    assert session.view.where.moment == START


def test_a_refusal_calls_settings_as_the_form_does(open_window):
    session = open_window("moons:n=3000", "stacking", members=("stump",)).session
    refused = QSignalSpy(session.refused)
    assert not session.edit("Split", edits.change_setting, 0, "split", "leave-one-out")
    assert refused.at(0)[0].startswith("“split” = leave-one-out: 3000 points would take")
    assert session.document.setups[0].params.split == "k-fold"
