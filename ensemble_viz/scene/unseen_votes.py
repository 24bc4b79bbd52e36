"""The votes of trees for points that were not in their bags, added up round after round."""

import numpy as np

from ensemble_viz.engine.dataset import FloatArray
from ensemble_viz.engine.run import Run
from ensemble_viz.engine.ties import settle_rows

EVERY = 32
"""Rounds between two sums that are kept, for going back."""
Sums = tuple[FloatArray, FloatArray]


class UnseenVotes:
    """Goes on from the round it was last asked for."""

    def __init__(self, run: Run) -> None:
        """Stand before the first tree."""
        self.run = run
        n, columns = len(run.data), max(1, run.data.n_classes)
        self._round = 0
        self._sums: Sums = (np.zeros((n, columns)), np.zeros(n))
        self._kept: dict[int, Sums] = {0: self._sums}
        self._shares: tuple[int, Sums] | None = None

    def votes(self, t: int) -> Sums:
        """Give what the trees of rounds 1 … t say, (n, columns), and how many they are, (n,)."""
        if t < self._round:
            self._round = max(k for k in self._kept if k <= t)
            self._sums = self._kept[self._round]
        while self._round < t:
            self._round += 1
            self._sums = self._with(self._round)
            if self._round % EVERY == 0:
                self._kept[self._round] = self._sums
        return self._sums

    def shares(self, t: int) -> Sums:
        """Average what they say; rows that every tree saw are 0. Shares that tie are equal."""
        if self._shares is None or self._shares[0] != t:
            votes, voters = self.votes(t)
            mean = votes / np.maximum(voters, 1.0)[:, None]
            self._shares = (t, (settle_rows(mean) if self.run.data.n_classes else mean, voters))
        return self._shares[1]

    def _with(self, t: int) -> Sums:
        """Add the tree of one more round, where it drew a bag."""
        votes, voters = self._sums
        drawn = self.run.round(t).in_bag
        if drawn is None:
            return self._sums
        out = drawn == 0
        votes = votes.copy()
        votes[out] += self.run.part(t, self.run.data.points[out]).reshape(-1, votes.shape[1])
        return votes, voters + out
