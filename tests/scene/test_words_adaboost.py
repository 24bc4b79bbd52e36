"""What is said about AdaBoost equals what a person computes from the points and the stumps."""

from fractions import Fraction

import numpy as np
import pytest

from ensemble_viz.engine.samples import sample
from ensemble_viz.scene.numbers import agrees, subscript, value_of
from ensemble_viz.scene.view import Focus, View
from tests.datasets import DATASETS
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
        t, said = scene.view.moment.round, scene.caption
        before, after = hand.D[t - 1], hand.D[t] if t else None
        missed = hand.missed[t]
        if scene.stage.key == "mistakes":
            assert numbers(said.headline) == [t, missed.sum(), len(data)]
            assert agrees(said.sentence.rstrip(".").split(" = ")[1], hand.error[t])
        elif scene.stage.key == "alpha":
            assert agrees(said.headline.split(" = ")[1], hand.alpha[t])
        elif scene.stage.key == "weights":
            k, up, right, down = numbers(said.headline)
            assert (k, right) == (missed.sum(), (~missed).sum())
            assert up == pytest.approx((after / before)[missed][0], abs=0.00501)
            assert down == pytest.approx((after / before)[~missed][0], abs=0.00501)
            halved = abs(after[missed].sum() - 0.5) < 1e-9
            assert ("holds half" in said.sentence) == halved
            if not halved:
                assert agrees(said.sentence.split()[4], after[missed].sum())
        elif scene.stage.key == "vote":
            wrong = ((hand.F[t] > 0) != (data.target == 1)).sum()
            assert (f"{wrong} of {len(data)} points" if wrong else "nothing") in said.sentence


@pytest.mark.parametrize(("data", "settings"), CASES)
def test_the_card_follows_the_weight(data, settings):
    shown = list(walk(data, "adaboost", 4, look=View(pinned=Focus(point=7)), **settings))
    hand = ByHand(shown[0].stage.run)
    for scene in shown:
        t, key, read = scene.view.moment.round, scene.stage.key, rows(scene)
        names = [label for label in read if label.startswith("weight")]
        if key != "weights":
            k = t + 1 if key == "vote" else max(t, 1)
            assert names == [f"weight, D{subscript(k)}"]
            assert agrees(read[names[0]], hand.D[k - 1][7])
            continue
        assert names == [f"weight before, D{subscript(t)}", f"weight after, D{subscript(t + 1)}"]
        (factor,) = [value for label, value in read.items() if ": e^" in label]
        z = read[f"Z{subscript(t)}"].removeprefix("÷ ")
        assert agrees(factor.removeprefix("× "), hand.D[t][7] * hand.Z[t] / hand.D[t - 1][7])
        assert agrees(z, hand.Z[t])
        assert agrees(read[names[1]], hand.D[t][7])
        again = value_of(read[names[0]]) * value_of(factor.removeprefix("× ")) / value_of(z)
        assert agrees(read[names[1]], again)


@pytest.mark.parametrize("row", [7, 8])
@pytest.mark.parametrize(("data", "settings"), CASES)
def test_the_card_adds_the_votes_up(data, settings, row):
    shown = list(walk(data, "adaboost", 4, look=View(pinned=Focus(point=row)), **settings))
    hand, y = ByHand(shown[0].stage.run), 1 if data.target[row] == 1 else -1
    for scene in shown:
        joined = scene.view.moment.round - (scene.stage.key not in ("vote", "start"))
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
        t = scene.view.moment.round
        if scene.stage.key != "vote":
            continue
        below = subscript(t)
        for start, value in (
            (f"ε{below}", hand.error[t]),
            (f"α{below}", hand.alpha[t]),
            (f"Z{below}", hand.Z[t]),
        ):
            assert agrees(results(line(scene, start))[-1], value), start
        for note in line(scene, f"D{subscript(t + 1)}").side:
            who, factor = note.split(" × ")
            rows_of = hand.missed[t] if who == "missed" else ~hand.missed[t]
            assert agrees(factor, (hand.D[t] / hand.D[t - 1])[rows_of][0])


def test_the_ten_points_are_the_notes_fractions():
    exact = View(fractions=True, pinned=Focus(point=4))
    shown = list(walk(sample("ten-points"), "adaboost", 3, look=exact))
    expected = [Fraction(3, 10), Fraction(3, 14), Fraction(3, 22)]
    captions = [scene.caption.sentence for scene in shown if scene.stage.key == "mistakes"]
    assert [Fraction(text.rstrip(".").split(" = ")[1]) for text in captions] == expected
    for scene, error in zip([s for s in shown if s.stage.key == "weights"], expected, strict=True):
        t = scene.view.moment.round
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
    (*_, last) = walk(sample("moons"), "adaboost", 15, look=View(pinned=Focus(point=3)))
    assert [vote.round for vote in last.card.votes] == list(range(4, 16))
    assert last.card.earlier == 3
    hand = ByHand(last.stage.run)
    widths = np.array(hand.alpha[4:16])
    assert [vote.width for vote in last.card.votes] == pytest.approx(widths / widths.max())


def test_a_learner_that_has_not_joined_is_dashed_and_not_counted():
    shown = list(walk(sample("moons"), "adaboost", 2, look=View(pinned=Focus(point=3))))
    at = {(s.view.moment.round, s.stage.key): s.card for s in shown}
    assert [vote.joined for vote in at[2, "weights"].votes] == [True, False]
    assert [vote.joined for vote in at[2, "vote"].votes] == [True, True]
    assert [vote.joined for vote in at[1, "train"].votes] == [False]
    assert at[1, "train"].after_votes == ()
