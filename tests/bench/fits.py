"""Fitting: our run with all its records beside the peers' fits, in turn, in one process."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from ensemble_viz.engine.runs import Run, run
from ensemble_viz.engine.trees import Tree
from tests.bench.clock import Task, in_turn
from tests.bench.fit_cases import CASES, LARGE, Case
from tests.bench.goals import LARGE_SECONDS, SIZES, fit_goal
from tests.bench.peers import Peer
from tests.bench.points import Points, moons
from tests.bench.row import Job, Row
from tests.bench.same_trees import Unequal

BUDGET = {200: 1.0, 1000: 1.5, 10_000: 3.0, LARGE: 2.0}  # seconds for a case, all peers included
SHORT_SIZE, SHORT_ROUNDS, SHORT_BUDGET = 60, 5, 0.0
OURS = "ensemble_viz"
FIELDS = tuple(field.name for field in fields(Tree))


def jobs(short: bool) -> Iterator[Job]:
    """List what is fitted: one job a case and size."""
    for n in (SHORT_SIZE,) if short else SIZES:
        for case in CASES:
            if n in case.sizes or (short and SIZES[0] in case.sizes):
                words = ("fit", *case.name.split(), str(n))
                yield Job(words, lambda case=case, n=n: Fits(case, n, short).rows())


def look_at_all(done: Run) -> None:
    """Read every field of every tree: what is measured only then is a part of the record."""
    for record in done.rounds:
        for learner in record.learners:
            if isinstance(learner, Tree):
                for name in FIELDS:
                    getattr(learner, name)


class Fits:
    """One case at one size."""

    def __init__(self, case: Case, n: int, short: bool) -> None:
        """Say how long it may take."""
        self.case, self.n = case, n
        self.rounds = case.members or (SHORT_ROUNDS if short else case.rounds(n))
        self.budget = SHORT_BUDGET if short else BUDGET[n]

    def rows(self) -> Iterator[Row]:
        """Compare, then measure; a peer that is missing or unequal is not measured."""
        if self.n in self.case.skipped:
            yield self._row("", skipped=self.case.skipped[self.n])
            return
        points = moons(self.n)
        equal, tasks = {}, {OURS: self._ours(points)}
        for peer in self.case.peers:
            if peer.is_missing:
                yield self._row(peer.name, skipped=f"{peer.package} is not installed")
                continue
            try:
                equal[peer.name] = peer.check(self._run(points), self._fit(peer, points), points)
                tasks[peer.name] = self._theirs(peer, points)
            except Unequal as difference:
                yield self._row(peer.name, failed=str(difference))
        if not equal:
            return
        best = in_turn(tasks, self.budget)
        for peer_name, said in equal.items():
            yield self._row(
                peer_name, ours=best[OURS], theirs=best[peer_name], equal=said,
                goal=fit_goal(self.case.name, peer_name, self.n),
            )  # fmt: skip
        if self.n == LARGE and self.case.is_large:
            note = "the same run, by its limit"
            yield self._row("", unit="s", ours=best[OURS] / 1e3, goal=LARGE_SECONDS, note=note)

    def _ours(self, points: Points) -> Task:
        return lambda: self._run(points)

    def _theirs(self, peer: Peer, points: Points) -> Task:
        return lambda: self._fit(peer, points)

    def _run(self, points: Points) -> Run:
        settings = dict(self.case.settings)
        if not self.case.members:
            settings["rounds"] = self.rounds
        done = run(points.data(self.case.folds), self.case.method, settings, seed=1)
        done.finish()
        look_at_all(done)
        return done

    def _fit(self, peer: Peer, points: Points) -> Any:
        return peer.fit(points, self.rounds)

    def _row(self, peer: str, **fields: Any) -> Row:
        return Row("fit", self.case.name, self.n, self.rounds, peer=peer, **fields)
