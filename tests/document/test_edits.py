"""Edits make new documents and leave the old ones as they were."""

import numpy as np
import pytest

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, changes, first_setup
from ensemble_viz.document.edits import points
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample


@pytest.fixture
def ten() -> Document:
    return Document(sample("ten-points"), (first_setup("adaboost"), first_setup("bagging")), "Ten")


def test_points_are_placed_moved_relabelled_and_deleted(ten):
    more = points.place(ten, np.array([[0.5, 0.5]]), [1]).document
    assert (len(more.data), more.data.target[-1], len(ten.data)) == (11, 1, 10)
    moved = points.move_to(more, 10, (2.0, 3.0)).document
    assert moved.data.points[10].tolist() == [2.0, 3.0]
    other = points.answer(moved, [10], 0).document
    assert other.data.target[10] == 0
    back = points.delete(other, [10]).document
    assert (back.data.points == ten.data.points).all()
    assert changes(ten, more) == Change.DATA


def test_on_a_line_a_move_changes_the_value_too():
    line = Document(sample("sine"), (first_setup("gradient-boosting"),))
    moved = points.move_to(line, 3, (0.25, -1.5)).document
    assert (moved.data.points[3, 0], moved.data.target[3]) == (0.25, -1.5)


def test_a_method_comes_back_with_the_settings_it_had(ten):
    set_up = edits.change_setting(ten, 0, "rounds", 7)
    there = edits.choose_method(set_up, 0, "random-forest")
    assert there.setups[0].method == "random-forest"
    assert there.setups[1] == ten.setups[1]
    back = edits.choose_method(there, 0, "adaboost")
    assert back.setups[0].params.rounds == 7
    assert edits.reset_settings(back, 0).setups[0].params.rounds == 50
    assert changes(ten, set_up) == Change.SETUPS


def test_new_points_keep_the_methods_that_can_learn_from_them(ten):
    values = edits.choose_data(ten, sample("surface"), "Surface")
    assert [setup.method for setup in values.setups] == ["gradient-boosting", "bagging"]
    assert changes(ten, values) == Change.DATA | Change.SETUPS | Change.TITLE


def test_one_to_four_setups_can_be_compared(ten):
    three = edits.add_setup(ten, first_setup("tree"))
    four = edits.add_setup(three, first_setup("random-forest"))
    with pytest.raises(Refusal, match="from 1 to 4"):
        edits.add_setup(four, first_setup("tree"))
    assert edits.remove_setup(three, 0).setups == three.setups[1:]
    with pytest.raises(Refusal, match="can"):
        edits.choose_method(edits.choose_data(ten, sample("sine"), "Sine"), 0, "adaboost")


def test_the_seed_changes_the_draws(ten):
    again = edits.change_seed(ten, 1, 5)
    bags = [
        document.setups[1].run(document.data).round(1).in_bag.tolist() for document in (ten, again)
    ]
    assert bags[0] != bags[1]
