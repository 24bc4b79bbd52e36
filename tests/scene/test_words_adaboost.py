"""What is said about AdaBoost equals what a person computes from the points and the stumps."""

import re
from fractions import Fraction

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import agrees, subscript, value_of
from tests.datasets import DATASETS, classes
from tests.scene.by_hand import Weights as ByHand
from tests.scene.walks import line, numbers, results, rows, walk

CASES = [
    (sample("ten-points"), {}),
    (sample("moons"), {}),
    (sample("moons"), {"learning_rate": 0.5, "max_depth": 2, "criterion": "gini"}),
    (sample("circles"), {"alpha": "log"}),
    (DATASETS["weights"], {"alpha": "log", "learning_rate": 0.3}),
]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_captions_say_what_happened(data, settings):
    shown = list(walk(data, "adaboost", 4, **settings))
    hand = ByHand(shown[0].stage.run)
    for scene in shown:
        t, said = scene.view.where.moment.round, scene.caption
        before, after = hand.D[t - 1], hand.D[t] if t else None
        missed = hand.missed[t]
        if scene.stage.key == "mistakes":
            assert numbers(said.headline) == [t, missed.sum(), len(data)]
            assert agrees(said.sentence.rstrip(".").split(" = ")[1], hand.error[t])
        elif scene.stage.key == "alpha":
            assert agrees(said.headline.split(" = ")[1], hand.alpha[t])
        elif scene.stage.key == "weights":
            check_new_weights(said, before, after, missed)
            assert_factors_follow_from_alpha(said, hand.alpha[t], settings.get("alpha") == "log")
        elif scene.stage.key == "vote":
            wrong = ((hand.F[t] > 0) != (data.target == 1)).sum()
            assert (f"{wrong} of {len(data)} points" if wrong else "nothing") in said.sentence


def check_new_weights(said, before, after, missed):
    """By how much the weights changed, and how much the missed hold now."""
    k, up, right, down = numbers(said.headline)
    assert (k, right) == (missed.sum(), (~missed).sum())
    assert up == pytest.approx((after / before)[missed][0], abs=0.00501)
    assert down == pytest.approx((after / before)[~missed][0], abs=0.00501)
    halved = abs(after[missed].sum() - 0.5) < 1e-9
    assert ("holds half" in said.sentence) == halved
    if not halved:
        held = said.sentence.split("now hold ")[1].split()[0]
        assert agrees(held, after[missed].sum())


def assert_factors_follow_from_alpha(said, alpha, only_missed):
    """Work out both factors as the sentence says: by e^±α, or by e^α and 1."""
    _, up, _, down = numbers(said.headline)
    assert up / down == pytest.approx(np.exp(alpha if only_missed else 2.0 * alpha), rel=1e-3)
    if only_missed:
        assert agrees(said.sentence.split(" = ")[1].split()[0], np.exp(alpha))


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_the_card_follows_the_weight(data, settings):
    shown = list(walk(data, "adaboost", 4, look=View.of(pinned=Focus(point=7)), **settings))
    hand = ByHand(shown[0].stage.run)
    for scene in shown:
        t, key, read = scene.view.where.moment.round, scene.stage.key, rows(scene)
        names = [label for label in read if label.startswith("weight")]
        if key != "weights":
            k = t + 1 if key == "vote" else max(t, 1)
            assert names == [f"weight, D{subscript(k)}"]
            assert agrees(read[names[0]], hand.D[k - 1][7])
            continue
        assert names == [f"weight before, D{subscript(t)}", f"weight after, D{subscript(t + 1)}"]
        notes_form = settings.get("alpha") == "log"  # only the missed × e^α, then ÷ their sum
        (factor,) = [
            value for label, value in read.items() if label.startswith(("missed", "right"))
        ]
        divisor = hand.Z[t] * (np.exp(hand.alpha[t] / 2) if notes_form else 1.0)
        z = read[f"{'the sum, S' if notes_form else 'Z'}{subscript(t)}"].removeprefix("÷ ")
        assert agrees(factor.removeprefix("× "), hand.D[t][7] * divisor / hand.D[t - 1][7])
        assert agrees(z, divisor)
        if notes_form:
            expected = np.exp(hand.alpha[t]) if hand.missed[t][7] else 1.0
            assert agrees(factor.removeprefix("× "), expected)
        assert agrees(read[names[1]], hand.D[t][7])
        again = value_of(read[names[0]]) * value_of(factor.removeprefix("× ")) / value_of(z)
        assert agrees(read[names[1]], again)


