"""Every number of a trace with learners that are not trees, computed again from the trace alone.

Learners answer by what the trace says determines them, and what they were fitted to is checked by
the definition: shares, means, variances; slopes that are zero; the points that are remembered.
"""

import csv
import io
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from tests.export.test_trace_recomputed import (
    FIGURES,
    KINDS,
    LABELS,
    PER_POINT,
    ROUND,
    TOP,
    Array,
    Case,
    Plan,
    case_of,
    cell,
    close,
    decided,
    files,
)

__all__ = ["files"]

MEMBERS = {
    True: "tree(max_depth=2), naive-bayes, logistic(C=0.5), knn(k=3), stump(criterion=entropy)",
    False: "tree(max_depth=2,min_samples_leaf=2), linear, ridge(alpha=2), knn(k=3), stump",
}
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "voting": [{}, {"vote": "soft"}, {"weights": "1, 0, 2, 0.5, 3"}, {"rounds": 2}],
    "stacking": [
        {},
        {"folds": 3, "final": "knn(k=4)"},
        {"split": "hold-out"},
        {"split": "leave-one-out"},
        {"layers": 2},
        {"split": "hold-out", "layers": 3},
        {"rounds": 3},
    ],
    "bagging": [
        {"base": base, "rounds": 4, "vote": vote}
        for base in ("naive-bayes", "logistic", "linear", "knn")
        for vote in ("hard", "soft")
    ],
    "pasting": [
        {"base": base, "rounds": 3, **own}
        for base in ("naive-bayes", "logistic", "linear", "knn")
        for own in ({"vote": "soft"}, {"disjoint": "yes", "max_samples": 0.35})
    ],
    "random-subspaces": [
        {"base": base, "rounds": 4, **own}
        for base in ("naive-bayes", "logistic", "linear", "knn")
        for own in ({}, {"max_features": 2, "vote": "soft"})
    ],
    "random-patches": [
        {"base": base, "rounds": 4, **own}
        for base in ("naive-bayes", "logistic", "linear", "knn")
        for own in ({"max_samples": 0.7}, {"max_features": 2, "vote": "soft"})
    ],
    "adaboost": [
        {"base": base, "rounds": 4, **own}
        for base in ("naive-bayes", "logistic")
        for own in ({}, {"multiclass": "samme"}, {"above_half": "stop", "alpha": "log"})
    ],
}
SLACK = 1e-7


# --- what a learner of the trace answers --------------------------------------------------------


def answer(case: Case, one: dict[str, Any], X: Array) -> Array:
    said = ANSWERS[one["kind"]](case, one, X[:, known(case, one)])
    is_opposite = one.get("reversed", False) and one["kind"] != "tree"  # the leaves of a tree are
    return said[:, ::-1] if is_opposite else said


def known(case: Case, one: dict[str, Any]) -> list[int] | slice:
    """The axes that a learner knows, where it does not know all; a stack's are all its own."""
    names, columns = one.get("columns") or [], case.trace["columns"]
    some = names and set(names) < set(columns)
    return [columns.index(name) for name in names] if some else slice(None)


def tree_answer(case: Case, one: dict[str, Any], X: Array) -> Array:
    axes = {name: k for k, name in enumerate(one.get("columns") or case.trace["columns"])}
    said = []
    for x in X:
        at = one["nodes"][0]
        while at["feature"] is not None:
            side = "left" if x[axes[at["feature"]]] <= at["threshold"] else "right"
            at = one["nodes"][at[side]]
        said.append(at["value"])
    return np.array(said)


def bayes_answer(_case: Case, one: dict[str, Any], X: Array) -> Array:
    columns = []
    for prior, mean, variance in zip(one["prior"], one["mean"], one["variance"], strict=True):
        if mean is None:
            columns.append(np.full(len(X), -np.inf))
            continue
        away = (X - mean) ** 2 / np.array(variance) + np.log(2 * np.pi * np.array(variance))
        columns.append(np.log(prior) - 0.5 * away.sum(axis=1))
    return normed(np.column_stack(columns))


