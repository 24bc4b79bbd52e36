"""What is drawn, decided once: display lists that painters of any medium paint."""

from ensemble_viz.scene.picture.placed import between, lowest, placed
from ensemble_viz.scene.picture.primitives import Picture
from ensemble_viz.scene.picture.sheet import ROLES, Layout, Parts, Report, Ruler, Sheet
from ensemble_viz.scene.picture.tags import Type
from ensemble_viz.scene.picture.typesetting import Typesetter

__all__ = [
    "ROLES",
    "Layout",
    "Parts",
    "Picture",
    "Report",
    "Ruler",
    "Sheet",
    "Type",
    "Typesetter",
    "between",
    "lowest",
    "placed",
]
