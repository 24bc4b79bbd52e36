"""Small pictures of markers on one sheet, each drawn once and copied from then on."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.ui.canvas.structs import draw_fragments

SHEET = 1024  # device pixels across
LARGEST = 4096  # a sheet this high is thrown away and begun again


class Sprite(Protocol):
    """A small picture around a centre."""

    @property
    def reach(self) -> float:
        """How far it goes from its centre, in logical pixels."""

    def paint(self, painter: QPainter) -> None:
        """Paint it around the origin, in logical pixels."""

    def __hash__(self) -> int:
        """Be found among other sprites."""


Place = tuple[int, int, int]
"""Left, top and size of a sprite on its sheet, in device pixels."""


@dataclass(slots=True)
class Shelf:
    """A row of the sheet that is being filled."""

    left: int = 0
    top: int = 0
    height: int = 0


class Sheet:
    """Sprites at one device pixel ratio; whoever empties it empties what is known of it, too."""

    def __init__(self) -> None:
        """Begin with an empty sheet."""
        self.ratio = 1.0
        self.clear()

    def clear(self) -> None:
        """Throw all sprites away."""
        self.pixmap = _empty(SHEET)
        self._shelf = Shelf()
        self._places: dict[Hashable, Place] = {}
        self._same: dict[int, Place] = {}
        """The places by the identity of their keys, which is quicker than by their hash."""

    def begin(self, ratio: float) -> None:
        """Make ready for a frame: a full sheet, or one for another screen, is begun again."""
        if self.ratio != ratio or self.pixmap.height() >= LARGEST:
            self.ratio = ratio
            self.clear()

    @property
    def has_grown(self) -> bool:
        """Say whether it is larger than at the beginning."""
        return self.pixmap.height() > SHEET

    def place(self, sprite: Sprite) -> Place:
        """Find a sprite on the sheet: left, top and size; it is painted the first time."""
        place = self._same.get(id(sprite))
        if place is None and (place := self._places.get(sprite)) is None:
            place = self._places[sprite] = self._same[id(sprite)] = self._add(sprite)
        return place

    def draw(
        self, painter: QPainter, centres: FloatArray, places: FloatArray, opacity: FloatArray
    ) -> None:
        """Draw sprites around places, in device pixels."""
        parts = np.zeros((len(centres), 10))
        parts[:, :2] = np.rint(centres)
        parts[:, 2:4] = places[:, :2]
        parts[:, 4] = parts[:, 5] = places[:, 2]
        parts[:, 6:8] = 1.0
        parts[:, 9] = opacity
        draw_fragments(painter, parts, self.pixmap)

    def _add(self, sprite: Sprite) -> Place:
        size = 2 * int(np.ceil(sprite.reach * self.ratio + 1.0))
        left, top = self._room(size)
        painter = QPainter(self.pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(QRect(left, top, size, size))
        painter.translate(QPointF(left + size / 2, top + size / 2))
        painter.scale(self.ratio, self.ratio)
        sprite.paint(painter)
        painter.end()
        return left, top, size

    def _room(self, size: int) -> tuple[int, int]:
        """Find room on the shelf, or below it, on a higher sheet if need be."""
        shelf = self._shelf
        if shelf.left + size > SHEET:
            shelf.left, shelf.top, shelf.height = 0, shelf.top + shelf.height, 0
        shelf.height = max(shelf.height, size)
        while shelf.top + shelf.height > self.pixmap.height():
            higher = _empty(2 * self.pixmap.height())
            painter = QPainter(higher)
            painter.drawPixmap(0, 0, self.pixmap)
            painter.end()
            self.pixmap = higher
        left = shelf.left
        shelf.left += size
        return left, shelf.top


def _empty(height: int) -> QPixmap:
    sheet = QPixmap(SHEET, height)
    sheet.fill(Qt.GlobalColor.transparent)
    return sheet
