"""The last curves, which stay in sight while a drag gives no time for new ones."""

from dataclasses import replace

from ensemble_viz.scene.curves import Curves
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk


class LastCurves:
    """Keeps the last curves of which every round was measured."""

    def __init__(self, desk: Desk) -> None:
        """Know none yet."""
        self.desk = desk
        self._whole: Curves | None = None
        self.faded: Curves | None = None
        """The last ones, as long as those of the dragged points are not all there."""

    def kept_with(self, scene: Scene) -> Curves:
        """Give the curves of a scene, on the axes of those that stay in sight with them."""
        curves, last = scene.curves, self._whole
        if scene.stage.lens.measured >= len(scene.stage.run):
            self._whole, self.faded = curves, None
            return curves
        is_alike = last is not None and (last.family, last.rounds) == (curves.family, curves.rounds)
        is_due = self.desk.pace.is_held or self.faded is not None
        if last is None or not (is_alike and is_due):
            self.faded = None
            return curves
        self.faded = last
        return replace(curves, low=last.low, high=last.high, y_ticks=last.y_ticks)
