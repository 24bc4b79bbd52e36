"""What is drawn, decided once: display lists that painters of any medium paint."""

from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.figure import figure
from ensemble_viz.scene.picture.glide import between
from ensemble_viz.scene.picture.parts import PARTS, part
from ensemble_viz.scene.picture.plane import Known
from ensemble_viz.scene.picture.primitives import Picture
from ensemble_viz.scene.picture.sheet import Sheet

__all__ = ["PARTS", "Known", "Picture", "Ruler", "Sheet", "between", "canvas", "figure", "part"]
