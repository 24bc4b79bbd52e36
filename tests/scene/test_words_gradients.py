"""What is said about gradient boosting equals what a person computes from points and leaves."""

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, subscript, value_of
from tests.datasets import DATASETS
from tests.scene.by_hand import Gradients as ByHand
from tests.scene.walks import line, numbers, results, rows, walk

ROW = 5
CASES = [
    (sample("sine"), {"learning_rate": 0.5}),
    (sample("latitude"), {"learning_rate": 1.0, "max_depth": 1}),
    (sample("surface"), {"subsample": 0.5, "init": "median"}),
    (sample("moons"), {"learning_rate": 0.333}),
    (sample("moons"), {"leaf": "gradient", "subsample": 0.5}),
    (sample("blobs"), {}),
    (DATASETS["weights of three classes"], {"init": "zero"}),
    (DATASETS["weights"], {}),
]


def moments(data, settings, key):
    """Show the moments of one kind of step, with the figures by hand."""
    shown = list(walk(data, "gradient-boosting", 3, **settings))
    hand = ByHand(shown[0].stage.run)
    going = [one for one in shown if one.stage.key == key and not one.caption.stopped]
    return [(one.caption, one.view.where.moment.round, hand) for one in going]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_what_is_left_over(data, settings):
    for said, t, hand in moments(data, settings, "residuals"):
        r = hand.rest(t - 1)[:, 0]
        assert abs(numbers(said.headline)[-1]) == pytest.approx(np.abs(r).max(), abs=6e-5)
        assert f"{len(data)} residuals" in said.headline
        if not data.n_classes:
            assert agrees(said.sentence.rstrip(".").split()[-1], hand.squares(t - 1))


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_what_the_tree_is_fitted_to(data, settings):
    for said, t, hand in moments(data, settings, "train"):
        assert said.headline.endswith(f"{len(data)} residuals")
        if "subsample" in settings:
            assert f"{round(len(data) / 2)} of the" in said.headline
        else:
            assert f"{len(np.unique(hand.leaves[t][:, 0]))} lea" in said.sentence


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_how_far_it_goes(data, settings):
    steps = moments(data, settings, "leaves" if data.n_classes else "shrink")
    for said, t, hand in steps:
        largest = np.abs(hand.gamma[t][:, 0]).max()
        if data.n_classes:
            assert agrees(said.headline.split(" is ")[1].lstrip("+−"), largest)
            continue
        if hand.rate == 1.0:  # nothing is shrunk, and nothing is said to be
            assert said.headline.endswith(" counts in full")
            (value,) = numbers(said.sentence.rpartition(" is ")[2].split(", in")[0])
            assert abs(value) == pytest.approx(largest, abs=6e-5)
            continue
        value, rate, step = numbers(said.sentence.split(" is ")[1].split(", in")[0])
        if "subsample" not in settings:  # a leaf may be without a point of its own then
            assert abs(value) == pytest.approx(largest, abs=6e-5)
        assert rate == hand.rate
        assert step == pytest.approx(value * rate, abs=6e-4)


def test_leaves_as_far_below_zero_as_above_are_both_named():
    shown = walk(sample("moons", n=16), "gradient-boosting", 1)
    (scene,) = [one for one in shown if one.stage.key == "leaves"]
    tree = scene.stage.tree
    assert tree.value[tree.is_leaf] == pytest.approx([-2.0, 2.0, -2.0])
    assert scene.caption.headline == "The largest leaf value in size is ±2.0000"
    who = "Leaves R₁ (6 points), R₂ (8 points) and 1 more have it: "
    assert scene.caption.sentence.startswith(who)


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_what_became_better(data, settings):
    for said, t, hand in moments(data, settings, "vote"):
        if data.n_classes:
            assert f"{hand.missed(t)} of {len(data)} points" in said.headline
            new = said.sentence.split(". ")[0].rstrip(".").split()[-1]
            assert agrees(new, hand.loss(t))
            continue
        old, new = hand.squares(t - 1), hand.squares(t)
        assert numbers(said.headline) == pytest.approx([old, new], abs=6e-5)
        assert ("falls" in said.headline) == (new < old)