@pytest.mark.parametrize("row", [7, 8])
@pytest.mark.parametrize(("data", "settings"), CASES)
def test_the_card_adds_the_votes_up(data, settings, row):
    shown = list(walk(data, "adaboost", 4, look=View.of(pinned=Focus(point=row)), **settings))
    hand, y = ByHand(shown[0].stage.run), 1 if data.target[row] == 1 else -1
    for scene in shown:
        joined = scene.view.where.moment.round - (scene.stage.key not in ("vote", "start"))
        if not joined:
            continue
        read, below = rows(scene), subscript(joined)
        total = sum(abs(alpha) for alpha in hand.alpha[1 : joined + 1])
        score = hand.F[joined][row]
        assert agrees(read[f"votes so far, F{below}"].removeprefix("+"), score)
        assert agrees(read["all weights, Σα"], total)
        assert agrees(read[f"margin, yF{below} ÷ Σα"].removeprefix("+"), y * score / total)
        assert read["together they say"] == data.classes[int(score > 0)]


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_formulas_end_in_this_rounds_figures(data, settings):
    shown = list(walk(data, "adaboost", 4, **settings))
    hand = ByHand(shown[0].stage.run)
    for scene in shown:
        t = scene.view.where.moment.round
        if scene.stage.key != "vote":
            continue
        below = subscript(t)
        divisor = (f"Z{below}", hand.Z[t])
        if settings.get("alpha") == "log":
            divisor = (f"S{below}", hand.Z[t] * np.exp(hand.alpha[t] / 2))
        for start, value in ((f"ε{below}", hand.error[t]), (f"α{below}", hand.alpha[t]), divisor):
            assert agrees(results(line(scene, start))[-1], value), start
        for note in line(scene, f"D{subscript(t + 1)}").side:
            who, factor = note.split(" × ")
            rows_of = hand.missed[t] if who == "missed" else ~hand.missed[t]
            assert agrees(factor, (hand.D[t] / hand.D[t - 1])[rows_of][0])


def test_the_ten_points_are_the_notes_fractions():
    exact = View.of(fractions=True, pinned=Focus(point=4))
    shown = list(walk(sample("ten-points"), "adaboost", 3, look=exact))
    expected = [Fraction(3, 10), Fraction(3, 14), Fraction(3, 22)]
    captions = [scene.caption.sentence for scene in shown if scene.stage.key == "mistakes"]
    assert [Fraction(text.rstrip(".").split(" = ")[1]) for text in captions] == expected
    for scene, error in zip([s for s in shown if s.stage.key == "weights"], expected, strict=True):
        t = scene.view.where.moment.round
        assert Fraction(results(line(scene, f"ε{subscript(t)}"))[-2]) == error
        notes = [
            Fraction(note.split(" × ")[1]) for note in line(scene, f"D{subscript(t + 1)}").side
        ]
        assert notes == [1 / (2 * error), 1 / (2 * (1 - error))]
    weights = [rows(scene) for scene in shown if scene.stage.key == "weights"]
    after = [
        Fraction(read[f"weight after, D{subscript(t)}"]) for t, read in enumerate(weights, start=2)
    ]
    assert after == [Fraction(1, 6), Fraction(7, 66), Fraction(7, 114)]


def test_ties_are_named_where_they_decide():
    shown = list(walk(sample("ten-points"), "adaboost", 3))
    trained = [scene.caption.sentence for scene in shown if scene.stage.key == "train"]
    assert "3 cuts tie" in trained[0]
    assert "2 cuts tie" in trained[1]
    assert "No other stump errs less" in trained[2]
    assert "a tie goes to minus" in shown[0].caption.sentence


