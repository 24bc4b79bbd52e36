"""Three reasons for ensembles: little data, greedy searches, models that are too small.

Each is measured with stumps, the smallest models there are.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, IntArray, Refusal
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material

MOST_POINTS = 400  # every pair of cuts is looked at


@dataclass(frozen=True)
class ReasonsParams(Params):
    """Settings of the three reasons."""

    slack: Annotated[
        int,
        Setting(
            "misses more",
            "Stumps with up to so many misses more than the best one count as good, too.",
            r"\delta",
            low=0,
            high=1000,
            reach=(0, 20),
        ),
    ] = 0
    rounds: Annotated[
        int,
        Setting("stumps", "How many stumps AdaBoost adds up.", "T", low=1, high=1000,
                reach=(1, 200)),
    ] = 50  # fmt: skip


def reasons(params: ReasonsParams, material: Material | None) -> Figures:
    """Measure the three reasons on the points."""
    assert material is not None
    data = material.data
    if data.classes is None or data.n_classes != 2:
        raise Refusal("The three reasons are measured on points of two classes")
    if not 1 <= len(data) <= MOST_POINTS:
        raise Refusal(f"From 1 to {MOST_POINTS} points, and there are {len(data)}")
    return {
        "statistical": _statistical(data, params.slack),
        "computational": _computational(data),
        "representational": _representational(data, params.rounds),
    }


def stumps(data: Dataset) -> tuple[IntArray, list[tuple[int, float, int]]]:
    """List every stump of two different answers: what each says (stumps, n), and what it is.

    A stump is its axis, its threshold and the class on its left.
    """
    said, names = [], []
    for axis, x in enumerate(data.points.T):
        distinct = np.unique(x)
        for low, high in pairwise(distinct):
            for left in (0, 1):
                said.append(np.where(x <= low, left, 1 - left))
                threshold = low / 2 + high / 2
                names.append((axis, float(threshold if threshold < high else low), left))
    return np.array(said).reshape(len(names), len(data)), names


def _statistical(data: Dataset, slack: int) -> dict[str, Any]:
    """Find the stumps that are as good as the best, and let them vote."""
    assert data.classes is not None
    said, names = stumps(data)
    if not names:
        raise Refusal("All points are at one place: no stump can part them")
    misses = (said != data.target).sum(axis=1)
    good = np.flatnonzero(misses <= misses.min() + slack)
    chosen = (2 * said[good].sum(axis=0) > len(good)).astype(np.int64)
    return {
        "misses": int(misses.min()),
        "stumps": [
            {
                "axis": data.columns[names[k][0]],
                "threshold": names[k][1],
                "left": data.classes[names[k][2]],
                "misses": misses[k],
            }
            for k in good
        ],
        "vote_misses": int((chosen != data.target).sum()),
    }


def _computational(data: Dataset) -> dict[str, Any]:
    """Compare a tree of depth 2 that is grown greedily with the best one there is."""
    greedy = run(data, "tree", {"max_depth": 2})
    greedy.finish()
    alone = int(fewest_misses(data, np.ones((1, len(data)), dtype=bool))[0])
    found = alone
    if len(greedy):
        found = int(np.count_nonzero(greedy.prediction(len(greedy)) != data.target))
    halves = np.array([x <= cut for x in data.points.T for cut in np.unique(x)[:-1]])
    best = alone
    if len(halves):
        best = int((fewest_misses(data, halves) + fewest_misses(data, ~halves)).min())
    return {"greedy_misses": found, "best_misses": best}


def fewest_misses(data: Dataset, inside: NDArray[np.bool_]) -> IntArray:
    """Count the misses of the best stump, or constant, among some of the points: (sets, n)."""
    vote = np.where(data.target == 1, 1, -1) * inside
    total = vote.sum(axis=1)
    agreed = np.abs(total)
    for x, order in zip(data.points.T, data.order, strict=True):
        along = x[order]
        left = vote[:, order].cumsum(axis=1)[:, :-1][:, along[1:] > along[:-1]]
        both = np.abs(left) + np.abs(total[:, None] - left)
        agreed = np.maximum(agreed, both.max(axis=1, initial=0))
    return np.asarray((inside.sum(axis=1) - agreed) // 2)


def _representational(data: Dataset, rounds: int) -> dict[str, Any]:
    """Compare the best stump with a sum of stumps."""
    boosted = run(data, "adaboost", {"rounds": rounds})
    boosted.finish()
    misses = [
        int(np.count_nonzero(boosted.prediction(t) != data.target))
        for t in range(1, len(boosted) + 1)
    ]
    return {
        "stump_misses": int(fewest_misses(data, np.ones((1, len(data)), dtype=bool))[0]),
        "sum_misses": misses[-1] if misses else None,
        "misses": misses,
    }


DEMONSTRATION = Demonstration(
    name="reasons",
    title="Three reasons for ensembles",
    summary="Little data, greedy searches, small models: what each costs, and what many give back.",
    params=ReasonsParams,
    compute=reasons,
    takes="points",
    sample="ten-points",
    place=4,
)
