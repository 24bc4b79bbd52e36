"""What is drawn, decided once: display lists that painters of any medium paint."""

from ensemble_viz.scene.picture.around import Parts
from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.composed import Layout, plots
from ensemble_viz.scene.picture.figure import figure
from ensemble_viz.scene.picture.glide import between
from ensemble_viz.scene.picture.parts import PARTS, part
from ensemble_viz.scene.picture.plane import Known
from ensemble_viz.scene.picture.primitives import Picture
from ensemble_viz.scene.picture.sheet import Ruler, Sheet

__all__ = [
    "PARTS", "Known", "Layout", "Parts", "Picture", "Ruler", "Sheet", "between", "canvas", "figure",
    "part", "plots",
]  # fmt: skip
