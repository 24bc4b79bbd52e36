"""The engine against the figures of `tests/oracle`, and against scikit-learn where it has none.

Structure and figures are compared for the safe rounds of a case; of the rounds after them, which
a tie makes ambiguous, only what always holds.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees.tree import node_dicts
from tests.brute import oracle, trees
from tests.runs import finished, near

LONG = 40  # rounds of a run that is looked at beyond the safe ones
TREES = oracle.cases("tree")
UNLIMITED = [name for name in TREES if name.endswith("unlimited")]
BOOSTED_TREES = [name for name in oracle.cases("adaboost") if "/gini-depth" in name]
TWO_CLASSES = [name for name in BOOSTED_TREES if "moons" in name]
SQUARED = [name for name, case in oracle.cases("gbr").items() if case["loss"] == "squared"]
LOG_LOSS = {name: case for name, case in oracle.cases("gbc").items() if "nofactor" not in name}
HAND = oracle.read("hand")
TOY10 = oracle.read("toy10")


def dataset(X, y, weight=None) -> Dataset:
    """Make data of two or more classes 0, 1, … from whole numbers, of values from others."""
    classes = None
    if all(isinstance(answer, int) for answer in y):
        classes = tuple(str(k) for k in range(max(y) + 1))
    target = np.array(y, dtype=float if classes is None else np.int64)
    return Dataset(np.array(X, dtype=float), target, classes, weight=weight)


def oracle_data(name: str, weight=None) -> Dataset:
    return dataset(*oracle.points_and_answers(name), None if weight is None else np.array(weight))


def probes(name: str):
    return np.array(oracle.probes(name))


def last_tree(data: Dataset, **settings):
    return finished(data, "tree", rounds=1000, **settings).rounds[-1].learners[0]


def same_structure(nodes, expected, k=0, scale=1.0, values=True):
    """Compare node k of a trace, and all below it, with a nested tree of the oracle."""
    node = nodes[k]
    assert node["n"] == expected["n"]
    assert node["weight"] == near(expected["weight"] * scale)
    assert node["impurity"] == near(expected["impurity"])
    inner = "feature" in expected
    if values or not inner:
        assert node["value"] == near(expected["value"])
    if not inner:
        assert node["feature"] is None
        return
    column = oracle.COLUMNS[expected["feature"]]
    assert (node["feature"], node["threshold"]) == (column, expected["threshold"])
    assert node["gain"] == near(expected["gain"])
    same_structure(nodes, expected["left"], node["left"], scale, values)
    same_structure(nodes, expected["right"], node["right"], scale, values)


def tree_of_case(case):
    """Grow the tree of a case; weights of the cases are not shares, those of the trace are."""
    weight = case.get("sample_weight")
    data = oracle_data(case["dataset"], weight)
    names = {"log_loss": "entropy", "squared_error": "gini"}  # values have one criterion only
    settings = {"criterion": names.get(case["criterion"], case["criterion"])} | case["params"]
    settings.pop("weighted", None)
    return data, last_tree(data, **settings), 1 / sum(weight) if weight else 1.0


@pytest.mark.parametrize("name", [name for name in TREES if name not in UNLIMITED])
def test_trees_have_the_same_nodes(name):
    case = TREES[name]
    data, tree, scale = tree_of_case(case)
    expected = case["expected"]
    same_structure(node_dicts(data, tree), expected["structure"], scale=scale)
    answer = tree.answer(probes(case["dataset"]))
    if data.classes is None:
        assert answer == near(np.array(expected["probe_value"]))
        assert np.mean((tree.answer(data.points) - data.target) ** 2) == near(expected["train_mse"])
        return
    assert answer == near(np.array(expected["probe_proba"]))
    if not case["leaf_vote_tie"]:
        assert decide(answer, data.n_classes).tolist() == expected["probe_class"]
    assert (tree.n_leaves, tree.depth) == (expected["n_leaves"], expected["depth"])


@pytest.mark.parametrize("name", [name for name in TREES if "mse" not in name])
def test_trees_fit_as_many_points(name):
    case = TREES[name]
    data, tree, _ = tree_of_case(case)
    right = decide(tree.answer(data.points), data.n_classes) == data.target
    assert data.distribution[right].sum() == near(case["expected"]["train_accuracy"])


@pytest.mark.parametrize("name", UNLIMITED)
def test_unlimited_trees_are_as_large(name):
    case = TREES[name]
    _, tree, _ = tree_of_case(case)
    low, high = case["expected"]["n_leaves_range"]
    assert low <= tree.n_leaves <= high
    low, high = case["expected"]["depth_range"]
    assert low <= tree.depth <= high


@pytest.mark.parametrize("name", [name for name in TREES if "mdi" in TREES[name]["expected"]])
def test_trees_have_the_same_importances(name):
    case = TREES[name]
    data = oracle_data(case["dataset"], case["sample_weight"])
    criterion = "gini" if case["criterion"] == "gini" else "entropy"
    done = finished(data, "tree", criterion=criterion, max_depth=case["params"]["max_depth"])
    assert Metrics(done).figures(len(done))["importance"] == near(case["expected"]["mdi"])


def scikit_tree(data: Dataset, **settings):
    """Grow a tree of a data set, whose answers at points it says as the engine does."""
    kind = DecisionTreeRegressor if data.classes is None else DecisionTreeClassifier
    fitted = kind(random_state=0, **settings).fit(data.points, data.target)
    return fitted, fitted.predict if data.classes is None else fitted.predict_proba


@pytest.mark.parametrize(
    ("name", "size"),
    [("moons", 3), ("moons", 9), ("blobs3", 9), ("blobs3", 12), ("curve", 2), ("curve", 5)],
)
def test_leaves_of_a_smallest_size_are_those_of_scikit_learn(name, size):
    data = oracle_data(name)
    X, y = oracle.points_and_answers(name)
    criterion = "squared" if data.classes is None else "gini"
    exact = trees.grow(X, y, None, criterion, min_samples_leaf=size)
    assert not any(node.tied for node in exact.nodes())  # so that every library must agree
    tree = last_tree(data, min_samples_leaf=size)
    fitted, answer = scikit_tree(data, min_samples_leaf=size)
    assert tree.n_leaves == fitted.get_n_leaves() > 2
    assert tree.answer(probes(name)) == near(answer(probes(name)))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("moons", {"max_depth": 3}),
        ("moons", {"max_depth": 3, "criterion": "entropy"}),
        ("moons", {"min_samples_leaf": 3}),
        ("blobs3", {"max_depth": 3}),
        ("blobs3", {"min_samples_leaf": 9}),
        ("curve", {"max_depth": 3}),
        ("curve", {"min_samples_leaf": 2}),
    ],
)
def test_the_pruning_path_is_that_of_scikit_learn(name, settings):
    data = oracle_data(name)
    fitted, _ = scikit_tree(data, **settings)
    path = fitted.cost_complexity_pruning_path(data.points, data.target)
    done = finished(data, "tree", rounds=1000, prune="cost-complexity", **settings)
    cut = [record for record in done.rounds if "ccp_alpha" in record.figures]
    assert [record.figures["ccp_alpha"] for record in cut] == near(list(path.ccp_alphas[1:]))
    impurities = [leaf_impurity(record.learners[0]) for record in cut]
    assert impurities == near(list(path.impurities[1:]))
    assert len(cut[-1].learners[0]) == 1


def leaf_impurity(tree):
    leaf = tree.is_leaf
    return float(tree.impurity[leaf] @ tree.weight[leaf] / tree.weight[0])


@pytest.mark.parametrize("name", ["moons", "blobs3", "curve"])
def test_a_price_of_leaves_keeps_the_leaves_that_scikit_learn_keeps(name):
    data = oracle_data(name)
    fitted, _ = scikit_tree(data, max_depth=3)
    alphas = fitted.cost_complexity_pruning_path(data.points, data.target).ccp_alphas
    between = ((alphas[1:] + alphas[:-1]) / 2).tolist()
    sizes = set()
    for alpha in between:
        tree = last_tree(data, max_depth=3, prune="cost-complexity", ccp_alpha=alpha)
        pruned, answer = scikit_tree(data, max_depth=3, ccp_alpha=alpha)
        assert tree.n_leaves == pruned.get_n_leaves()
        assert tree.answer(probes(name)) == near(answer(probes(name)))
        sizes.add(tree.n_leaves)
    assert len(sizes) > 2


def test_ten_points_are_boosted_as_in_the_notes():
    data = sample("ten-points")
    done = finished(data, "adaboost", rounds=6)
    metrics = Metrics(done)
    for record, given in zip(done.rounds, TOY10["rounds"], strict=True):
        figures, stump = metrics.figures(record.number), given["stump"]
        assert record.error == near(float(Fraction(given["eps"])), 1e-14)
        assert record.learner_weight == near(given["alpha_half"], 1e-13)
        assert record.sample_weight == near([float(Fraction(D)) for D in given["D"]], 1e-14)
        assert record.score == near(given["F"], 1e-13)
        tree = record.learners[0]
        assert (tree.feature[0], tree.threshold[0]) == (stump["feature"], stump["threshold"])
        missed = np.flatnonzero(decide(tree.answer(data.points), 2) != data.target)
        assert (missed + 1).tolist() == stump["misses"]
        assert figures["z"] == near(given["Z"], 1e-14)
        assert figures["exp_loss"] == near(given["exp_loss"], 1e-14)
        assert figures["bound"] == near(given["exp_loss"], 1e-14)
        assert figures["train_error"] == near(given["training_error"], 1e-15)
        assert figures["min_margin"] == near(min(given["margins"]), 1e-13)
        assert figures["median_margin"] == near(np.median(given["margins"]), 1e-13)


def test_ten_points_after_three_rounds_at_four_places():
    given = TOY10["final_after_3"]
    done = finished(sample("ten-points"), "adaboost", rounds=3)
    at = Scores(done, np.array([place["x"] for place in given["test_points"]], dtype=float))
    score = [at.next() for _ in range(3)][-1]
    assert score == near([place["F"] for place in given["test_points"]], 1e-13)
    assert [record.learner_weight for record in done.rounds] == near(given["alphas"], 1e-13)


def test_ten_points_in_the_long_run():
    given = TOY10["long_run"]
    done = finished(sample("ten-points"), "adaboost", rounds=400)
    metrics = Metrics(done)
    for t, error in given["eps"].items():
        assert done.round(int(t)).error == near(error, 1e-12)
    for t, margin in given["min_margin"].items():
        assert metrics.figures(int(t))["min_margin"] == near(margin, 1e-11)
    for t, error in given["training_error"].items():
        assert metrics.figures(int(t))["train_error"] == near(error, 1e-15)
    assert done.round(400).learner_weight == near(given["alpha_half_limit"], 1e-12)


def test_exhaustive_stumps_are_the_same():
    case = oracle.cases("adaboost")["ada/error-stumps/moons"]
    data = oracle_data("moons")
    done = finished(data, "adaboost", rounds=case["safe_rounds"])
    metrics, at = Metrics(done), Scores(done, probes("moons"))
    for record, given in zip(done.rounds, case["expected"], strict=True):
        tree, figures = record.learners[0], metrics.figures(record.number)
        assert (tree.feature[0], tree.threshold[0]) == (given["feature"], given["threshold"])
        h = decide(tree.answer(data.points), 2)
        assert np.flatnonzero(h != data.target).tolist() == given["misses"]
        assert 2 * decide(tree.value[tree.left[:1]], 2)[0] - 1 == given["label_left"]
        assert record.error == near(float(Fraction(given["eps"])), 1e-12)
        assert record.learner_weight == near(given["alpha_half"], 1e-11)
        assert figures["z"] == near(given["Z"], 1e-12)
        assert figures["bound"] == near(given["product_Z"], 1e-12)
        assert figures["exp_loss"] == near(given["exp_loss"], 1e-12)
        assert figures["train_error"] == near(given["training_error"], 1e-12)
        assert figures["min_margin"] == near(given["min_margin"])
        assert figures["median_margin"] == near(given["median_margin"])
        score = at.next()
        if given.get("D"):
            assert record.sample_weight == near(given["D"])
        if given.get("probe_F"):
            assert score == near(given["probe_F"])


@pytest.mark.parametrize("name", TWO_CLASSES)
def test_boosted_trees_are_the_same(name):
    case = oracle.cases("adaboost")[name]
    depth, rate = int(name.split("gini-depth")[1][0]), case["learning_rate"]
    data = oracle_data("moons")
    done = run(
        data,
        "adaboost",
        {"max_depth": depth, "criterion": "gini", "learning_rate": rate, "alpha": "log"},
    )
    at, metrics = Scores(done, probes("moons")), Metrics(done)
    for t, given in enumerate(case["expected"][: case["safe_rounds"]], start=1):
        record, score = done.round(t), at.next()
        if given.get("tree"):
            same_structure(node_dicts(data, record.learners[0]), given["tree"])
        assert record.error == near(given["error"])
        assert record.learner_weight == near(given["alpha_log"], 1e-8)
        assert metrics.figures(t)["train_error"] == near(1 - given["training_accuracy"])
        if given.get("weights_next"):
            assert record.next_weight == near(given["weights_next"])
        if given.get("probe_votes"):
            votes = np.array(given["probe_votes"])
            assert score == near(votes[:, 1] - votes[:, 0], 1e-8)


@pytest.mark.parametrize("name", ["ada/error-stumps/moons", *TWO_CLASSES])
def test_after_the_safe_rounds_the_laws_of_boosting_hold(name):
    case = oracle.cases("adaboost")[name]
    rate = case.get("learning_rate", 1.0)
    settings = {"rounds": LONG, "learning_rate": rate}
    if "gini" in name:
        depth = int(name.split("gini-depth")[1][0])
        settings |= {"max_depth": depth, "criterion": "gini", "alpha": "log"}
    data = oracle_data("moons")
    done = finished(data, "adaboost", **settings)
    metrics = Metrics(done)
    assert len(done) > case["safe_rounds"]
    for record in done.rounds:
        missed = decide(record.learners[0].answer(data.points), 2) != data.target
        assert record.sample_weight.sum() == near(1)
        assert record.error == near(record.sample_weight[missed].sum())
        odds = ((1 - record.error) / record.error) ** (1 - rate)
        assert record.next_weight[missed].sum() == near(1 / (1 + odds))
        figures = metrics.figures(record.number)
        assert -1 <= figures["min_margin"] <= figures["median_margin"] <= 1
        assert figures["train_error"] <= figures["exp_loss"] + 1e-12
        assert figures["exp_loss"] == near(figures["bound"])


def squared_run(case) -> Run:
    params = case["params"]
    settings = {"rounds": params["rounds"], "learning_rate": params["learning_rate"]}
    if "splits" in params:
        settings |= {"max_depth": None, "max_leaf_nodes": params["splits"] + 1, "init": "zero"}
    else:
        settings |= {"max_depth": params["max_depth"], "init": "mean"}
        settings["min_samples_leaf"] = params.get("min_samples_leaf", 1)
    if "plain" in case["id"]:
        settings["leaf"] = "gradient"
    return run(oracle_data(case["dataset"]), "gradient-boosting", settings)


@pytest.mark.parametrize("name", SQUARED)
def test_boosted_values_are_the_same(name):
    case, tolerance = oracle.cases("gbr")[name], oracle.read("gbr")["tol"]
    done = squared_run(case)
    data, at, metrics = done.data, Scores(done, probes(case["dataset"])), Metrics(done)
    assert done.start.initial_score == near([case["init_value"]], tolerance)
    for t, given in enumerate(case["expected"][: case["safe_rounds"]], start=1):
        record, score, figures = done.round(t), at.next(), metrics.figures(t)
        if given.get("tree"):
            same_structure(node_dicts(data, record.learners[0]), given["tree"])
        assert figures["train_error"] == near(given["train_mse"], tolerance)
        assert figures["loss"] == near(given["train_mse"] / 2, tolerance)
        if given.get("train_F"):
            assert record.score == near(given["train_F"], tolerance)
        if given.get("probe_F"):
            assert score == near(given["probe_F"], tolerance)


@pytest.mark.parametrize("name", SQUARED)
def test_the_squared_error_never_rises_and_residuals_add_up(name):
    case = oracle.cases("gbr")[name]
    done = squared_run(case)
    y, metrics, before = done.data.target, Metrics(done), math.inf
    done.extend(LONG)
    for t in range(1, done.upto(LONG) + 1):
        record, error = done.round(t), metrics.figures(t)["train_error"]
        assert error <= before + 1e-12
        before = error
        assert record.target + done.score(t - 1) == near(y)
        if case["init_value"]:
            assert record.target.sum() == near(0)


def log_loss_run(case) -> Run:
    params = case["params"]
    settings = {"max_depth": params["max_depth"], "learning_rate": params["learning_rate"]}
    settings |= {"min_samples_leaf": params.get("min_samples_leaf", 1), "rounds": params["rounds"]}
    settings["init"] = "zero" if "uniform" in case["id"] else "prior"
    settings["leaf"] = "gradient" if "plain" in case["id"] else "line-search"
    return run(oracle_data(case["dataset"]), "gradient-boosting", settings)


def shares(score):
    """Turn scores into the probabilities of the classes."""
    power = np.exp(np.column_stack((0 * score, score)) if score.ndim == 1 else score)
    return power / power.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("name", [name for name in LOG_LOSS if LOG_LOSS[name]["expected"]])
def test_boosted_classes_are_the_same(name):
    case, tolerance = LOG_LOSS[name], oracle.read("gbc")["tol"]
    done = log_loss_run(case)
    data, at, metrics = done.data, Scores(done, probes(case["dataset"])), Metrics(done)
    assert done.start.initial_score == near(case["init_value"], tolerance)
    for t, given in enumerate(case["expected"][: case["safe_rounds"]], start=1):
        record, score, figures = done.round(t), at.next(), metrics.figures(t)
        assert figures["loss"] == near(given["mean_log_loss"], tolerance)
        assert figures["train_error"] == near(1 - given["training_accuracy"])
        for tree, expected in zip(record.learners, given["trees"] or record.learners, strict=True):
            if isinstance(expected, dict):
                same_structure(node_dicts(data, tree), expected, values=False)
        if given.get("train_F"):
            F = record.score.reshape(len(data), -1)
            assert near(np.array(given["train_F"]), tolerance) == F
        if given.get("probe_proba"):
            assert shares(score) == near(np.array(given["probe_proba"]), tolerance)


@pytest.mark.parametrize("name", LOG_LOSS)
def test_the_log_loss_falls_and_residuals_are_what_is_missing(name):
    case = LOG_LOSS[name]
    done = log_loss_run(case)
    data, metrics = done.data, Metrics(done)
    losses = [metrics.figures(t)["loss"] for t in range(1, done.upto(12) + 1)]
    rate = case["params"]["learning_rate"]
    if rate < 1:  # a whole Newton step may go too far
        assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]
    for record in done.rounds:
        missing = data.one_hot - shares(done.score(record.number - 1))
        target = record.target if record.target.ndim == 2 else record.target[:, None]
        assert target == near(missing[:, -target.shape[1] :])


def test_xor_gives_boosting_nothing_to_start_from():
    case = HAND["xor4"]
    data = dataset(case["X"], case["y"])
    done = finished(data, "adaboost")
    assert len(done) == 0
    assert (done.stop.rule, done.stop.round) == ("no-better-than-chance", 1)
    assert done.stop.error == near(case["expected"]["best_stump_error"])
    tree = last_tree(data, max_depth=2)
    assert tree.gain[0] == case["expected"]["root_gini_gain"]
    assert (decide(tree.answer(data.points), 2) == data.target).all()


@pytest.mark.parametrize(
    "axes", [("Length", "Barb"), ("Grayscale", "Length"), ("Grayscale", "Barb")]
)
def test_latitude_depends_on_the_axes(axes):
    case = HAND["latitude"]
    rows = [[row[case["columns"].index(axis)] for axis in axes] for row in case["X"]]
    expected = case["expected"][f"axes {'+'.join(axes)}"]
    for rate, prediction in expected["prediction_ID3"].items():
        settings = {"learning_rate": float(rate), "max_depth": 2}
        done = finished(dataset(rows, case["y"]), "gradient-boosting", **settings)
        assert done.start.initial_score == [case["expected"]["mean"]]
        assert done.start.target.tolist() == case["expected"]["residuals"]
        assert done.round(1).score[2] == near(prediction, 1e-13)
        answer = done.round(1).learners[0].answer(done.data.points)
        assert answer == near(expected["tree_depth2_values"], 1e-13)
        if rate == "1":
            residuals = done.data.target - done.round(1).score
            assert residuals == near(expected["round2_residuals_alpha1"], 1e-13)


def test_latitude_over_many_rounds():
    expected = HAND["latitude"]["expected"]
    data = sample("latitude")
    slow = run(data, "gradient-boosting", {"rounds": 60, "learning_rate": 0.1, "max_depth": 2})
    by_round = expected["boosting_alpha_0.1_Length_Barb"]
    metrics = Metrics(slow)
    for t, error in by_round["mse_after"].items():
        assert metrics.figures(int(t))["train_error"] == near(error, 1e-12)
    for t, prediction in by_round["prediction_ID3_after"].items():
        assert slow.round(int(t)).score[2] == near(prediction, 1e-12)
    whole = run(data, "gradient-boosting", {"learning_rate": 1.0, "max_depth": 2})
    for t, F in expected["boosting_alpha_1_Length_Barb"]["F_after"].items():
        if int(t) <= whole.upto(3):
            assert whole.round(int(t)).score == near(F, 1e-13)
    assert (len(whole), whole.stop.rule) == (2, "residuals-zero")
    zero = {"learning_rate": 1.0, "max_depth": None, "max_leaf_nodes": 2, "init": "zero"}
    notes = run(data, "gradient-boosting", zero)
    for t, F in expected["init_0_one_split_lambda_1_Length_Barb"]["F_after"].items():
        assert notes.round(int(t)).score == near(F, 1e-13)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "error"])
def test_eight_points_in_a_row(criterion):
    case = HAND[f"stump_8_{criterion}"]
    data = dataset(case["X"], case["y"])
    tree = last_tree(data, max_depth=1, criterion=criterion)
    same_structure(node_dicts(data, tree), case["expected"]["root"])


def test_opposite_duplicates_teach_nothing():
    case = HAND["opposite_duplicates"]
    data = dataset(case["X"], [(y + 1) // 2 for y in case["y"]])
    done = finished(data, "adaboost")
    assert (len(done), done.stop.rule) == (0, "no-better-than-chance")
    assert (last_tree(data).answer(data.points) == 0.5).all()
    boosted = run(data, "gradient-boosting", {"learning_rate": 1.0})
    assert boosted.start.initial_score.tolist() == [0.0]
    assert np.abs(boosted.start.target).tolist() == [0.5] * 4
    if boosted.upto(1):
        loss = Metrics(boosted).figures(1)["loss"]
        assert loss == near(case["expected"]["log_loss"])
    else:
        assert boosted.stop.rule == "nothing-to-split"


def test_points_in_one_place_have_a_constant_for_one_round():
    case = HAND["identical_points_3_2"]
    data = dataset(case["X"], [(y + 1) // 2 for y in case["y"]])
    expected = case["expected"]["with_constant_stump"]
    done = finished(data, "adaboost")
    assert [record.error for record in done.rounds] == near(expected["eps"][:1])
    assert [record.learner_weight for record in done.rounds] == near(expected["alpha_half"])
    assert (done.stop.rule, done.stop.round) == ("no-better-than-chance", expected["stops_round"])
    assert done.stop.error == near(expected["eps"][1])
    assert Metrics(done).figures(1)["train_error"] == near(expected["training_error"])
    whole = finished(data, "tree")
    assert (len(whole), whole.stop.rule) == (0, "nothing-to-split")
    bag = finished(data, "bagging", rounds=25)
    assert {len(record.learners[0]) for record in bag.rounds} == {1}


def test_the_two_forms_of_the_update_are_never_mixed():
    right, wrong = (HAND["mixed_convention_trap"]["expected"][name] for name in
                    ("right", "wrong_half_alpha_errors_only"))  # fmt: skip
    for alpha in ("half-log", "log"):
        record = run(sample("ten-points"), "adaboost", {"alpha": alpha}).round(1)
        weights = [record.next_weight[4], record.next_weight[0]]  # of a point missed, and not
        assert weights == near(right, 1e-14)
        assert weights != near(wrong, 1e-3)


IMPORTANCE = oracle.cases("importance")


@pytest.mark.parametrize("name", ["moons", "blobs3"])
def test_importances_of_a_tree(name):
    case = IMPORTANCE[f"importance/{name}/tree-depth3-leaf5"]
    expected, data = case["expected"], oracle_data(name)
    done = finished(data, "tree", max_depth=3, min_samples_leaf=5)
    assert Metrics(done).figures(len(done))["importance"] == near(expected["mdi"], 1e-7)
    tree, n = done.rounds[-1].learners[0], len(data)
    for axis in range(2):
        points = np.repeat(data.points, n, axis=0)
        points[:, axis] = np.tile(data.points[:, axis], n)  # each point with each other's value
        right = decide(tree.answer(points), data.n_classes) == np.repeat(data.target, n)
        assert right.mean() == near(expected["permuted_score_expectation"][axis], 1e-7)


@pytest.mark.parametrize(
    ("case", "method", "settings"),
    [
        (
            "importance/moons/GradientBoostingClassifier",
            "gradient-boosting",
            {"rounds": 12, "learning_rate": 0.5, "max_depth": 1},
        ),
        (
            "importance/moons/AdaBoostClassifier",
            "adaboost",
            {"rounds": 12, "max_depth": 2, "criterion": "gini", "alpha": "log"},
        ),
    ],
)
def test_importances_of_boosting(case, method, settings):
    done = finished(oracle_data("moons"), method, **settings)
    figures = Metrics(done).figures(12)
    assert figures["importance"] == near(IMPORTANCE[case]["expected"]["mdi"], 1e-7)


def test_permuting_costs_what_all_permutations_cost_on_average():
    data = oracle_data("moons")
    done = finished(data, "bagging", rounds=300, max_depth=3, min_samples_leaf=5)
    costs = np.array([permutation_cost(data, record) for record in done.rounds])
    found = np.array(Metrics(done).figures(len(done))["importance_permutation"])
    spread = np.sqrt((costs[:, 1] ** 2).sum(axis=0)) / len(costs)
    assert (np.abs(found - costs[:, 0].mean(axis=0)) < 4 * spread).all()
    assert found[1] > 10 * spread[1]


def permutation_cost(data: Dataset, record):
    """Give, for each axis, what permuting it costs one tree: the mean over all permutations of the
    points out of its bag, and the standard deviation, both exact (Hoeffding 1951).
    """
    out = record.in_bag == 0
    points, target, tree = data.points[out], data.target[out], record.learners[0]
    m, costs = len(points), np.empty((2, 2))
    error = (decide(tree.answer(points), 2) != target).mean()
    for axis in range(2):
        pairs = np.repeat(points, m, axis=0)
        pairs[:, axis] = np.tile(points[:, axis], m)
        wrong = (decide(tree.answer(pairs), 2) != np.repeat(target, m)).reshape(m, m)
        rest = wrong - wrong.mean(axis=0) - wrong.mean(axis=1)[:, None] + wrong.mean()
        costs[:, axis] = wrong.mean() - error, math.sqrt((rest**2).sum() / (m - 1)) / m
    return costs


# --- second order -------------------------------------------------------------------------------

EXACT = [name for name in oracle.cases("xgb") if "/exact/" in name]
BINNED = [name for name in oracle.cases("xgb") if "/hist/" in name]


def second_order(case) -> Run:
    own = dict(case["params"])
    settings = {"rounds": own.pop("rounds"), "learning_rate": own.pop("eta")}
    own.pop("base_margin", None)  # the default start, in the units of the score
    whole = ("max_depth", "max_bin")
    settings |= {name: value if name in whole else float(value) for name, value in own.items()}
    method = {"tree_method": case["tree_method"]}
    return run(oracle_data(case["dataset"]), "xgboost", settings | method)


def same_second_order(nodes, expected, k=0):
    node = nodes[k]
    figures = ("n", "grad", "hess", "value")
    assert [node[name] for name in figures] == near(
        [expected[name] for name in ("n", "G", "H", "weight")]
    )
    assert node["impurity"] is None
    if "feature" not in expected:
        assert node["feature"] is None
        return
    column = oracle.COLUMNS[expected["feature"]]
    assert (node["feature"], node["threshold"]) == (column, expected["threshold"])
    assert node["gain"] == near(expected["gain"])
    same_second_order(nodes, expected["left"], node["left"])
    same_second_order(nodes, expected["right"], node["right"])


@pytest.mark.parametrize("name", EXACT)
def test_trees_and_scores_of_second_order(name):
    case = oracle.cases("xgb")[name]
    done = second_order(case)
    metrics, scores = Metrics(done), Scores(done, probes(case["dataset"]))
    for expected in case["expected"]:
        t = expected["t"]
        assert t <= case["safe_rounds"]
        record, figures, score = done.round(t), metrics.figures(t), scores.next()
        for tree, structure in zip(
            record.learners, expected.get("trees", record.learners), strict=True
        ):
            if "trees" in expected:
                same_second_order(node_dicts(done.data, tree), structure)
        if "probe_margin" in expected:
            assert score.reshape(len(score), -1) == near(np.array(expected["probe_margin"]))
        if done.data.classes is None:
            assert math.sqrt(figures["train_error"]) == near(expected["train_rmse"])
        else:
            assert figures["loss"] == near(expected["train_log_loss"])
            assert 1 - figures["train_error"] == near(expected["training_accuracy"])


@pytest.mark.parametrize("name", BINNED)
def test_bins_of_second_order(name):
    """SF48: with bins for all values the training scores are those of exact cuts."""
    case = oracle.cases("xgb")[name]
    done, expected = second_order(case), case["expected"]
    done.finish()
    score = done.rounds[-1].score
    if expected["train_margin"] is not None:
        assert score.reshape(len(score), -1) == near(np.array(expected["train_margin"]), 2e-5)
        exact = second_order(case | {"tree_method": "exact"})
        assert score.tolist() == exact.round(len(done)).score.tolist()
    trees = [tree for record in done.rounds for tree in record.learners]
    for axis in range(2):
        used = {float(c) for tree in trees for c in tree.threshold[tree.feature == axis]}
        assert len(used) <= case["params"]["max_bin"] - 1
        theirs = expected["distinct_thresholds"].get(oracle.COLUMNS[axis], [])
        assert case["ties_in_exact"] or len(used) >= len(theirs)
    figures = Metrics(done).figures(len(done))
    if done.data.classes is None:
        assert math.sqrt(figures["train_error"]) == near(expected["train_metric"]["rmse"], 0.01)
    else:
        assert 1 - figures["train_error"] == near(expected["train_metric"]["accuracy"], 0.04)


@pytest.mark.parametrize("name", ["xgb_4points_lambda0", "xgb_4points_lambda1"])
def test_four_points_of_second_order_by_hand(name):
    """C29: the gain is counted without the half of the paper's formula."""
    case = HAND[name]
    expected, own = case["expected"], case["params"]
    settings = {"max_depth": 1, "learning_rate": 1.0, "reg_lambda": own["reg_lambda"]}
    done = run(dataset(case["X"], case["y"]), "xgboost", settings | {"min_child_weight": 0.0})
    record = done.round(1)
    root, left, right = node_dicts(done.data, record.learners[0])
    assert (-record.target).tolist() == expected["g"]
    assert record.hessian.tolist() == expected["h"]
    assert (root["threshold"], root["gain"]) == (
        expected["split"],
        near(expected["gain_xgboost_code"]),
    )
    assert (left["grad"], left["hess"]) == (expected["G_left"], expected["H_left"])
    assert [left["value"], right["value"]] == near(
        [expected["weight_left"], expected["weight_right"]]
    )
    assert 1 / (1 + math.exp(-record.score[3])) == near(expected["p_after"])
    assert root["gain"] == near(2 * expected["gain_paper_half"])


def test_four_values_of_second_order_by_hand():
    case = HAND["xgb_regression_4points"]
    settings = {"max_depth": 1, "learning_rate": 1.0}
    done = run(dataset(case["X"], case["y"]), "xgboost", settings)
    same_second_order(node_dicts(done.data, done.round(1).learners[0]), case["expected"])
