"""Who we are compared with: each fits a model of the same kind to the same points, on one core.

xgboost and lightgbm are called by their own interfaces, which cost less than those that look like
scikit-learn; both may be missing. Making their data sets belongs to the fit, as sorting the points
belongs to ours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from tests.bench.equality import Check, close_prediction, close_xgboost
from tests.bench.points import Points

Fit = Callable[[Points, int], Any]
RATE = 0.1


@dataclass(frozen=True)
class Peer:
    """Somebody who learns the same, and how to see that it is the same."""

    name: str
    fit: Fit
    """Fits so many rounds to points."""
    check: Check
    package: str = "sklearn"

    @property
    def is_missing(self) -> bool:
        """Say whether it is not installed."""
        return find_spec(self.package) is None


def scikit(make: Callable[[int], Any], check: Check) -> Peer:
    """Take scikit-learn's; `make` makes one of so many rounds."""
    return Peer("scikit-learn", lambda points, rounds: make(rounds).fit(points.X, points.y), check)


def adaboost(rounds: int) -> Any:
    """Boost stumps by Gini impurity, the tree of scikit-learn's default."""
    return AdaBoostClassifier(n_estimators=rounds, random_state=0)


def boosting(depth: int) -> Callable[[int], Any]:
    """Lower the log-loss by trees of some depth."""
    return lambda rounds: GradientBoostingClassifier(
        n_estimators=rounds, learning_rate=RATE, max_depth=depth, random_state=0
    )


def forest(**settings: Any) -> Callable[[int], Any]:
    """Grow a random forest."""
    return lambda rounds: RandomForestClassifier(
        rounds, max_features=1, n_jobs=1, random_state=0, **settings
    )


def extra_trees(rounds: int) -> Any:
    """Grow extra-trees."""
    return ExtraTreesClassifier(rounds, max_features=1, n_jobs=1, random_state=0)


def bagging(**settings: Any) -> Callable[[int], Any]:
    """Bag trees: rows, or axes, or both."""
    return lambda rounds: BaggingClassifier(
        DecisionTreeClassifier(), rounds, n_jobs=1, random_state=0, **settings
    )


def tree(rounds: int) -> Any:
    """Grow one tree best first, a split a round."""
    return DecisionTreeClassifier(max_leaf_nodes=rounds + 1, random_state=0)


def members(with_neighbours: bool) -> list[tuple[str, Any]]:
    """Make the members of a vote or a stack."""
    made = [
        ("tree", DecisionTreeClassifier(max_depth=3, random_state=0)),
        ("bayes", GaussianNB()),
        ("logistic", LogisticRegression()),
    ]
    return made + [("neighbours", KNeighborsClassifier(5, n_jobs=1))] * with_neighbours


def fit_vote(points: Points, rounds: int) -> Any:
    """Fit as many members as there are rounds."""
    return VotingClassifier(members(rounds > 3), n_jobs=1).fit(points.X, points.y)


def fit_stack(points: Points, rounds: int) -> Any:
    """Fit a stack on the same folds as ours; the last round is the blender."""
    made = StackingClassifier(
        members(rounds > 4), LogisticRegression(), cv=PredefinedSplit(points.fold), n_jobs=1
    )  # fmt: skip
    return made.fit(points.X, points.y)


def xgboost(depth: int, check: Check = close_xgboost, **settings: Any) -> Peer:
    """Take xgboost, exact unless the settings say otherwise."""
    chosen = {
        "tree_method": "exact", "objective": "binary:logistic", "max_depth": depth,
        "nthread": 1, "verbosity": 0,
    } | settings  # fmt: skip

    def fit(points: Points, rounds: int) -> Any:
        import xgboost as library

        return library.train(chosen, library.DMatrix(points.X, points.y, nthread=1), rounds)

    return Peer(f"xgboost {chosen['tree_method']}", fit, check, "xgboost")


def lightgbm(depth: int) -> Peer:
    """Take lightgbm without its limits on small leaves."""
    settings = {
        "objective": "binary", "learning_rate": RATE, "max_depth": depth, "num_leaves": 2**depth,
        "min_data_in_leaf": 1, "min_sum_hessian_in_leaf": 0.0, "num_threads": 1,
        "deterministic": True, "force_col_wise": True, "verbosity": -1,
    }  # fmt: skip

    def fit(points: Points, rounds: int) -> Any:
        import lightgbm as library

        data = library.Dataset(points.X, points.y, params={"verbosity": -1, "num_threads": 1})
        return library.train(settings, data, rounds)

    return Peer("lightgbm", fit, close_prediction, "lightgbm")
