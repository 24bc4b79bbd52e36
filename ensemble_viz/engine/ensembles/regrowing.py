"""Forests that grow again after points have moved: the trees that never saw these stay as they are.

While a point is dragged a third of the bags do not hold it. Their trees are found in the forest of
the moment before, as long as somebody else keeps it.
"""

from collections.abc import Callable, Hashable
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.ensembles.forest_trees import ForestNodes, GrownForest

Which = IntArray | slice
EVERY = slice(None)
LATEST: WeakValueDictionary[Hashable, GrownForest] = WeakValueDictionary()
"""The last forest that was grown in a way; the weak references keep none alive."""


def grown_again(
    way: Hashable, data: Dataset, bags: IntArray, grow: Callable[[Which], GrownForest]
) -> GrownForest:
    """Grow a forest on bags (trees, n); of one that grew in the same way take what is the same.

    `grow` grows the trees of some numbers, which do not depend on one another.
    """
    before = LATEST.get(way)
    moved = None if before is None else _moved(before, data, bags)
    saw = np.ones(len(bags), dtype=bool)
    """(trees,): they have seen a point that has moved."""
    if moved is not None:
        np.logical_or.reduce(bags.take(moved, axis=1) > 0, axis=1, out=saw)
    if before is None or moved is None or saw.all():
        forest = grow(EVERY)
    else:
        again = saw.nonzero()[0]
        forest = _with(before, data, moved, saw, grow(again) if len(again) else None)
    forest.bags = bags
    LATEST[way] = forest
    return forest


def _moved(before: GrownForest, data: Dataset, bags: IntArray) -> IntArray | None:
    """List the points that are others now; None where more has changed than some points."""
    was = before.data
    if was.points.shape != data.points.shape or was.n_classes != data.n_classes:
        return None
    if before.bags is None or not (before.bags is bags or np.array_equal(before.bags, bags)):
        return None
    differ = was.target != data.target
    for one, other in zip(was.points.T, data.points.T, strict=True):
        differ |= one != other
    return differ.nonzero()[0]


def _with(
    before: GrownForest,
    data: Dataset,
    moved: IntArray,
    saw: NDArray[np.bool_],
    regrown: GrownForest | None,
) -> GrownForest:
    """Put the trees that saw none of the points that have moved together with those regrown."""
    old, again, kept = before.nodes, saw.nonzero()[0], (~saw).nonzero()[0]
    leaf, records = before.leaf.copy(), list(before.records)
    sizes, first = old.sizes.copy(), before.start.copy()
    sources = [old]
    if regrown is not None:
        sources.append(regrown.nodes)
        leaf[again] = regrown.leaf
        sizes[again] = regrown.nodes.sizes
        first[again] = len(old.feature) + regrown.start
        for number, record in zip(again.tolist(), regrown.records, strict=True):
            records[number] = record
    start = sizes.cumsum() - sizes
    place = np.arange(int(sizes.sum())) + (first - start).repeat(sizes)
    columns: list[Numbers] = [
        np.concatenate([getattr(source, name) for source in sources]).take(place, axis=0)
        for name in ("feature", "threshold", "left", "right", "value")
    ]
    freeze(*columns)
    forest = GrownForest(data, ForestNodes(sizes, *columns), leaf, records)
    tree, points = kept.repeat(len(moved)), np.tile(moved, len(kept))
    places: FloatArray = data.points.take(points, axis=0)
    leaf[tree, points] = forest.arrived(tree, places)
    return forest
