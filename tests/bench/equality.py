"""Is it the same model? Asked of every pair before either is timed.

Methods without chance: round by round, node by node, until an exact tie leads the two apart, if
one does. Methods with chance: the trees on our bags are those of scikit-learn on the same bags
where no axes are drawn, and the size of the trees and the error on new points agree.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores
from ensemble_viz.engine.trees import Tree
from tests.bench.points import Points
from tests.bench.same_trees import Comparison, Theirs, Unequal
from tests.bench.worth import EPS32, Gini, Slopes, Squares

Check = Callable[[Run, Any, Points], str]
CLOSE = 1e-8
BAND = 0.03  # between two test errors, on 2000 points: four standard errors where both err by 10 %
MORE = 0.5  # by the number of rounds: so few learners differ more
FEW = 0.005  # of the points that may be answered differently by what is trained to a tolerance
GROWN_AGAIN, MOST_GROWN_AGAIN = 2, 10_000  # trees, of so many points at most


@dataclass
class Tally:
    """Counts rounds that are equal, up to a tie that leads the peer's run away from ours.

    From there on each of our trees is compared with one that scikit-learn grows on what our tree
    was fitted to.
    """

    fitted_to: str
    equal: int = 0
    again: int = 0
    ties: int = 0
    is_apart: bool = False

    def add(self, compared: Comparison) -> None:
        """Count one more round."""
        self.ties += compared.ties
        self.again += self.is_apart
        self.is_apart |= not compared.together
        self.equal += not self.is_apart

    def __str__(self) -> str:
        """Say how far the two went together."""
        said = f"{self.equal} rounds equal"
        if self.is_apart:
            said += f", one by a tie, {self.again} equal when grown again from our {self.fitted_to}"
        return said + _ties(self.ties)


def demand(holds: bool, what: str) -> None:
    """Insist on it."""
    if not holds:
        raise Unequal(what)


def answers(done: Run, points: Points) -> np.ndarray:
    """Predict the test points."""
    scores = Scores(done, points.X_test)
    for _ in range(len(done)):
        score = scores.next()
    return decide(score, 2)


def same_tree(done: Run, fitted: Any, points: Points) -> str:
    """Compare a tree that grew best first."""
    found = Comparison(points.X, Gini(np.ones(len(points)), points.y))
    found.compare(done.rounds[-1].learners[0], Theirs.of_scikit(fitted.tree_))
    return f"{found.nodes} nodes equal" + _ties(found.ties)


def same_adaboost(done: Run, fitted: Any, points: Points) -> str:
    """Compare rounds: the tree, its error, its weight."""
    tally = Tally("weights")
    for k, record in enumerate(done.rounds):
        compared = Comparison(points.X, Gini(record.sample_weight, points.y))
        if tally.is_apart:
            again = DecisionTreeClassifier(max_depth=1, random_state=0)
            again.fit(points.X, points.y, record.sample_weight)
            tally.add(compared.compare(record.learners[0], Theirs.of_scikit(again.tree_)))
            continue
        demand(k < len(fitted.estimators_), f"the peer ends after round {k}")
        own = Theirs.of_scikit(fitted.estimators_[k].tree_)
        tally.add(compared.compare(record.learners[0], own))
        if not tally.is_apart:
            error = abs(record.error - fitted.estimator_errors_[k])
            demand(error < CLOSE, f"round {k + 1}: the errors differ by {error}")
            off = abs(record.learner_weight - fitted.estimator_weights_[k])
            demand(off < CLOSE, f"round {k + 1}: the weights of the learners differ by {off}")
    if tally.is_apart:
        return f"{tally}; {close_prediction(done, fitted, points)}"
    demand(len(done) == len(fitted.estimators_), "the peer has more rounds")
    return str(tally)


def same_boosting(done: Run, fitted: Any, points: Points) -> str:
    """Compare rounds of gradient boosting: the tree, what its leaves answer, and the last sum."""
    tally = Tally("residuals")
    for k, record in enumerate(done.rounds):
        tree, compared = record.learners[0], Comparison(points.X, Squares(record.target))
        if tally.is_apart:
            again = DecisionTreeRegressor(max_depth=done.params.max_depth, random_state=0)
            again.fit(points.X, record.target)
            tally.add(compared.compare(tree, Theirs.of_scikit(again.tree_)))
            continue
        theirs = fitted.estimators_[k, 0].tree_
        tally.add(compared.compare(tree, Theirs.of_scikit(theirs)))
        if not tally.is_apart:
            off = max(abs(tree.value[i] - theirs.value[j, 0, 0]) for i, j in compared.leaves)
            demand(off < CLOSE, f"round {k + 1}: leaves answer differently by {off}")
    if tally.is_apart:
        return f"{tally}; {close_prediction(done, fitted, points)}"
    off = np.abs(done.rounds[-1].score - fitted.decision_function(points.X)).max()
    demand(off < CLOSE, f"the sums differ by {off}")
    return str(tally)


def same_xgboost(done: Run, fitted: Any, points: Points) -> str:
    """Compare rounds with xgboost, which keeps 32 bits."""
    ties = 0
    for k, dump in enumerate(fitted.get_dump(dump_format="json")[: len(done)]):
        record = done.rounds[k]
        lost = 4 * (k + 1) * EPS32 * (1.0 + np.abs(done.score(k)))
        found = Comparison(points.X, Slopes(-record.target, record.hessian, lost))
        found.compare(record.learners[0], Theirs.of_xgboost(dump))
        ties += found.ties
        if not found.together:
            said = f"{k} rounds equal, then a choice within 32 bits"
            return f"{said}; {close_xgboost(done, fitted, points)}"
    ours = 1.0 / (1.0 + np.exp(-done.rounds[-1].score))
    off = np.abs(ours - fitted.inplace_predict(points.X)).max()
    demand(off < 1e-4, f"the probabilities differ by {off}")
    return f"{len(done)} rounds equal" + _ties(ties)


def close_error(done: Run, predicted: np.ndarray, points: Points) -> str:
    """Compare the errors on new points."""
    ours = float((answers(done, points) != points.y_test).mean())
    theirs = float((predicted != points.y_test).mean())
    demand(
        abs(ours - theirs) <= BAND + MORE / len(done), f"test errors {ours:.3f} and {theirs:.3f}"
    )
    return f"test errors {ours:.3f}, {theirs:.3f}"


def close_prediction(done: Run, fitted: Any, points: Points) -> str:
    """Compare test errors with any peer that predicts classes or probabilities."""
    predicted = np.asarray(fitted.predict(points.X_test))
    if predicted.dtype.kind == "f":
        predicted = predicted > 0.5
    return close_error(done, predicted, points)


def close_xgboost(done: Run, fitted: Any, points: Points) -> str:
    """Compare test errors with xgboost's own booster."""
    return close_error(done, fitted.inplace_predict(points.X_test) > 0.5, points)


