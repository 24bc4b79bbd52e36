"""All setups of a document at one moment: what is shown of each, in a frame that they share.

Which moment of each run is shown: all of them go on together, by one slider and one key. Rounds go
by their number, or by their share of the run. A moment is told in the steps of the run in front;
where that one has ended and others go on, it is a whole round of theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ensemble_viz.document.document import Document
from ensemble_viz.document.where import START, Frame, Moment
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.beside.ghost import Before, Ghost, ghost
from ensemble_viz.scene.beside.parting import Parting, SplitPoints, parting, parts_in, splits
from ensemble_viz.scene.frame import Room, fit, roomy_fit
from ensemble_viz.scene.free_space import CanvasLayout, free_room
from ensemble_viz.scene.line import line_frame
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_residuals
from ensemble_viz.scene.moment.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """The runs that go on together."""

    runs: tuple[Run, ...]
    front: int = 0
    by_share: bool = False

    @property
    def run(self) -> Run:
        return self.runs[self.front]

    @property
    def is_single(self) -> bool:
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


class SideBySide:
    """The stages of one to four setups."""

    def __init__(
        self,
        document: Document,
        lenses: Sequence[Lens],
        view: View,
        canvases: Sequence[CanvasLayout | None] = (),
        before: Before | None = None,
    ) -> None:
        """Set no stage yet; canvases, where there are any, have cards that points keep free of."""
        self.document, self.lenses, self.view = document, tuple(lenses), view
        self.before = before
        """What was there before the last edit, where that is to be compared with."""
        self.canvases = tuple(canvases) or (None,) * len(self.lenses)
        runs = tuple(lens.run for lens in self.lenses)
        self.clock = Clock(runs, view.where.setup, view.look.by_share)
        self._stages: dict[int, Stage] = {}

    def __len__(self) -> int:
        return len(self.lenses)

    @property
    def is_single(self) -> bool:
        return len(self.lenses) == 1

    @property
    def front(self) -> int:
        return self.view.where.setup

    def stage(self, k: int) -> Stage:
        if k not in self._stages:
            moment = self.clock.at(k, self.view.where.moment)
            view = self.view.changed(setup=k, moment=moment)
            if not self.is_single:
                view = view.changed(caption=False)  # it stands above the canvas
            self._stages[k] = Stage(self.document, self.lenses[k], view)
        return self._stages[k]

    @property
    def stages(self) -> tuple[Stage, ...]:
        return tuple(self.stage(k) for k in range(len(self)))

    def waits(self, k: int) -> bool:
        """True if a run has ended while others go on."""
        return self.clock.waits(k, self.view.where.moment)

    @cached_property
    def frame(self) -> Frame:
        """The part of the plane that is seen in all of them."""
        data, room = self.document.data, self._room
        if self.view.where.frame is not None:
            return self.view.where.frame
        if data.dimension == 1:
            return self._line_frame(room)
        if room is None:
            return fit(data)
        return self.lenses[0].kept(("frame", room), roomy_fit, data, room)

    def _line_frame(self, room: Room | None) -> Frame:
        """Frame values, and residuals where any run has them: the same heights in all."""
        divided = [run for run in self.clock.runs if has_residuals(run)]
        frames = [line_frame(run, room) for run in divided or self.clock.runs]
        return Frame(
            min(one.left for one in frames),
            min(one.bottom for one in frames),
            max(one.right for one in frames),
            max(one.top for one in frames),
        )

    @property
    def _room(self) -> Room | None:
        """Put together what lies on any of the canvases."""
        rooms = [
            free_room(stage, canvas)
            for stage, canvas in zip(self.stages, self.canvases, strict=True)
            if canvas is not None
        ]
        if not rooms:
            return None
        covered = dict.fromkeys(box for room in rooms for box in room.covered)
        aside, above = max(room.aside for room in rooms), max(room.above for room in rooms)
        return Room(tuple(covered), aside, above)

    @cached_property
    def parting(self) -> Parting | None:
        """Where they answer differently; None where one of them has no answer yet."""
        return None if self.is_single else parting(self.stages, self.frame)

    @cached_property
    def splits(self) -> SplitPoints:
        return splits(self.stages)

    @cached_property
    def parts_in(self) -> int | None:
        """The first round after which they part, as far as that is known."""
        return None if self.is_single else parts_in(self.clock.runs)

    def ghost(self, k: int, frame: Frame) -> Ghost | None:
        """Give what setup k was before the last edit; None where nothing was kept."""
        return None if self.before is None else ghost(self.before, self.stage(k), k, frame)

    def with_lens(self, k: int, lens: Lens) -> "SideBySide":
        lenses = (*self.lenses[:k], lens, *self.lenses[k + 1 :])
        return SideBySide(self.document, lenses, self.view, self.canvases, self.before)

    def at(self, view: View) -> "SideBySide":
        return SideBySide(self.document, self.lenses, view, self.canvases, self.before)
