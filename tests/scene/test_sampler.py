"""Surfaces without cells: coarse, then fine; what is seen is what the learners answer there."""

from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Frame, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Scores
from ensemble_viz.engine.surface import sampling
from ensemble_viz.scene.field import WAITING
from ensemble_viz.scene.learners.marks import name
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import LIGHT, ramp
from ensemble_viz.scene.picture.page.framed import framed_at
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shades import lean, value_range
from tests.datasets import DATASETS

FINEST = 1024
CASES = [
    ("two classes", "bagging", {"base": "knn", "rounds": 3}),
    ("two classes", "voting", {"members": ["tree(max_depth=3)", "naive-bayes", "logistic"]}),
    ("three classes", "bagging", {"base": "naive-bayes", "rounds": 2, "vote": "soft"}),
    ("two classes", "adaboost", {"base": "logistic", "rounds": 3}),
    ("two classes", "stacking", {"members": ["stump", "knn(k=3)"], "folds": 2}),
]


def shown(kind, name, settings, t=None, patience=None, **view):
    data = DATASETS[kind]
    setup = Setup(name, methods.method(name).params.from_values(settings))
    lens = Lens(setup.run(data), patience)
    t = lens.run.upto(lens.run.last) if t is None else t
    look = View().changed(moment=whole(lens.run, t), **view)
    return Scene(Stage(Document(data, (setup,), "Test"), lens, look))


def score_at(scene, places):
    scores = Scores(scene.stage.run, places)
    return [scores.next() for _ in range(scene.stage.round)][-1]


def middles(edges):
    return (edges[1:] + edges[:-1]) / 2.0


def places_of(scene, rng, count=3000):
    """Choose some cells of the surface, with their middles."""
    field = scene.field
    column = rng.integers(0, len(field.x) - 1, count)
    row = rng.integers(0, len(field.y) - 1, count)
    return row, column, np.column_stack((middles(field.x)[column], middles(field.y)[row]))


@pytest.mark.parametrize(("kind", "name", "settings"), CASES)
def test_the_finest_surface_is_what_the_ensemble_answers(kind, name, settings):
    coarse = shown(kind, name, settings)
    scene = coarse.sharpened()
    assert coarse.field.rgb.shape == (256, 256, 3)
    assert scene.field.rgb.shape == (FINEST, FINEST, 3)
    assert not scene.field.exact
    row, column, places = places_of(scene, np.random.default_rng(5))
    score = score_at(scene, places)
    seen = scene.field.rgb[row, column].astype(int)
    if scene.stage.data.n_classes == 2:
        share = (lean(scene.stage, score) + 1.0) / 2.0
        expected = ramp(LIGHT)[np.rint(share * 255).astype(int)].astype(int)
        assert np.mean(np.abs(seen - expected).max(axis=1) <= 6) > 0.995
    labels = decide(score, scene.stage.data.n_classes)
    hard = Scene(replace(scene.stage, view=scene.view.changed(layers=replace(
        scene.view.look.layers, surface="hard")))).sharpened()  # fmt: skip
    of_class = {k: {tuple(c) for c in hard.field.rgb[row, column][labels == k].tolist()}
                for k in np.unique(labels)}  # fmt: skip
    usual = {k: max(colours, key=lambda c, k=k: (hard.field.rgb[row, column][labels == k]
             == c).all(axis=1).sum()) for k, colours in of_class.items()}  # fmt: skip
    assert len(set(usual.values())) == len(usual)
    right = [tuple(c) == usual[k] for c, k in zip(hard.field.rgb[row, column].tolist(), labels,
                                                 strict=True)]  # fmt: skip
    assert np.mean(right) > 0.998


@pytest.mark.parametrize(("kind", "name", "settings"), CASES)
def test_the_boundary_parts_what_the_ensemble_answers(kind, name, settings):
    scene = shown(kind, name, settings).sharpened()
    field, frame = scene.field, scene.frame
    assert field.curves
    assert not len(field.boundary)
    cell = (frame.high - frame.low) / FINEST
    agree = []
    for curve in field.curves:
        start, end = curve[:-1], curve[1:]
        length = np.hypot(*((end - start) / cell).T)
        long = length > 6.0
        middle, way = (start[long] + end[long]) / 2.0, ((end - start) / cell)[long]
        normal = np.column_stack((-way[:, 1], way[:, 0])) / length[long][:, None]
        said = [decide(score_at(scene, middle + side * 2.5 * normal * cell),
                       scene.stage.data.n_classes) for side in (-1.0, 1.0)]  # fmt: skip
        agree += (said[0] != said[1]).tolist()
    assert agree
    assert np.mean(agree) > 0.95


