"""What a session shows of its setups: their runs, their scenes, the clock of all."""

from ensemble_viz.document.document import Document
from ensemble_viz.scene.beside.clock import Clock
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.beside.earlier import Earlier
from ensemble_viz.ui.pump import Pump
from ensemble_viz.ui.runs import Runs
from ensemble_viz.ui.scenes import Scenes
from ensemble_viz.ui.shared_run import SharedLens, SharedRun


class SetupsReading:
    """The part of a session that reads runs."""

    _document: Document
    _view: View
    _runs: Runs
    _pump: Pump
    scenes: Scenes
    earlier: Earlier

    @property
    def scene(self) -> Scene:
        """What is shown of the setup in front."""
        return self.scene_of(self._view.where.setup)

    @property
    def run(self) -> SharedRun:
        """The run in front."""
        return self.lens(self._view.where.setup).run

    def lens(self, k: int) -> SharedLens:
        """Give the run of setup k, with what was derived from it."""
        lens = self._runs.lens_of(self._document, k)
        self._pump.lend(lens)
        return lens

    def lenses(self) -> list[SharedLens]:
        """Give the runs of all setups."""
        return [self.lens(k) for k in range(len(self._document.setups))]

    @property
    def beside(self) -> SideBySide:
        """All setups at this moment."""
        before = self.earlier.before
        return self.scenes.beside(self._document, self.lenses(), self._view, before)

    @property
    def clock(self) -> Clock:
        """How the runs go on together."""
        runs = tuple(lens.run for lens in self.lenses())
        return Clock(runs, self._view.where.setup, self._view.look.by_share)

    def scene_of(self, k: int) -> Scene:
        """Describe the same moment of any setup's run."""
        return self.scenes.scene(k, self.beside)