@pytest.mark.parametrize(("data", "settings"), CASES)
@pytest.mark.parametrize("which", [0, 1])
def test_the_card_goes_from_sum_to_sum(data, settings, which):
    row = min(ROW, len(data) - 1)
    look = View.of(pinned=Focus(point=row), learner=which)
    shown = list(walk(data, "gradient-boosting", 3, look=look, **settings))
    hand = ByHand(shown[0].stage.run)
    k = min(which, hand.width - 1)
    of = f" of {data.classes[k]}" if hand.width > 1 else ""
    for scene in shown[1:]:
        t, key, read = scene.view.where.moment.round, scene.stage.key, rows(scene)
        assert agrees(read[f"so far, F{subscript(t - 1)}{of}"], hand.F[t - 1][row, k])
        (rest,) = [value for label, value in read.items() if label.startswith("residual, r")]
        assert agrees(rest.removeprefix("+"), hand.rest(t - 1)[row, k])
        if not scene.stage.learner_is_known or (data.n_classes and key == "train"):
            continue
        says, step, total, then = [
            read[label]
            for label in read
            if label.startswith(("stump", "tree", "×", "next", "residual then"))
        ]
        assert agrees(says.removeprefix("+"), hand.gamma[t][row, k])
        assert agrees(step.removeprefix("+"), hand.rate * hand.gamma[t][row, k])
        assert agrees(total, hand.F[t][row, k])
        assert agrees(then.removeprefix("+"), hand.rest(t)[row, k])
        so_far = value_of(read[f"so far, F{subscript(t - 1)}{of}"])
        assert agrees(total, so_far + value_of(step.removeprefix("+")))


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_end_in_this_rounds_figures(data, settings):
    row = min(ROW, len(data) - 1)
    shown = list(
        walk(data, "gradient-boosting", 3, look=View.of(pinned=Focus(point=row)), **settings)
    )
    hand = ByHand(shown[0].stage.run)
    index = f"{subscript(row + 1)},₁" if hand.width > 1 else subscript(row + 1)
    for scene in [one for one in shown if one.stage.key == "residuals"]:
        before = scene.view.where.moment.round - 1
        assert agrees(results(line(scene, f"r{index} ="))[-1], hand.rest(before)[row, 0])
        if data.n_classes:
            assert agrees(results(line(scene, f"p{index} ="))[-1], hand.p(before)[row, 0])
    for scene in [one for one in shown if one.stage.key == "vote"]:
        t = scene.view.where.moment.round
        (gamma,) = [one for one in scene.formulas if one.text.startswith("γ")]
        assert agrees(results(gamma)[-1], hand.gamma[t][row, 0])
        of = ",₁" if hand.width > 1 else ""
        total = line(scene, f"F{subscript(t)}{of}(x{subscript(row + 1)})")
        assert agrees(results(total)[-1], hand.F[t][row, 0])


def test_the_latitude_of_the_notes():
    shown = list(
        walk(sample("latitude"), "gradient-boosting", 1, look=View.of(pinned=Focus(point=3)))
    )
    assert results(line(shown[0], "F₀"))[-1] == "56.2500"
    assert rows(shown[1])["residual, r = y − F₀"] == "−26.2500"


def test_a_leaf_that_is_lit_is_worked_out():
    by_node = {}
    for node in range(7):
        for scene in walk(
            sample("sine"), "gradient-boosting", 1, look=View.of(hovered=Focus(node=node))
        ):
            if scene.stage.key == "train":
                tree = scene.stage.tree
                (gamma,) = [one for one in scene.formulas if one.text.startswith("γ")]
                by_node[node] = value_of(results(gamma)[-1])
    for node in np.flatnonzero(tree.feature < 0):
        assert by_node[node] == pytest.approx(tree.value[node], abs=6e-5)