def test_a_straight_border_is_as_straight_as_it_is():
    scene = shown("two classes", "voting", {"members": ["logistic"], "vote": "soft"}).sharpened()
    learner = scene.stage.learner
    (curve,) = scene.learner_mark.curves
    assert len(curve) == 2
    away = curve @ learner.coef[0] + learner.intercept[0]
    cell = (scene.frame.high - scene.frame.low) / FINEST
    assert np.abs(away).max() <= 0.2 * np.abs(learner.coef[0]) @ cell


VALUED = ["linear", "ridge", "knn(k=3)", "tree"]


def number_at(field, places):
    column, row = field.x.searchsorted(places[:, 0]) - 1, field.y.searchsorted(places[:, 1]) - 1
    return field.tints.number[row, column]


@pytest.mark.parametrize("t", [1, 2, 3])
def test_a_learner_of_values_is_seen_where_no_surface_is(t):
    """It said its name, and drew nothing."""
    shaded = shown("values in the plane", "voting", {"members": VALUED}, t=t)
    assert shaded.learner_mark.surface is None
    alone = Scene(replace(shaded.stage, view=shaded.view.with_layers(surface="off"))).sharpened()
    seen = alone.learner_mark.surface
    assert alone.learner_mark.note.text == f"{name(alone.stage)} sampled on a 1024 × 1024 grid"
    places = np.random.default_rng(5).uniform(alone.frame.low, alone.frame.high, (300, 2))
    low, high = value_range(alone.stage.data)
    share = np.clip((alone.stage.learner.answer(places) - low) / (high - low), 0.0, 1.0)
    at = number_at(seen, places)
    assert np.abs(at - 255.0 * share).mean() < 1.5
    assert np.ptp(at) > 30


@pytest.mark.parametrize("kind", ["two classes", "three classes"])
def test_a_learner_of_classes_tints_what_it_answers(kind):
    scene = shown(kind, "voting", {"members": ["logistic"]})
    assert scene.learner_mark.surface is None
    alone = Scene(replace(scene.stage, view=scene.view.with_layers(surface="off"))).sharpened()
    seen, n_classes = alone.learner_mark.surface, alone.stage.data.n_classes
    places = np.random.default_rng(6).uniform(alone.frame.low, alone.frame.high, (300, 2))
    at = number_at(seen, places)
    assert np.mean(at == decide(alone.stage.learner.answer(places), n_classes)) > 0.98
    assert len(set(seen.tints.table.tolist())) == n_classes


def test_a_stack_is_read_once_though_its_blender_is_drawn_too():
    scene = shown("two classes", "stacking", {"members": ["stump", "knn(k=3)"], "folds": 2}, t=3)
    assert scene.field.curves
    assert scene.learner_mark.curves is scene.field.curves
    asked = []
    while (reading := scene.stage.lens.sampler.turn()) is not None:
        asked.append(reading.want.what)
        scene.stage.lens.sampler.work()
    assert set(asked) == {(3, None)}


def test_room_for_a_note_is_known_before_anything_is_read():
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 2}, patience=0.0)
    assert scene.expects_note
    assert scene.stage.lens.sampler.is_idle
    hidden = scene.view.with_layers(surface="off", boundary=False, learner=False)
    off = Scene(replace(scene.stage, view=hidden))
    assert not off.expects_note
    assert off.field.tints is None
    assert off.stage.lens.sampler.is_idle


def test_the_scene_says_how_fine_the_grid_is():
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 2})
    assert scene.note == "Surface and boundary sampled on a 256 × 256 grid"
    assert scene.sharpened().note == "Surface and boundary sampled on a 1024 × 1024 grid"
    off = Scene(replace(scene.stage, view=scene.view.with_layers(surface="off"))).sharpened()
    assert off.note == "Boundary sampled on a 1024 × 1024 grid"
    neither = Scene(replace(off.stage, view=off.view.with_layers(boundary=False)))
    assert neither.note == "h₂ sampled on a 1024 × 1024 grid"
    for _ in range(2):  # also when it was fine before
        assert scene.sharpened().field.rgb.shape[0] == FINEST
    trees = shown("two classes", "bagging", {"rounds": 2})
    assert trees.note == ""
    assert trees.field.exact
    assert trees.sharpened() is trees


def read_all(sampler):
    while sampler.work():
        pass


def test_a_figure_reads_by_itself_what_the_window_is_reading():
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 2}, patience=0.0)
    assert scene.field.rgb is None
    sampler = scene.stage.lens.sampler
    going = sampler.turn()
    assert scene.sharpened().field.rgb.shape[0] == FINEST
    assert (sampler.turn(), sampler.finished) == (going, 0)
    read_all(sampler)
    again = Scene(scene.stage).field
    assert np.array_equal(again.rgb, scene.sharpened().field.rgb)


