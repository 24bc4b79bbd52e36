"""Colours, type and sizes as Qt has them: one palette, one scale of type, the grid with it."""

from dataclasses import dataclass, replace
from functools import cache

from PySide6.QtGui import QColor, QFont

from ensemble_viz.scene.appearance.measures import word_scale
from ensemble_viz.scene.appearance.palette import Palette
from ensemble_viz.scene.picture import ROLES

FAMILIES = ("Inter", "SF Pro Text", "Segoe UI", "Noto Sans", "Ubuntu", "DejaVu Sans")


@dataclass(frozen=True, slots=True)
class Theme:
    """A palette at a scale of type."""

    palette: Palette
    scale: float = 1.0

    def colour(self, name: str, alpha: float = 1.0) -> QColor:
        """Give a colour of the palette by its name, or of #RRGGBB."""
        colour = QColor(name if name.startswith("#") else getattr(self.palette, name))
        colour.setAlphaF(alpha)
        return colour

    def px(self, size: float) -> int:
        """Scale a length with the type."""
        return round(size * self.scale)

    def magnified(self, times: float) -> "Theme":
        """Give the same colours at a larger scale."""
        return Theme(self.palette, times * self.scale)

    def on_canvas(self, width: int, height: int) -> "Theme":
        """Give the sizes of what lies on a canvas; a hall's grow with the wall."""
        if self.palette.is_projected:
            return self
        return replace(self, scale=word_scale(self.scale, width, height))

    def font(self, role: str) -> QFont:
        """Give the font of a role, with digits of equal width."""
        return QFont(_font(role, self.scale))


@cache
def _font(role: str, scale: float) -> QFont:
    size, weight = ROLES[role]
    font = QFont()
    font.setFamilies(list(FAMILIES))
    font.setPixelSize(max(1, round(size * scale)))
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
