"""Voting and stacking: what holds for any members, and what awkward points make of them."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as sampling
from hypothesis import strategies as st

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.methods import method
from ensemble_viz.engine.runs import Run, Scores, run, search_node
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.telling import why_ended
from tests.datasets import DATASETS, classes, drawn_classes, drawn_values, values
from tests.runs import best_cut, finished, to_json

OF_CLASSES = ("stump", "tree(max_depth=2)", "knn(k=3)", "naive-bayes", "logistic(C=1)")
OF_VALUES = ("stump", "tree(max_depth=2)", "knn(k=3)", "linear", "ridge(alpha=1)")
SPLITS = ("k-fold", "hold-out", "leave-one-out")


def able(data):
    return OF_CLASSES if data.classes else OF_VALUES


# --- voting -------------------------------------------------------------------------------------


@sampling(max_examples=40)
@given(st.integers(0, 99), st.permutations(range(5)), st.sampled_from([0, 2, 3]))
def test_the_order_of_members_changes_nothing(seed, order, count):
    data = drawn_classes(20, count, seed) if count else drawn_values(20, 2, seed)
    members, weights = np.array(able(data)), np.array([1.0, 2.0, 0.5, 3.0, 1.0])
    for vote in ("hard", "soft"):
        one, other = (
            finished(
                data, "voting", members=members[k].tolist(), weights=weights[k].tolist(), vote=vote
            ).rounds[-1]
            for k in (np.arange(5), np.array(order))
        )
        assert one.score == pytest.approx(other.score, rel=1e-9, abs=1e-12)


def test_a_round_is_a_member_and_the_run_ends_with_the_last():
    data = sample("moons")
    done = finished(data, "voting")
    assert (done.last, len(done)) == (4, 4)
    assert done.params.members == ("tree(max_depth=3)", "naive-bayes", "logistic(C=1)", "knn(k=5)")
    assert done.stop.rule == "all-rounds"
    assert [record.learner_weight for record in done.rounds] == [1.0] * 4
    two = finished(data, "voting", rounds=2)
    assert (two.last, len(two), two.stop.rule) == (2, 2, "all-rounds")
    assert two.extend(3)
    two.finish()
    assert len(two) == 3
    assert two.extend(90)
    two.finish()
    assert len(two) == 4
    assert two.extend(91)
    assert two.finish().rule == "all-rounds"
    assert (two.round(4).score == done.round(4).score).all()


def test_values_have_members_of_their_own_by_default():
    done = finished(sample("sine"), "voting")
    assert done.params.members == ("tree(max_depth=3)", "linear", "knn(k=5)")
    assert done.rounds[-1].score == pytest.approx(
        np.mean([record.learners[0].answer(done.data.points) for record in done.rounds], axis=0)
    )


def test_nobody_has_voted_while_the_weights_are_zero():
    data = sample("moons", n=20)
    done = finished(data, "voting", members=["stump", "knn", "tree"], weights=[0, 0, 2])
    assert [record.score is None for record in done.rounds] == [True, True, False]
    with pytest.raises(Refusal, match="after round 2 nothing is predicted yet"):
        done.prediction(2)
    alone = finished(data, "voting", members=["tree"])
    assert (done.rounds[-1].score == alone.rounds[-1].score).all()
    figures = Metrics(done)
    assert figures.figures(1)["train_error"] is None
    assert figures.figures(3)["train_error"] == 0.0
    short = finished(data, "voting", members=["stump", "knn"], weights=[0, 1], rounds=1)
    assert why_ended(short) == "The only round is done, and nothing is predicted yet."


@pytest.mark.parametrize(
    ("name", "settings", "line"),
    [
        ("moons", {"weights": [1, 2]}, "weights=1, 2: the 4 members need 4"),
        ("moons", {"weights": [0, 0, 0, 0]}, "weights=0, 0, 0, 0: at least one of them has to"),
        ("moons", {"members": ["knn", "linear"]},
         "members=linear: linear regression learns values, not classes; knn, logistic, naive-bayes,"
         " stump, tree can"),
        ("sine", {"members": ["naive-bayes"]}, "members=naive-bayes: naive Bayes learns classes"),
    ],
)  # fmt: skip
def test_members_that_cannot_cost_one_line(name, settings, line):
    with pytest.raises(Refusal) as caught:
        run(sample(name), "voting", settings)
    assert str(caught.value).startswith(line)


def test_importance_is_told_while_all_are_trees():
    done = finished(sample("moons"), "voting", members=["stump", "tree", "knn", "stump"])
    figures = Metrics(done)
    told = [figures.figures(t)["importance"] for t in (1, 2, 3, 4)]
    assert [one is None for one in told] == [False, False, True, True]


@pytest.mark.parametrize("text", ["stump", "tree(max_depth=2,criterion=entropy)"])
def test_the_search_of_a_member_runs_again_by_its_own_rules(text):
    done = finished(sample("blobs"), "voting", members=["knn", text])
    tree = done.round(2).learners[0]
    search = search_node(done, 2)
    gain, axis, threshold = best_cut(search)
    assert (axis, threshold) == (tree.feature[0], tree.threshold[0])
    assert gain == pytest.approx(tree.gain[0])
    with pytest.raises(Refusal, match="only trees search for splits"):
        search_node(done, 1)


# --- both, when the points are seen otherwise ----------------------------------------------------


def in_general_position(seed, count):
    """Points without ties: no two cuts part them alike."""
    data = drawn_classes(24, count, seed) if count else drawn_values(24, 2, seed)
    return replace(data, fold=np.arange(24) % 4)


def last_score(data, name):
    members = [text for text in able(data) if "tree" not in text and text != "stump"]
    more = {"vote": "soft"} if name == "voting" else {}
    return finished(data, name, members=members, **more).rounds[-1].score


@pytest.mark.parametrize("name", ["voting", "stacking"])
@pytest.mark.parametrize("count", [0, 2, 3])
def test_mr01_the_order_of_the_rows_does_not_matter(name, count):
    for seed in range(12):
        data = in_general_position(seed, count)
        order = np.random.default_rng(seed).permutation(24)
        shuffled = replace(
            data, points=data.points[order], target=data.target[order], fold=data.fold[order]
        )
        assert last_score(shuffled, name) == pytest.approx(
            last_score(data, name)[order], rel=1e-7, abs=1e-7
        )


@pytest.mark.parametrize("name", ["voting", "stacking"])
def test_mr06_classes_may_come_in_any_order(name):
    for seed in range(12):
        for count, turn in ((2, [1, 0]), (3, [2, 0, 1])):
            data = in_general_position(seed, count)
            order = np.array(turn)
            moved = replace(data, target=order[data.target])
            expected = last_score(data, name)
            assert last_score(moved, name)[:, order] == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("name", ["voting", "stacking"])
@pytest.mark.parametrize("count", [0, 2, 3])
def test_mr11_a_point_that_counts_nothing_changes_nothing(name, count):
    for seed in range(8):
        data = in_general_position(seed, count)
        more = replace(
            data,
            points=np.vstack((data.points, data.points.mean(axis=0))),
            target=np.append(data.target, data.target[:1]),
            fold=np.append(data.fold, 2),
            weight=np.append(np.ones(24), 0.0),
        )
        assert last_score(more, name)[:24] == pytest.approx(last_score(data, name), abs=1e-9)


@pytest.mark.parametrize("name", ["voting", "stacking"])
def test_mr16_settings_that_were_written_and_read_go_on_as_before(name):
    for data in (in_general_position(1, 3), in_general_position(1, 0)):
        one = finished(data, name)
        read = json.loads(json.dumps(one.params.values()))
        params = method(name).params.from_values(read)
        assert params == one.params
        two = Run(data, method(name), params)
        two.finish()
        assert (two.rounds[-1].score == one.rounds[-1].score).all()


# --- stacking -----------------------------------------------------------------------------------


@sampling(max_examples=30)
@given(st.integers(0, 99), st.sampled_from(SPLITS), st.integers(1, 3), st.sampled_from([0, 2, 3]))
def test_nobody_predicts_for_the_next_layer_what_it_has_seen(seed, split, layers, count):
    data = drawn_classes(17, count, seed) if count else drawn_values(17, 2, seed)
    members = list(able(data)[:3])
    done = finished(data, "stacking", seed, members=members, split=split, layers=layers, folds=4)
    assert len(done) == 3 * layers + 1
    used = [record.out_rows for record in done.rounds[:-1]]
    for record in done.rounds[:-1]:
        held = np.zeros(len(data), dtype=int)
        fold_learners = record.learners[: max(1, len(record.learners) - 1)]
        for learner, seen in zip(fold_learners, record.seen, strict=False):
            rows = record.out_rows[~seen[record.out_rows]]
            held[rows] += 1
            if record.number <= 3:  # of the first layer: it sees the points themselves
                place = np.searchsorted(record.out_rows, rows)
                said = learner.answer(data.points[rows])
                assert record.out_of_fold[place] == pytest.approx(said, abs=1e-12)
        assert (held[record.out_rows] == 1).all()
        assert held.sum() == len(record.out_rows)
    blender = done.rounds[-1]
    assert set(np.flatnonzero(blender.seen[0])) <= set(used[-1].tolist())


def test_what_is_drawn_depends_on_the_seed_and_every_class_is_in_every_fold():
    data = drawn_classes(30, 3, seed=1)
    folds = [finished(data, "stacking", seed).round(1).fold for seed in (0, 0, 1)]
    assert (folds[0] == folds[1]).all()
    assert (folds[0] != folds[2]).any()
    for fold in folds:
        assert sorted(np.unique(fold).tolist()) == [1, 2, 3, 4, 5]
        for part in range(1, 6):
            assert np.bincount(data.target[fold == part], minlength=3).tolist() == [2, 2, 2]


def test_the_column_fold_says_it_instead_of_chance():
    data = drawn_classes(24, 2, seed=1)
    fold = np.arange(24) % 3 * 3 - 1  # also −1, which drawn folds keep for nobody
    given_folds = replace(data, fold=fold)  # also −1, which drawn folds keep for nobody
    one, other = (finished(given_folds, "stacking", seed, folds=9) for seed in (0, 5))
    assert (one.round(1).fold == fold).all()
    assert len(one.round(1).learners) == 4
    assert (one.rounds[-1].score == other.rounds[-1].score).all()
    halves = replace(data, fold=np.arange(24) % 2)
    done = finished(halves, "stacking", split="hold-out")
    assert np.flatnonzero(done.round(1).seen[0]).tolist() == list(range(0, 24, 2))
    assert np.flatnonzero(done.rounds[-1].seen[0]).tolist() == list(range(1, 24, 2))
    for settings, line in (
        ({"split": "hold-out"}, "split=hold-out: the column fold has 3 different numbers"),
        ({"split": "hold-out", "layers": 3}, "split=hold-out: the column fold has 3 different"),
    ):
        with pytest.raises(Refusal) as caught:
            run(given_folds, "stacking", settings)
        assert str(caught.value).startswith(line)
    with pytest.raises(Refusal, match="split=k-fold: the column fold needs two different numbers"):
        run(replace(data, fold=np.ones(24, dtype=int)), "stacking")


def test_others_may_stand_in_between():
    data = sample("moons", n=40)
    settings = {"members": ["stump", "knn"], "layers": 2}
    done = finished(data, "stacking", **settings, final=["naive-bayes", "logistic(C=0.1)", "knn"])
    kinds = [record.learners[-1].describe(data)["kind"] for record in done.rounds]
    assert kinds == ["tree", "knn", "naive-bayes", "logistic", "knn"]
    again = finished(data, "stacking", **settings, final=["knn"])
    kinds = [record.learners[-1].describe(data)["kind"] for record in again.rounds]
    assert kinds == ["tree", "knn", "tree", "knn", "knn"]
    told = again.round(3).learners[-1].describe(data)
    assert told["columns"] == ["h1", "h2"]
    assert told["nodes"][0]["feature"] in ("h1", "h2")
    with pytest.raises(Refusal, match="with layers=1 there is one blender"):
        run(data, "stacking", {"final": ["knn", "logistic"]})


def test_the_blender_sees_each_class_of_three_and_the_second_of_two():
    for name, columns in (
        ("blobs", ["h1(A)", "h1(B)", "h1(C)", "h2(A)", "h2(B)", "h2(C)"]),
        ("moons", ["h1", "h2"]),
        ("sine", ["h1", "h2"]),
    ):
        data = sample(name)
        done = finished(data, "stacking", members=["stump", "knn"])
        assert done.rounds[-1].learners[0].describe(data)["columns"] == columns


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", DATASETS)
def test_a_stack_on_any_points_ends_with_a_blender_or_says_why_not(name, split):
    data = DATASETS[name]
    able_points = int(np.count_nonzero(data.distribution > 0))
    for layers in (1, 2):
        done = finished(data, "stacking", split=split, layers=layers)
        to_json(done)
        parts = layers + 1 if split == "hold-out" else 2
        if able_points < parts:
            assert (len(done), done.stop.rule) == (0, "nothing-to-split")
            assert "nothing can be held out" in why_ended(done)
        else:
            assert done.rounds[-1].score is not None
            assert len(done) == done.last
            assert Metrics(done).figures(len(done))["train_error"] is not None


def test_a_class_with_one_member_keeps_its_column():
    points = [[x, x % 3] for x in range(12)]
    data = classes(points, [0] * 6 + [1] * 5 + [2], "ABC")
    for split in SPLITS:
        done = finished(data, "stacking", split=split)
        assert done.rounds[-1].score.shape == (12, 3)
        for record in done.rounds[:-1]:
            assert record.out_of_fold.shape == (len(record.out_rows), 3)
    lonely = done.round(1)  # left out by itself, its class is unknown
    place = lonely.out_rows.tolist().index(11)
    assert lonely.out_of_fold[place][2] == 0.0


def test_a_fold_without_a_class_trains_on_what_is_there():
    data = classes([[x, 0] for x in range(9)], [0, 0, 0, 1, 1, 1, 2, 2, 2], "ABC")
    done = finished(replace(data, fold=np.repeat([1, 2, 3], 3)), "stacking")
    assert (done.round(3).out_of_fold[:3, 0] == 0.0).all(), "class A was held out as a whole"
    two = classes([[x, 0] for x in range(6)], [0, 0, 0, 1, 1, 1], "AB")
    done = finished(replace(two, fold=np.repeat([1, 2], 3)), "stacking", members=["logistic"])
    constant = done.round(1).learners[0]
    assert isinstance(constant, Tree)
    assert len(constant) == 1
    assert done.round(1).out_of_fold[:3].tolist() == [[0.0, 1.0]] * 3


def test_two_points_and_constants():
    two = classes([[0, 0], [1, 1]], [0, 1], "AB")
    for split in SPLITS:
        done = finished(two, "stacking", split=split)
        assert done.rounds[-1].score is not None
    constant = values([[x, x * x % 5] for x in range(10)], [0.1] * 10)
    for name in ("voting", "stacking"):
        done = finished(constant, name)
        assert done.rounds[-1].score == pytest.approx(0.1, rel=1e-12)


def test_leaving_out_thousands_one_by_one_is_refused():
    n = 1001
    data = values(np.arange(2.0 * n).reshape(n, 2), np.arange(float(n)))
    with pytest.raises(Refusal, match="split=leave-one-out: 1001 points would take as many"):
        run(data, "stacking", {"split": "leave-one-out"})


def test_figures_before_the_blender_are_those_of_the_members():
    data = drawn_classes(40, 2, 11, test=drawn_classes(15, 2, 12))
    done = finished(data, "stacking")
    figures = Metrics(done)
    for t in range(1, 5):
        record, told = done.round(t), figures.figures(t)
        assert told["train_error"] is told["test_error"] is told["importance"] is None
        own = decide(record.learners[-1].answer(data.points), 2)
        assert told["learner_error"] == pytest.approx(np.mean(own != data.target))
        said = decide(record.out_of_fold, 2) != data.target[record.out_rows]
        assert told["fold_error"] == pytest.approx(said.mean())
    last = figures.figures(5)
    assert last["train_error"] == pytest.approx(last["learner_error"], rel=1e-12)
    scores = Scores(done, data.test.points)
    answers = [scores.next() for _ in range(5)]
    assert answers[:4] == [None] * 4
    assert last["test_error"] == pytest.approx(np.mean(decide(answers[4], 2) != data.test.target))


def test_the_search_of_a_fold_runs_again_on_its_points():
    done = finished(sample("moons", n=40), "stacking", members=["stump"], folds=4)
    for k, tree in enumerate(done.round(1).learners):
        search = search_node(done, 1, learner=k)
        gain, axis, threshold = best_cut(search)
        assert (axis, threshold) == (tree.feature[0], tree.threshold[0])
        assert gain == pytest.approx(tree.gain[0])
        assert len(search.rows) == (30 if k < 4 else 40)
    layered = finished(sample("moons", n=40), "stacking", members=["stump"], layers=2)
    with pytest.raises(Refusal, match="only trees search for splits"):
        search_node(layered, 2)


def test_three_layers_of_many_members_are_quick():
    """Every layer is asked once, not once for each learner above it."""
    data = sample("moons", n=40)
    done = finished(data, "stacking", members=["stump"] * 12, layers=3)
    asked = []
    layer = done.rounds[-1].learners[0].below
    while layer is not None:
        asked.append(len(layer.learners))
        layer = layer.below
    assert asked == [12, 12, 12]
    assert not any(hasattr(one, "below") for one in done.rounds[-1].learners[0].below.learners)


@pytest.mark.parametrize("split", ["hold-out", "k-fold"])
def test_the_error_of_what_was_held_out_is_a_share_of_it(split):
    data = sample("moons", n=50, noise=0.4)
    done = finished(data, "stacking", members=["stump", "knn(k=3)"], split=split)
    for record in done.rounds[:2]:
        said = record.out_of_fold.argmax(axis=1)
        missed = np.mean(said != data.target[record.out_rows])
        assert record.figures["fold_error"] == pytest.approx(missed)
        assert missed > 0
