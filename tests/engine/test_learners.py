"""Learners that are not trees: their text, their settings, and what awkward points make of them."""

import dataclasses
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.lists import split_list
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide, member
from ensemble_viz.engine.learners import kinds
from ensemble_viz.engine.learners.kind import Lesson, lesson_of
from ensemble_viz.engine.learners.linear import least_squares
from ensemble_viz.engine.learners.softmax_fit import Task, fit
from ensemble_viz.engine.methods import method
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.telling import what_to_try
from tests.datasets import DATASETS, classes, drawn_classes, drawn_values, values
from tests.runs import to_json

TEXTS = ("stump", "tree(max_depth=2)", "knn(k=3)", "naive-bayes", "logistic(C=1)", "linear",
         "ridge(alpha=1)")  # fmt: skip


def trained(text, data, times=None):
    return member.read(text).train(lesson_of(data, None if times is None else np.array(times)))


def able(data):
    return [text for text in TEXTS if data.task in member.read(text).kind.tasks]


# --- text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_text", "plain"),
    [
        ("stump", "stump"),
        (" tree( max_depth = 3 , min_samples_leaf=5 ) ", "tree(max_depth=3,min_samples_leaf=5)"),
        ("tree(max_depth=none)", "tree"),
        ("tree(criterion=entropy)", "tree(criterion=entropy)"),
        ("knn", "knn(k=5)"),
        ("naive-bayes()", "naive-bayes"),
        ("logistic(C=0.10)", "logistic(C=0.1)"),
        ("logistic(C=1e3)", "logistic(C=1000)"),
        ("ridge(alpha=0)", "ridge(alpha=0)"),
    ],
)
def test_a_member_is_written_in_its_plain_form(given_text, plain):
    assert str(member.read(given_text)) == plain
    assert str(member.read(plain)) == plain
    assert member.read(plain) == member.read(given_text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("svm", "there is no learner 'svm'; there are knn, linear, logistic"),
        ("logistik", "did you mean logistic?"),
        ("knn(k=0)", "k=0: neighbours takes a whole number from 1 to 1000"),
        ("knn(5)", "settings are written name=value"),
        ("knn(k=1,k=2)", "k is there twice"),
        ("tree(max_deph=2)", "did you mean max_depth?"),
        ("linear(a=1)", "linear has no settings"),
        ("knn(k=5", "is no learner"),
        ("", "is no learner"),
        ("a\nb", "is no learner"),
        ("__import__('os')", "is no learner"),
        ("x" * 5000, "xxx… is no learner"),
        ("x" * 200, "there is no learner 'xxxx"),
    ],
)
def test_a_member_that_is_none_costs_one_line(text, words):
    with pytest.raises(Refusal) as caught:
        member.read(text)
    message = str(caught.value)
    assert words in message
    assert message.isprintable()
    assert len(message) < 300


@given(st.text(max_size=40))
def test_any_text_is_a_member_or_refused(text):
    try:
        one = member.read(text)
    except Refusal as refusal:
        said = str(refusal)
    else:
        said = str(one)
        assert member.read(said) == one
    assert said.isprintable()


def test_lists_are_parted_outside_of_brackets():
    text = "stump, tree(max_depth=3,min_samples_leaf=5),knn(k=5)"
    assert split_list(text) == ["stump", " tree(max_depth=3,min_samples_leaf=5)", "knn(k=5)"]


def test_a_list_is_the_same_typed_saved_and_in_code():
    params = method("voting").params
    text = "stump, tree(max_depth=3,min_samples_leaf=5), knn"
    typed = params.from_texts({"members": text, "weights": "1, 2.5,3"})
    assert typed.members == ("stump", "tree(max_depth=3,min_samples_leaf=5)", "knn(k=5)")
    assert typed.weights == (1.0, 2.5, 3.0)
    saved = json.loads(json.dumps(typed.values()))
    assert saved["members"] == list(typed.members)
    assert params.from_values(saved) == typed
    assert params.from_values({"members": text, "weights": [1, 2.5, 3]}) == typed
    field = params.field("members")
    assert field.text(typed.members) == "stump, tree(max_depth=3,min_samples_leaf=5), knn(k=5)"
    assert field.parse(field.text(typed.members)) == typed.members
    assert params.from_texts({"members": "none"}).members is None


