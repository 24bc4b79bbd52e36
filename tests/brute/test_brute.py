"""The reference against the figures of `tests/oracle`, as far as their rounds are unambiguous."""

import math
from fractions import Fraction

import pytest

from tests.brute import adaboost, boosting, oracle, trees

CRITERION = {"log_loss": "entropy", "squared_error": "squared"}  # where the names differ
TREES = oracle.cases("tree")
WHOLE_TREES = [case for case in TREES if not case.endswith("unlimited")]
UNLIMITED = [case for case in TREES if case.endswith("unlimited")]
STAGED = [case for case in oracle.cases("adaboost") if "multiclass" not in case]
SQUARED = [case for case, given in oracle.cases("gbr").items() if given["loss"] == "squared"]
ROBUST = [
    case
    for case, given in oracle.cases("gbr").items()
    if given["loss"] != "squared" and "textbook" not in case
]
LOG_LOSS = oracle.cases("gbc")


def close(values, tolerance):
    return pytest.approx(values, abs=tolerance, rel=tolerance)


def floats(numbers):
    return [float(number) for number in numbers]


def kinds_of_ties(tree):
    """For each node with ties, whether all of them part its rows in the same way."""
    partitions = [
        {frozenset((tuple(tie.left), tuple(tie.right))) for tie in node.ties}
        for node in tree.nodes()
        if node.tied
    ]
    return [f"{'same' if len(ways) == 1 else 'different'}_partition" for ways in partitions]


def grown(case):
    X, y = oracle.points_and_answers(case["dataset"])
    limits = {name: value for name, value in case["params"].items() if name != "weighted"}
    criterion = CRITERION.get(case["criterion"], case["criterion"])
    return trees.grow(X, y, case.get("sample_weight"), criterion, **limits)


@pytest.mark.parametrize("name", WHOLE_TREES)
def test_trees_have_the_same_nodes(name):
    case = TREES[name]
    tree = grown(case)
    tolerance = oracle.read("tree")["tol"]
    nodes = oracle.trace_nodes(case["expected"]["structure"])
    assert trees.same_tree(tree, nodes, tolerance=tolerance) == []
    assert kinds_of_ties(tree) == case["ties"] == []


@pytest.mark.parametrize("name", WHOLE_TREES)
def test_trees_answer_the_same_at_the_probes(name):
    case = TREES[name]
    tree, expected = grown(case), case["expected"]
    leaves = [tree.leaf(probe) for probe in oracle.probes(case["dataset"])]
    if "probe_value" in expected:
        assert floats(leaf.value for leaf in leaves) == close(expected["probe_value"], 1e-9)
        return
    for leaf, shares in zip(leaves, expected["probe_proba"], strict=True):
        assert floats(leaf.value) == close(shares, 1e-9)
    if not case["leaf_vote_tie"]:
        assert [leaf.answer for leaf in leaves] == expected["probe_class"]
    assert len(tree.leaves()) == expected["n_leaves"]
    assert max(node.depth for node in tree.nodes()) == expected["depth"]


@pytest.mark.parametrize("name", UNLIMITED)
def test_unlimited_trees_fit_all_points_and_tie_where_expected(name):
    case = TREES[name]
    tree, expected = grown(case), case["expected"]
    X, y = oracle.points_and_answers(case["dataset"])
    assert [tree.leaf(x).answer for x in X] == y
    low, high = expected["n_leaves_range"]
    assert low <= len(tree.leaves()) <= high
    low, high = expected["depth_range"]
    assert low <= max(node.depth for node in tree.nodes()) <= high
    assert sorted(kinds_of_ties(tree)) == sorted(case["ties"])


def test_the_rounds_of_the_ten_points_are_the_classic_ones():
    X, y = oracle.points_and_answers("toy10")
    expected = oracle.read("toy10")["rounds"]
    run = adaboost.run(X, y, rounds=len(expected))
    for r, given in zip(run.rounds, expected, strict=True):
        assert str(r.error) == given["eps"]
        assert r.learner_weight == close(given["alpha_half"], 1e-12)
        assert [i + 1 for i in r.missed] == given["stump"]["misses"]
        assert [
            {"feature": tie.feature, "threshold": tie.threshold, "label_left": 2 * tie.left - 1}
            for tie in r.ties
        ] == given["tied"]
        assert floats(r.sample_weight) == close(floats(map(Fraction, given["D"])), 1e-15)
        assert close(given["F"], 1e-12) == r.F
        assert adaboost.normaliser(r.error) == close(given["Z"], 1e-12)
        assert wrong(run, r.round, y) / 10 == given["training_error"]


def wrong(run, t, labels):
    answers = run.predictions(t)
    return sum(answer != label for answer, label in zip(answers, labels, strict=True))


