"""What votes and stacks show is enough to work them out: who said what, and what is put in."""

import math
import re

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.learners.members import below, layer_of
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, subscript, value_of
from tests.scene.walks import numbers, rows, texts, walk

TWENTY = sample("moons", n=20, seed=3)
TERM = re.compile(r"([−+]) (\d+\.\d+) z([₀-₉]+)")
PLAIN = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def told(data, point, **settings):
    """Every moment of a stack with a point pinned."""
    return list(walk(data, "stacking", 99, look=View.of(pinned=Focus(point=point)), **settings))


def column(scene, title):
    (found,) = [one for one in scene.table.columns if one.title == title]
    return found


def share(scene, name):
    """Read the share of the second class behind a symbol on the card."""
    found = re.search(rf"(?:^|[ \n]){name} (\d\.\d+)", "\n".join(rows(scene).values()))
    return value_of(found[1])


def coefficients(scene, start="s = "):
    written = [one.text for one in scene.formulas]
    (line,) = [text for text in written if text.startswith(start) and "·" not in text]
    found = {
        int(t.translate(PLAIN)): (1 - 2 * (sign == "−")) * float(x)
        for sign, x, t in TERM.findall(line)
    }
    return numbers(line.partition("= ")[2])[0], found


@pytest.mark.parametrize("point", range(20))
def test_the_blenders_answer_is_worked_out_from_the_card_and_the_table(point):
    """With z, said while the point was held out, a student would get another class at point 14."""
    (*_, last) = told(TWENTY, point, members=["stump", "knn(k=3)"], folds=2)
    for t in (1, 2):
        for name in (f"z{subscript(t)}", f"ẑ{subscript(t)}"):
            assert agrees(column(last, name).text(point), share(last, name))
    start, of = coefficients(last)
    s = start + sum(of[t] * share(last, f"ẑ{subscript(t)}") for t in (1, 2))
    p = 1.0 / (1.0 + math.exp(-s))
    said = rows(last)["the blender says"]
    assert said.startswith("B" if p > 0.5 else "A")
    assert value_of(said.rpartition("= ")[2]) == pytest.approx(p, abs=2e-4)
    worked = next(one.text for one in last.formulas if one.text.startswith("s(ẑ) = "))
    assert agrees(worked.rpartition("= ")[2], s)
    assert numbers(worked)[2::2][:2] == [share(last, "ẑ₁"), share(last, "ẑ₂")]


def test_at_point_14_both_symbols_answer_differently():
    (*_, last) = told(TWENTY, 13, members=["stump", "knn(k=3)"], folds=2)
    start, of = coefficients(last)
    by = {
        name: start + sum(of[t] * share(last, f"{name}{subscript(t)}") for t in (1, 2))
        for name in ("z", "ẑ")
    }
    assert by["z"] < 0 < by["ẑ"]
    assert "ẑ" in last.caption.sentence
    assert "trained on all points" in last.caption.sentence


def test_the_formula_goes_through_every_layer():
    shown = told(TWENTY, 5, members=["stump", "knn(k=3)"], folds=2, layers=2)
    for scene in (shown[0], shown[-1]):
        written = [line.text for line in scene.formulas]
        assert "F(x) = b(ẑ₃, ẑ₄)" in written
        assert "ẑₜ = hₜ(ẑ₁, ẑ₂), t = 3, 4" in written
        assert "ẑₜ = hₜ(x), t = 1, 2" in written
    assert not any("F(x) = b(h₁(x)" in text for scene in shown for text in texts(scene))
    upper = [
        one for one in shown if one.view.where.moment.round == 3 and one.stage.key == "predict-2"
    ]
    (line,) = [one.text for one in upper[0].formulas if one.text.startswith("z(6, 3)")]
    assert line.startswith("z(6, 3) = h₃^(−fold(6))(z(6, 1), z(6, 2))")
    lower = next(
        one for one in shown if one.view.where.moment.round == 1 and one.stage.key == "hold-1"
    )
    assert any(one.text.startswith("z(6, 1) = h₁^(−fold(6))(x₆)") for one in lower.formulas)


