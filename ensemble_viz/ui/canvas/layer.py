"""What every part of the canvas has: a desk, sizes, and a refresh that repaints what changed."""

from ensemble_viz.document.document import Change
from ensemble_viz.scene.measures import Measures
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.pixel_item import PixelItem
from ensemble_viz.ui.desk import Desk


class Layer(PixelItem):
    """One part of the canvas; the canvas calls `measure`, then `refresh`, never the other way."""

    def __init__(self, desk: Desk) -> None:
        """Paint for a desk; nothing is known yet."""
        super().__init__()
        self.desk = desk
        self.theme = desk.theme
        self.measures = Measures()

    def measure(self, measures: Measures) -> None:
        """Take other sizes: the window was resized, or goes to the projector."""
        self.measures = measures
        self.update()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take what is painted from a scene; call `update()` where it is not the same."""
        raise NotImplementedError  # classes of Qt cannot be abstract