@pytest.mark.parametrize(
    "values_given",
    [
        {"members": []}, {"members": ["stump", 3]}, {"members": {"stump": 1}}, {"members": 5},
        {"members": [None]}, {"members": "stump,,knn"}, {"members": ["knn"] * 13},
        {"members": True}, {"members": [["stump"]]}, {"members": "x" * 1_000_000},
        {"weights": [-1, 2]}, {"weights": [float("nan")]}, {"weights": [True]},
        {"weights": ["a"]}, {"weights": [1e400]}, {"weights": "1;2"}, {"weights": [[1]]},
    ],
)  # fmt: skip
def test_a_list_that_is_none_costs_one_line(values_given):
    with pytest.raises(Refusal) as caught:
        method("voting").params.from_values(values_given)
    message = str(caught.value)
    assert message.startswith(next(iter(values_given)) + "=")
    assert message.isprintable()
    assert len(message) < 400


# --- what they are trained on -------------------------------------------------------------------


@pytest.mark.parametrize("name", DATASETS)
def test_every_learner_takes_all_points(name):
    data = DATASETS[name]
    far = np.array([[1e308, -1e308], [0.0, 0.0], [5e-324, 1e160]])[:, : data.dimension]
    for text in able(data):
        learner = trained(text, data)
        for points in (data.points, far, data.points[:0]):
            answer = learner.answer(points)
            assert np.isfinite(answer).all()
            width = (data.n_classes,) if data.classes else ()
            assert answer.shape == (len(points), *width)
            if data.classes:
                assert (answer >= 0).all()
                assert answer.sum(axis=1) == pytest.approx(1.0, abs=1e-9)
        said = json.dumps(learner.describe(data), allow_nan=False)
        assert json.loads(said)["kind"] in kinds()
        for field in dataclasses.fields(learner):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(learner, field.name, None)
            kept = getattr(learner, field.name)
            assert not (isinstance(kept, np.ndarray) and kept.flags.writeable)


@pytest.mark.parametrize("text", ["naive-bayes", "logistic(C=2)", "knn(k=3)", "tree(max_depth=2)"])
def test_a_point_drawn_twice_is_two_points(text):
    data = drawn_classes(18, 3, seed=5)
    times = np.array([0, 1, 2, 3] * 4 + [1, 2])
    rows = np.repeat(np.arange(18), times)
    twice = classes(data.points[rows], data.target[rows], "ABC")
    drawn, written = trained(text, data, times), trained(text, twice)
    assert drawn.answer(data.points) == pytest.approx(written.answer(data.points), abs=1e-9)


@pytest.mark.parametrize("text", ["linear", "ridge(alpha=3)", "knn(k=4)"])
def test_a_value_drawn_twice_is_two_values(text):
    data = drawn_values(15, 2, seed=5)
    times = np.array([0, 1, 2] * 5)
    rows = np.repeat(np.arange(15), times)
    drawn, written = (
        trained(text, data, times),
        trained(text, values(data.points[rows], data.target[rows])),
    )
    assert drawn.answer(data.points) == pytest.approx(written.answer(data.points), rel=1e-9)


