"""Points come in as a script has them, and nothing that it does later changes them."""

from fractions import Fraction

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.runs import run
from tests.runs import to_json

POINTS = [[0.0, 1.0], [2.0, 1.5], [3.0, 0.0], [1.0, 4.0], [2.5, 3.0], [0.5, 0.25]]
CLASS = [0, 1, 1, 0, 1, 0]
WEIGHT, FOLD = [1.0, 2.0, 1.0, 0.5, 1.0, 3.0], [0, 1, 0, 1, 0, 1]


def given() -> dict:
    return {
        "points": np.array(POINTS), "target": np.array(CLASS), "weight": np.array(WEIGHT),
        "fold": np.array(FOLD),
    }  # fmt: skip


def test_the_arrays_of_a_script_stay_its_own():
    arrays = given()
    data = Dataset(classes=("a", "b"), **arrays)
    for name, array in arrays.items():
        assert array.flags.writeable
        own = getattr(data, name)
        assert not own.flags.writeable
        before = own.copy()
        array[...] = 0
        assert np.array_equal(own, before)


def test_a_view_leaves_no_way_in():
    base = np.array(POINTS)
    data = Dataset(base[:, :], np.array(CLASS), ("a", "b"))
    order = data.order.copy()
    base[0, 0] = 99.0
    assert data.points[0, 0] == 0.0
    assert np.array_equal(np.argsort(data.points.T, axis=1, kind="stable"), order)


LABELS = {
    "lists": list, "tuples": tuple, "names": lambda k: [("a", "b")[one] for one in k],
    "names in numpy": lambda k: np.array(["a", "b"])[k], "bools": lambda k: np.array(k) > 0,
    "names as objects": lambda k: np.array(["a", "b"], dtype=object)[k],
    "whole floats": lambda k: np.array(k, dtype=float), "bytes": lambda k: np.array(k, np.uint8),
}  # fmt: skip


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("method", ["adaboost", "random-forest", "xgboost", "stacking"])
def test_classes_of_any_type_are_the_same_classes(kind, method):
    plain = Dataset(np.array(POINTS), np.array(CLASS), ("a", "b"))
    other = Dataset(POINTS, LABELS[kind](CLASS), ["a", np.str_("b")])
    assert other.target.dtype == np.int64
    assert other.classes == ("a", "b")
    assert to_json(run(other, method, {"rounds": 3})) == to_json(run(plain, method, {"rounds": 3}))


NUMBERS = {
    "lists": lambda x: np.array(x).tolist(), "whole": lambda x: np.array(x, dtype=np.int32),
    "float32": lambda x: np.array(x, dtype=np.float32), "turned": np.asfortranarray,
    "fractions": lambda x: [[Fraction(c) for c in row] for row in x],
    "strided": lambda x: np.repeat(x, 2, axis=0)[::2],
}  # fmt: skip


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("method", ["tree", "gradient-boosting", "bagging", "voting"])
def test_numbers_of_any_type_are_the_same_numbers(kind, method):
    points = np.floor(np.array(POINTS) * 2)
    plain = Dataset(points, points.sum(axis=1), weight=np.array(WEIGHT))
    column = NUMBERS[kind](points.sum(axis=1)[:, None].tolist())
    values = [row[0] for row in column] if isinstance(column, list) else column[:, 0]
    other = Dataset(NUMBERS[kind](points.tolist()), values, weight=[Fraction(w) for w in WEIGHT])
    assert {other.points.dtype, other.target.dtype, other.weight.dtype} == {np.dtype(np.float64)}
    assert to_json(run(other, method, {"rounds": 3})) == to_json(run(plain, method, {"rounds": 3}))


def test_float32_points_are_cut_between_where_they_are():
    rough = np.array(POINTS, dtype=np.float32) / np.float32(3)
    tree = run(Dataset(rough, CLASS, ("a", "b")), "tree", {"rounds": 1}).round(1).learners[0]
    x = np.sort(rough[:, tree.feature[0]].astype(np.float64))
    assert tree.threshold[0] in (x[1:] + x[:-1]) / 2


