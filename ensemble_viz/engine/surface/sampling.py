"""What an ensemble, or one learner, answers at many places, asked a block after the other.

A learner without cells is only known where it is asked. Whoever has no time asks one learner (or a
few that are quicker together) about one block of places, does something else, and goes on; a sum
goes on from the round it is at.
"""

from typing import Protocol

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.runs import Run, Scores

BLOCK = 1024  # places: a learner needs a millisecond or a few; half of them need nearly as long


class Asking(Protocol):
    """Places that are asked."""

    def advance(self) -> bool:
        """Ask one learner, or some together, about one block; say whether anything is left."""

    def answer(self) -> FloatArray:
        """Give what was answered at all places: (m,) or (m, K)."""


class LearnerAsked:
    def __init__(self, learner: Learner, points: FloatArray) -> None:
        self.learner = learner
        self._blocks = blocks(points)
        self._answers: list[FloatArray] = []

    def advance(self) -> bool:
        if len(self._answers) < len(self._blocks):
            self._answers.append(self.learner.answer(self._blocks[len(self._answers)]))
        return len(self._answers) < len(self._blocks)

    def answer(self) -> FloatArray:
        return np.concatenate(self._answers)


class SumAsked:
    """The score of a run at some places, carried on from round to round."""

    def __init__(self, run: Run, points: FloatArray) -> None:
        self.run = run
        self._blocks = [Scores(run, block) for block in blocks(points)]
        self._place, self.round = 0, 0

    def aim(self, t: int) -> None:
        """Go to round t: on from where each block is, or from the beginning."""
        if t:
            self.run.round(t)  # or refuse what is none
        if t != self.round:
            self.round, self._place = t, 0

    def advance(self) -> bool:
        if self._place == len(self._blocks):
            return False
        block = self._blocks[self._place]
        if block.round > self.round:
            block = self._blocks[self._place] = Scores(self.run, block.points)
        if block.round < self.round:
            block.go_on(self.round)
        self._place += block.round == self.round
        return self._place < len(self._blocks)

    def answer(self) -> FloatArray:
        known = [block.score for block in self._blocks if block.score is not None]
        if len(known) < len(self._blocks):
            raise Refusal(f"after round {self.round} nothing is answered yet")
        return np.concatenate(known)


def blocks(points: FloatArray) -> list[FloatArray]:
    """Part places so that no block takes long."""
    return [points[start : start + BLOCK] for start in range(0, len(points), BLOCK)]
