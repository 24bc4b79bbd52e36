"""What is drawn, decided once: display lists that painters of any medium paint."""

from ensemble_viz.scene.picture.glide import between
from ensemble_viz.scene.picture.layout import Layout, Parts, Report
from ensemble_viz.scene.picture.placed import lowest, placed
from ensemble_viz.scene.picture.primitives import Box, Picture, Type
from ensemble_viz.scene.picture.sheet import ROLES, Ruler, Sheet
from ensemble_viz.scene.picture.typesetting import Typesetter

__all__ = [
    "ROLES",
    "Box",
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
