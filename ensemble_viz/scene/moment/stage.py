"""What is on the stage at a moment: which learner, weights, residuals, draws, votes and misses.

Every panel, the canvas and the figures on paper read the moment here, so that they agree on it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, distinct
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.lens import UnseenVotes
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import Place
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import counted

MOST_TOLD = 10  # folds that are told one by one
Parts = tuple[tuple[int, ...], ...]


def held_out(run: Run, t: int) -> Parts:
    """List the folds that the learners of a member's round have not seen, learner by learner."""
    record = run.round(t)
    assert record.fold is not None
    assert record.seen is not None
    assert record.out_rows is not None
    rows = record.out_rows
    parts = [record.fold[rows[~seen[rows]]] for seen in record.seen]
    return tuple(tuple(distinct(part).tolist()) for part in parts if len(part))


def fold_names(run: Run, parts: Parts) -> list[str]:
    """Name the folds that are told one by one; of many only that it goes on so."""
    if run.params.split == "leave-one-out":
        return ["each point in turn"]
    return (
        [f"fold {part[0]}" for part in parts] if len(parts) <= MOST_TOLD else ["each fold in turn"]
    )


def parts_named(parts: tuple[int, ...]) -> str:
    """Name the parts that are held out together: part 3, parts 2 and 3."""
    *first, last = map(str, parts)
    return f"parts {', '.join(first)} and {last}" if first else f"part {last}"


def told_learner(run: Run, t: int, key: str) -> int:
    """Find the learner of a stack's round that a step tells about; the last one was refitted."""
    last = len(run.round(t).learners) - 1
    return last if key in ("refit", "train", "vote") else int(key.rpartition("-")[2]) - 1


def held_rows(run: Run, t: int, key: str, which: int) -> IntArray:
    """List the points that a round's learners predict without having seen them.

    While one fold is told by itself, those of that fold; else all of them.
    """
    record = run.round(t)
    assert record.out_rows is not None
    assert record.seen is not None
    if not key.startswith(("hold", "train", "predict")) or not told_alone(run, t):
        return record.out_rows
    return record.out_rows[~record.seen[which][record.out_rows]]


def held_answer(record: Round, rows: IntArray) -> FloatArray:
    """Give what was said at points that were held out."""
    assert record.out_rows is not None
    assert record.out_of_fold is not None
    return record.out_of_fold[np.searchsorted(record.out_rows, rows)]


def told_alone(run: Run, t: int) -> bool:
    """Say whether folds are told one by one, not all in turn."""
    return run.params.split == "hold-out" or len(fold_names(run, held_out(run, t))) > 1


def trained_on(run: Run, t: int, which: int) -> str:
    """Count the points that a learner of a stack's round was trained on."""
    seen = run.round(t).seen
    assert seen is not None
    return counted(int(seen[which].sum()), "point")