@pytest.mark.parametrize("text", ["naive-bayes", "logistic(C=2)", "linear", "ridge(alpha=3)"])
def test_whole_weights_are_repeated_rows_and_weights_of_one_are_none(text):
    make = drawn_values if text in ("linear", "ridge(alpha=3)") else drawn_classes
    data = make(16, 2, 5)
    times = np.array([1, 2, 3, 1] * 4)
    rows = np.repeat(np.arange(16), times)
    weighted = dataclasses.replace(data, weight=times.astype(float))
    repeated = dataclasses.replace(data, points=data.points[rows], target=data.target[rows])
    ones = dataclasses.replace(data, weight=np.ones(16))
    for one, other in ((weighted, repeated), (ones, data)):
        said = trained(text, one).answer(data.points)
        assert said == pytest.approx(trained(text, other).answer(data.points), rel=1e-9, abs=1e-9)


def test_points_without_weight_are_not_there():
    data = DATASETS["weights, some of them zero"]
    there = np.flatnonzero(data.weight > 0)
    rest = classes(data.points[there], data.target[there], "AB", data.weight[there])
    for text in able(data):
        said = trained(text, data).answer(data.points)
        assert said == pytest.approx(trained(text, rest).answer(data.points), abs=1e-12)


# --- classes that are not there, constants ------------------------------------------------------


@pytest.mark.parametrize("text", ["naive-bayes", "logistic", "knn(k=2)", "stump"])
def test_a_class_that_is_not_there_has_no_share(text):
    data = drawn_classes(20, 4, seed=2)
    times = (data.target % 2 == 0).astype(np.int64)
    answer = trained(text, data, times).answer(data.points)
    assert (answer[:, 1::2] == 0).all()
    two = classes(data.points[times > 0], data.target[times > 0] // 2, "AB")
    assert answer[:, ::2] == pytest.approx(trained(text, two).answer(data.points), abs=1e-9)


def test_the_trace_names_the_classes_that_were_there():
    data = drawn_classes(20, 4, seed=2)
    two = (data.target % 2 == 0).astype(np.int64)
    said = trained("logistic", data, two).describe(data)
    assert said["classes"] == ["A", "C"]
    assert np.shape(said["coef"]) == (1, 2)
    bayes = trained("naive-bayes", data, two).describe(data)
    assert bayes["prior"][1] == 0.0
    assert bayes["mean"][1] is bayes["variance"][3] is None
    near = trained("knn(k=2)", data, two).describe(data)
    assert near["points"] == data.points[two > 0].tolist()
    assert set(near["answers"]) == {"A", "C"}


def test_what_its_points_cannot_teach_is_a_constant():
    """One class only for the logistic; fewer than k points for the neighbours."""
    one = classes([[0, 0], [1, 2], [3, 1]], [1, 1, 1], "AB")
    constant = trained("logistic", one)
    assert isinstance(constant, Tree)
    assert len(constant) == 1
    assert constant.value.tolist() == [[0.0, 1.0]]
    few = classes([[0, 0], [1, 2], [3, 1]], [1, 0, 1], "AB", weight=[1, 5, 1])
    constant = trained("knn(k=4)", few)
    assert isinstance(constant, Tree)
    assert constant.value[0] == pytest.approx([1 / 3, 2 / 3]), "weights mean nothing to them"
    assert not isinstance(trained("knn(k=3)", few), Tree)
    mean = trained("knn(k=9)", values([[0, 0], [1, 1]], [1.0, 4.0]))
    assert mean.value.tolist() == [2.5]


def test_in_one_place_the_priors_decide():
    data = DATASETS["all in one place"]
    for text in ("naive-bayes", "logistic"):
        answer = trained(text, data).answer(np.array([[3.0, 3.0], [9.0, -4.0]]))
        assert answer == pytest.approx(np.array([[4, 2], [4, 2]]) / 6, abs=1e-9)
    mean = trained("linear", DATASETS["values in one place"])
    assert mean.answer(np.array([[3.0, 3.0], [7.0, 1.0]])) == pytest.approx(2.75)


def test_opposite_labels_in_one_place_tie_and_the_first_class_wins():
    data = classes([[0, 0], [0, 0], [1, 1], [1, 1]], [1, 0, 0, 1], "AB")
    for text in ("naive-bayes", "logistic", "knn(k=2)", "knn(k=4)"):
        answer = trained(text, data).answer(data.points)
        assert answer.tolist() == [[0.5, 0.5]] * 4, text
        assert answer.argmax(axis=1).tolist() == [0] * 4


def test_of_points_equally_far_the_first_is_asked():
    data = classes([[1, 0], [0, 1], [-1, 0], [0, -1]], [1, 0, 0, 1], "AB")
    centre = np.zeros((1, 2))
    assert trained("knn(k=1)", data).answer(centre).tolist() == [[0.0, 1.0]]
    assert trained("knn(k=3)", data).answer(centre)[0] == pytest.approx([2 / 3, 1 / 3])
    turned = classes(data.points[::-1].copy(), data.target[::-1].copy(), "AB")
    assert trained("knn(k=3)", turned).answer(centre)[0] == pytest.approx([2 / 3, 1 / 3])
    assert trained("knn(k=1)", data, [0, 1, 1, 1]).answer(centre).tolist() == [[1.0, 0.0]]
    # distances that are equal on paper, not in the last digits
    third = classes([[0.1 + 0.2, 0], [0, 0.3]], [1, 0], "AB")
    assert trained("knn(k=1)", third).answer(centre).tolist() == [[0.0, 1.0]]


def test_a_class_with_one_member_has_the_smallest_variance_there_is():
    data = classes([[0, 0], [1, 3], [2, 0], [9, 9]], [0, 0, 0, 1], "AB")
    said = trained("naive-bayes", data).describe(data)
    largest = np.var(data.points, axis=0).max()
    assert said["variance"][1] == pytest.approx([1e-9 * largest] * 2, rel=1e-12)
    assert said["prior"] == pytest.approx([0.75, 0.25])


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-150, 1e-20, 1e-6, 1.0, 1e6, 1e20, 1e99])
def test_separable_points_are_separated_on_any_scale(scale):
    points = np.array([[0, 0], [1, 0], [0, 1], [3, 4], [4, 3], [4, 4]]) * scale
    data = classes(points, [0, 0, 0, 1, 1, 1], "AB")
    for text in ("naive-bayes", "logistic(C=1)", "knn(k=3)"):
        if text == "naive-bayes" and scale == 1e-150:
            continue  # squares are zero: its priors decide
        if text == "logistic(C=1)" and scale < 1e-12:
            continue  # the price of any coefficient that could separate is beyond all reason
        answer = trained(text, data).answer(points)
        assert answer.argmax(axis=1).tolist() == data.target.tolist(), text