def same_answers(done: Run, fitted: Any, points: Points) -> str:
    """Compare the answers of what is trained to a tolerance: nearly all are the same."""
    differ = int((answers(done, points) != fitted.predict(points.X_test)).sum())
    demand(differ <= FEW * len(points.X_test), f"{differ} test points are answered differently")
    return f"{len(points.X_test) - differ} of {len(points.X_test)} answers equal"


def close_forest(done: Run, fitted: Any, points: Points) -> str:
    """Compare the mean number of leaves and the errors on new points."""
    ours = np.array([record.learners[0].n_leaves for record in done.rounds], dtype=float)
    theirs = np.array([tree.get_n_leaves() for tree in fitted.estimators_], dtype=float)
    by_chance = np.sqrt((ours.var() + theirs.var()) / len(ours))
    off = abs(ours.mean() - theirs.mean())
    said = f"leaves {ours.mean():.4g}, {theirs.mean():.4g}"
    demand(off <= 5 * by_chance + 0.02 * theirs.mean(), said)
    return f"{said}; {close_error(done, fitted.predict(points.X_test), points)}"


def same_bags(done: Run, fitted: Any, points: Points) -> str:
    """Grow some of our trees again by scikit-learn, on the same rows and axes."""
    said = close_forest(done, fitted, points)
    if len(points) > MOST_GROWN_AGAIN:
        return said
    limit = done.params.max_depth
    nodes = ties = 0
    for record in done.rounds[:GROWN_AGAIN]:
        axes = (0, 1) if record.features is None else record.features[0]
        bag = np.ones(len(points), int) if record.in_bag is None else record.in_bag
        grown = DecisionTreeClassifier(max_depth=limit, random_state=0)
        grown.fit(points.X[:, axes], points.y, bag.astype(float))
        found = Comparison(points.X, Gini(bag, points.y))
        tree = record.learners[0]
        assert isinstance(tree, Tree)
        found.compare(tree, Theirs.of_scikit(grown.tree_, axes), bag.nonzero()[0])
        nodes, ties = nodes + found.nodes, ties + found.ties
    return f"{nodes} nodes on the same bags equal{_ties(ties)}; {said}"


def _ties(count: int) -> str:
    return f" ({count} by exact ties)" if count else ""
