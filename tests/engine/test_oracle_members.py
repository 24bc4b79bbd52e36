"""Voting and stacking against the figures of `tests/oracle`."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.votes import Mean, one_vote
from ensemble_viz.engine.runs import Run, Scores, run
from tests.brute import oracle

VOTING = oracle.cases("voting")
STACKING = oracle.cases("stacking")
RAW = {case["id"]: case for case in oracle.read("voting")["raw"]}
KINDS = {
    "stump": "stump",
    "tree1": "tree(max_depth=1)",
    "tree2": "tree(max_depth=2)",
    "tree3_leaf4": "tree(max_depth=3,min_samples_leaf=4)",
    "tree3_leaf5": "tree(max_depth=3,min_samples_leaf=5)",
    "gnb": "naive-bayes",
    "logistic": "logistic(C=1)",
    "knn5": "knn(k=5)",
    "linear": "linear",
}
# scikit-learn's own stopping rule is as coarse as this; ours goes to the last digits
CLOSE = 2e-5


def near(expected, tolerance=CLOSE):
    return pytest.approx(np.array(expected), abs=tolerance, rel=tolerance)


def points_of(case, fold=None) -> Dataset:
    X, y = oracle.points_and_answers(case["dataset"])
    values = case["dataset"] == "curve"
    return Dataset(
        np.array(X),
        np.array(y, dtype=float if values else np.int64),
        None if values else tuple(str(k) for k in range(max(y) + 1)),
        fold=None if fold is None else np.array(fold),
    )


def members(case) -> list[str]:
    return [KINDS[name] for name in case["members"]]


def at_probes(done: Run, case):
    scores = Scores(done, np.array(oracle.probes(case["dataset"])))
    return [scores.next() for _ in range(len(done))]


# --- voting -------------------------------------------------------------------------------------


def voted(case) -> Run:
    settings = {"members": members(case), "vote": case["voting"], "weights": case["weights"]}
    done = run(points_of(case), "voting", settings)
    done.finish()
    return done


@pytest.mark.parametrize("name", VOTING)
def test_members_vote_as_they_should(name):
    case = VOTING[name]
    done, expected = voted(case), case["expected"]
    assert len(done) == len(case["members"])
    score = at_probes(done, case)[-1]
    total = sum(case["weights"] or [1.0] * len(done))
    if case["voting"] == "hard":
        assert score * total == near(expected["hard_counts"], 1e-9)
    else:
        assert score == near(expected["probe_proba"])
    sure = [k for k in range(len(score)) if k not in expected["probe_ties"]]
    said = decide(score, done.data.n_classes)
    assert said[sure].tolist() == [expected["probe_class"][k] for k in sure]
    for k in expected["probe_ties"]:
        assert said[k] == np.flatnonzero(score[k] == score[k].max())[0]
    right = decide(done.rounds[-1].score, done.data.n_classes) == done.data.target
    assert right.mean() == near(expected["training_accuracy"], 1e-12)


@pytest.mark.parametrize("name", [k for k, v in VOTING.items() if v["expected"]["member_proba"]])
def test_every_member_answers_as_it_should(name):
    case = VOTING[name]
    done = voted(case)
    probes = np.array(oracle.probes(case["dataset"]))
    for record, expected in zip(done.rounds, case["expected"]["member_proba"], strict=True):
        assert record.learners[0].answer(probes) == near(expected)


@pytest.mark.parametrize("name", RAW)
def test_a_vote_is_counted_as_in_the_notes(name):
    case, expected = RAW[name], RAW[name]["expected"]
    shares = np.array(case["P"])
    weights = np.array(case.get("weights", [1.0] * len(shares)))
    soft, hard = Mean(classes=True), Mean(classes=True)
    for share, voted_for, weight in zip(shares, case["votes"], weights, strict=True):
        mean = soft.add(share[None], weight)
        vote = one_vote(share[None])
        if len(set(share.tolist())) > 1:  # the tie of seed 003 was given to the first by hand
            assert vote[0].argmax() == voted_for
        counts = hard.add(vote, weight) * weights.sum()
    if "soft" in expected:
        assert mean[0] == near(expected["soft"], 1e-12)
    if expected.get("soft_class") in (0, 1):
        assert mean[0].argmax() == expected["soft_class"]
    if "hard_weighted_counts" in expected:
        assert counts[0] == near(expected["hard_weighted_counts"], 1e-12)
    if expected.get("hard") in (0, 1):
        assert counts[0].argmax() == expected["hard"]
    if "TIE" in str(expected.get("hard")):
        assert counts[0][0] == counts[0][1] == counts[0].max()
        assert decide(counts, 2).tolist() == [0]


# --- stacking -----------------------------------------------------------------------------------


def stacked(case) -> Run:
    settings = {"members": members(case), "final": ["logistic(C=1)"]}
    rows = case.get("layer_rows") or [case.get("first_layer_rows"), case.get("blender_rows")]
    fold = case.get("fold")
    if "ridge" in case["final" if "final" in case else "layer3"]:
        settings["final"] = ["ridge(alpha=1)"]
    if "loo" in case["id"]:
        settings["split"] = "leave-one-out"
    elif fold is None:
        n = len(oracle.points_and_answers(case["dataset"])[0])
        settings |= {"split": "hold-out", "layers": len(rows) - 1}
        fold = [next(k for k, own in enumerate(rows, start=1) if i in own) for i in range(n)]
    if "layer_rows" in case:
        settings["final"] = ["logistic(C=1)", "logistic(C=0.1)", "logistic(C=1)"]
    done = run(points_of(case, fold), "stacking", settings)
    done.finish()
    return done


def layer_outputs(done: Run, rounds, rows):
    """What the next layer sees at some rows: from what was recorded as predicted unseen."""
    columns = []
    for t in rounds:
        record = done.round(t)
        place = {int(row): k for k, row in enumerate(record.out_rows)}
        said = record.out_of_fold[[place[row] for row in rows]]
        one = said[:, None] if said.ndim == 1 else said
        columns.append(one[:, 1:] if one.shape[1] == 2 else one)
    return np.hstack(columns)


LAYERED = [name for name in STACKING if "multilayer" in name]


def same_blender(done: Run, coef, intercept, case):
    blender, expected = done.rounds[-1].learners[0], case["expected"]
    said = blender.describe(done.data)
    assert said["coef"] == near(coef, 1e-4)
    assert said["intercept"] == near(intercept, 1e-4)
    answer = at_probes(done, case)[-1]
    assert answer == near(expected.get("probe_proba") or expected["probe_value"], 1e-4)
    assert blender.answer(np.array(oracle.probes(case["dataset"]))) == near(answer, 1e-12)


@pytest.mark.parametrize("name", [name for name in STACKING if name not in LAYERED])
def test_stacks_are_the_same(name):
    case = STACKING[name]
    done, expected = stacked(case), case["expected"]
    assert all(record.score is None for record in done.rounds[:-1])
    assert at_probes(done, case)[:-1] == [None] * (len(done) - 1)
    rows = case.get("blender_rows") or list(range(len(done.data)))
    meta = layer_outputs(done, range(1, len(case["members"]) + 1), rows)
    assert meta == near(expected["meta_features"], 1e-6)
    same_blender(done, expected["coef"], expected["intercept"], case)
    if expected.get("training_accuracy"):
        right = decide(done.rounds[-1].score, done.data.n_classes) == done.data.target
        assert right.mean() == near(expected["training_accuracy"], 1e-12)


@pytest.mark.parametrize("name", LAYERED)
def test_layers_upon_layers_are_the_same(name):
    case = STACKING[name]
    done, expected, rows = stacked(case), case["expected"], case["layer_rows"]
    first, second = (1, 2, 3), (4, 5)
    assert layer_outputs(done, first, rows[1]) == near(expected["layer1_outputs"])
    for k, t in enumerate(second):
        one = done.round(t).learners[0].describe(done.data)
        assert one["coef"] == near(expected["layer2_coef"][k], 1e-4)
        assert one["intercept"] == near(expected["layer2_intercept"][k], 1e-4)
    assert layer_outputs(done, second, rows[2]) == near(expected["layer2_outputs"])
    same_blender(done, expected["layer3_coef"], expected["layer3_intercept"], case)


@pytest.mark.parametrize("name", [name for name in STACKING if "kfold" in name])
def test_members_are_trained_anew_on_all_points_except_where_parts_are_held_out(name):
    case = STACKING[name]
    done = stacked(case)
    folds = len(set(case["fold"]))
    for record in done.rounds[:-1]:
        assert len(record.learners) == folds + 1
        assert record.seen[-1].all()
        for k, value in enumerate(sorted(set(case["fold"]))):
            assert (record.seen[k] == (np.array(case["fold"]) != value)).all()
    held = STACKING[name.replace("kfold", "holdout")] if "moons" in name else None
    if held:
        for record in stacked(held).rounds[:-1]:
            assert len(record.learners) == 1
            assert np.flatnonzero(record.seen[0]).tolist() == held["first_layer_rows"]