def test_coordinates_that_cannot_be_computed_with_are_refused_in_a_line():
    data = classes([[-1.5e308, 0], [1.5e308, 0]], [0, 1], "AB")
    for name, settings, words in (
        ("voting", {"members": ["stump", "logistic"]}, "members=logistic(C=1): coordinates"),
        ("bagging", {"base": "knn"}, "base=knn(k=5): coordinates beyond"),
        ("stacking", {"members": ["stump"], "final": ["naive-bayes"]}, "final=naive-bayes"),
    ):
        with pytest.raises(Refusal, match="trees, which only compare them, can") as caught:
            run(data, name, settings)
        assert str(caught.value).startswith(words)
    assert run(data, "voting", {"members": ["stump", "tree"]}).finish().rule == "all-rounds"


def test_too_many_points_for_the_neighbours_are_refused_in_a_line():
    n = 10_001
    data = Dataset(np.zeros((n, 2)), np.arange(n) % 2, ("A", "B"))
    for name, settings in (("voting", {"members": ["knn"]}), ("bagging", {"base": "knn"})):
        with pytest.raises(Refusal, match="asks every one of up to 10000 points"):
            run(data, name, settings)


@pytest.mark.parametrize("weight", [1e150, 1e-150, 1e-300])
def test_weights_of_any_size_are_taken(weight):
    data = drawn_classes(12, 2, 1, np.full(12, weight))
    for text in ("naive-bayes", "logistic"):
        assert np.isfinite(trained(text, data).answer(data.points)).all()
    worth = drawn_values(12, 2, 1, np.full(12, weight))
    for text in ("linear", "ridge"):
        assert np.isfinite(trained(text, worth).answer(worth.points)).all()