def test_who_reads_several_rounds_asks_each_learner_once(monkeypatch):
    """A strip began with the first learner again for each of its rounds."""
    scene = shown("two classes", "bagging", {"base": "naive-bayes", "rounds": 8}, t=1)
    asked, part = [], type(scene.stage.run).part
    monkeypatch.setattr(type(scene.stage.run), "part", lambda run, t, points: (
        asked.append(t), part(run, t, points))[1])  # fmt: skip
    sampler = scene.stage.lens.sampler.apart(200)
    for t in (1, 5, 8):
        stage = replace(scene.stage, view=scene.view.changed(moment=whole(scene.stage.run, t)))
        assert Scene(stage).sharpened(sampler).field.rgb.shape[0] == 256
    blocks = sum(len(sampling.blocks(np.empty((k * k, 2)))) for k in (48, 256))
    assert len(asked) == 8 * blocks


def test_a_figure_of_another_frame_leaves_the_window_what_it_reads():
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 2}, patience=0.0)
    assert scene.field.rgb is None
    frame = scene.frame
    wider = Frame.within_numbers(frame.left - 1.0, frame.bottom, frame.right + 1.0, frame.top)
    assert framed_at(scene, wider).field.rgb.shape[0] == FINEST
    read_all(scene.stage.lens.sampler)
    assert Scene(scene.stage).field.rgb.shape[0] == FINEST


def test_a_window_sees_little_at_once_and_more_as_there_is_time(monkeypatch):
    monkeypatch.setattr(sampling, "BLOCK", 50)
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 3}, patience=0.0)
    assert scene.field.rgb is None
    assert scene.note == WAITING
    sampler, seen = scene.stage.lens.sampler, []
    while not sampler.is_idle:
        before = sampler.finished
        sampler.work()
        if sampler.finished > before:
            field = Scene(scene.stage).field
            if field.rgb is not None:
                seen.append(field.rgb.shape[0])
    assert sorted(set(seen)) == [48, 256, FINEST]
    assert seen == sorted(seen)


def test_nothing_is_asked_twice_when_a_round_is_added(monkeypatch):
    calls = []
    scene = shown("two classes", "bagging", {"base": "naive-bayes", "rounds": 4}, t=3)
    run = scene.stage.run
    run.upto(4)
    assert scene.field.rgb is not None
    for t in range(1, 5):
        kind = type(run.round(t).learners[0])
    answer = kind.answer

    def counted(self, points):
        calls.append(next(t for t in range(1, 5) if run.round(t).learners[0] is self))
        return answer(self, points)

    monkeypatch.setattr(kind, "answer", counted)
    later = Scene(scene.stage.at(whole(run, 4)))
    assert later.field.rgb is not None
    assert set(calls) == {4}


def test_another_part_of_the_plane_stands_in_until_this_one_is_known():
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 2})
    assert scene.field.rgb is not None
    sampler = scene.stage.lens.sampler
    read_all(sampler)
    sampler.patience = 0.0
    near = Frame(*(0.5 * np.array([*scene.frame.low, *scene.frame.high])).tolist())
    closer = replace(scene.stage, view=scene.view.changed(frame=near))
    first = Scene(closer).field
    assert first.rgb is not None
    assert first.curves
    read_all(sampler)
    then = Scene(closer).field
    assert then.rgb.shape == (FINEST, FINEST, 3)
    assert (then.x[0], then.x[-1]) == (near.left, near.right)


def test_what_is_seen_in_a_place_before_gives_way_to_what_is_seen_there_now():
    scene = shown("two classes", "bagging", {"base": "knn", "rounds": 3}, patience=0.0)
    for t in (1, 2, 3):
        moment = Moment(t, len(scene.stage.steps))
        assert Scene(scene.stage.at(moment)).field
    sampler = scene.stage.lens.sampler
    read_all(sampler)
    known = {key[0][0] for key in sampler._known}  # noqa: SLF001 - what was read
    assert known == {3}


def test_learners_on_a_line_are_read_as_finely_as_they_are_drawn():
    scene = shown("values on a line", "bagging", {"base": "knn", "rounds": 3})
    curve = scene.line_plot.curve
    x = middles(curve.edges)
    assert len(x) > 2000
    scores = Scores(scene.stage.run, x[:, None])
    assert curve.values == pytest.approx([scores.next() for _ in range(3)][-1], abs=1e-12)
    hasty = shown("values on a line", "bagging", {"base": "knn", "rounds": 3}, patience=0.0)
    assert hasty.line_plot.curve is None
    read_all(hasty.stage.lens.sampler)
    assert len(Scene(hasty.stage).line_plot.curve.values) == len(curve.values)
