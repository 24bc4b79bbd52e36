"""No cliffs: a setting away from the default a run is as quick as its neighbours.

Each row is 100 rounds under one setting beside scikit-learn's, or xgboost's, fit of the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.ensemble import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from xgboost import XGBClassifier

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.runs import run
from tests.bench.clock import in_turn
from tests.bench.points import moons
from tests.bench.row import Goal, Job, Row

ROUNDS, SHORT_ROUNDS, SHORT_SIZE = 100, 3, 60
SIZES = {200: 0.6, 1000: 1.5}
"""By the number of points: the seconds a row may take."""
OURS = "ensemble_viz"
LEAST_XGBOOST = 16.0  # ms that 100 rounds may take beside xgboost, be it ever so quick …
TIMES_XGBOOST = 2.5  # … and how many times its own
PER_SPLIT = 0.015  # ms that a tree may take longer for each round that it has on record


@dataclass(frozen=True)
class Cliff:
    """One setting."""

    name: str
    kind: str
    """What is learned: two classes, eight, three, values, or two that weigh differently."""
    method: str
    settings: Mapping[str, Any]
    limit: float | None = None
    """The ms that 100 rounds on 200 points may take."""


CLIFFS = (
    Cliff("adaboost depth 1", "classes", "adaboost", {}, 4),
    Cliff("adaboost depth 1 gini", "classes", "adaboost", {"criterion": "gini"}, 4),
    Cliff("adaboost depth 2", "classes", "adaboost", {"max_depth": 2, "criterion": "gini"}, 10),
    Cliff("adaboost depth 3", "classes", "adaboost", {"max_depth": 3, "criterion": "gini"}, 16),
    Cliff("adaboost entropy", "classes", "adaboost", {"max_depth": 3, "criterion": "entropy"}, 20),
    Cliff("adaboost eight", "eight", "adaboost", {"multiclass": "samme", "criterion": "gini"}, 12),
    Cliff("boosting depth 1", "classes", "gradient-boosting", {"max_depth": 1}, 4),
    Cliff("boosting depth 2", "classes", "gradient-boosting", {}, 10),
    Cliff("boosting depth 3", "classes", "gradient-boosting", {"max_depth": 3}, 16),
    Cliff("boosting depth 6", "classes", "gradient-boosting", {"max_depth": 6}),
    Cliff("boosting subsample", "classes", "gradient-boosting", {"subsample": 0.8}, 10),
    Cliff(
        "boosting four leaves", "classes", "gradient-boosting",
        {"max_depth": None, "max_leaf_nodes": 4}, 10,
    ),
    Cliff("boosting weights", "weights", "gradient-boosting", {}, 10),
    Cliff("boosting three", "three", "gradient-boosting", {}, 30),
    Cliff("boosting huber", "values", "gradient-boosting", {"loss": "huber"}, 16),
    Cliff("boosting absolute", "values", "gradient-boosting", {"loss": "absolute"}, 16),
    Cliff("forest", "classes", "random-forest", {}, 12),
    Cliff("forest weights", "weights", "random-forest", {}, 12),
    Cliff("forest values", "values", "random-forest", {}, 18),
    Cliff("xgboost depth 3", "classes", "xgboost", {"max_depth": 3}, 16),
    Cliff("xgboost depth 6", "classes", "xgboost", {}, None),
    Cliff("xgboost subsample", "classes", "xgboost", {"max_depth": 3, "subsample": 0.8}, 16),
    Cliff("xgboost hist", "classes", "xgboost", {"max_depth": 3, "tree_method": "hist"}, 16),
    Cliff("tree", "classes", "tree", {}),
    Cliff("tree ties", "lattice", "tree", {}),
    Cliff("tree eight", "eight", "tree", {}),
    Cliff("tree weights", "weights", "tree", {}),
    Cliff("tree entropy", "classes", "tree", {"criterion": "entropy"}),
    Cliff("tree values", "values", "tree", {}),
)  # fmt: skip


def points_of(kind: str, n: int) -> Dataset:
    """Make the points of two moons, with the answers and the weights of a kind."""
    base = moons(n)
    x, rng = base.X, np.random.default_rng(n)
    if kind == "values":
        return Dataset(x, np.sin(3 * x[:, 0]) + x[:, 1] ** 2 + rng.normal(0, 0.2, n))
    if kind in ("three", "eight"):
        across = np.clip((x[:, 0] + 1) / 3, 0, 0.999)
        target = (across * 3 if kind == "three" else across * 4).astype(np.int64)
        if kind == "eight":
            target = 2 * target + (x[:, 1] > 0.2)
        return Dataset(x, target, tuple("abcdefgh"[: 3 if kind == "three" else 8]))
    weight = rng.integers(1, 4, n).astype(float) if kind == "weights" else None
    return Dataset(np.round(x, 1) if kind == "lattice" else x, base.y, ("a", "b"), weight=weight)


def peer_of(cliff: Cliff, data: Dataset, rounds: int) -> Any:
    """Make the model of scikit-learn, or of xgboost, that does the same."""
    return PEERS[cliff.method](dict(cliff.settings), data.classes is None, rounds)


def adaboost(chosen: dict[str, Any], _values: bool, rounds: int) -> Any:
    """AdaBoost on trees."""
    stump = DecisionTreeClassifier(
        max_depth=chosen.get("max_depth", 1), criterion=chosen.get("criterion", "gini")
    )
    return AdaBoostClassifier(stump, n_estimators=rounds, random_state=0)


def forest(_chosen: dict[str, Any], values: bool, rounds: int) -> Any:
    """A forest whose nodes look at one axis."""
    model = RandomForestRegressor if values else RandomForestClassifier
    return model(rounds, max_features=1, random_state=0)


def tree(chosen: dict[str, Any], values: bool, rounds: int) -> Any:
    """A tree with as many splits as there are rounds."""
    if values:
        return DecisionTreeRegressor(max_leaf_nodes=rounds + 1, random_state=0)
    criterion = chosen.get("criterion", "gini")
    return DecisionTreeClassifier(max_leaf_nodes=rounds + 1, criterion=criterion, random_state=0)


def second_order(chosen: dict[str, Any], _values: bool, rounds: int) -> Any:
    """Xgboost itself."""
    return XGBClassifier(
        n_estimators=rounds, max_depth=chosen.get("max_depth", 6), n_jobs=1,
        subsample=chosen.get("subsample", 1.0), tree_method=chosen.get("tree_method", "exact"),
    )  # fmt: skip


def boosting(chosen: dict[str, Any], values: bool, rounds: int) -> Any:
    """Gradient boosting."""
    model = GradientBoostingRegressor if values else GradientBoostingClassifier
    loss = {"huber": "huber", "absolute": "absolute_error"}.get(chosen.get("loss", ""))
    return model(
        n_estimators=rounds, max_depth=chosen.get("max_depth", 2), random_state=0,
        max_leaf_nodes=chosen.get("max_leaf_nodes"), subsample=chosen.get("subsample", 1.0),
        **({"loss": loss} if loss else {}),
    )  # fmt: skip


PEERS = {
    "adaboost": adaboost, "random-forest": forest, "tree": tree, "xgboost": second_order,
    "gradient-boosting": boosting,
}  # fmt: skip


def jobs(short: bool) -> Iterator[Job]:
    """List the rows: one job a setting and size."""
    for n in (SHORT_SIZE,) if short else SIZES:
        for cliff in CLIFFS:
            words = ("cliff", *cliff.name.split(), str(n))
            yield Job(words, lambda cliff=cliff, n=n: rows(cliff, n, short))


def rows(cliff: Cliff, n: int, short: bool) -> Iterator[Row]:
    """Measure our run and the peer's fit in turn."""
    data, rounds = points_of(cliff.kind, n), SHORT_ROUNDS if short else ROUNDS
    settings = {"rounds": rounds} | dict(cliff.settings)

    def ours() -> int:
        done = run(data, cliff.method, settings, 0)
        done.finish()
        return len(done)

    peer = peer_of(cliff, data, rounds)
    weight = () if data.weight is None else (data.weight,)
    name = "xgboost" if cliff.method == "xgboost" else "scikit-learn"
    tasks = {OURS: ours, name: lambda: peer.fit(data.points, data.target, *weight)}
    recorded = ours()
    best = in_turn(tasks, 0.0 if short else SIZES[n])
    yield Row(
        "cliff", cliff.name, n, recorded, ours=best[OURS], peer=name, theirs=best[name],
        goal=Goal("ms", must=limit(cliff, n, best[name], recorded)),
    )  # fmt: skip


def limit(cliff: Cliff, n: int, theirs: float, recorded: int) -> float:
    """Say how long 100 rounds may take beside a peer."""
    allowed = theirs
    if cliff.method == "xgboost":
        allowed = max(TIMES_XGBOOST * theirs, LEAST_XGBOOST)
    elif cliff.method == "tree":
        allowed += PER_SPLIT * recorded
    return allowed if cliff.limit is None or n != min(SIZES) else min(allowed, cliff.limit)
