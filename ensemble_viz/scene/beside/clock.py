"""Which moment of each run is shown: all of them go on together, by one slider and one key.

Rounds go by their number, or by their share of the run. A moment is told in the steps of the run in
front; where that one has ended and others go on, it is a whole round of theirs.
"""

from dataclasses import dataclass

from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment import steps


@dataclass(frozen=True, slots=True)
class Clock:
    """The runs that go on together."""

    runs: tuple[Run, ...]
    front: int = 0
    by_share: bool = False

    @property
    def run(self) -> Run:
        """The one in front."""
        return self.runs[self.front]

    @property
    def is_single(self) -> bool:
        """True if there is only one."""
        return len(self.runs) == 1

    @property
    def computed(self) -> int:
        """Count the rounds one can go to now."""
        return len(self.run) if self.by_share else max(map(len, self.runs))

    @property
    def last(self) -> int:
        """Count the rounds there can be."""
        return self.run.last if self.by_share else max(run.last for run in self.runs)

    def nearest(self, moment: Moment) -> Moment:
        """Find the nearest moment there is: in the run in front, else in one that goes farther."""
        here = steps.nearest(self.run, moment)
        if here.round == moment.round or self.by_share or self.run.stop is None:
            return here
        others = [steps.nearest(run, moment) for run in self.runs]
        farthest = max(others, key=_round)
        return farthest if farthest.round > here.round else here

    def whole(self, t: int) -> Moment:
        """Stand behind the last step of a round, or of the last one there is."""
        ends = [steps.whole(run, min(t, run.upto(t))) for run in self._going(t)]
        return max(ends, key=_round)

    def forward(self, moment: Moment, small: bool) -> Moment | None:
        """Go one step on, or one round; None where all have ended."""
        if not self._is_over(moment):
            found = steps.forward(self.run, moment, small)
            if found is not None or self.by_share or self.run.stop is None:
                return found
        following = self.whole(moment.round + 1)
        return following if following.round > moment.round else None

    def back(self, moment: Moment, small: bool) -> Moment | None:
        """Go one step back, or one round; None at the start."""
        if self._is_over(moment):
            return self.whole(moment.round - 1)
        return steps.back(self.run, moment, small)

    def at(self, k: int, moment: Moment) -> Moment:
        """Find what is shown of run k: of one that has ended its end."""
        run, here = self.runs[k], steps.nearest(self.run, moment)
        if k == self.front:
            return here
        wanted = self._share_of(run, here) if self.by_share else moment.round
        t = min(wanted, run.upto(wanted))
        if not t:
            return START
        if t < moment.round or t != here.round:
            return steps.whole(run, t)
        count = steps.last_step(run, t)
        return Moment(t, max(1, here.step * count // steps.last_step(self.run, t)))

    def told_by(self, k: int, moment: Moment) -> Moment:
        """Tell a moment in the steps of run k; where that has ended, it is a whole round."""
        if self.waits(k, moment) or self._is_over(moment):
            return self.whole(moment.round)
        return self.at(k, moment)

    def waits(self, k: int, moment: Moment) -> bool:
        """True if run k has ended while others go on."""
        return not self.by_share and self._has_ended(k) and len(self.runs[k]) < moment.round

    def _has_ended(self, k: int) -> bool:
        return self.runs[k].stop is not None

    def _share_of(self, run: Run, here: Moment) -> int:
        """Find the round of another run that is as far on its way."""
        return int(here.round * _end(run) / max(_end(self.run), 1) + 0.5)

    def _is_over(self, moment: Moment) -> bool:
        return moment.round > len(self.run)

    def _going(self, t: int) -> tuple[Run, ...]:
        """List the run in front, and all others where that one ends before a round."""
        run = self.run
        if self.by_share or run.upto(t) >= t or run.stop is None:
            return (run,)
        return (run, *self.runs)


def _end(run: Run) -> int:
    return len(run) if run.stop is not None else max(run.last, len(run))


def _round(moment: Moment) -> int:
    return moment.round
