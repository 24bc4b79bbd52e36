"""What an ensemble answers everywhere, exactly: from the rectangles of its leaves.

The thresholds of all trees cut the plane into cells, and the score is constant in each. Every leaf
adds its part between the cells of its corners, so that four numbers a leaf and one running sum
give the whole surface; any round is a prefix of the leaves, and nothing is kept but these.

Learners that are not trees have no rectangles: their surface is only known where it is asked for,
on a grid of places.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Refusal, distinct, ties
from ensemble_viz.engine.ensembles import Round, decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.surface.boxes import Counts, count_boxes, sum_of_boxes
from ensemble_viz.engine.surface.leaves import NO_TREE, Cuts, Line, RunLeaves
from ensemble_viz.engine.surface.sampling import SumAsked
from ensemble_viz.engine.trees import Tree

MOST_CELLS = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A surface: constant between neighbouring cuts, the cut itself belonging to the left."""

    cuts: Cuts
    """The sorted cuts along each axis."""
    score: FloatArray
    """(columns,) on a line or (rows, columns) in the plane, and a last axis for K scores."""

    def at(self, points: FloatArray) -> FloatArray:
        place = [cut.searchsorted(points[:, k]) for k, cut in enumerate(self.cuts)]
        return self.score[tuple(reversed(place))]

    def grid(self, *axes: FloatArray) -> FloatArray:
        """Read the score where the given coordinates of each axis meet: rows are x2."""
        place = [cut.searchsorted(x) for cut, x in zip(self.cuts, axes, strict=True)]
        return self.score[np.ix_(*reversed(place))]

    def decision(self, n_classes: int) -> FloatArray | IntArray:
        shape = self.score.shape[: len(self.cuts)]
        flat = self.score.reshape(-1, *self.score.shape[len(self.cuts) :])
        return decide(flat, n_classes).reshape(shape)


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """A surface of votes for one of two classes, counted."""

    votes: Counts
    """(rows, columns) or (columns,): how many trees vote for the second class there."""
    score: FloatArray
    """(trees + 1, 2): the score by the number of these votes."""


