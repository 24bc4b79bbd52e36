"""What is on the stage at a moment: which learner, weights, residuals, draws, votes and misses.

Every panel, the canvas and the figures on paper read the moment here, so that they agree on it.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.document import Document
from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.method import Learner, Round
from ensemble_viz.engine.run import Run
from ensemble_viz.engine.tree import Tree
from ensemble_viz.engine.votes import decide
from ensemble_viz.scene.lens import Lens
from ensemble_viz.scene.palette import PALETTES, Palette
from ensemble_viz.scene.steps import Step, steps, whole
from ensemble_viz.scene.unseen_votes import UnseenVotes
from ensemble_viz.scene.view import View


@dataclass(frozen=True, eq=False, repr=False)
class Stage:
    """One moment of a run, as a view asks for it."""

    document: Document
    lens: Lens
    view: View

    @property
    def run(self) -> Run:
        """The run that is looked at."""
        return self.lens.run

    @property
    def data(self) -> Dataset:
        """The points that are learned from."""
        return self.run.data

    @property
    def palette(self) -> Palette:
        """The colours of the look."""
        return PALETTES[self.view.palette]

    @property
    def round(self) -> int:
        """The number of the round; 0 before any learner."""
        return self.view.moment.round

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the round; none before any learner."""
        return steps(self.run, self.round) if self.round else ()

    @property
    def step(self) -> Step | None:
        """The step that was taken last; None before any learner."""
        return self.steps[self.view.moment.step - 1] if self.round else None

    @property
    def key(self) -> str:
        """The key of that step; "start" before any learner."""
        return self.step.key if self.step else "start"

    def reached(self, key: str) -> bool:
        """Say whether the round has taken the step with this key."""
        return any(step.key == key for step in self.steps[: self.view.moment.step])

    @property
    def record(self) -> Round | None:
        """The record of the round; None before any learner."""
        return self.run.round(self.round) if self.round else None

    @property
    def is_joined(self) -> bool:
        """Say whether the round's learner is part of the score that is shown."""
        return self.step is None or self.step.joined

    @property
    def joined(self) -> int:
        """Count the rounds in the score that is shown."""
        return self.round if self.is_joined else self.round - 1

    @property
    def learner_is_known(self) -> bool:
        """Say whether the round's learner has been trained."""
        return any(self.reached(key) for key in ("train", "split", "prune"))

    @property
    def which(self) -> int:
        """The learner of the round that is shown: one of several where there is one a class."""
        count = len(self.record.learners) if self.record else 1
        return min(self.view.learner, count - 1)

    @property
    def learner(self) -> Learner | None:
        """The round's learner, once it has been trained."""
        if self.record is None or not self.learner_is_known:
            return None
        return self.record.learners[self.which]

    @property
    def tree(self) -> Tree | None:
        """The round's learner, where it is a tree."""
        return self.learner if isinstance(self.learner, Tree) else None

    @property
    def standing(self) -> Self:
        """The last moment that has a learner: the one before, while the next is not there yet."""
        if self.learner is not None or not self.joined:
            return self
        return replace(self, view=replace(self.view, moment=whole(self.run, self.joined)))

    @property
    def score(self) -> FloatArray | None:
        """The score that is shown, at the training points."""
        return self.run.score(self.joined)

    @cached_property
    def answer(self) -> FloatArray | None:
        """What the round's learner answers at the training points: shares or values."""
        return None if self.learner is None else self.learner.answer(self.data.points)

    # --- weights ------------------------------------------------------------------------------

    @property
    def weight(self) -> FloatArray | None:
        """The weights of the points at this moment; None where every point counts alike."""
        if self.record is None:
            if self.run.method.story == "weights":
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
        """How often each point was drawn for this round; None where all are used once."""
        return None if self.record is None else self.record.in_bag

    @cached_property
    def residual(self) -> FloatArray | None:
        """What the round's learner is fitted to, where that is not the classes themselves."""
        if self.record is None or self.run.method.story != "gradients":
            return None
        target = self.record.target
        return target if target.ndim == 1 else target[:, self.which]

    # --- misses -------------------------------------------------------------------------------

    @property
    def missed_by(self) -> str:
        """Say whose misses are ringed: "learner", "vote", "oob", or "" where nobody's are."""
        if self.data.classes is None or not len(self.data):
            return ""
        if self.key == "oob":
            return "oob"
        if self.is_joined:
            return "vote" if self.joined else ""
        answers_classes = self.run.method.story != "gradients"
        return "learner" if self.reached("mistakes") and answers_classes else ""

    @cached_property
    def missed(self) -> NDArray[np.bool_] | None:
        """Say which training points are ringed as misses."""
        if self.missed_by == "learner":
            return self.missed_by_learner
        if self.missed_by == "oob":
            shares, voters = self.unseen_votes.shares(self.round)
            return (voters > 0) & (decide(shares, self.data.n_classes) != self._target)
        if self.missed_by == "vote" and self.score is not None:
            return np.asarray(decide(self.score, self.data.n_classes) != self._target)
        return None

    @cached_property
    def missed_by_learner(self) -> NDArray[np.bool_] | None:
        """Say which training points the round's learner misses, where it answers classes."""
        if self.answer is None or self.data.classes is None or self.answer.ndim == 1:
            return None
        return np.asarray(decide(self.answer, self.data.n_classes) != self._target)

    def out_of_bag_votes(self, t: int) -> FloatArray:
        """Add up what the trees of rounds 1 … t say to the points they never saw: (n, columns)."""
        return self.unseen_votes.votes(t)[0]

    @property
    def unseen_votes(self) -> UnseenVotes:
        """What trees say to points that were not in their bags."""
        return self.lens.kept("unseen votes", UnseenVotes, self.run)

    @property
    def _target(self) -> IntArray:
        return self.data.target
