"""The scenes of a session: of each setup one, the same until something is announced."""

from PySide6.QtCore import QObject, Slot

from ensemble_viz.document.document import Document
from ensemble_viz.scene import steps
from ensemble_viz.scene.free_space import Canvas
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.view import View
from ensemble_viz.ui.shared_run import SharedLens


class Scenes(QObject):
    """Describes the same moment of every run, with room for what lies on the canvas."""

    def __init__(self, parent: QObject) -> None:
        """Describe nothing yet, and draw on nothing."""
        super().__init__(parent)
        self._canvas: Canvas | None = None
        self._made: dict[int, Scene] = {}

    def scene(self, document: Document, k: int, lens: SharedLens, view: View) -> Scene:
        """Describe the moment of a view in the run of setup k."""
        if k not in self._made:
            if k != view.where.setup:
                view = view.changed(setup=k, moment=steps.nearest(lens.run, view.where.moment))
            self._made[k] = Scene(Stage(document, lens, view), self._canvas)
        return self._made[k]

    def renew(self) -> None:
        """Describe everything anew when somebody asks."""
        self._made = {}

    def draw_on(self, canvas: Canvas) -> None:
        """Keep points free of what lies on a canvas."""
        self._canvas = canvas
        self.renew()

    @Slot()
    def draw_nowhere(self) -> None:
        """Forget a canvas that is gone."""
        self._canvas = None
        self.renew()
