"""What a marker is made of: its body, the size it had, a ring, a badge."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ensemble_viz.scene.shapes import reach
from ensemble_viz.ui.canvas.outlines import shape_path

Rgba = int
"""A colour as QColor.rgba() gives it: it can be a key."""


@dataclass(frozen=True, slots=True)
class Body:
    """A filled shape of exactly the area it stands for; its outline is inside, its halo outside."""

    shape: str
    radius: float
    fill: Rgba
    edge: Rgba
    edge_width: float
    halo: Rgba
    halo_width: float

    @property
    def reach(self) -> float:
        """How far it goes from its centre."""
        return self.radius * reach(self.shape) + 2.0 * self.halo_width

    def paint(self, painter: QPainter) -> None:
        """Paint it around the origin of an empty sheet."""
        path = shape_path(self.shape, self.radius)
        painter.fillPath(path, _colour(self.fill))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
        painter.strokePath(path, _pen(self.edge, 2.0 * self.edge_width))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOver)
        painter.strokePath(path, _pen(self.halo, 2.0 * self.halo_width))


@dataclass(frozen=True, slots=True)
class Line:
    """The outline of a shape: a ring around a miss, or the size a marker had."""

    shape: str
    radius: float
    colour: Rgba
    width: float

    @property
    def reach(self) -> float:
        """How far it goes from its centre."""
        return self.radius * reach(self.shape) + self.width

    def paint(self, painter: QPainter) -> None:
        """Paint it around the origin."""
        painter.strokePath(shape_path(self.shape, self.radius), _pen(self.colour, self.width))


@dataclass(frozen=True, slots=True)
class Badge:
    """A word on a marker, or beside it."""

    text: str
    colour: Rgba
    size: int
    families: tuple[str, ...]
    beside: float
    """How far to the right and above its middle is; 0 where it stands on the marker."""

    @property
    def font(self) -> QFont:
        """The font it is written in."""
        font = QFont()
        font.setFamilies(list(self.families))
        font.setPixelSize(self.size)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    @property
    def reach(self) -> float:
        """How far it goes from the centre of the marker."""
        width = QFontMetricsF(self.font).horizontalAdvance(self.text)
        return max(width / 2.0 + self.beside, self.size + self.beside) + 2.0

    def paint(self, painter: QPainter) -> None:
        """Write it around the origin."""
        reach = self.reach
        painter.setFont(self.font)
        painter.setPen(_colour(self.colour))
        place = QRectF(-reach, -reach, 2.0 * reach, 2.0 * reach)
        place.translate(self.beside, -self.beside)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.text)


def text_fits(text: str, font: QFont, radius: float) -> bool:
    """Say whether a word can stand on a marker."""
    return QFontMetricsF(font).horizontalAdvance(text) <= 1.7 * radius


def _colour(rgba: Rgba) -> QColor:
    return QColor.fromRgba(rgba)


def _pen(rgba: Rgba, width: float) -> QPen:
    pen = QPen(_colour(rgba), width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    pen.setMiterLimit(4.0)
    return pen