def test_zeros_and_ones_without_names_are_values():
    data = Dataset(POINTS, CLASS)
    assert data.task == "regression"
    assert run(data, "tree", {"rounds": 1}).round(1).score.dtype == np.float64


WRONG = {
    "words for points": ((["ab", "cd"], CLASS), "points holds words, not numbers"),
    "digits for points": (([["1", "2"]] * 6, CLASS), "points holds words, not numbers"),
    "ragged points": (([[1, 2], [3]], CLASS), "points holds something else than rows of numbers"),
    "complex points": ((np.array(POINTS) * 1j, CLASS), "points holds something else than rows of"),
    "too large": (([[10**400, 0]], [1]), "points holds something else than rows of numbers"),
    "no points": ((None, CLASS), "points need one or two coordinates, not the shape ()"),
    "flat points": (([1.0, 2.0], [0, 1]), "points need one or two coordinates, not the shape (2,)"),
    "missing": (([[0, None]], [1]), "point 1: the coordinate nan is not finite"),
    "words for values": (
        (POINTS, ["a", "b"] * 3),
        "target holds words, not numbers; words are classes if their names are given as classes",
    ),
    "words among values": ((POINTS, [1, 2, 3, 4, 5, "b"]), "target holds words, not numbers"),
    "unknown class": ((POINTS, list("ababac"), ("a", "b")), "point 6: there is no class 'c'"),
    "number of no class": (
        (POINTS, [0, 1, 2, 0, 1, 0], ("a", "b")), "point 3: there is no class 2, only 0 to 1",
    ),
    "half a class": (
        (POINTS, [0, 0.5, 1, 0, 1, 0], ("a", "b")), "target holds 0.5, which is no whole number",
    ),
    "missing class": (
        (POINTS, [0, np.nan, 1, 0, 1, 0], ("a", "b")), "target holds nan, which is no whole",
    ),
    "words and numbers": ((POINTS, ["a", 1] * 3, ("a", "b")), "point 2: there is no class '1'"),
    "one word": ((POINTS, CLASS, "ab"), "classes are given as their names, like classes=('a', "),
    "numbered classes": ((POINTS, CLASS, [0, 1]), "classes are given as their names, like "),
    "too few": ((POINTS, CLASS[:5], ("a", "b")), "6 points, but target has the shape (5,)"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_set_of_points_costs_a_sentence(what):
    arguments, said = WRONG[what]
    with pytest.raises(Refusal) as caught:
        Dataset(*arguments)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_words_and_halves_are_no_weights_nor_folds():
    for wrong in ({"weight": ["x"] * 6}, {"fold": [0.5] * 6}, {"fold": [None] * 6}):
        (name,) = wrong
        with pytest.raises(Refusal, match=f"^{name} holds "):
            Dataset(POINTS, CLASS, ("a", "b"), **wrong)


# --- flipped labels -----------------------------------------------------------------------------


def test_what_labels_were_flipped_from_is_one_of_the_classes():
    data = Dataset(POINTS, CLASS, ("a", "b"), flipped_from=[1, -1, -1, -1, -1, -1])
    assert data.flipped_from.tolist() == [1, -1, -1, -1, -1, -1]
    assert not data.flipped_from.flags.writeable
    for wrong, said in (([2] * 6, "no class 2"), ([-2] * 6, "no class -2"), ([1], "the shape")):
        with pytest.raises(Refusal, match=said):
            Dataset(POINTS, CLASS, ("a", "b"), flipped_from=wrong)
    with pytest.raises(Refusal, match="no class 0"):
        Dataset(POINTS, CLASS, flipped_from=[0] * 6)


@pytest.mark.parametrize("method", ["adaboost", "random-forest", "gradient-boosting"])
def test_no_method_knows_what_was_flipped(method):
    plain = Dataset(POINTS, CLASS, ("a", "b"))
    marked = Dataset(POINTS, CLASS, ("a", "b"), flipped_from=[1, -1, 0, -1, -1, -1])
    assert to_json(run(plain, method)) == to_json(run(marked, method))
