"""What is fitted: every method, the settings of a lecture, and the peers that do the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.bench import peers
from tests.bench.equality import (
    close_forest,
    close_prediction,
    same_adaboost,
    same_answers,
    same_bags,
    same_boosting,
    same_tree,
    same_xgboost,
)
from tests.bench.goals import SIZES
from tests.bench.peers import Peer, scikit

LARGE = SIZES[-1]
ROUNDS, LARGE_ROUNDS = 100, 20
NEAREST = "nearest neighbours measure every point against every other, up to 10 000"
LIKE_BAGGING = "grows as bagging does, on other draws: the row of bagging stands for it"


@dataclass(frozen=True)
class Case:
    """One method with settings, beside its peers."""

    name: str
    method: str
    peers: tuple[Peer, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    sizes: tuple[int, ...] = SIZES
    skipped: Mapping[int, str] = field(default_factory=dict)
    """Why it is not measured with so many of these points."""
    folds: bool = False
    """The points say which fold they are in, so that both are trained on the same."""
    is_large: bool = False
    """It has to work with 100 000 points within a limit."""
    members: int = 0
    """How many rounds there are where the settings do not say it."""

    def rounds(self, n: int) -> int:
        """Say how many rounds so many points are given."""
        return self.members or (LARGE_ROUNDS if n >= LARGE else ROUNDS)


def boosting(depth: int) -> Case:
    """Take gradient boosting of some depth, with the peers that boost."""
    rate = {"eta": peers.RATE, "reg_lambda": 0.0, "min_child_weight": 0.0}
    return Case(
        f"gradient-boosting depth {depth}",
        "gradient-boosting",
        (
            scikit(peers.boosting(depth), same_boosting),
            peers.xgboost(depth, **rate),
            peers.lightgbm(depth),
        ),
        {"max_depth": depth, "learning_rate": peers.RATE},
        is_large=depth == 2,
    )


def second_order(how: str) -> Case:
    """Take second-order boosting as xgboost does it, with all cuts or those between bins."""
    exact = how == "exact"
    peer = peers.xgboost(3, same_xgboost) if exact else peers.xgboost(3, tree_method=how)
    return Case(f"xgboost {how}", "xgboost", (peer,), {"max_depth": 3, "tree_method": how})


def together(name: str, fit: peers.Fit, more: int) -> list[Case]:
    """Take voting or stacking; with 100 000 points without the nearest neighbours."""
    peer = Peer("scikit-learn", fit, same_answers)
    few = ["tree(max_depth=3)", "naive-bayes", "logistic(C=1)"]
    return [
        Case(name, name, (peer,), {"members": [*few, "knn(k=5)"]},
             skipped={LARGE: NEAREST}, folds=name == "stacking", members=4 + more),
        Case(f"{name} of three", name, (peer,), {"members": few}, (LARGE,),
             folds=name == "stacking", members=3 + more),
    ]  # fmt: skip


DRAWN = {LARGE: LIKE_BAGGING}
CASES = (
    Case("tree", "tree", (scikit(peers.tree, same_tree),)),
    Case("bagging", "bagging", (scikit(peers.bagging(), same_bags),), is_large=True),
    Case("pasting", "pasting",
         (scikit(peers.bagging(bootstrap=False, max_samples=0.6), same_bags),), skipped=DRAWN),
    Case("random-subspaces", "random-subspaces",
         (scikit(peers.bagging(bootstrap=False, max_features=1), same_bags),), skipped=DRAWN),
    Case("random-patches", "random-patches",
         (scikit(peers.bagging(max_features=1), same_bags),), skipped=DRAWN),
    Case("extra-trees", "extra-trees", (scikit(peers.extra_trees, close_forest),)),
    Case("random-forest", "random-forest", (scikit(peers.forest(), close_forest),),
         is_large=True),
    Case("random-forest depth 3", "random-forest",
         (scikit(peers.forest(max_depth=3), close_forest),), {"max_depth": 3}),
    Case("adaboost", "adaboost", (scikit(peers.adaboost, same_adaboost),),
         {"criterion": "gini", "alpha": "log"}, is_large=True),
    Case("adaboost by error", "adaboost", (scikit(peers.adaboost, close_prediction),)),
    *(boosting(depth) for depth in (1, 2, 3)),
    second_order("exact"),
    second_order("hist"),
    *together("voting", peers.fit_vote, 0),
    *together("stacking", peers.fit_stack, 1),
)  # fmt: skip