@pytest.mark.parametrize("point", range(0, 20, 3))
def test_a_member_of_the_second_layer_is_worked_out_from_what_it_sees(point):
    """While a fold is held out it sees z, later ẑ: the symbol before the digits says which."""
    settings = {"members": ["stump", "naive-bayes"], "final": ["logistic"] * 2, "layers": 2}
    shown = told(TWENTY, point, folds=2, **settings)
    seen = set()
    for scene in shown:
        if scene.view.where.moment.round != 3 or scene.stage.learner is None:
            continue
        start, of = coefficients(scene)
        hat = scene.stage.key == "refit"
        seen.add(hat)
        letter = "ẑ" if hat else "z"
        (worked,) = [one.text for one in scene.formulas if one.text.startswith(f"s({letter}) = ")]
        put_in = {t: value_of(column(scene, f"{letter}{subscript(t)}").text(point)) for t in (1, 2)}
        s = start + sum(of[t] * put_in[t] for t in (1, 2))
        assert agrees(worked.rpartition("= ")[2], s)
        p = 1.0 / (1.0 + math.exp(-s))
        now = [text for label, text in rows(scene).items() if "ẑ₃" in label or "now says" in label]
        assert [value_of(one.rpartition("= ")[2]) for one in now] == pytest.approx([p], abs=2e-4)
    assert seen == {True, False}


def test_held_out_values_have_both_symbols_too():
    data = sample("sine", n=12)
    (*_, last) = told(data, 4, folds=2)
    line = next(one.text for one in last.formulas if one.text.startswith("b(z) = "))
    of = [float(x) * (-1 if sign == "−" else 1) for sign, x, _ in TERM.findall(line)]
    start = numbers(line.partition("= ")[2])[0]
    put_in = [value_of(x) for x in re.findall(r"ẑ. (−?\d+\.\d+)", "\n".join(rows(last).values()))]
    answer = start + sum(w * x for w, x in zip(of, put_in, strict=True))
    assert value_of(rows(last)["the blender says"]) == pytest.approx(answer, abs=5e-4)
    assert len(put_in) == 3


@pytest.mark.parametrize("split", ["k-fold", "hold-out"])
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_the_blender_learns_from_the_layer_below_it_alone(layers, split):
    settings = {"members": ["stump", "knn(k=3)"], "layers": layers, "split": split, "folds": 2}
    shown = list(walk(TWENTY, "stacking", 9, **settings))
    (blender,) = [one for one in shown if one.caption.headline.startswith("The blender: ")]
    *_, last = below(blender.stage.run, blender.stage.round)
    of = f" of layer {layer_of(blender.stage.run, last)}" if layers > 1 else ""
    assert f"that each member{of} gave for" in blender.caption.sentence


# --- rings --------------------------------------------------------------------------------------


def test_the_points_that_a_step_says_are_missed_are_ringed():
    for split in ("k-fold", "hold-out", "leave-one-out"):
        ringed = []
        settings = {"split": split, "members": ["stump", "knn(k=3)"], "folds": 2}
        for scene in walk(TWENTY, "stacking", 9, **settings):
            key, said = scene.stage.key, scene.caption
            if not key.startswith(("predict", "refit")):
                continue
            text = said.sentence if key == "refit" else said.headline
            missed = re.search(r"(\d+) of \d+ points?", text)[1]
            assert (scene.legend.ringed, scene.legend.ring) == (int(missed), "missed, held out")
            assert scene.markers.ringed.sum() == int(missed)
            ringed.append(int(missed))
        assert any(ringed)


def test_nobodys_misses_are_ringed_where_values_are_learned():
    for scene in walk(sample("sine", n=12), "stacking", 9, folds=2):
        assert scene.legend.ringed == 0
        assert not np.any(scene.stage.missed)


def test_what_a_member_of_a_vote_misses_is_ringed_when_it_is_counted():
    for scene in walk(TWENTY, "voting", 9, vote="hard"):
        key, ringed = scene.stage.key, (scene.legend.ringed, scene.legend.ring)
        if key == "collect":
            missed = re.search(r"(\d+) of \d+ points?", scene.caption.headline)[1]
            assert ringed == (int(missed), "missed")
            assert scene.markers.ringed.sum() == int(missed)