def test_only_the_last_twelve_votes_are_shown():
    (*_, last) = walk(sample("moons"), "adaboost", 15, look=View.of(pinned=Focus(point=3)))
    assert [vote.round for vote in last.card.votes] == list(range(4, 16))
    assert last.card.earlier == 3
    hand = ByHand(last.stage.run)
    widths = np.array(hand.alpha[4:16])
    assert [vote.width for vote in last.card.votes] == pytest.approx(widths / widths.max())


def test_a_learner_that_has_not_joined_is_dashed_and_not_counted():
    shown = list(walk(sample("moons"), "adaboost", 2, look=View.of(pinned=Focus(point=3))))
    at = {(s.view.where.moment.round, s.stage.key): s.card for s in shown}
    assert [vote.joined for vote in at[2, "weights"].votes] == [True, False]
    assert [vote.joined for vote in at[2, "vote"].votes] == [True, True]
    assert [vote.joined for vote in at[1, "train"].votes] == [False]
    assert at[1, "train"].after_votes == ()


# --- ε from what is shown -----------------------------------------------------------------------

TERMS = re.compile(r"(?:(\d+) · )?(\d[\d.]*(?:·10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?)")
MANY = [
    (sample("moons"), {}),
    (sample("circles"), {}),
    (sample("gaussians"), {"alpha": "log"}),
    (sample("moons"), {"max_depth": 2}),
    (sample("moons", n=2000), {}),
    (sample("moons"), {"base": "naive-bayes"}),
    (sample("blobs"), {"multiclass": "samme"}),
]


@pytest.mark.parametrize(("data", "settings"), MANY)
def test_the_error_is_always_added_up(data, settings):
    """Twelve points that weigh the same and one more: 12 · 0.00537634 + 0.07142857."""
    for scene in walk(data, "adaboost", 12, small=False, **settings):
        t = scene.view.where.moment.round
        if not t:
            continue
        _, _, terms, *results_of = line(scene, f"ε{subscript(t)}").text.split(" = ")
        found = [(int(k or 1), text) for k, text in TERMS.findall(terms)]
        weight, missed = column(scene, "weight"), column(scene, "learner").missed
        total = sum(k * value_of(text) for k, text in found)
        if terms.endswith("…"):
            assert len(found) == 4
            assert len({float(f"{x:.9g}") for x in weight.value[missed]}) > 5
            assert 0.0 < total < value_of(results_of[-1])
        else:
            assert sum(k for k, _ in found) == missed.sum()
            assert agrees(results_of[-1], total)
        for k, text in found:
            assert sum(agrees(text, x) for x in weight.value[missed]) >= k


def column(scene, key):
    (found,) = [one for one in scene.table.columns if one.key == key]
    return found


@pytest.mark.parametrize("settings", [{}, {"alpha": "log"}, {"learner": "random"}])
def test_it_is_said_which_class_counts_one(settings):
    shown = list(walk(sample("ten-points"), "adaboost", 1, look=View.of(pinned=Focus(point=0)),
                      **settings))  # fmt: skip
    start, first = shown[0], shown[1]
    assert "plus counts +1, minus −1" in start.caption.sentence
    assert [entry.name for entry in start.legend.classes] == ["minus −1", "plus +1"]
    assert any(line.text.endswith("plus +1, minus −1") for line in start.formulas)
    (says,) = [value for label, value in rows(first).items() if label.endswith("says")]
    assert says in ("plus +1", "minus −1")
    (blobs,) = walk(sample("blobs"), "adaboost", 0)
    assert "+1" not in blobs.caption.sentence
    assert [entry.name for entry in blobs.legend.classes] == ["A", "B", "C"]