def test_the_ten_points_fall_into_the_three_cycle():
    X, y = oracle.points_and_answers("toy10")
    long_run = oracle.read("toy10")["long_run"]
    rounds = adaboost.run(X, y, rounds=400, exact=False).rounds
    for t, error in long_run["eps"].items():
        assert float(rounds[int(t) - 1].error) == close(error, 1e-12)
    for t, margin in long_run["min_margin"].items():
        sofar = rounds[: int(t)]
        margins = adaboost.margins(sofar[-1].F, y, [r.learner_weight for r in sofar])
        assert min(margins) == close(margin, 1e-12)
    assert float(rounds[-1].error) == close((3 - math.sqrt(5)) / 4, 1e-12)
    golden = (1 + math.sqrt(5)) / 2
    assert rounds[-1].learner_weight == close(1.5 * math.log(golden), 1e-12)


def run_case(name):
    case = oracle.cases("adaboost")[name]
    X, y = oracle.points_and_answers(case["dataset"])
    gini = "gini" in name
    return case, adaboost.run(
        X,
        y,
        rounds=case["safe_rounds"],
        criterion="gini" if gini else "error",
        max_depth=2 if "depth2" in name else 1,
        learning_rate=Fraction(str(case.get("learning_rate", 1))),
        alpha="log" if "SAMME" in case["convention"] else "half-log",
        samme="SAMME" in case["convention"],
    )


@pytest.mark.parametrize("name", STAGED)
def test_adaboost_has_the_same_rounds(name):
    case, run = run_case(name)
    tolerance = oracle.read("adaboost")["tol"]
    for r, given in zip(run.rounds, case["expected"], strict=True):
        assert not r.tied
        error = given["error"] if "error" in given else float(Fraction(given["eps"]))
        assert float(r.error) == close(error, tolerance["error"])
        weight = given["alpha_log"] if "alpha_log" in given else given["alpha_half"]
        assert r.learner_weight == close(weight, tolerance["alpha"])
        if given.get("tree"):
            assert trees.same_tree(r.tree, oracle.trace_nodes(given["tree"])) == []
        if given.get("weights_next"):
            assert floats(r.next_weight) == close(given["weights_next"], tolerance["weights"])
        if given.get("D"):
            assert floats(r.sample_weight) == close(given["D"], tolerance["weights"])


@pytest.mark.parametrize("name", STAGED)
def test_adaboost_has_the_same_votes_at_the_probes(name):
    case, run = run_case(name)
    for t, given in enumerate(case["expected"], start=1):
        if not (given.get("probe_F") or given.get("probe_votes")):
            continue
        K = case.get("n_classes", 2)
        for i, probe in enumerate(oracle.probes(case["dataset"])):
            votes = [0.0] * K
            for r in run.rounds[:t]:
                votes[r.tree.leaf(probe).answer] += r.learner_weight
            if given.get("probe_F"):
                assert votes[1] - votes[0] == close(given["probe_F"][i], 1e-8)
            else:
                assert votes == close(given["probe_votes"][i], 1e-8)


def test_exhaustive_stumps_are_the_same():
    case, run = run_case("ada/error-stumps/moons")
    for r, given in zip(run.rounds, case["expected"], strict=True):
        assert (r.tree.feature, r.tree.threshold) == (given["feature"], given["threshold"])
        assert 2 * r.tree.left.label - 1 == given["label_left"]
        assert r.missed == given["misses"]
        assert len(r.ties) == given["n_tied_stumps"]


def test_three_classes_without_samme_have_the_same_errors():
    case, run = run_case("ada/multiclass-M1-gini/blobs3")
    assert floats(r.error for r in run.rounds) == close(
        [r["error"] for r in case["expected"]], 1e-9
    )
    weights = [r["alpha"] for r in case["expected"]]
    assert [r.learner_weight for r in run.rounds] == close(weights, 1e-8)


@pytest.mark.parametrize("samme", [False, True])
def test_three_classes_with_exhaustive_stumps_tie_at_once(samme):
    X, y = oracle.points_and_answers("blobs3")
    assert adaboost.run(X, y, rounds=1, samme=samme).rounds[0].tied


