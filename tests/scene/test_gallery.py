"""The learners so far: which are there, what they are called, what their pictures show."""

import numpy as np
import pytest

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.learners.gallery import picture
from ensemble_viz.scene.learners.thumbnails import frame_of, places
from ensemble_viz.scene.palette import PALETTES, ramp, rgb
from tests.datasets import DATASETS
from tests.scene.moments import at, scene


def captions(shown, room=40):
    items, _ = shown.gallery.fitted(room)
    return [f"{item.operator}{item.title}" for item in items]


def drawn(shown, kind, t=None):
    items, _ = shown.gallery.fitted(40)
    item = next(one for one in items if one.kind == kind and t in (None, one.round))
    return picture(shown.stage, item)


def pixels(shown):
    """The places of the pixels, the first row the upper one: (rows, columns, 2)."""
    x, y = places(frame_of(shown.stage))
    return np.stack(np.meshgrid(x, y[::-1]), axis=-1)


def edges(colours, shown):
    return (colours == rgb(shown.stage.palette.boundary)).all(axis=-1)


def test_weighted_learners_add_up_and_the_next_stands_apart():
    shown = scene("adaboost", sample("moons"), 4, 3)
    alpha = [f"{record.learner_weight:.4f}" for record in shown.stage.run.rounds]
    assert captions(shown) == [
        alpha[0], f"+{alpha[1]}", f"+{alpha[2]}", "=F₃", f"next {alpha[3]}",
    ]  # fmt: skip
    assert shown.gallery.hint == "weight α"
    joined = at(shown, moment=Moment(4, 5))
    assert captions(joined) == [alpha[0], *(f"+{a}" for a in alpha[1:4]), "=F₄"]
    items, _ = joined.gallery.fitted(40)
    assert [item.is_now for item in items] == [False, False, False, True, False]


def test_the_weight_of_the_next_is_not_told_before_it_is_known():
    shown = scene("adaboost", sample("moons"), 2, 1)
    assert captions(shown)[-1] == "next h₂"


def test_boosting_begins_with_its_start():
    shown = scene("gradient-boosting", sample("sine"), 2, learning_rate=0.5)
    assert captions(shown) == ["mean", "+0.5", "+0.5", "=F₂"]
    items, _ = shown.gallery.fitted(40)
    assert [(item.kind, item.round) for item in items] == [
        ("start", 0), ("learner", 1), ("learner", 2), ("sum", 2),
    ]  # fmt: skip
    assert [item.name for item in items] == ["F₀", "h₁", "h₂", ""]
    assert captions(at(shown, moment=Moment(0, 0))) == ["mean"]


def test_trees_of_a_bag_vote_together():
    shown = scene("random-forest", sample("blobs"), 3)
    assert captions(shown) == ["1", "+2", "+tree 3", "=all 3"]


def test_a_growing_tree_is_a_row_of_trees():
    shown = scene("tree", sample("blobs"), 3)
    assert captions(shown) == ["2 leaves", "→3 leaves", "→4 leaves"]


def test_only_the_last_have_room():
    shown = scene("adaboost", sample("moons"), 20, 4)
    items, left_out = shown.gallery.fitted(8)
    assert len(items) == 8
    assert [item.round for item in items if item.kind == "learner"] == list(range(14, 20))
    assert left_out == 13
    assert items[0].operator == ""
    for room in range(2, 30):
        items, left_out = shown.gallery.fitted(room)
        assert len(items) <= max(room, 3)
        assert left_out + sum(item.kind == "learner" for item in items) == 19


def test_nobody_is_there_at_the_start():
    shown = scene("adaboost", sample("moons"), 0)
    assert shown.gallery.fitted(8) == ((), 0)
    assert shown.gallery.sentence == "No stump has joined yet."


