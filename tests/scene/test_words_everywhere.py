"""Controls, legends, starts and ends: at each moment of whole runs, forward and back."""

import re

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import Focus
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.legend import fullest
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stories import part_of
from ensemble_viz.scene.telling import what_to_try
from tests.datasets import DATASETS, classes
from tests.scene.walks import texts, walk

UNSPEAKABLE = re.compile(r"\bnan\b|\binf\b|None|True|False|array\(", re.IGNORECASE)
SETTINGS = {
    "adaboost": [{}, {"max_depth": None, "alpha": "log", "learning_rate": 0.3}],
    "bagging": [{}, {"vote": "soft", "max_depth": 1}],
    "random-forest": [{}],
    "gradient-boosting": [{}, {"init": "zero", "subsample": 0.5, "learning_rate": 10.0}],
    "xgboost": [{}, {"base_score": "mean", "gamma": 0.5, "subsample": 0.5, "reg_lambda": 0.0}],
    "tree": [{}, {"criterion": "entropy", "prune": "cost-complexity"}],
}
FOCI = (Focus(), Focus(point=0), Focus(place=(0.4, 0.7)), Focus(node=0))


@pytest.mark.parametrize("method", SETTINGS)
@pytest.mark.parametrize("name", DATASETS)
def test_something_is_said_about_everything(name, method):
    for settings in SETTINGS[method]:
        for focus in FOCI:
            look = View.of(pinned=focus, fractions=focus.point == 0)
            try:
                shown = list(walk(DATASETS[name], method, 3, look=look, **settings))
            except Refusal:
                return
            for scene in shown:
                assert scene.caption.headline
                assert scene.controls.next
                assert (scene.card is None) == (focus in (FOCI[0], FOCI[3]))
                assert scene.legend.classes or scene.stage.data.classes is None
                found = [text for text in texts(scene) if UNSPEAKABLE.search(text)]
                assert not found