@pytest.mark.parametrize("name", SQUARED)
def test_boosting_of_squared_loss_has_the_same_rounds(name):
    case = oracle.cases("gbr")[name]
    tolerance = oracle.read("gbr")["tol"]
    X, y = oracle.points_and_answers(case["dataset"])
    params = case["params"]
    rounds = boosting.run_squared(
        X,
        y,
        case["safe_rounds"],
        Fraction(str(params["learning_rate"])),
        init="zero" if "init0" in name else "mean",
        max_depth=params.get("max_depth"),
        max_leaf_nodes=params["splits"] + 1 if "splits" in params else None,
        min_samples_leaf=params.get("min_samples_leaf", 1),
    )
    rate = float(params["learning_rate"])
    probe_F = [case["init_value"]] * len(oracle.probes(case["dataset"]))
    for r, given in zip(rounds, case["expected"], strict=True):
        mse = sum((value - score) ** 2 for value, score in zip(map(Fraction, y), r.F, strict=True))
        assert float(mse / len(y)) == close(given["train_mse"], tolerance)
        probes = oracle.probes(case["dataset"])
        probe_F = [F + rate * float(r.at(x)) for F, x in zip(probe_F, probes, strict=True)]
        if given.get("tree"):
            nodes = oracle.trace_nodes(given["tree"])
            assert trees.same_tree(r.tree, nodes, tolerance=tolerance) == []
        for found, name_of_list in ((floats(r.F), "train_F"), (probe_F, "probe_F")):
            if given.get(name_of_list):
                assert found == close(given[name_of_list], tolerance)


@pytest.mark.parametrize("name", ROBUST)
def test_boosting_of_robust_losses_has_the_same_rounds(name):
    case = oracle.cases("gbr")[name]
    tolerance = oracle.read("gbr")["tol"]
    X, y = oracle.points_and_answers(case["dataset"])
    params, plain = case["params"], "plain" in name
    delta = params.get("delta")
    rounds = boosting.run_robust(
        X,
        y,
        case["safe_rounds"],
        Fraction(str(params["learning_rate"])),
        boosting.Robust(
            case["loss"],
            "gradient" if plain else "line-search",
            None if delta is None else Fraction(delta),
        ),
        init="mean" if "init-mean" in name else "prior",
        max_depth=params["max_depth"],
        min_samples_leaf=params.get("min_samples_leaf", 1),
    )
    for r, given in zip(rounds, case["expected"], strict=True):
        mse = sum((value - score) ** 2 for value, score in zip(map(Fraction, y), r.F, strict=True))
        assert float(mse / len(y)) == close(given["train_mse"], tolerance)
        if given.get("negative_gradient"):
            assert floats(r.targets) == close(given["negative_gradient"], tolerance)
        if given.get("huber_delta"):
            assert float(r.delta) == close(given["huber_delta"], tolerance)
        if given.get("tree"):
            nodes = oracle.trace_nodes(given["tree"], inner_values=plain)
            assert trees.same_tree(r.tree, nodes, tolerance=tolerance) == []
        if given.get("train_F"):
            assert floats(r.F) == close(given["train_F"], tolerance)


def run_log_loss(name, rounds):
    case = LOG_LOSS[name]
    X, y = oracle.points_and_answers(case["dataset"])
    return boosting.run_log_loss(
        X,
        y,
        case["n_classes"],
        rounds,
        Fraction(str(case["params"]["learning_rate"])),
        init="zero" if "uniform" in name else "prior",
        leaf="gradient" if "plain" in name else "line-search",
        newton_factor=1 if "nofactor" in name else None,
        max_depth=case["params"]["max_depth"],
        min_samples_leaf=case["params"].get("min_samples_leaf", 1),
    )


@pytest.mark.parametrize("name", [name for name, case in LOG_LOSS.items() if case["expected"]])
def test_boosting_of_log_loss_has_the_same_rounds(name):
    case = LOG_LOSS[name]
    tolerance = oracle.read("gbc")["tol"]
    probes = oracle.probes(case["dataset"])
    probe_F = [[Fraction(F) for F in case["init_value"]] for _ in probes]
    rate = Fraction(str(case["params"]["learning_rate"]))
    rounds = run_log_loss(name, case["safe_rounds"])
    for r, given in zip(rounds, case["expected"], strict=True):
        assert r.loss == close(given["mean_log_loss"], tolerance)
        for tree, nested in zip(r.trees, given.get("trees") or r.trees, strict=True):
            if isinstance(nested, dict):
                nodes = oracle.trace_nodes(nested, inner_values=False)
                assert trees.same_tree(tree, nodes, tolerance=tolerance) == []
        for scores, expected in zip(r.F, given.get("train_F") or [], strict=False):
            assert floats(scores) == close(expected, tolerance)
        for scores, x in zip(probe_F, probes, strict=True):
            scores[:] = [F + rate * step for F, step in zip(scores, r.at(x), strict=True)]
        for scores, expected in zip(probe_F, given.get("probe_proba") or [], strict=False):
            assert floats(boosting.probabilities(scores)) == close(expected, tolerance)


@pytest.mark.parametrize("name", [name for name in LOG_LOSS if "msl4" in name])
def test_ambiguous_rounds_begin_where_a_tie_is(name):
    safe = LOG_LOSS[name]["safe_rounds"]
    rounds = run_log_loss(name, safe + 1)
    tied = [any(node.tied for tree in r.trees for node in tree.nodes()) for r in rounds]
    assert tied == [False] * safe + [True]
