"""The scenes of a session: of each setup one, the same until something is announced."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from ensemble_viz.document.document import Document
from ensemble_viz.scene.beside.ghost import Before, comparable
from ensemble_viz.scene.beside.side_by_side import Clock, SideBySide
from ensemble_viz.scene.free_space import CanvasLayout
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.pump import Pump
from ensemble_viz.ui.runs import Runs, SharedLens, SharedRun


class Scenes(QObject):
    """Describes the same moment of every run, with room for what lies on the canvases."""

    def __init__(self, parent: QObject) -> None:
        """Describe nothing yet, and draw on nothing."""
        super().__init__(parent)
        self._canvases: dict[int, CanvasLayout] = {}
        self._beside: SideBySide | None = None
        self._made: dict[int, Scene] = {}

    def beside(
        self, document: Document, lenses: Sequence[SharedLens], view: View, before: Before | None
    ) -> SideBySide:
        """Put all setups side by side at the moment of a view."""
        if self._beside is None:
            canvases = [self._canvases.get(k) for k in range(len(lenses))]
            self._beside = SideBySide(document, lenses, view, canvases, before)
        return self._beside

    def scene(self, k: int, beside: SideBySide) -> Scene:
        """Describe what is shown of setup k."""
        if k not in self._made:
            self._made[k] = Scene(beside.stage(k), self._canvases.get(k), beside)
        return self._made[k]

    def renew(self) -> None:
        """Describe everything anew when somebody asks."""
        self._made, self._beside = {}, None

    def draw_on(self, canvas: CanvasLayout, k: int = 0) -> None:
        """Keep points of setup k free of what lies on a canvas."""
        self._canvases[k] = canvas
        self.renew()

    @Slot()
    def draw_nowhere(self) -> None:
        """Forget canvases that are gone."""
        self._canvases = {}
        self.renew()


class Earlier:
    """A document as it was, with runs and lenses that no other edit lets go of."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self.before: Before | None = None

    def keep(self, before: Document, after: Document, lenses: Sequence[Lens]) -> None:
        """Keep what an edit is compared with."""
        self.before = None
        if lenses and comparable(before, after):
            self.before = Before(before, tuple(Lens(lens.run) for lens in lenses))

    def check(self, document: Document) -> None:
        """Forget it where it cannot be compared with a document, or is that document."""
        kept = self.before
        if kept and (kept.document is document or not comparable(kept.document, document)):
            self.before = None


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
