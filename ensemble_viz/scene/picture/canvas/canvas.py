"""What the canvas shows, in the plane or on a line."""

from ensemble_viz.scene.picture.canvas.line import line
from ensemble_viz.scene.picture.canvas.plane import Known, plane
from ensemble_viz.scene.picture.primitives import Layer
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Box
from ensemble_viz.scene.scene import Scene


def canvas(
    scene: Scene,
    sheet: Sheet,
    covered: tuple[Box, ...] = (),
    card: Box | None = None,
    known: Known | None = None,
) -> tuple[Layer, ...]:
    """Describe a scene; see `plane` for what can be given."""
    if scene.line_plot is not None:
        return line(scene, scene.line_plot, sheet, covered, card)
    return plane(scene, sheet, covered, card, known)
