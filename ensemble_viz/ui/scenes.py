"""The scenes of a session: of each setup one, the same until something is announced."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Slot

from ensemble_viz.document.document import Document
from ensemble_viz.scene.beside.ghost import Before
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.free_space import CanvasLayout
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.shared_run import SharedLens


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