def normed(log: Array) -> Array:
    power = np.exp(log - log.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def logistic_answer(case: Case, one: dict[str, Any], X: Array) -> Array:
    score = X @ np.array(one["coef"]).T + np.array(one["intercept"])
    if len(one["classes"]) == 2:
        score = np.column_stack((np.zeros(len(X)), score))
    share = np.zeros((len(X), len(case.classes)))
    share[:, [case.classes.index(name) for name in one["classes"]]] = normed(score)
    return share


def plane_answer(_case: Case, one: dict[str, Any], X: Array) -> Array:
    return X @ np.array(one["coef"]) + one["intercept"]


def knn_answer(case: Case, one: dict[str, Any], X: Array) -> Array:
    k, said = one["params"]["k"], []
    for x in X:
        away = ((np.array(one["points"]) - x) ** 2).sum(axis=1)
        bound = np.sort(away)[k - 1]
        order = [i for i, d in enumerate(away) if d < bound * (1 - 1e-12)]
        order += [i for i, d in enumerate(away) if abs(d - bound) <= 1e-12 * bound]
        asked = [one["answers"][i] for i in order[:k]]
        if case.classes:
            said.append([asked.count(name) / k for name in case.classes])
        else:
            said.append(sum(asked) / k)
    return np.array(said)


ANSWERS: dict[str, Callable[[Case, dict[str, Any], Array], Array]] = {
    "tree": tree_answer,
    "naive-bayes": bayes_answer,
    "logistic": logistic_answer,
    "linear": plane_answer,
    "ridge": plane_answer,
    "knn": knn_answer,
}


# --- what a learner was fitted to ---------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Fit:
    """What one learner of a round saw."""

    X: Array
    y: Array
    weight: Array
    """As given with the points, times how often each is there."""
    times: Array


def check_fit(case: Case, one: dict[str, Any], fit: Fit) -> None:
    there = fit.weight > 0
    fit = Fit(fit.X[there], fit.y[there], fit.weight[there], fit.times[there])
    CHECK_FIT[one["kind"]](case, one, fit)


def check_tree(case: Case, one: dict[str, Any], fit: Fit) -> None:
    root, leaves = one["nodes"][0], tree_answer(case, one, fit.X)
    assert root["n"] == len(fit.y)
    for value in {tuple(np.atleast_1d(leaf)) for leaf in leaves}:
        inside = (leaves.reshape(len(leaves), -1) == value).all(axis=1)
        share = fit.weight[inside] / fit.weight[inside].sum()
        if "params" in one or len(one["nodes"]) > 1 or not case.classes:
            expected = shares(case, fit.y[inside], share) if case.classes else share @ fit.y[inside]
            assert np.array(value) == close(np.atleast_1d(expected))


def shares(case: Case, y: Array, share: Array) -> Array:
    return np.array([share[y == k].sum() for k in range(len(case.classes))])


def check_bayes(case: Case, one: dict[str, Any], fit: Fit) -> None:
    share = fit.weight / fit.weight.sum()
    assert one["prior"] == close(shares(case, fit.y, share))
    whole = share @ (fit.X - share @ fit.X) ** 2
    least = 1e-9 * whole.max() or 1.0
    for k, mean in enumerate(one["mean"]):
        own = fit.y == k
        if not own.any():
            assert mean is None
            continue
        part = share[own] / share[own].sum()
        assert mean == close(part @ fit.X[own])
        assert one["variance"][k] == close(part @ (fit.X[own] - mean) ** 2 + least)


def check_logistic(case: Case, one: dict[str, Any], fit: Fit) -> None:
    present = [case.classes.index(name) for name in one["classes"]]
    assert present == sorted(set(fit.y.tolist()))
    assert len(present) > 1
    rest = logistic_answer(case, one, fit.X)[:, present] - (fit.y[:, None] == present)
    rest = rest[:, 1:] if len(present) == 2 else rest
    pull = one["params"]["C"] * (rest * fit.weight[:, None]).T
    assert np.array(one["coef"]) + pull @ fit.X == pytest.approx(0.0, abs=SLACK)
    assert pull.sum(axis=1) == pytest.approx(0.0, abs=SLACK)
    if len(present) > 2:
        assert sum(one["intercept"]) == pytest.approx(0.0, abs=1e-9)


def check_plane(_case: Case, one: dict[str, Any], fit: Fit) -> None:
    coef = np.array(one["coef"])
    rest = (fit.y - fit.X @ coef - one["intercept"]) * fit.weight
    price = one["params"].get("alpha", 0.0) * coef
    centred = fit.X - fit.X.mean(axis=0)
    assert centred.T @ rest == pytest.approx(price, abs=SLACK)
    assert rest.sum() == pytest.approx(0.0, abs=SLACK)
    _, size, ways = np.linalg.svd(
        np.sqrt(fit.weight)[:, None] * (fit.X - fit.weight @ fit.X / fit.weight.sum())
    )
    flat = ways[
        np.concatenate((size, np.zeros(len(ways) - len(size)))) < 1e-9 * max(size.max(), 1e-9)
    ]
    assert flat @ coef == pytest.approx(0.0, abs=SLACK), "nothing is said along what does not vary"


def check_knn(case: Case, one: dict[str, Any], fit: Fit) -> None:
    rows = np.repeat(np.arange(len(fit.y)), fit.times)
    assert np.array(one["points"]) == close(fit.X[rows])
    names = [case.classes[k] for k in fit.y[rows]] if case.classes else fit.y[rows].tolist()
    assert one["answers"] == names


CHECK_FIT: dict[str, Callable[[Case, dict[str, Any], Fit], None]] = {
    "tree": check_tree,
    "naive-bayes": check_bayes,
    "logistic": check_logistic,
    "linear": check_plane,
    "ridge": check_plane,
    "knn": check_knn,
}


# --- votes and bags -----------------------------------------------------------------------------


def given(case: Case) -> Array:
    return np.ones(len(case.points)) if case.weight is None else np.array(case.weight)


def check_votes(case: Case) -> None:
    boosted = case.method == "adaboost"
    for record in case.rounds:
        (one,) = record["learners"]
        times = np.array(record["in_bag"] or np.ones(len(case.points)), dtype=int)
        weight = np.array(record["sample_weight"]) if boosted else given(case)
        fit = Fit(case.points[:, known(case, one)], case.y, weight * times, times)
        if is_constant(case, one):
            assert not boosted
            continue
        check_fit(case, one, fit)


def is_constant(case: Case, one: dict[str, Any]) -> bool:
    """A base learner that its bag could not teach."""
    return case.params.get("base", "tree") != "tree" and one["kind"] == "tree"


def voted(case: Case, X: Array):
    """The score at some points after each round; None while it says nothing."""
    total, weights, alphas = 0.0, 0.0, 0.0
    for record in case.rounds:
        said = answer(case, record["learners"][0], X)
        if case.method == "adaboost":
            vote = np.eye(len(case.classes))[settled(said).argmax(axis=1)]
            few = len(case.classes) <= 2
            alphas = alphas + record["learner_weight"] * (vote @ [-1.0, 1.0] if few else vote)
            yield record, alphas
            continue
        if case.classes and case.params["vote"] == "hard":
            said = np.eye(len(case.classes))[settled(said).argmax(axis=1)]
        total = total + record["learner_weight"] * said
        weights += record["learner_weight"]
        yield record, total / weights if weights else None


def settled(share: Array) -> Array:
    """Equal shares go to the first class, whatever their last digits are."""
    best = share.max(axis=1, keepdims=True)
    return np.where(share >= best - 1e-12, best, share)


def check_the_scores(case: Case, scores: Any) -> None:
    for record, score in scores(case, case.points):
        assert record["score"] == (None if score is None else close(score, 1e-8))
        if score is None:
            assert record["prediction"] is None
            assert record["figures"]["train_error"] is None
            continue
        assert record["prediction"] == decided(case, record["score"])
        y = case.y
        wrong = np.array(
            [case.classes.index(a) if case.classes else a for a in record["prediction"]]
        )
        rest = (wrong != y) * 1.0 if case.classes else (wrong - y) ** 2
        assert record["figures"]["train_error"] == close(case.share @ rest)
    for record, score in scores(case, case.probes):
        assert record["probe_score"] == (None if score is None else close(score, 1e-8))
        if score is not None:
            assert record["probe_prediction"] == decided(case, record["probe_score"])
    for record, score in scores(case, case.test_points):
        if score is None:
            assert record["figures"]["test_error"] is None
            continue
        y = case.numbers(case.test_answers)
        said = case.numbers(decided(case, settled(score) if score.ndim == 2 else score))
        rest = (said != y) * 1.0 if case.classes else (said - y) ** 2
        assert record["figures"]["test_error"] == close(rest.mean())


# --- stacks -------------------------------------------------------------------------------------


def layers(case: Case) -> list[list[dict[str, Any]]]:
    """The rounds of each layer; the last is that of the blender alone, if it was reached."""
    count = len(case.params["members"])
    upto = case.params["layers"] * count
    cut = [case.rounds[k : min(k + count, upto)] for k in range(0, upto, count)]
    return [*(part for part in cut if part), *([case.rounds[upto:]] if case.rounds[upto:] else [])]


def shown(said: Array) -> Array:
    """What the next layer sees."""
    if said.ndim == 1:
        return said[:, None]
    return said[:, 1:] if said.shape[1] == 2 else said


def inputs(case: Case, layer: int, X: Array) -> Array:
    """What a layer sees at some points, by what the members below say that were trained last."""
    for part in layers(case)[:layer]:
        X = np.hstack([shown(answer(case, record["learners"][-1], X)) for record in part])
    return X


def held_out(case: Case, layer: int) -> Array:
    """What a layer was trained on: what the one below said about points it had not seen."""
    if layer == 0:
        return case.points
    columns = []
    for record in layers(case)[layer - 1]:
        kept = record["figures"]["out_of_fold"]
        wide = next(one for one in kept if one is not None)
        blank = np.full_like(np.atleast_1d(np.array(wide, dtype=float)), np.nan)
        rows = np.array([blank if one is None else np.atleast_1d(one) for one in kept])
        columns.append(rows[:, 1:] if rows.shape[1] == 2 else rows)
    return np.hstack(columns)


def check_stack(case: Case) -> None:
    counts = given(case) > 0
    for number, part in enumerate(layers(case)):
        blends = number == case.params["layers"]
        for record in part:
            fold = np.array(record["figures"]["fold"])
            trainings = masks(case, number, fold, counts, blends)
            assert len(record["learners"]) == len(trainings)
            X = held_out(case, number)
            for one, mask in zip(record["learners"], trainings, strict=True):
                check_training(case, one, (X, mask, number))
            if not blends:
                check_out_of_fold(case, record, trainings, X)
            else:
                assert record["figures"]["out_of_fold"] is None


def check_training(case: Case, one: dict[str, Any], seen: tuple[Array, Array, int]) -> None:
    X, mask, number = seen
    if number:
        assert len(one["columns"]) == X.shape[1]
        X = np.where(mask[:, None], X, 0.0)
    assert np.isfinite(X).all()
    times = mask.astype(int)
    fit = Fit(X, case.y, given(case) * times, times)
    few = one["kind"] == "tree" and len(one["nodes"]) == 1
    if not few:
        check_fit(case, one, fit)


def masks(case: Case, number: int, fold: Array, counts: Array, blends: bool) -> list[Array]:
    """Which points each learner of a round was trained on."""
    parts = np.unique(fold[counts])
    if case.params["split"] == "hold-out":
        return [counts & (fold == parts[number])]
    if blends:
        return [counts]
    return [*(counts & (fold != part) for part in parts), counts]


def check_out_of_fold(case: Case, record: dict[str, Any], trainings: list[Array], X: Array) -> None:
    kept, fold = record["figures"]["out_of_fold"], np.array(record["figures"]["fold"])
    counts = given(case) > 0
    learners = record["learners"]
    if case.params["split"] == "hold-out":
        part = fold[trainings[0]][0]
        expected = counts & (fold > part)
        by = {int(row): learners[0] for row in np.flatnonzero(expected)}
    else:
        parts = np.unique(fold[counts]).tolist()
        expected = counts
        by = {int(row): learners[parts.index(fold[row])] for row in np.flatnonzero(expected)}
    assert [one is not None for one in kept] == expected.tolist()
    wrong = []
    for row, learner in by.items():
        said = answer(case, learner, X[row][None])[0]
        assert kept[row] == close(said, 1e-8)
        kept_row = np.array(kept[row])
        wrong.append(
            kept_row.argmax() != case.y[row] if case.classes else (kept_row - case.y[row]) ** 2
        )
    share = case.share[list(by)]
    assert record["figures"]["fold_error"] == close(
        share @ np.array(wrong, dtype=float) / share.sum()
    )


def blended(case: Case, X: Array):
    last = len(layers(case)) - 1
    for record in case.rounds:
        if record is case.rounds[-1] and last == case.params["layers"]:
            yield record, answer(case, record["learners"][0], inputs(case, last, X))
        else:
            yield record, None


# --- the traces ---------------------------------------------------------------------------------


def plans():
    for (method, variants), kind, weighted in itertools.product(
        VARIANTS.items(), KINDS, (False, True)
    ):
        for chosen in variants:
            of_classes = kind in LABELS
            wrong = {"linear"} if of_classes else {"naive-bayes", "logistic"}
            if chosen.get("base") in wrong or (method == "adaboost" and not of_classes):
                continue
            settings = dict(chosen)
            if method in ("voting", "stacking"):
                settings = {"members": MEMBERS[of_classes], **settings}
            if "final" not in settings and method == "stacking" and settings.get("layers") == 2:
                settings["final"] = "naive-bayes" if of_classes else "linear"
            yield Plan(method, kind, weighted, tuple(settings.items()))


PLANS = {str(plan): plan for plan in plans()}


def asked(plan: Plan, files: Any) -> list[str]:
    return [
        "trace", "--method", plan.method, "--seed", "5",
        *(f"--set={name}={value}" for name, value in plan.chosen),
        "--data", str(files / f"{plan.kind} {plan.weighted}.csv"),
        "--test-data", str(files / f"{plan.kind} test.csv"),
    ]  # fmt: skip


@pytest.fixture(scope="session")
def traced(cli, files) -> Callable[[str], Case]:
    """The trace of a plan, made once."""
    kept: dict[str, Case] = {}

    def trace(name: str) -> Case:
        if name not in kept:
            plan = PLANS[name]
            probes = ("--probe", str(files / f"{plan.kind} probe.csv"))
            kept[name] = case_of(plan, cli(*asked(plan, files), *probes).json)
        return kept[name]

    return trace


def check_the_frame(case: Case) -> None:
    assert list(case.trace) == TOP
    for record in case.rounds:
        assert list(record) == ROUND
        assert set(record["figures"]) >= set(FIGURES)
        assert record["hessian"] is None
        check_the_axes(case, record)
        assert (record["learner_weight"] is None) == (case.method == "stacking")
        assert record["target"] == case.answers
        for one in record["learners"]:
            assert list(one)[:2] == ["kind", "class"]
            assert one["class"] is None
    if case.method == "voting":
        weights = case.params["weights"]
        assert [record["learner_weight"] for record in case.rounds] == weights[: len(case.rounds)]
    assert case.trace["stopped"]["rule"] in ("all-rounds", "no-better-than-chance")


def check_the_axes(case: Case, record: dict[str, Any]) -> None:
    """What was drawn for a learner is what it knows."""
    drawn = case.params.get("max_features") == 1 and len(case.trace["columns"]) == 2
    (features,) = record["features"] or [None]
    assert (features is not None) == drawn
    if drawn:
        assert len(features) == 1
        (one,) = record["learners"]
        assert one.get("columns") == features


def check(case: Case) -> None:
    check_the_frame(case)
    if case.method == "stacking":
        check_stack(case)
        check_the_scores(case, blended)
    else:
        check_votes(case)
        check_the_scores(case, voted)


@pytest.mark.parametrize("name", PLANS)
def test_recomputed(traced, name):
    case = traced(name)
    assert len(case.rounds) > 1 or case.method == "adaboost"
    check(case)


def test_every_setting_of_members_and_every_base_is_recomputed(cli):
    listed = {method["name"]: method for method in cli("methods", "--format", "json").json}
    for name, method in listed.items():
        settings = {setting["name"]: setting for setting in method["settings"]}
        chosen = {one: value for plan in PLANS.values() if plan.method == name
                  for one, value in plan.chosen}  # fmt: skip
        if name in ("voting", "stacking"):
            assert set(chosen) == set(settings)
        elif "base" in settings:
            bases = {dict(plan.chosen)["base"] for plan in PLANS.values() if plan.method == name}
            assert bases | {"tree"} == set(settings["base"]["choices"])


@pytest.mark.parametrize("name", [str(p) for p in PLANS.values() if p.method == "stacking"][:3])
def test_csv_has_empty_cells_before_the_blender(cli, files, traced, name):
    case = traced(name)
    head, *rows = csv.reader(io.StringIO(cli(*asked(PLANS[name], files), "--format", "csv").out))
    scores = [k for k, word in enumerate(head) if word.startswith("score")]
    assert len(scores) == max(1, len(case.classes))
    n = len(case.points)
    for t, record in enumerate(case.rounds):
        for i, row in enumerate(rows[t * n : (t + 1) * n]):
            assert len(row) == len(head)
            if record["score"] is None:
                assert {row[k] for k in scores} == {row[-1]} == {""}
            else:
                assert [row[k] for k in scores] == list(map(cell, record["score"][i]))


@pytest.mark.parametrize("name", [str(p) for p in PLANS.values() if p.method == "stacking"][:1])
def test_without_points_the_folds_are_left_out_too(cli, files, traced, name):
    whole = traced(name).trace
    probes = ("--probe", str(files / f"{PLANS[name].kind} probe.csv"))
    rest = cli(*asked(PLANS[name], files), *probes, "--no-points").json
    for record, less in zip(whole["rounds"], rest["rounds"], strict=True):
        assert record["figures"]["fold"] is not None
        figures = record["figures"] | {"fold": None, "out_of_fold": None}
        assert less == record | dict.fromkeys(PER_POINT) | {"figures": figures}


# --- the checks notice --------------------------------------------------------------------------

WATCHED = [
    "voting, two classes, weighted, vote=soft",
    "stacking, three classes, weighted",
    "stacking, plane, unweighted",
    "bagging, two classes, unweighted, base=knn",
]


def numbers(thing: Any, way: tuple[Any, ...] = ()):
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from numbers(value, (*way, key))
    elif isinstance(thing, list):
        for k, value in enumerate(thing):
            yield from numbers(value, (*way, k))
    elif isinstance(thing, float) and not isinstance(thing, bool):
        yield way


LEARNED = ("coef", "intercept", "prior", "mean", "variance", "points", "out_of_fold", "score",
           "probe_score", "train_error", "fold_error")  # fmt: skip


@pytest.mark.parametrize("beginning", WATCHED)
def test_a_number_that_is_off_is_noticed(traced, beginning):
    words = beginning.split(", ")
    name = next(
        one
        for one in PLANS
        if one.split(", ")[:3] == words[:3] and all(word in one for word in words)
    )
    case = traced(name)
    kinds: dict[Any, list[tuple[Any, ...]]] = {}
    for way in numbers(case.trace["rounds"]):
        if {*way} & {*LEARNED}:
            kinds.setdefault((way[0], *(k for k in way if isinstance(k, str))), []).append(way)
    assert len(kinds) > 5
    unnoticed = []
    for ways in kinds.values():
        *way, last = ways[len(ways) // 2]
        trace = json.loads(json.dumps(case.trace))
        inside = trace["rounds"]
        for key in way:
            inside = inside[key]
        inside[last] = inside[last] * (1 + 3.7e-4) + 1e-4
        try:
            check(replace(case, trace=trace))
        except (AssertionError, StopIteration):
            continue
        unnoticed.append((*way, last))
    assert unnoticed == []
