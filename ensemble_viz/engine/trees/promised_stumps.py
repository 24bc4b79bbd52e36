"""Stumps that were found and are measured later, those of many rounds at once.

What is found is bit for bit what `Grower` measures while it grows a tree of depth 1.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.data.ties import settle_rows
from ensemble_viz.engine.trees.criteria import ClassCriterion
from ensemble_viz.engine.trees.nodes import middle
from ensemble_viz.engine.trees.pending import USUAL, Page, PendingTree, Waiting
from ensemble_viz.engine.trees.tree import LEAF

NODES = 3
LEFT, RIGHT = np.array([1, LEAF, LEAF]), np.array([2, LEAF, LEAF])
ORIGIN = np.zeros(1, dtype=np.int64)
MOST_VALUES = 1 << 18  # so many are measured in one go


class StumpCut(NamedTuple):
    """The best cut under some weights."""

    axis: int
    place: int
    """How many points of those along the axis go left, but for one."""
    rank: int
    """The last of these along the axis."""
    score: float
    weight: FloatArray
    """(n,): the weights under which it is the best; nobody may write to them from now on."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class PromisedStump:
    """A stump that is still to be measured."""

    office: "StumpOffice"
    cut: StumpCut
    page: Page | None = None
    """Where its fields stand, once they are known …"""
    nth: int = 0
    """… and which of the stumps there it is."""

    def __len__(self) -> int:
        """Count the nodes."""
        return NODES

    @property
    def leaf_means(self) -> None:
        """What the leaves answer is not known before."""

    @property
    def is_measured(self) -> bool:
        """Say whether somebody has looked."""
        return self.page is not None

    def found(self, name: str) -> dict[str, Any]:
        """Find a field of the tree, and those that come with it."""
        if name in USUAL:
            return USUAL
        page, nth = self.written()
        return page.tree(nth)

    def written(self) -> tuple[Page, int]:
        """Find the page it stands on, and which of the stumps there it is."""
        if self.page is None:
            self.office.measure()
            assert self.page is not None
        return self.page, self.nth


class StumpOffice:
    """Measures the stumps on one set of points with classes."""

    def __init__(self, data: Dataset, criterion: ClassCriterion, of_class: FloatArray) -> None:
        """Prepare what stays the same; `of_class` is (classes, n), 1 for its points, by x1."""
        self.criterion = criterion
        self.of_class = of_class
        self.first = data.order[0]
        self.rank = data.rank.take(self.first, axis=1)
        x = np.take_along_axis(data.points.T, data.order, axis=1)
        self.threshold = np.zeros(x.shape)
        self.threshold[:, :-1] = middle(x[:, :-1], x[:, 1:])
        at_once = max(1, MOST_VALUES // max(of_class.size, 1))
        self._waiting: Waiting[PromisedStump] = Waiting(at_once)

    def promise(self, cut: StumpCut) -> PendingTree:
        """Promise the tree of a cut."""
        promise = PromisedStump(self, cut)
        self._waiting.add(ref(promise))
        return PendingTree.of(promise)

    def measure(self) -> None:
        """Measure all that were promised."""
        self._waiting.finish(self._measure)

    def _measure(self, promises: list[PromisedStump]) -> None:
        """Measure the nodes of some cuts: the root, the left one, the right one."""
        cuts = [promise.cut for promise in promises]
        axis, place, rank = np.array([cut[:3] for cut in cuts]).T
        weights = np.array([cut.weight for cut in cuts]).take(self.first, axis=1)
        totals = self._totals(weights, axis, place, rank)
        weight = totals.sum(axis=0)
        shares = settle_rows(np.moveaxis(totals / weight, 0, -1))
        impurity = self.criterion.impurity(np.moveaxis(shares, -1, 0).reshape(len(totals), -1))
        impurity = impurity.reshape(weight.shape)
        score = np.array([cut.score for cut in cuts])
        gain, threshold = np.zeros(weight.shape), np.zeros(weight.shape)
        gain[:, 0] = np.maximum(self.criterion.gain(score, weight[:, 0], impurity[:, 0]), 0.0)
        threshold[:, 0] = self.threshold[axis, place]
        feature, n = np.full(weight.shape, LEAF), np.full(weight.shape, len(self.first))
        feature[:, 0] = axis
        n[:, 1] = place + 1
        n[:, 2] -= n[:, 1]
        value = self._answers(weight, shares)
        count = len(cuts)
        sides = {"left": np.tile(LEFT, count), "right": np.tile(RIGHT, count)}
        columns = sides | {
            name: column.reshape(NODES * count, *column.shape[2:])
            for name, column in (
                ("feature", feature), ("threshold", threshold), ("n", n), ("weight", weight),
                ("impurity", impurity), ("gain", gain), ("value", value),
            )
        }  # fmt: skip
        freeze(*columns.values())
        page = Page(columns, list(range(0, NODES * count, NODES)), [NODES] * count)
        for nth, promise in enumerate(promises):
            promise.page, promise.nth = page, nth

    def _answers(self, weight: FloatArray, shares: FloatArray) -> FloatArray:
        """Settle what the nodes answer; only where both sides say the same is there a choice."""
        said = shares[:, 1:].argmax(axis=-1)
        value = shares.copy()
        for k in np.equal(said[:, 0], said[:, 1]).nonzero()[0].tolist():
            value[k] = self.criterion.answers(weight[k], shares[k])
        return value

    def _totals(self, weights: FloatArray, *cuts: IntArray) -> FloatArray:
        """Sum up the classes in the nodes: (classes, cuts, nodes); weights are (cuts, n)."""
        axis, place, rank = cuts
        sums = self.of_class[:, None] * weights
        count, n = weights.shape
        totals = np.empty((len(sums), count, NODES))
        totals[..., 0] = np.add.reduceat(sums, ORIGIN, axis=-1)[..., 0]
        begin = np.arange(len(sums) * count) * n
        ends = np.column_stack((begin, begin + np.tile(place + 1, len(sums))))
        totals[..., 1:] = np.add.reduceat(sums.ravel(), ends.ravel()).reshape(len(sums), count, 2)
        for along in range(1, len(self.rank)):  # not the axis by which they lie here
            own = (axis == along).nonzero()[0]
            if len(own):
                beyond = self.rank[along] > rank[own, None]
                totals[:, own, 1] = self._sums_of_side(sums, own, ~beyond, place[own] + 1)
                totals[:, own, 2] = self._sums_of_side(sums, own, beyond, n - 1 - place[own])
        return totals

    def _sums_of_side(
        self, sums: FloatArray, cuts: IntArray, side: NDArray[np.bool_], size: IntArray
    ) -> FloatArray:
        """Sum up the classes on one side of some cuts, as many points as `size` says."""
        points, first = side.ravel().nonzero()[0], size.cumsum() - size
        weights = (of_class.take(cuts, axis=0).ravel().take(points) for of_class in sums)
        return np.array([np.add.reduceat(weight, first) for weight in weights])
