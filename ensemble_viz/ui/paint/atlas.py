"""Small things on one sheet, each painted once and copied from then on."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.picture import primitives
from ensemble_viz.ui.paint.shapes import draw_fragments, extent, paint_mark, paint_tag

LEAST, STEP, SIZES = 1.5, 1.01, 4096  # sizes of marks; areas are within 1 % of the truth
TENTHS = 10.0  # words beside marks stand on tenths of a pixel
WIDE, LOW, LARGEST = 1024, 128, 4096  # device pixels; a higher sheet is begun again
STYLES = 2048  # with more of them a sheet is begun again
LARGE = 96.0  # device pixels from the middle: larger marks are painted without the sheet
BEYOND = 3  # pixels around a tag that an edge may need
Spot = tuple[float, float, float, float]
"""Left, top, width and height on the sheet; the width is negative for what is too large for it."""


class Atlas:
    """What was painted at one device pixel ratio."""

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio
        self._forget()

    def _forget(self) -> None:
        self.pixmap = _empty(LOW)
        self._shelf = (0, 0, 0)  # left, top and height of the row that is being filled
        self._ids: dict[primitives.Style, int] = {}
        self._numbers: dict[int, tuple[tuple[primitives.Style, ...], IntArray]] = {}
        self._rows = np.zeros(SIZES, np.int32)  # by style and size: where its spot is; 0: nowhere
        self._spots = np.zeros((64, 4))
        self._count = 1
        self._tags: dict[object, Spot] = {}

    def begin(self) -> None:
        """Make ready for a frame: a full sheet is begun again."""
        if self.pixmap.height() > LARGEST or len(self._ids) > STYLES:
            self._forget()

    # --- marks --------------------------------------------------------------------------------

    def draw_marks(
        self, painter: QPainter, item: primitives.Marks, size: tuple[float, float]
    ) -> None:
        """Draw marks on a painter whose unit is a device pixel; `size`: what is seen."""
        spots, opacity = self._spots_of(item), item.opacity
        centre = item.place * self.ratio
        half, (x, y) = np.abs(spots[:, 2]) / 2.0, centre.T
        seen = (x + half > 0.0) & (x - half < size[0]) & (y + half > 0.0) & (y - half < size[1])
        for k in np.flatnonzero(seen & (spots[:, 2] < 0.0)).tolist():
            self._draw_large(painter, item, k)
        seen &= spots[:, 2] > 0.0
        if not seen.all():
            centre, spots, opacity = centre[seen], spots[seen], opacity[seen]
        self._copy(painter, np.rint(centre), spots, opacity)

    def _spots_of(self, item: primitives.Marks) -> FloatArray:
        """Find marks on the sheet; new ones are painted on it."""
        number = self._numbered(item.styles)[item.style]
        words = number % 2 == 1
        steps = np.log(np.maximum(item.radius, LEAST) / LEAST) / np.log(STEP)
        steps = np.rint(np.where(words, item.radius * TENTHS, steps))
        key = (number >> 1) * SIZES + np.minimum(steps, SIZES - 1).astype(np.int64)
        rows = self._rows[key]
        missing = np.flatnonzero(rows == 0)
        if len(missing):
            for k in missing[np.unique(key[missing], return_index=True)[1]].tolist():
                step = float(steps[k])
                radius = step / TENTHS if words[k] else LEAST * STEP**step
                self._rows[key[k]] = self._keep(self._add_mark(item.styles[item.style[k]], radius))
            rows = self._rows[key]
        return self._spots[rows]

    def _keep(self, spot: Spot) -> int:
        if self._count == len(self._spots):
            self._spots = np.concatenate((self._spots, np.zeros_like(self._spots)))
        self._spots[self._count] = spot
        self._count += 1
        return self._count - 1

    def _numbered(self, styles: tuple[primitives.Style, ...]) -> IntArray:
        """Number styles for good: twice their number, and 1 more for words."""
        known = self._numbers.get(id(styles))
        if known is None or known[0] is not styles:
            for style in styles:
                self._ids.setdefault(style, len(self._ids))
            while len(self._ids) * SIZES > len(self._rows):
                self._rows = np.concatenate((self._rows, np.zeros_like(self._rows)))
            if len(self._numbers) > 64:
                self._numbers.clear()
            numbers = np.array([2 * self._ids[each] + bool(each.text) for each in styles])
            known = self._numbers[id(styles)] = styles, numbers
        return known[1]

    def _add_mark(self, style: primitives.Style, radius: float) -> Spot:
        far = extent(style, radius)
        if far * self.ratio > LARGE:
            return 0.0, 0.0, -2.0 * far * self.ratio, 1.0
        size = 2 * int(np.ceil(far * self.ratio + 1.0))

        def paint(own: QPainter) -> None:
            own.translate(QPointF(size / 2 / self.ratio, size / 2 / self.ratio))
            paint_mark(own, style, radius)

        return self._add(size, size, paint)

    def _draw_large(self, painter: QPainter, item: primitives.Marks, k: int) -> None:
        style, radius = item.styles[item.style[k]], float(item.radius[k])
        half = int(np.ceil(extent(style, radius) * self.ratio + 1.0))
        picture = QPixmap(2 * half, 2 * half)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as own:
            own.setRenderHint(QPainter.RenderHint.Antialiasing)
            own.translate(half, half)
            own.scale(self.ratio, self.ratio)
            paint_mark(own, style, radius)
        x, y = np.rint(item.place[k] * self.ratio) - half
        painter.setOpacity(float(item.opacity[k]))
        painter.drawPixmap(int(x), int(y), picture)
        painter.setOpacity(1.0)

    # --- words --------------------------------------------------------------------------------

    def draw_tags(self, painter: QPainter, tags: tuple[primitives.Tag, ...]) -> None:
        """Draw tags on a painter whose unit is a device pixel."""
        if tags:
            spots = np.array([self._tag(tag) for tag in tags])
            corner = np.rint(np.array([tag.box[:2] for tag in tags]) * self.ratio) - BEYOND
            self._copy(painter, corner + spots[:, 2:] / 2.0, spots, np.ones(len(tags)))

    def _tag(self, tag: primitives.Tag) -> Spot:
        left, top, right, bottom = tag.box
        key = tag.plate, tag.parts, round(right - left, 3), round(bottom - top, 3)
        spot = self._tags.get(key)
        if spot is None:
            sides = (np.ceil((right - left) * self.ratio), np.ceil((bottom - top) * self.ratio))
            wide, high = (int(side) + 2 * BEYOND for side in sides)

            def paint(own: QPainter) -> None:
                own.translate(QPointF(BEYOND / self.ratio, BEYOND / self.ratio))
                paint_tag(own, tag)

            spot = self._tags[key] = self._add(wide + wide % 2, high + high % 2, paint)
        return spot

    # --- the sheet ----------------------------------------------------------------------------

    def _copy(
        self, painter: QPainter, centre: FloatArray, spots: FloatArray, opacity: FloatArray
    ) -> None:
        parts = np.zeros((len(centre), 10))
        parts[:, :2], parts[:, 2:6] = centre, spots
        parts[:, 6:8] = 1.0
        parts[:, 9] = opacity
        draw_fragments(painter, parts, self.pixmap)

    def _add(self, wide: int, high: int, paint: Callable[[QPainter], None]) -> Spot:
        left, top = self._room(wide, high)
        with QPainter(self.pixmap) as own:
            own.setRenderHint(QPainter.RenderHint.Antialiasing)
            own.setClipRect(left, top, wide, high)
            own.translate(left, top)
            own.scale(self.ratio, self.ratio)
            paint(own)
        return float(left), float(top), float(wide), float(high)

    def _room(self, wide: int, high: int) -> tuple[int, int]:
        """Find room in the row, or below it, on a larger sheet if need be."""
        left, top, tall = self._shelf
        if left + wide > self.pixmap.width():
            left, top, tall = 0, top + tall, 0
        tall = max(tall, high)
        width, height = max(self.pixmap.width(), wide), self.pixmap.height()
        while top + tall > height:
            height *= 2
        if (width, height) != (self.pixmap.width(), self.pixmap.height()):
            larger = _empty(height, width)
            with QPainter(larger) as painter:
                painter.drawPixmap(0, 0, self.pixmap)
            self.pixmap = larger
        self._shelf = left + wide, top, tall
        return left, top


def _empty(height: int, width: int = WIDE) -> QPixmap:
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