EXPECTED = {
    ("adaboost", "ten-points"): [
        "Train the first stump", "Find its mistakes", "Weigh the learner", "Weigh the mistakes",
        "Let it vote", "Train stump 2", "Find its mistakes", "Weigh the learner",
        "Weigh the mistakes", "Let it vote", "Back to the start",
    ],
    ("random-forest", "blobs"): [
        "Draw bag 1", "Grow tree 1", "Let it vote", "Ask who never saw it", "Draw bag 2",
        "Grow tree 2", "Let it vote", "Ask who never saw it", "Back to the start",
    ],
    ("gradient-boosting", "sine"): [
        "Take the residuals", "Fit tree 1", "Shrink it by 0.10", "Add it", "Take the residuals",
        "Fit tree 2", "Shrink it by 0.10", "Add it", "Back to the start",
    ],
    ("gradient-boosting", "blobs"): [
        "Take the residuals (3 columns)", "Fit 3 trees", "Set the leaf values", "Add them",
        "Take the residuals (3 columns)", "Fit 3 trees", "Set the leaf values", "Add them",
        "Back to the start",
    ],
    ("xgboost", "sine"): [
        "Compute g and h", "Search the gain", "Prune by γ", "Set the leaf values", "Add it",
        "Compute g and h", "Search the gain", "Prune by γ", "Set the leaf values", "Add it",
        "Back to the start",
    ],
    ("xgboost", "blobs"): [
        "Compute g and h", "Search the gain", "Prune by γ", "Set the leaf values", "Add them",
        "Compute g and h", "Search the gain", "Prune by γ", "Set the leaf values", "Add them",
        "Back to the start",
    ],
    ("tree", "moons"): [
        "Search the splits", "Split node 0", "Search the splits", "Split node 2",
        "Back to the start",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("method", "name"), EXPECTED)
def test_the_next_button_says_what_it_will_do(method, name):
    shown = list(walk(sample(name), method, 99, rounds=2))
    assert [scene.controls.next for scene in shown] == EXPECTED[method, name]
    assert [scene.controls.at_end for scene in shown] == [False] * (len(shown) - 1) + [True]
    assert all(scene.controls.next_enabled for scene in shown)
    assert [scene.controls.back_enabled for scene in shown] == [False] + [True] * (len(shown) - 1)


@pytest.mark.parametrize(("method", "name"), EXPECTED)
def test_by_rounds_it_says_which_round_comes(method, name):
    shown = list(walk(sample(name), method, 99, small=False, rounds=3))
    assert [scene.controls.next for scene in shown] == [
        "Round 1",
        "Round 2",
        "Round 3",
        "Back to the start",
    ]


@pytest.mark.parametrize(("method", "name"), EXPECTED)
def test_going_back_says_the_same_as_going_forward(method, name):
    shown = list(walk(sample(name), method, 99, rounds=2))
    last = shown[-1]
    run, moment = last.stage.run, last.view.where.moment
    for forth in reversed(shown):
        assert moment == forth.view.where.moment
        again = Scene(Stage(last.document, Lens(run), forth.view))
        assert (again.caption, again.controls.next) == (forth.caption, forth.controls.next)
        moment = steps.back(run, moment, True)
    assert moment is None


@pytest.mark.parametrize(("method", "name"), EXPECTED)
def test_chips_tell_what_is_done_and_what_is_to_come(method, name):
    for scene in walk(sample(name), method, 2):
        states = [chip.state for chip in scene.caption.chips]
        k = scene.view.where.moment.step
        count = len(scene.stage.steps)
        assert states == ["done"] * (k - 1) + ["now"] * bool(k) + ["to come"] * (count - k)


# --- starts and ends --------------------------------------------------------------------------


def first_scene(data, method="adaboost", **settings):
    return next(walk(data, method, 0, **settings))


def test_without_points_nothing_can_be_pressed():
    empty = Dataset(np.zeros((0, 2)), np.zeros(0, dtype=np.int64), ("A", "B"))
    for method in SETTINGS:
        scene = first_scene(empty, method)
        assert scene.caption.headline == "No points yet"
        assert (scene.controls.next_enabled, scene.controls.next_hint) == (False, "No points yet.")
        assert scene.formulas == ()
        assert scene.card is None


@pytest.mark.parametrize("method", SETTINGS)
def test_one_class_is_not_enough(method):
    scene = first_scene(classes([[0, 0], [1, 1]], [0, 0], "AB"), method)
    sentence = "Only class A so far. Place a B to begin."
    assert f"{scene.caption.headline}. {scene.caption.sentence}" == sentence
    assert (scene.controls.next_enabled, scene.controls.next_hint) == (False, sentence)
    assert scene.controls.next in (
        "Train the first stump",
        "Draw bag 1",
        "Take the residuals",
        "Compute g and h",
        "Search the splits",
    )


def test_a_perfect_learner_stops_with_the_reason_and_what_to_try():
    (*_, before, last) = walk(sample("moons"), "adaboost", 9, max_depth=None)
    assert not before.caption.stopped
    assert last.caption.stopped
    assert last.caption.headline == "Tree 1 joins the vote with α₁ = 11.5129"
    assert last.caption.sentence.startswith("Tree 1 misses nothing.")
    assert " Stopped: without a miss its weight would be infinite" in last.caption.sentence
    assert "capped at 11.5129" in last.caption.sentence
    assert "depth 1" in last.caption.hint
    assert (last.controls.next, last.controls.at_end, last.controls.last) == (
        "Back to the start",
        True,
        1,
    )
    assert last.controls.stopped


def test_a_run_that_cannot_begin_says_why_at_once():
    xor = classes([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1], "AB")
    (only,) = walk(xor, "adaboost", 9)
    assert only.caption.stopped
    assert only.caption.headline == "Stopped at round 1: no stump beats chance (ε = 0.5)"
    assert only.caption.hint
    assert not only.controls.next_enabled
    assert only.controls.last == 0


@pytest.mark.parametrize(
    ("method", "name", "words"),
    [
        ("gradient-boosting", "latitude", "Stopped: every residual is zero"),
        ("tree", "latitude", "Stopped. No more splits: each of the 4 leaves holds one value"),
        ("xgboost", "moons", "Round 1 would change nothing"),
    ],
)
def test_other_ends_are_named(method, name, words):
    settings = {"gradient-boosting": {"learning_rate": 1.0}, "xgboost": {"gamma": 1e6}}.get(
        method, {}
    )
    (*_, last) = walk(sample(name), method, 99, **settings)
    headline, sentence = last.caption.headline, last.caption.sentence
    assert words in sentence
    assert last.view.where.moment.round or headline == "Stopped before round 1"
    assert last.caption.stopped


ENDS = [
    ("tree", sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15), {"prune": "error"}),
    ("tree", sample("ten-points"), {}),
    ("adaboost", sample("moons"), {"max_depth": None}),
    ("adaboost", sample("xor", n=60), {"base": "logistic"}),
    ("gradient-boosting", sample("latitude"), {"learning_rate": 1.0}),
]


@pytest.mark.parametrize(("method", "data", "settings"), ENDS)
def test_where_a_run_ends_its_last_step_is_told_too(method, data, settings):
    """Going on by one round more is not possible there; what the step did is said as ever."""
    (*_, last) = walk(data, method, 99, **settings)
    step = part_of(last.stage.run, "captions").step_text(last.stage)
    assert last.caption.headline == step.headline
    assert last.caption.sentence.startswith(step.sentence)
    assert last.caption.sentence.removeprefix(step.sentence).strip().startswith("Stopped")
    assert last.caption.stopped
    if settings.get("prune"):
        assert "one leaf" in step.sentence
        assert "The tree has 10 leaves" in step.sentence
        end = "Then 4 subtrees were pruned; by C4.5's guess a leaf in place of any other"
        assert end in last.caption.sentence


