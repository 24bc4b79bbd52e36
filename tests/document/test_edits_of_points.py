"""Edits of many points do what a plain list of points would, and leave everything else alone."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.edits import Edit, brushes, points, selecting, transforms
from ensemble_viz.document.edits import transforms as dealing
from ensemble_viz.document.edits.brushes import Dab
from ensemble_viz.document.edits.selecting import Disc
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from tests.document.drawn import NUMBERS, Point, documents, model_of, snapshot, sorted_parts

EASY = settings(deadline=None)
SEEDS = st.integers(0, 2**31 - 1)
DISCS = st.builds(
    Disc,
    st.tuples(NUMBERS, NUMBERS),
    st.tuples(st.sampled_from([0.5, 2.0, 5.0]), st.sampled_from([0.5, 2.0, 5.0])),
)


def some_rows(data: st.DataObject, document: Document) -> list[int]:
    n = len(model_of(document.data))
    return sorted(data.draw(st.sets(st.integers(0, n - 1)))) if n else []


def check(before: Document, made: Edit, expected: list[Point]) -> list[Point]:
    """Compare with the model; all that an edit says of itself must hold, too."""
    after = model_of(made.document.data)
    weights = [p["weight"] for p in expected if not p["test"]]
    if not any(weights):  # nothing would be left to learn from: they count alike again
        expected = [p if p["test"] else {**p, "weight": 1.0} for p in expected]
    expected = [{**p, "weight": 1.0} if p["test"] else p for p in expected]
    if before.data.fold is None:
        expected = [{**p, "fold": 0} for p in expected]
    expected = [{**p, "fold": 0} if p["test"] else p for p in expected]
    assert after == sorted_parts(expected)
    assert len(made.came_from) == len(after)
    old = made.came_from[made.came_from >= 0].tolist()
    assert len(set(old)) == len(old)
    assert made.sentence[0].isupper() or made.sentence[0].isdigit()
    assert made.sentence.endswith(".")
    assert "\n" not in made.sentence
    assert made.name[0].isupper()
    if made.document.data is before.data:
        assert made.document is before
    return after


def changed(model: list[Point], rows: list[int], **parts: Any) -> list[Point]:
    return [{**p, **parts} if row in rows else p for row, p in enumerate(model)]


# --- one or many --------------------------------------------------------------------------------


@EASY
@given(documents(), st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4), st.booleans())
def test_new_points_stand_behind_the_others(before, places, as_test):
    old, data = snapshot(before.data), before.data
    placed = [place[: data.dimension] for place in places]
    made = points.place(before, np.reshape(placed, (-1, data.dimension)), 0, as_test)
    model = model_of(data)
    folds = Counter(p["fold"] for p in model if not p["test"])
    for place in placed:
        fold = 0
        if not as_test and data.fold is not None:
            fold = min(folds, key=lambda k: (folds[k], k))
            folds[fold] += 1
        model.append(
            {"place": place, "answer": 0, "weight": 1.0, "fold": fold, "was": -1, "test": as_test}
        )
    check(before, made, model)
    assert [made.came_from[row] for row in made.rows] == [-1] * len(places)
    assert snapshot(data) == old


@EASY
@given(documents(), st.data(), NUMBERS, NUMBERS)
def test_points_move_together(before, data, right, up):
    rows = some_rows(data, before)
    made = points.move(before, rows, (right, up))
    model = model_of(before.data)
    for row in rows:
        x, *rest = model[row]["place"]
        if rest:
            model[row] |= {"place": (x + right, rest[0] + up)}
        else:
            model[row] |= {"place": (x + right,), "answer": model[row]["answer"] + up}
    check(before, made, model)
    assert made.rows.tolist() == (rows if made.document is not before else [])


@EASY
@given(documents(), st.data())
def test_points_are_deleted_kept_and_duplicated(before, data):
    rows, model = some_rows(data, before), model_of(before.data)
    others = [p for row, p in enumerate(model) if row not in rows]
    gone = points.delete(before, rows)
    check(before, gone, others)
    if rows:
        kept = points.keep_only(before, rows)
        check(before, kept, [model[row] for row in rows])
        assert kept.came_from.tolist() == rows
    twice = points.duplicate(before, rows)
    check(before, twice, model + [model[row] for row in rows])
    assert len(twice.rows) == len(rows)


@EASY
@given(documents(), st.data())
def test_answers_and_weights_are_set(before, data):
    rows, model = some_rows(data, before), model_of(before.data)
    answer = data.draw(st.integers(0, max(before.data.n_classes - 1, 0)))
    made = points.answer(before, rows, answer)
    check(before, made, changed(model, rows, answer=answer, was=-1))
    weight = data.draw(st.sampled_from([0.0, 0.25, 1.0, 3.0]))
    learned = [row for row in rows if not model[row]["test"]]
    expected = changed(model, learned, weight=weight)
    if any(p["weight"] for p in expected if not p["test"]):
        check(before, points.weigh(before, rows, weight), expected)
    else:
        with pytest.raises(Refusal, match="every weight would be 0"):
            points.weigh(before, rows, weight)


@EASY
@given(documents(), st.data())
def test_points_change_sides(before, data):
    rows, model = some_rows(data, before), model_of(before.data)
    expected = changed(model, rows, test=True)
    if all(p["test"] for p in expected):
        with pytest.raises(Refusal, match="no point to learn from"):
            points.to_test(before, rows)
    else:
        check(before, points.to_test(before, rows), expected)
    back = points.to_training(before, rows)
    model = model_of(before.data)
    folds = Counter(p["fold"] for p in model if not p["test"])
    for row in rows:
        if model[row]["test"]:
            fold = min(folds, key=lambda k: (folds[k], k)) if before.data.fold is not None else 0
            folds[fold] += 1
            model[row] |= {"test": False, "fold": fold}
    check(before, back, model)


def test_a_row_that_there_is_not_is_refused():
    document = Document(sample("ten-points"), (first_setup("tree"),))
    for rows in ([10], [-1], [0, 11]):
        with pytest.raises(Refusal, match="there is no point"):
            points.delete(document, rows)
    with pytest.raises(Refusal, match="no class 2"):
        points.answer(document, [0], 2)


def test_test_points_that_nothing_was_done_to_are_the_very_same():
    document = Document(sample("moons", test=50, flip=0.1), (first_setup("tree"),))
    made = points.move(document, [0, 1], (1, 1))
    assert made.document.data.test is document.data.test
    other = points.move(document, [100], (1, 1))
    assert other.document.data.test is not document.data.test


def test_points_changed_by_hand_are_no_sample_any_more():
    document = Document(sample("moons"), (first_setup("tree"),), "Two moons", source="moons")
    after = points.delete(document, [3]).document
    assert (after.source, after.title) == ("", "Own points")
    assert points.delete(document, []).document is document


@EASY
@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6), st.integers(0, 4))
def test_decimal_numbers_are_added_as_people_add_them(a, b, digits):
    one, other = a / 10**digits, b / 10**digits
    made = points.move(plane((one, 7.0)), [0], (other, 0.0))
    assert at(made) == [[(a + b) / 10**digits, 7.0]]


def test_what_was_reckoned_has_the_digits_of_a_person():
    plane = Document(
        Dataset([[0.1, 0.7], [1e-300, 5.0]], [0, 1], ("a", "b")), (first_setup("tree"),)
    )
    assert points.move(plane, [0], (0.2, 0)).document.data.points[0].tolist() == [0.3, 0.7]
    assert points.move(plane, [1], (0, 1)).document.data.points[1].tolist() == [1e-300, 6.0]
    with pytest.raises(Refusal, match="not finite"):
        transforms.scale(plane, [1], 1e308, centre=(-1e10, 0))


# --- selecting ----------------------------------------------------------------------------------


def places(data: Dataset) -> list[tuple[float, float]]:
    return [
        p["place"] if data.dimension == 2 else (*p["place"], p["answer"]) for p in model_of(data)
    ]


@EASY
@given(documents(), st.tuples(NUMBERS, NUMBERS), st.tuples(NUMBERS, NUMBERS))
def test_a_rectangle_has_its_edges(document, one, other):
    (left, right), (low, high) = (sorted(pair) for pair in zip(one, other, strict=True))
    expected = [
        row
        for row, (x, y) in enumerate(places(document.data))
        if left <= x <= right and low <= y <= high
    ]
    assert selecting.in_rectangle(document.data, one, other).tolist() == expected


@EASY
@given(documents(), DISCS)
def test_a_disc_holds_what_is_near(document, disc):
    rows, share = selecting.neighbourhood(document.data, disc)
    expected = {}
    for row, (x, y) in enumerate(places(document.data)):
        far = math.hypot(
            (x - disc.centre[0]) / disc.radius[0], (y - disc.centre[1]) / disc.radius[1]
        )
        if far <= 1:
            expected[row] = (1 + math.cos(math.pi * far)) / 2
    assert dict(zip(rows.tolist(), share.tolist(), strict=True)) == pytest.approx(expected)


@settings(deadline=None, max_examples=300)
@given(documents(), st.lists(st.tuples(NUMBERS, NUMBERS), max_size=8))
def test_a_lasso_is_entered_an_odd_number_of_times(document, corners):
    expected = []
    for row, (x, y) in enumerate(places(document.data)):
        crossings = 0
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], *corners[:1]], strict=True):
            if (y0 <= y) != (y1 <= y):
                turn = (x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)
                crossings += (turn < 0) == (y1 > y0)
        expected += [row] if crossings % 2 else []
    found = selecting.in_lasso(document.data, np.reshape(corners, (-1, 2)))
    assert found.tolist() == expected


def test_points_at_the_ends_of_the_numbers_are_found_without_a_warning():
    far = 1.7e308
    corners = [[-far, -far], [far, -far], [far, far], [-far, far], [5e-324, 0], [0, 0]]
    data = Dataset(corners, [0] * 6, ("a",))
    assert selecting.in_rectangle(data, (-far, -far), (far, far)).tolist() == [0, 1, 2, 3, 4, 5]
    assert selecting.in_disc(data, Disc((0, 0), (5e-324, 5e-324))).tolist() == [4, 5]
    assert 5 in selecting.in_lasso(data, [(-1, -1), (1, -1), (0, 1)])
    selecting.in_lasso(data, [(-far, -far), (far, -far), (0, far)])
    document = Document(data, (first_setup("tree"),))
    brushes.spray(document, Dab(Disc((0, 0), (5e-324, 1e300))), 3, 0)
    for radius in ((0, 1), (-1, 1), (math.nan, 1), (math.inf, 1)):
        with pytest.raises(Refusal, match="radius greater than 0"):
            Disc((0, 0), radius)
    with pytest.raises(Refusal, match=r"no class 0\.5"):
        points.answer(document, [0], 0.5)


# --- brushes ------------------------------------------------------------------------------------


@EASY
@given(documents(), DISCS, SEEDS, st.integers(0, 30), st.booleans(), st.booleans())
def test_a_spray_can_be_repeated(before, disc, seed, count, is_even, as_test):
    dab = Dab(disc, seed, 4)
    made, again = (brushes.spray(before, dab, count, 0, is_even, as_test) for _ in range(2))
    assert snapshot(made.document.data) == snapshot(again.document.data)
    after, n = model_of(made.document.data), len(model_of(before.data))
    assert len(after) == n + count == n + len(made.rows)
    assert [p for row, p in enumerate(after) if row not in made.rows] == model_of(before.data)
    new = [after[row] for row in made.rows]
    assert all(p["test"] == as_test for p in new)
    if is_even and count:
        here = [places(made.document.data)[row] for row in made.rows]
        assert disc.distance(np.array(here)).max() <= 1.03  # rounded to a hundredth of the radius
    if count > 5:
        other = brushes.spray(before, Dab(disc, seed, 5), count, 0, is_even, as_test)
        assert snapshot(other.document.data) != snapshot(made.document.data)


def test_a_spray_has_the_spread_that_it_should():
    empty = Document(Dataset(np.empty((0, 2)), [], ("a", "b")), (first_setup("tree"),))
    dab = Dab(Disc((3.0, -1.0), (2.0, 0.5)), 7)
    normal = brushes.spray(empty, dab, 8000, 1).document.data
    assert normal.points.mean(axis=0) == pytest.approx([3.0, -1.0], abs=0.05)
    assert normal.points.std(axis=0) == pytest.approx([1.0, 0.25], rel=0.05)
    assert (normal.target == 1).all()
    even = brushes.spray(empty, dab, 8000, 1, is_even=True).document.data.points
    far = dab.disc.distance(even)
    assert np.quantile(far, [0.25, 0.5, 0.75]) == pytest.approx(
        np.sqrt([0.25, 0.5, 0.75]), abs=0.02
    )
    with pytest.raises(Refusal, match="at most 10000"):
        brushes.spray(empty, dab, 10_001, 1)


@EASY
@given(documents(), DISCS, st.data())
def test_brushes_erase_paint_and_change_sides_of_what_is_under_them(before, disc, data):
    rows = selecting.in_disc(before.data, disc).tolist()
    model, dab = model_of(before.data), Dab(disc)
    check(before, brushes.erase(before, dab), [p for k, p in enumerate(model) if k not in rows])
    answer = data.draw(st.integers(0, max(before.data.n_classes - 1, 0)))
    check(before, brushes.paint(before, dab, answer), changed(model, rows, answer=answer, was=-1))
    if set(rows) | {k for k, p in enumerate(model) if p["test"]} != set(range(len(model))):
        check(before, brushes.paint_test(before, dab, True), changed(model, rows, test=True))


@EASY
@given(documents(), DISCS, SEEDS)
def test_pulling_and_shaking_move_only_what_is_under_the_brush(before, disc, seed):
    rows = selecting.in_disc(before.data, disc).tolist()
    dab, model = Dab(disc, seed), model_of(before.data)
    for made in (brushes.pull(before, dab, 0.5), brushes.jitter(before, dab, 0.2)):
        after = model_of(made.document.data)
        for row, (p, q) in enumerate(zip(model, after, strict=True)):
            on_a_line = before.data.dimension == 1
            free = (
                {"place", "answer"}
                if on_a_line and row in rows
                else {"place"}
                if row in rows
                else set()
            )
            assert {k: v for k, v in p.items() if k not in free} == {
                k: v for k, v in q.items() if k not in free
            }
    pulled = np.array(places(brushes.pull(before, dab, 0.5).document.data))
    if rows:
        start = disc.distance(np.array(places(before.data))[rows])
        assert (disc.distance(pulled[rows]) <= start + 0.03).all()


def test_a_soft_drag_takes_the_near_ones_far_and_the_far_ones_not():
    grid = [(x / 4, 0.0) for x in range(-8, 9)]
    document = Document(Dataset(grid, [0] * 17, ("a", "b")), (first_setup("tree"),))
    rows, share = selecting.neighbourhood(document.data, Disc((0.0, 0.0), (1.0, 1.0)))
    made = points.move(document, rows, share[:, None] * (0.0, 2.0))
    up = made.document.data.points[:, 1]
    assert up[8] == 2.0
    assert up[10] == 1.0
    assert up[4] == up[12] == 0.0
    assert (np.diff(up[4:9]) > 0).all()
    assert made.sentence == "9 points are moved by up to (0, 2)."


# --- reckoned -----------------------------------------------------------------------------------


def plane(*places_: tuple[float, float]) -> Document:
    target = [k % 2 for k in range(len(places_))]
    return Document(Dataset(list(places_), target, ("a", "b")), (first_setup("tree"),))


def at(made: Edit) -> list[list[float]]:
    return made.document.data.points.tolist()


def test_points_are_scaled_turned_and_mirrored():
    square = plane((0, 0), (2, 0), (2, 2), (0, 4))
    assert at(transforms.scale(square, None, 2)) == [[-1, -2], [3, -2], [3, 2], [-1, 6]]
    assert at(transforms.scale(square, [2], (3, 0.5), (0, 0))) == [[0, 0], [2, 0], [6, 1], [0, 4]]
    assert at(transforms.turn(square, None, 90, (0, 0))) == [[0, 0], [0, 2], [-2, 2], [-4, 0]]
    assert at(transforms.mirror(square, None, 0)) == [[2, 0], [0, 0], [0, 2], [2, 4]]
    assert at(transforms.mirror(square, [3], 1, (0, 0))) == [[0, 0], [2, 0], [2, 2], [0, -4]]
    with pytest.raises(Refusal, match="at one place"):
        transforms.scale(square, None, 0)
    line = Document(sample("sine"), (first_setup("tree"),))
    with pytest.raises(Refusal, match="on a line"):
        transforms.turn(line, None, 90)


@EASY
@given(documents(), st.data(), st.integers(0, 1))
def test_mirrored_twice_is_as_it_was(before, data, axis):
    rows = some_rows(data, before)
    once = transforms.mirror(before, rows, axis)
    twice = transforms.mirror(once.document, rows, axis)
    assert np.array(places(twice.document.data)) == pytest.approx(
        np.array(places(before.data)), abs=1e-9
    )
    check(before, once, model_of(once.document.data))


def test_points_are_snapped_and_those_on_one_another_are_counted():
    made = transforms.snap(plane((0.24, 0.26), (0.26, 0.3), (-0.1, 1e300)), None, 0.5)
    assert at(made) == [[0, 0.5], [0.5, 0.5], [0, 1e300]]
    made = transforms.snap(plane((0.24, 0.26), (0.2, 0.3)), None, 0.1)
    assert at(made) == [[0.2, 0.3], [0.2, 0.3]]
    assert made.sentence == "2 points are on a grid of 0.1. 1 lies on another."
    for step in (0, -1, math.nan, math.inf):
        with pytest.raises(Refusal, match="greater than 0"):
            transforms.snap(plane((0, 0)), None, step)


def test_standardising_says_by_what_and_test_points_follow():
    test = Dataset([[5.0, 3.0]], [0], ("a", "b"))
    data = Dataset([[1.0, 3.0], [3.0, 3.0]], [0, 1], ("a", "b"), test=test)
    made = transforms.standardise(Document(data, (first_setup("tree"),)))
    assert at(made) == [[-1, 0], [1, 0]]
    assert made.document.data.test.points.tolist() == [[3, 0]]
    assert made.sentence == (
        "3 points (1 of them a test point) are standardised: x1 ← (x1 − 2) / 1;"
        " x2 ← (x2 − 3), all alike."
    )


# --- by chance ----------------------------------------------------------------------------------


@EASY
@given(documents(classes_only=True), st.data(), st.floats(0, 1), SEEDS)
def test_flipping_remembers_and_can_be_turned_back(before, data, share, seed):
    if before.data.n_classes < 2:
        with pytest.raises(Refusal, match="two classes"):
            dealing.flip(before, share, seed)
        return
    rows, model = some_rows(data, before), model_of(before.data)
    made = dealing.flip(before, share, seed, rows)
    after = model_of(made.document.data)
    able = [row for row in rows if model[row]["was"] < 0]
    flipped = [row for row in able if after[row]["was"] >= 0]
    assert len(flipped) == round(share * len(able)) == len(made.rows)
    for row, (p, q) in enumerate(zip(model, after, strict=True)):
        if row in flipped:
            assert (q["was"], q["answer"] != p["answer"]) == (p["answer"], True)
            assert {**q, "was": -1, "answer": p["answer"]} == p
        else:
            assert p == q
    back = dealing.turn_back(made.document, made.rows)
    assert model_of(back.document.data) == model


@EASY
@given(documents(), st.data(), st.floats(0, 1), SEEDS)
def test_a_split_gives_each_class_its_part(before, data, share, seed):
    rows, model = some_rows(data, before), model_of(before.data)
    others = [p["test"] for row, p in enumerate(model) if row not in rows]
    wanted = round(share * len(rows))
    if sum(others) + wanted == len(model):
        with pytest.raises(Refusal, match="no point to learn from"):
            dealing.split(before, share, seed, rows)
        return
    made = dealing.split(before, share, seed, rows)
    after = model_of(made.document.data)
    now = {old: after[row]["test"] for row, old in enumerate(made.came_from.tolist())}
    assert [now[row] for row in range(len(model)) if row not in rows] == others
    assert sum(now[row] for row in rows) == wanted
    for k in range(before.data.n_classes):
        own = [row for row in rows if model[row]["answer"] == k]
        assert abs(sum(now[row] for row in own) - share * len(own)) < 1.5
    key = [(p["place"], p["answer"], p["was"]) for p in model]
    assert [(p["place"], p["answer"], p["was"]) for p in after] == [key[k] for k in made.came_from]
    again = dealing.split(before, share, seed, rows)
    assert again.came_from.tolist() == made.came_from.tolist()


@EASY
@given(documents(), st.data(), st.floats(0, 1), SEEDS)
def test_thinning_keeps_a_share_and_all_others(before, data, share, seed):
    rows, model = some_rows(data, before), model_of(before.data)
    kept = round(share * len(rows))
    if not rows or kept + len(model) - len(rows) == 0:
        return
    made = dealing.thin(before, share, seed, rows)
    assert len(made.rows) == kept
    check(before, made, [model[row] for row in made.came_from])
    assert set(range(len(model))) - set(made.came_from.tolist()) <= set(rows)


@EASY
@given(documents(), SEEDS)
def test_shuffling_changes_the_order_alone(before, seed):
    made = dealing.shuffle(before, seed)
    model = model_of(before.data)
    assert sorted(made.came_from.tolist()) == list(range(len(model)))
    check(before, made, [model[row] for row in made.came_from])


def test_shares_are_shares():
    document = Document(sample("moons"), (first_setup("tree"),))
    for edit in (dealing.flip, dealing.split, dealing.thin):
        for share in (-0.1, 1.1, math.nan):
            with pytest.raises(Refusal, match="a share is"):
                edit(document, share, 0)
    with pytest.raises(Refusal, match="no labels to flip"):
        dealing.flip(Document(sample("sine"), (first_setup("tree"),)), 0.1, 0)


# --- a lecture's worth of strokes ---------------------------------------------------------------


def any_edit(data: st.DataObject, document: Document) -> Edit:
    disc, seed, rows = data.draw(DISCS), data.draw(SEEDS), some_rows(data, document)
    return data.draw(
        st.sampled_from(
            [
                lambda: brushes.spray(document, Dab(disc, seed), 3, 0),
                lambda: brushes.erase(document, Dab(disc)),
                lambda: brushes.jitter(document, Dab(disc, seed)),
                lambda: points.duplicate(document, rows, (0.5, 0.5)),
                lambda: points.move(document, rows, (1.0, -1.0)),
                lambda: points.keep_only(document, rows),
                lambda: transforms.scale(document, rows, 2.0),
                lambda: dealing.shuffle(document, seed),
                lambda: dealing.thin(document, 0.9, seed),
            ]
        )
    )()


@settings(deadline=None, max_examples=60)
@given(documents(least=3), st.data())
def test_strokes_in_any_order_lose_nothing_and_every_document_stays_as_it_was(before, data):
    """Old documents are what undo goes back to: none may have changed under later edits."""
    history = [(before, snapshot(before.data))]
    for _ in range(data.draw(st.integers(1, 8))):
        document = history[-1][0]
        made = any_edit(data, document)
        kept = made.came_from[made.came_from >= 0].tolist()
        n = len(model_of(document.data))
        assert len(set(kept)) == len(kept)
        assert all(0 <= row < n for row in kept)
        history.append((made.document, snapshot(made.document.data)))
    for document, taken in history:
        assert snapshot(document.data) == taken