class Surface:
    """The surfaces of a run, at any round, and of any learner alone."""

    def __init__(self, run: Run) -> None:
        self.run = run
        initial = run.start.initial_score
        self._columns = max(run.data.n_classes, 1) if initial is None else len(initial)
        self._leaves = RunLeaves(run, self._columns)
        self._trees = 0
        """The rounds from the first on whose learners are known to be trees."""

    def answers(self, t: int) -> bool:
        """Say whether there is a surface after round t; a vote needs a voter, a stack its last."""
        return (self.run.round(t).score if t else self.run.start.initial_score) is not None

    def _must_answer(self, t: int) -> None:
        if not self.answers(t):
            raise Refusal(f"after round {t} nothing is answered yet")

    def is_exact(self, t: int) -> bool:
        """Say whether the surface after round t is made of cells: all its learners are trees."""
        newest = self.run.round(t) if t else None
        if self.run.method.combine == "blend":
            return False
        if self.run.method.combine == "latest":
            return newest is None or _are_trees(newest)
        if t > self._trees:
            for record in self.run.rounds[self._trees : t]:
                if not _are_trees(record):
                    break
                self._trees += 1
        return t <= self._trees

    def prepare(self, t: int) -> None:
        """Gather what the surface after round t will be made of, if it is cells."""
        if t and self.is_exact(t):
            self._leaves.upto(t)

    def learner_is_exact(self, t: int, k: int = 0) -> bool:
        return isinstance(self.run.round(t).learners[k], Tree)

    def cells(self, t: int) -> Cells:
        """Give the surface after round t in all its cells; t = 0: before any learner."""
        axes = range(self.run.data.dimension)
        chosen = [self._leaves.chosen(t, axis) for axis in axes]
        score = self._score(t, [Line.of_cells(each) for each in chosen])
        cuts = self._leaves.upto(t)[0].cuts
        return Cells(tuple(cut[own] for cut, own in zip(cuts, chosen, strict=True)), score)

    def tally(self, t: int, *axes: FloatArray) -> Tally | None:
        """Count the votes in all cells, or where the given sorted coordinates meet.

        It is the surface of `cells`, or `grid`, in fewer and smaller numbers; None where not every
        tree has one vote for one of two classes.
        """
        is_vote = self.answers(t) and self.run.start.initial_score is None
        votes = self._leaves.votes(t) if is_vote else None
        if votes is None:
            return None
        leaves, trees = self._leaves.upto(t)
        lines = [Line.of_places(*ends) for ends in zip(leaves.cuts, axes, strict=False)] or [
            Line.of_cells(self._leaves.chosen(t, axis)) for axis in range(self.run.data.dimension)
        ]
        counted = count_boxes(lines, votes)
        for_second = np.arange(int(trees) + 1.0)
        return Tally(counted, np.column_stack((trees - for_second, for_second)) / trees)

    def cuts(self, t: int) -> Cuts:
        """List where the surface after round t changes along each axis; its learners are trees."""
        return self._leaves.cuts(t)

    def grid(self, t: int, *axes: FloatArray) -> FloatArray:
        """Read the surface after round t where the given sorted coordinates meet.

        Where there are more cells than places to read, only the places are computed; and where
        there are no cells, every place is asked.
        """
        self._must_answer(t)
        if not self.is_exact(t):
            asked = SumAsked(self.run, places(axes))
            asked.aim(t)
            while asked.advance():
                pass
            return on_grid(asked.answer(), axes)
        cuts = self.cuts(t)
        leaves, _ = self._leaves.upto(t)
        fewer = [len(cut) < len(x) for cut, x in zip(cuts, axes, strict=True)]
        lines = [
            Line.of_cells(self._leaves.chosen(t, axis))
            if fewer[axis]
            else Line.of_places(leaves.cuts[axis], x)
            for axis, x in enumerate(axes)
        ]
        score = self._score(t, lines)
        for axis, (cut, x) in enumerate(zip(cuts, axes, strict=True)):
            if fewer[axis]:
                score = score.take(cut.searchsorted(x), axis=len(axes) - 1 - axis)
        return score

    def learner_cells(self, t: int, k: int = 0) -> Cells:
        """Give what learner k of round t answers by itself: class shares or values."""
        tree = self.run.round(t).learners[k]
        if not isinstance(tree, Tree):
            raise Refusal(NO_TREE)
        axes = range(self.run.data.dimension)
        cuts = tuple(distinct(tree.threshold[tree.feature == axis]) for axis in axes)
        ends = [np.append(cut, np.inf) for cut in cuts]  # each cell holds its upper one
        return Cells(cuts, tree.leaf_value[leaf_grid(tree, *ends)])

    def _score(self, t: int, lines: Sequence[Line]) -> FloatArray:
        """Turn the sum of the leaves after round t into scores, in cells or at places."""
        self._must_answer(t)
        if np.prod([float(line.count) for line in lines]) > MOST_CELLS:
            raise Refusal("the surface has too many cells to draw them one by one")
        leaves, total = self._leaves.upto(t)
        score = sum_of_boxes(lines, leaves)
        initial = self.run.start.initial_score
        if initial is not None:
            score += initial
        elif total:
            score /= total
        if initial is not None and self.run.data.classes is not None:
            size = float(np.abs(leaves.part).sum())
            settle = ties.settle_zero if self._columns == 1 else ties.settle_rows
            score = settle(score, size)
        one_column = self._columns == 1 and (initial is not None or not self.run.data.n_classes)
        return score[..., 0] if one_column else score


def _are_trees(record: Round) -> bool:
    return all(isinstance(learner, Tree) for learner in record.learners)


def places(axes: tuple[FloatArray, ...]) -> FloatArray:
    """List the places where coordinates meet, row by row of x2: (places, axes)."""
    crossed = np.meshgrid(*axes, indexing="xy")
    return np.column_stack([place.ravel() for place in crossed])


def middles(edges: FloatArray) -> FloatArray:
    return edges[:-1] / 2.0 + edges[1:] / 2.0


def on_grid(answer: FloatArray, axes: tuple[FloatArray, ...]) -> FloatArray:
    """Arrange what was answered at the places: rows are x2."""
    return answer.reshape(*(len(axis) for axis in reversed(axes)), *answer.shape[1:])


def leaf_grid(tree: Tree, *axes: FloatArray) -> IntArray:
    """Find the leaf of a tree at each place where sorted coordinates meet: rows are x2."""
    leaf = np.zeros([len(x) for x in reversed(axes)], dtype=np.int64)
    box = tree.rectangles(len(axes))
    ends = [x.searchsorted(box[:, k], side="right").tolist() for k, x in enumerate(axes)]
    for node in tree.is_leaf.nonzero()[0].tolist():
        leaf[tuple(slice(*along[node]) for along in reversed(ends))] = node
    return leaf