def test_one_leaf_is_spoken_of_as_one():
    xor = classes([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1], "AB")
    (only,) = walk(xor, "tree", 9, min_gain=0.01)
    assert only.caption.headline == "Stopped before round 1"
    end = "No more splits: “least gain” = 0.01 allows no cut in a leaf of several classes."
    assert only.caption.sentence == end


def test_hints_speak_of_the_fields_of_the_window():
    (*_, last) = walk(sample("moons", n=60), "adaboost", 9, learner="random", above_half="stop")
    assert last.caption.hint == "Try “worse than chance” = reverse: reversed, it helps."
    assert "above_half=reverse" in what_to_try(last.stage.run)
    seven = classes([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]], [0, 1, 2, 3, 4], "ABCDE")
    (*_, last) = walk(seven, "adaboost", 9)
    assert last.caption.hint.startswith("Try “more classes” = samme: ")


def test_hints_do_not_send_round_in_circles():
    """Where no stump beats chance and one deeper tree misses nothing, neither is the way out."""
    xor = classes([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1], "AB")
    (*_, perfect) = walk(xor, "adaboost", 9, max_depth=2)
    assert "Try" not in perfect.caption.hint
    assert "depth 1 leaves mistakes" in perfect.caption.hint


def test_with_one_class_nothing_is_infinite():
    """Whoever is at round 1 while the other class is deleted is told what to do, there too."""
    for scene in walk(classes([[0, 0], [1, 1]], [0, 0], "AB"), "adaboost", 9):
        said = scene.caption
        assert not said.stopped
        assert f"{said.headline}. {said.sentence}" == "Only class A so far. Place a B to begin."
        assert scene.controls.stopped == "Only class A so far. Place a B to begin."


def test_the_last_round_that_was_asked_for_is_no_stop():
    (*_, last) = walk(sample("moons"), "adaboost", 9, rounds=2)
    assert not last.caption.stopped
    assert last.controls.stopped == ""
    assert "Both rounds are done" in last.controls.next_hint


# --- legends ----------------------------------------------------------------------------------


def test_the_legend_counts_classes_rings_and_draws():
    data = sample("blobs")
    for scene in walk(data, "random-forest", 2):
        legend, stage = scene.legend, scene.stage
        assert [entry.count for entry in legend.classes] == np.bincount(data.target).tolist()
        assert legend.ringed == (0 if stage.missed is None else stage.missed.sum())
        if stage.key == "vote":
            assert (legend.draws, legend.draws_title) == ((), "")
        elif stage.key == "oob":
            out = int((stage.draws == 0).sum())
            counted = [(entry.words, entry.count) for entry in legend.draws]
            assert counted == [("never drawn", out), ("drawn", len(data) - out)]
        elif stage.draws is not None:
            assert {(entry.times, entry.count) for entry in legend.draws} >= {
                (int(k), int((stage.draws == k).sum())) for k in np.unique(stage.draws)
            }
            assert legend.draws_title == f"in bag {stage.round}"
    hidden = View.of(layers=Layers(misses=False, draws=False))
    (*_, bare) = walk(data, "random-forest", 1, look=hidden)
    assert (bare.legend.ring, bare.legend.ringed, bare.legend.draws) == ("", 0, ())


@pytest.mark.parametrize(
    ("method", "name"),
    [("gradient-boosting", "sine"), ("bagging", "sine"), ("tree", "sine"), ("stacking", "sine")],
)
def test_the_fullest_key_has_every_line_of_the_run(method, name):
    for scene in walk(sample(name), method, 9, rounds=5):
        every = dict(fullest(scene.stage).lines)
        assert {style for style, _ in scene.legend.lines} <= set(every)
        assert all(len(words) <= len(every[style]) for style, words in scene.legend.lines)


def test_the_scale_of_areas_is_true():
    (*_, last) = walk(sample("moons"), "adaboost", 4)
    small, large = last.legend.areas
    assert (small.text, small.area) == ("1/100", 1.0)
    assert large.area == int(large.text.split("/")[0])
    row = int(last.stage.weight.argmax())
    assert large.area <= last.stage.weight[row] * 100
    first = first_scene(sample("moons"))  # it does not appear all at once when weights differ
    assert [area.text for area in first.legend.areas] == ["1/100", "2/100"]
    assert first_scene(sample("moons"), "bagging").legend.areas == ()


def test_the_class_in_hand_is_marked():
    look = View.of(class_in_hand=1)
    scene = next(walk(sample("blobs"), "bagging", 0, look=look))
    assert [entry.in_hand for entry in scene.legend.classes] == [False, True, False]


def test_two_setups_each_have_their_words():
    data = sample("moons")
    setups = tuple(Setup(name, methods.method(name).params()) for name in ("adaboost", "bagging"))
    document, said = Document(data, setups), []
    for k, setup in enumerate(setups):
        stage = Stage(document, Lens(setup.run(data)), View.of(setup=k))
        said.append(Scene(stage).controls.next)
    assert said == ["Train the first stump", "Draw bag 1"]