@pytest.mark.parametrize("multiclass", ["m1", "samme"])
@pytest.mark.parametrize("alpha", ["half-log", "log"])
@pytest.mark.parametrize("name", ["ten-points", "blobs"])
def test_the_loss_is_what_it_is_called(name, alpha, multiclass):
    """The mean of e to the power that its label says, of the sums in the table."""
    data = sample(name)
    settings = {"alpha": alpha, "multiclass": multiclass}
    (*_, last) = walk(data, "adaboost", 3, look=View.of(curves="Loss"), **settings)
    last.stage.lens.figures(3)
    (curve,) = Scene(last.stage).curves.series
    sums = [one.value for one in last.table.columns if one.key.startswith("score")]
    mean = named_mean(curve.name, sums, data.target)
    assert agrees(curve.readout, mean)
    if name == "blobs":
        assert agrees(results(line(last, curve.name))[-1].partition(",")[0], mean)


def named_mean(name, sums, target):
    """Work a mean of powers of e out as it is named."""
    own = np.choose(target, sums) if len(sums) > 1 else sums[0]
    known = {
        "yF": (2.0 * target - 1.0) * sums[0],
        "own": own,
        "mean": np.mean(sums, axis=0),
        "other": np.sum(sums, axis=0) - own,
    }
    power = name.removeprefix("mean of e^")
    for symbol, plain in (("−", "-"), ("½", "0.5*"), ("2(", "2*("), ("F_own", "own"),
                          ("mean F", "mean"), ("other F", "other")):  # fmt: skip
        power = power.replace(symbol, plain)
    return np.exp(eval(power, {"__builtins__": {}}, known)).mean()


def test_samme_says_why_a_logarithm_is_added_and_what_that_does():
    """With ln(K − 1) a guess among K counts 0; afterwards the learner is as bad as that guess."""
    shown = list(walk(sample("blobs"), "adaboost", 2, multiclass="samme"))
    for scene in shown:
        said = scene.caption.sentence
        if scene.stage.key == "alpha":
            assert "The ln(2) = ln(K − 1) is added so that among K = 3 classes" in said
            assert "mere guessing (ε = 2/3) gets 0" in said
            assert 0.5 * (np.log((1 / 3) / (2 / 3)) + np.log(2)) == pytest.approx(0.0)
        if scene.stage.key == "weights":
            missed = column(scene, "learner").missed
            held = column(scene, "next weight").value[missed].sum()
            assert agrees(re.search(r"now hold (0\.\d+) of the weight", said)[1], held)
            assert "no better than a guess among 3" in said
            assert held == pytest.approx(2 / 3)


@pytest.mark.parametrize(("depth", "cuts"), [(1, "Its cut was"), (2, "Its cuts were")])
def test_a_stump_draws_one_cut_and_a_tree_several(depth, cuts):
    shown = walk(sample("moons", n=40), "adaboost", 2, learner="random", max_depth=depth)
    said = [scene.caption.sentence for scene in shown if scene.stage.key == "train"]
    assert all(f"{cuts} drawn at random" in sentence for sentence in said)
    assert any("so its answers are reversed." in sentence for sentence in said)


def ends_drawn(data, multiclass):
    """Read how a run of drawn stumps ends, where it stops by itself."""
    (*_, last) = walk(data, "adaboost", 30, learner="random", multiclass=multiclass)
    said = f"{last.caption.headline} {last.caption.sentence}"
    assert last.caption.stopped
    assert "better than chance" not in said
    return last.stage.run.stop.error, said


def test_a_drawn_learner_is_measured_by_what_its_rule_asks():
    """Of three classes a stump that is right at .46 of the weight is better than chance."""
    error, said = ends_drawn(sample("blobs", n=30), "m1")
    assert 0.5 < error < 2 / 3
    assert "the stump that was drawn misses half or more, too much for M1 (ε = 0.5381)" in said
    together = classes([[0, 0], [0, 0], [0, 0]], [0, 1, 2], "ABC")
    error, said = ends_drawn(together, "samme")
    assert error == pytest.approx(2 / 3)
    assert "the stump that was drawn misses 2/3 or more, too much for SAMME" in said