@dataclass(frozen=True, eq=False, repr=False)
class Stage(Place):
    @property
    def learner_is_known(self) -> bool:
        """Say whether the round's learner has been trained."""
        if story_of(self.run).holds_out:
            return self.round > 0 and not self.key.startswith("hold")
        return any(self.reached(key) for key in ("train", "split", "prune"))

    @cached_property
    def which(self) -> int:
        """The learner of the round that is shown: that of a class, as asked, or of a fold."""
        if self.record and story_of(self.run).holds_out:
            return told_learner(self.run, self.round, self.key)
        count = len(self.record.learners) if self.record else 1
        return min(self.where.learner, count - 1)

    @cached_property
    def learner(self) -> Learner | None:
        """The round's learner, once it has been trained."""
        if self.record is None or not self.learner_is_known:
            return None
        return self.record.learners[self.which] if self.reached("prune") else self._grown

    @property
    def tree(self) -> Tree | None:
        """The round's learner, where it is a tree."""
        return self.learner if isinstance(self.learner, Tree) else None

    @property
    def numbered(self) -> Tree | None:
        """The tree whose nodes are looked at: as it was grown, while the round prunes it."""
        if self.key == "prune" and isinstance(self._grown, Tree):
            return self._grown
        return self.tree

    @property
    def values_are_known(self) -> bool:
        """Say whether the leaves of the round's learner have their values."""
        waits = any(step.key == "leaves" for step in self.steps)
        return self.learner_is_known and (self.reached("leaves") or not waits)

    @property
    def _grown(self) -> Learner:
        """The round's learner before any split of it was taken back."""
        assert self.record is not None
        learner = self.record.learners[self.which]
        return (learner.grown or learner) if isinstance(learner, Tree) else learner

    @property
    def standing(self) -> Self:
        """The last moment that has a learner: the one before, while the next is not there yet."""
        if self.learner is not None or not self.joined:
            return self
        return self.at(whole(self.run, self.joined))

    @cached_property
    def answer(self) -> FloatArray | None:
        """What the round's learner answers at the training points: shares or values."""
        if self.tree is not None:
            return self.tree.answer(self.data.points)  # it may be as it was before it was pruned
        return None if self.learner is None else self.run.answer(self.round, self.which)

    # --- weights ------------------------------------------------------------------------------

    @property
    def weight(self) -> FloatArray | None:
        """The weights of the points at this moment; None where every point counts alike."""
        if self.record is None:
            if story_of(self.run).weighs_points:
                return self.data.distribution
            return self.data.given_distribution
        after = self.record.next_weight
        return after if after is not None and self.reached("weights") else self.record.sample_weight

    @property
    def weight_before(self) -> FloatArray | None:
        """The weights before this step, where the step is what changes them."""
        changing = self.key == "weights" and self.record is not None
        return self.record.sample_weight if changing and self.record else None

    # --- bags and residuals -------------------------------------------------------------------

    @property
    def draws(self) -> IntArray | None:
        """How often each point is there for this round's learner; None where all are, once."""
        if self.record is None or self.record.seen is None:
            return None if self.record is None else self.record.in_bag
        return self.record.seen[self.which].astype(np.int64)

    @cached_property
    def residual(self) -> FloatArray | None:
        """What the round's learner is fitted to, where that is not the classes: r, or −g."""
        if self.record is None or not self.run.method.goes_downhill:
            return None
        target = self.record.target
        return target if target.ndim == 1 else target[:, self.which]

    @cached_property
    def hessian(self) -> FloatArray | None:
        """The second derivatives beside it, where the round's learner weighs with them."""
        if self.record is None or self.record.hessian is None:
            return None
        hessian = self.record.hessian
        return hessian if hessian.ndim == 1 else hessian[:, self.which]

    # --- misses -------------------------------------------------------------------------------

    @property
    def missed_by(self) -> str:
        """Say whose misses are ringed: "learner", "held", "vote", "oob"; "" where nobody's are."""
        if self.data.classes is None or not len(self.data):
            return ""
        if self.key.startswith(("predict", "refit")):
            return "held"
        if self.is_joined:
            return "oob" if self.key == "oob" else "vote" if self.joined else ""
        answers_classes = not self.run.method.goes_downhill
        counts = self.reached("mistakes") or self.reached("collect")
        return "learner" if counts and answers_classes else ""

    @cached_property
    def missed(self) -> NDArray[np.bool_] | None:
        """Say which training points are ringed as misses."""
        if self.missed_by == "held":
            return self._missed_unseen
        if self.missed_by == "oob":
            shares, voters = self.unseen_votes.shares(self.round)
            return (voters > 0) & (decide(shares, self.data.n_classes) != self._target)
        if self.missed_by == "vote" and self.score is not None:
            return np.asarray(decide(self.score, self.data.n_classes) != self._target)
        return self.missed_by_learner if self.missed_by == "learner" else None

    @property
    def _missed_unseen(self) -> NDArray[np.bool_]:
        """Say which points a member of a stack missed while they were held out."""
        assert self.record is not None
        rows = held_rows(self.run, self.round, self.key, self.which)
        said = decide(held_answer(self.record, rows), self.data.n_classes)
        missed = np.zeros(len(self.data), dtype=np.bool_)
        missed[rows] = said != self._target[rows]
        return missed

    @cached_property
    def missed_by_learner(self) -> NDArray[np.bool_] | None:
        """Say which training points the round's learner misses, where it answers classes."""
        if self.answer is None or self.data.classes is None or self.answer.ndim == 1:
            return None
        return np.asarray(decide(self.answer, self.data.n_classes) != self._target)

    @property
    def unseen_votes(self) -> UnseenVotes:
        """What trees say to points that were not in their bags."""
        return self.lens.kept("unseen votes", UnseenVotes, self.run)

    @property
    def _target(self) -> IntArray:
        return self.data.target