def test_coefficients_that_no_number_holds_give_way_to_the_mean():
    data = values([[0, 0], [1e-250, 0], [2e-250, 0]], [0.0, 1e149, 5e149])
    learner = trained("linear", data)
    assert isinstance(learner, Tree)
    assert learner.value[0] == pytest.approx(2e149)


def test_least_squares_have_the_same_bits_with_every_release_of_numpy():
    k = np.arange(40.0)
    rows = np.stack((np.sqrt(k + 1.0), (7.0 * k) % 11.0, 1.0 / (k + 3.0)), axis=1)
    coef = least_squares(rows, (13.0 * k) % 17.0)
    assert [each.hex() for each in coef] == [
        "0x1.5821345c28b97p+0", "0x1.485a06eb52d6ap-4", "0x1.534a845e3eea1p+4"
    ]  # fmt: skip
    assert coef == pytest.approx(np.linalg.lstsq(rows, (13.0 * k) % 17.0, rcond=None)[0])


def test_newton_finds_the_minimum_also_where_whole_steps_overshoot():
    """A point far out, weights over nine powers of ten, two or three classes."""
    for seed in range(100):
        rng = np.random.default_rng(seed)
        count, n = 2 + seed % 2, int(rng.integers(4, 12))
        points = rng.normal(size=(n, 2)) * 10.0 ** rng.integers(-1, 3)
        points[0] *= 10.0 ** rng.integers(0, 3)
        target = rng.integers(0, count, n)
        target[:count] = np.arange(count)
        weight = 10.0 ** rng.integers(-3, 6, n)
        coef, intercept = fit(Task(points, target, weight))
        score = points @ coef.T + intercept
        score = np.column_stack((0 * score, score)) if count == 2 else score
        p = np.exp(score - score.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        rest = (p - np.eye(count)[target])[:, -len(coef) :] * weight[:, None]
        size = weight.sum() * np.abs(points).max()
        assert np.abs(coef + rest.T @ points).max() < 1e-10 * max(1.0, size)
        assert np.abs(rest.sum(axis=0)).max() < 1e-10 * max(1.0, size)


def test_a_lesson_knows_who_is_there():
    data = DATASETS["three classes"]
    lesson = Lesson(data, np.where(data.target == 1, 0.0, 0.5), np.ones(24, dtype=np.int64))
    assert lesson.present.tolist() == [0, 2]
    assert lesson.share.sum() == pytest.approx(1.0)
    assert len(lesson.rows) == 16


# --- in place of trees --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sample_name", "name", "base", "line"),
    [
        ("sine", "bagging", "naive-bayes",
         "base=naive-bayes: naive Bayes learns classes, not values; tree, linear, knn can"),
        ("sine", "bagging", "logistic",
         "base=logistic: logistic regression learns classes, not values; tree, linear, knn can"),
        ("moons", "bagging", "linear",
         "base=linear: linear regression learns values, not classes; tree, naive-bayes, logistic, "
         "knn can"),
        ("sine", "random-patches", "naive-bayes",
         "base=naive-bayes: naive Bayes learns classes, not values; tree, linear, knn can"),
        ("moons", "random-subspaces", "linear",
         "base=linear: linear regression learns values, not classes; tree, naive-bayes, logistic, "
         "knn can"),
        ("sine", "pasting", "logistic",
         "base=logistic: logistic regression learns classes, not values; tree, linear, knn can"),
    ],
)  # fmt: skip
def test_a_base_that_cannot_is_refused_with_those_that_can(sample_name, name, base, line):
    with pytest.raises(Refusal) as caught:
        run(sample(sample_name), name, {"base": base})
    assert str(caught.value) == line


