"""Trees of many rounds at once: what those of one forest have in common arrays stays together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles.forest_trees import ForestTree, GrownForest
from ensemble_viz.engine.ensembles.method import Say
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.trees.grove import PlantedTree


class Stretch:
    """Some trees of a forest, one behind the other; their nodes tree by tree, as in one tree."""

    def __init__(self, forest: GrownForest, first: int, end: int) -> None:
        """Take the trees from the first up to the one before the end."""
        self.forest, self.trees = forest, slice(first, end)
        self.start, self.end = forest.start[self.trees], forest.end[self.trees]
        self.sizes = self.end - self.start
        own, nodes = slice(int(self.start[0]), int(self.end[-1])), forest.nodes
        self.feature, self.threshold = nodes.feature[own], nodes.threshold[own]
        self.left, self.right = nodes.left[own], nodes.right[own]
        self.leaf_value = nodes.value[own]
        self.points, self.leaf = forest.data.points, forest.leaf[self.trees]

    def parts(self, say: Say) -> FloatArray:
        """Say what each tree contributes at the points it was grown among: (trees, n, …)."""
        return say(self.leaf_value).take(self._places, axis=0)

    def choices(self, say: Say) -> NDArray[np.uint8] | None:
        """Say for which class each tree votes at these points; None where not all have one vote."""
        chosen = self.forest.choices(say)
        return None if chosen is None else chosen[self.trees]

    @property
    def _places(self) -> IntArray:
        """Number the leaf of each point among the nodes of all trees: (trees, n)."""
        return self.leaf + (self.start - self.start[0])[:, None]


def stretches(learners: Sequence[Learner]) -> list[Stretch]:
    """Take trees of forests together; none where a learner is of no forest."""
    runs: list[tuple[GrownForest, int, int]] = []
    for one in learners:
        if not isinstance(one, ForestTree) or one.forest is None:
            return []
        if runs and runs[-1][0] is one.forest and runs[-1][2] == one.number:
            runs[-1] = (one.forest, runs[-1][1], one.number + 1)
        else:
            runs.append((one.forest, one.number, one.number + 1))
    return [Stretch(*run) for run in runs]


def choices_at_home(
    learners: Sequence[Learner], points: FloatArray, say: Say
) -> NDArray[np.uint8] | None:
    """Say for which class trees vote at the points they were grown among, (trees, n).

    None where that is not known, or a tree has something else than one vote.
    """
    if not all(isinstance(one, PlantedTree) and one.knows(points) for one in learners):
        return None
    chosen = [stretch.choices(say) for stretch in stretches(learners)]
    found = [each for each in chosen if each is not None]
    return np.concatenate(found) if found and len(found) == len(chosen) else None


def parts_at_home(learners: Sequence[Learner], points: FloatArray, say: Say) -> FloatArray | None:
    """Say what trees contribute at the points they were grown among, (trees, n, …).

    None where a learner is no tree that knows the leaves of these points.
    """
    trees = [one for one in learners if isinstance(one, PlantedTree) and one.knows(points)]
    if not trees or len(trees) < len(learners):
        return None
    if together := stretches(trees):
        return np.concatenate([stretch.parts(say) for stretch in together])
    size = np.array([len(tree) for tree in trees])
    leaf = np.stack([tree.leaf for tree in trees]) + (size.cumsum() - size)[:, None]
    return say(np.concatenate([tree.leaf_value for tree in trees])).take(leaf, axis=0)
