"""All that is painted on the canvas, from the bottom to the top."""

from PySide6.QtCore import QRectF

from ensemble_viz.document.document import Change
from ensemble_viz.scene.measures import Measures
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.boundary_item import BoundaryItem
from ensemble_viz.ui.canvas.chips_item import ChipsItem
from ensemble_viz.ui.canvas.earlier_item import EarlierItem
from ensemble_viz.ui.canvas.edges_item import EdgesItem
from ensemble_viz.ui.canvas.field_item import FieldItem
from ensemble_viz.ui.canvas.focus_item import FocusItem
from ensemble_viz.ui.canvas.key_item import KeyItem
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.learner_item import LearnerItem
from ensemble_viz.ui.canvas.line_items import LineItems
from ensemble_viz.ui.canvas.markers_item import MarkersItem
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.plot import Plot
from ensemble_viz.ui.canvas.test_points_item import TestPointsItem
from ensemble_viz.ui.canvas.thrown_item import ThrownItem
from ensemble_viz.ui.desk import Desk

ON_TOP = 100.0


class Layers:
    """The layers of a plot: some for points in the plane, some for points on a line."""

    def __init__(self, desk: Desk, plot: Plot) -> None:
        """Make the layers and put them into a plot."""
        self.field = FieldItem(desk)
        self.earlier = EarlierItem(desk)
        self.boundary = BoundaryItem(desk)
        self.learner = LearnerItem(desk)
        self.edges = EdgesItem(desk)
        self.test = TestPointsItem(desk)
        self.markers = MarkersItem(desk)
        self.key = KeyItem(desk)
        self.chips = ChipsItem(desk)
        self.thrown = ThrownItem(desk)
        self.focus = FocusItem(desk)
        self.line = LineItems(desk)
        self._ground: tuple[Layer, ...] = (
            self.field,
            self.earlier,
            self.boundary,
            self.learner,
        )
        self._names: tuple[Layer, ...] = (self.edges, self.key, self.chips, self.thrown)
        self._points: tuple[Layer, ...] = (self.test, self.markers)
        for z, layer in enumerate((*self._ground, *self._points, *self._names)):
            plot.add(layer, float(z))
        plot.add(self.focus, ON_TOP)
        for item in self.line.items:
            plot.add(item, item.z)

    def measure(self, measures: Measures) -> None:
        """Take other sizes."""
        for layer in (*self._ground, *self._points, *self._names, self.focus):
            layer.measure(measures)
        self.line.measure(measures)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Refresh what can be seen of a scene; the projector shows no scale of areas."""
        plane, few = not scene.is_line, scene.stage.palette.is_projected
        for layer in (*self._ground, *self._names):
            layer.is_visible = plane and not (few and layer is self.key)
        shown = (*self._points, self.focus)
        if plane:
            shown = (*self._ground, *self._names, *shown)
        for layer in shown:
            layer.refresh(scene, change)
        self.line.refresh(scene, change)

    def cover(self, cards: list[QRectF], at: PixelMap) -> None:
        """Write nothing where cards lie, and nothing twice in one place."""
        self.chips.cover([*cards, self.key.place(at)])
        self.thrown.cover([*cards, self.key.place(at), *self.chips.places(at)])
        self.edges.cover([*cards, self.key.place(at), *self.chips.places(at)])
        self.line.cover(cards)

    def let_glide(self, on: bool) -> None:
        """Let areas and surfaces glide between steps, or not."""
        self.field.glides = self.learner.glides = self.markers.glides = on