@pytest.mark.parametrize("palette", ["light", "dark"])
@pytest.mark.parametrize("method", ["adaboost", "bagging"])
def test_a_learner_has_the_colour_of_its_answer_everywhere(method, palette):
    shown = at(scene(method, sample("moons"), 3), palette=palette)
    colours = drawn(shown, "learner", 2).rgb
    at_pixels = pixels(shown)
    answer = shown.stage.run.round(2).learners[0].answer(at_pixels.reshape(-1, 2))
    winner = answer.argmax(axis=1).reshape(at_pixels.shape[:2])
    table = ramp(PALETTES[palette])
    hard = np.stack([table[round(255 * 0.125)], table[round(255 * 0.875)]])
    inside = ~edges(colours, shown)
    assert inside.mean() > 0.7
    assert (colours[inside] == hard[winner[inside]]).all()
    step = np.zeros_like(winner, dtype=bool)
    step[:, 1:] |= winner[:, 1:] != winner[:, :-1]
    step[1:] |= winner[1:] != winner[:-1]
    assert edges(colours, shown)[step].all()


def test_the_sum_has_a_boundary_where_its_answer_changes():
    shown = scene("adaboost", sample("moons"), 5)
    at_pixels = pixels(shown)
    flat, score = at_pixels.reshape(-1, 2), 0.0
    for record in shown.stage.run.rounds[:5]:
        vote = record.learners[0].answer(flat).argmax(axis=1) * 2 - 1
        score = score + record.learner_weight * vote
    label = decide(score, 2).reshape(at_pixels.shape[:2])
    step = np.zeros_like(label, dtype=bool)
    step[:, 1:] |= label[:, 1:] != label[:, :-1]
    step[1:] |= label[1:] != label[:-1]
    line = edges(drawn(shown, "sum").rgb, shown)
    assert line[step].all()
    assert line.sum() <= 3 * step.sum()


def test_more_classes_have_their_own_colours():
    shown = scene("random-forest", sample("blobs"), 2)
    colours = drawn(shown, "learner", 1).rgb
    known = {rgb(end) for end in PALETTES["light"].class_ends[:3]}
    known.add(rgb(PALETTES["light"].boundary))
    assert {tuple(colour) for colour in colours.reshape(-1, 3).tolist()} == known


def test_on_a_line_the_steps_are_those_of_the_tree_on_the_scale_of_the_values():
    shown = scene("gradient-boosting", sample("sine"), 2, learning_rate=0.5)
    frame, run = frame_of(shown.stage), shown.stage.run
    high = frame.top - frame.bottom
    for kind, middle in (("learner", True), ("sum", False)):
        line = drawn(shown, kind, 2).line
        x = frame.left + line[:, 0] * (frame.right - frame.left)
        for k in range(0, len(line), 2):
            between = (x[k] + x[k + 1]) / 2
            tree = run.round(2).learners[0].answer(np.array([[between]]))[0]
            if middle:
                expected = 0.5 + tree / high
            else:
                first = run.round(1).learners[0].answer(np.array([[between]]))[0]
                value = run.start.initial_score[0] + 0.5 * first + 0.5 * tree
                expected = (value - frame.bottom) / high
            assert line[k, 1] == line[k + 1, 1] == pytest.approx(expected)


def test_a_picture_is_made_once():
    shown = scene("adaboost", sample("moons"), 3)
    again = at(shown, pinned=shown.view.where.pinned)
    assert drawn(shown, "learner", 2) is drawn(again, "learner", 2)
    assert drawn(shown, "sum") is drawn(again, "sum")
    assert drawn(at(shown, palette="dark"), "sum") is not drawn(shown, "sum")


def test_thumbnails_of_learners_that_are_no_trees_have_their_border_as_a_line():
    shown = scene("voting", DATASETS["two classes"], 2, members=["logistic", "knn(k=3)"])
    for item in (*shown.gallery.terms, shown.gallery.sum):
        drawn = picture(shown.stage, item)
        assert drawn.curves
        for curve in drawn.curves:
            assert curve.min() >= 0.0
            assert curve.max() <= 1.0
    learner = shown.stage.run.round(1).learners[0]
    (line,) = picture(shown.stage, shown.gallery.terms[0]).curves
    frame = frame_of(shown.stage)
    places = frame.low + line * (frame.high - frame.low)
    assert np.abs(learner.answer(places)[:, 1] - 0.5).max() < 0.02
