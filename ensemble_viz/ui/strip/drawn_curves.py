"""Curves as they were drawn: while one scrubs they stay, and only the playhead moves over them."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap

from ensemble_viz.scene.curves import Curves
from ensemble_viz.ui.look.theme import Theme

AROUND = 8  # pixels below the curves and at their right, where they may still reach

Draw = Callable[[QPainter, float], None]


class DrawnCurves:
    """Pictures of the same curves, in full and faintly."""

    def __init__(self) -> None:
        """Have no picture yet."""
        self._of: tuple[Curves, QRectF, Theme, float] | None = None
        self._pictures: dict[float, QPixmap] = {}

    def take(self, curves: Curves, area: QRectF, theme: Theme, ratio: float) -> None:
        """Forget the pictures, unless they are of the same curves in the same place."""
        of = curves, area, theme, ratio
        if self._of is None or of[1:] != self._of[1:] or not same(curves, self._of[0]):
            self._of, self._pictures = of, {}

    def paint(self, painter: QPainter, strength: float, ground: QColor, draw: Draw) -> None:
        """Paint them so strongly; `draw` draws them, if that has not been done."""
        assert self._of is not None
        _, area, _, ratio = self._of
        if strength not in self._pictures:
            size = area.bottomRight().toPoint() + QPoint(AROUND, AROUND)
            picture = QPixmap(QSize(size.x(), size.y()) * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(ground)
            own = QPainter(picture)
            own.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw(own, strength)
            own.end()
            self._pictures[strength] = picture
        painter.drawPixmap(0, 0, self._pictures[strength])


def same(one: Curves, other: Curves) -> bool:
    """Say whether two plots have the same curves on the same axes, wherever the playhead is."""
    return (
        (one.low, one.high, one.rounds, one.last)
        == (other.low, other.high, other.rounds, other.last)
        and np.array_equal(one.y_ticks.at, other.y_ticks.at)
        and len(one.series) == len(other.series)
        and all(
            a.style == b.style and np.array_equal(a.at, b.at) and np.array_equal(a.values, b.values)
            for a, b in zip(one.series, other.series, strict=True)
        )
    )


def in_pixels(painter: QPainter) -> bool:
    """Say whether a picture will do: drawings of lines want the lines."""
    return painter.paintEngine().type() == painter.paintEngine().Type.Raster