def test_only_bases_that_take_weights_are_boosted():
    able_to = {name for name, kind in kinds().items() if kind.weighs}
    choices = method("adaboost").params.field("base").choices
    assert set(choices) <= able_to
    assert "knn" not in able_to


def test_a_learner_that_is_worse_than_chance_is_reversed_whatever_it_is():
    data, reversed_ones = sample("xor"), 0
    stops = run(data, "adaboost", {"base": "naive-bayes", "above_half": "stop"}, seed=0)
    stops.finish()
    goes_on = run(data, "adaboost", {"base": "naive-bayes", "rounds": 20})
    goes_on.finish()
    assert stops.stop.rule == "no-better-than-chance"
    assert what_to_try(stops) == "Try above_half=reverse: reversed, it helps."
    assert len(goes_on) > len(stops)
    for record in goes_on.rounds:
        said = record.learners[0].describe(data)
        own = member.read("naive-bayes").train(
            Lesson(data, record.sample_weight, np.ones(len(data)))
        )
        right = decide(own.answer(data.points), 2) == data.target
        error = float(record.sample_weight[~right].sum())
        assert record.error == pytest.approx(min(error, 1 - error))
        assert record.learner_weight > 0
        assert said.get("reversed", False) == (error > 0.5)
        assert said["mean"] == own.describe(data)["mean"]  # it stands as it was trained
        reversed_ones += error > 0.5
    assert reversed_ones >= 3
    assert goes_on.round(len(stops) + 1).error == pytest.approx(1 - stops.stop.error)


def test_only_trees_are_drawn():
    with pytest.raises(Refusal, match="learner=random: trees are drawn; naive-bayes is trained"):
        run(sample("moons"), "adaboost", {"learner": "random", "base": "naive-bayes"})
    params = method("adaboost").params.from_values({"learner": "random"})
    params = params.changed("base", "logistic")
    assert (params.base, params.learner) == ("logistic", "best")
    params = params.changed("learner", "random")
    assert (params.base, params.learner) == ("tree", "random")
    assert params.changed("rounds", 7).learner == "random"


def test_more_classes_are_boosted_by_learners_of_any_kind():
    for base in ("naive-bayes", "logistic"):
        done = run(sample("blobs"), "adaboost", {"base": base, "multiclass": "samme"})
        done.finish()
        D = done.data.distribution
        for record in done.rounds:
            missed = decide(record.learners[0].answer(done.data.points), 3) != done.data.target
            assert record.error == pytest.approx(float(D[missed].sum()))
            alpha = 0.5 * np.log((1 - record.error) / record.error * 2)
            assert record.learner_weight == pytest.approx(alpha)
            D = D * np.exp(np.where(missed, alpha, -alpha))
            D = D / D.sum()
        assert len(done) > 5


def test_a_bag_of_two_points_may_hold_one_class_and_is_a_constant_then():
    data = classes([[0, 0], [1, 1]], [0, 1], "AB")
    for base in ("logistic", "naive-bayes", "knn"):
        done = run(data, "bagging", {"base": base, "rounds": 12})
        done.finish()
        to_json(done)
        for record in done.rounds:
            answer = record.learners[0].answer(data.points)
            if record.in_bag.max() == 2:
                assert (answer == np.eye(2)[record.in_bag.argmax()]).all()


def test_trees_grow_as_before_where_they_are_the_base():
    data = sample("moons")
    plain, named = (run(data, "bagging", s) for s in ({"rounds": 3}, {"rounds": 3, "base": "tree"}))
    for t in (1, 2, 3):
        assert isinstance(plain.round(t).learners[0], Tree)
        assert (plain.round(t).score == named.round(t).score).all()
