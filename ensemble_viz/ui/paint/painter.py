"""Paints the levels of a picture; what looks the same again is copied."""

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.picture import primitives
from ensemble_viz.ui.paint.atlas import Atlas
from ensemble_viz.ui.paint.shapes import draw_rects, paint_bars, paint_tags, polygon

COSTLY = 100  # lines that take longer to paint than to copy
QUICK = 50  # marks that are painted as fast as a line
CROWD = 10  # what takes so many times as long is copied at once: it will be painted again
RASTERS = 2  # surfaces that are kept as pixels: while one fades into the next, both are painted
Items = tuple[primitives.Item, ...]
Hint = QPainter.RenderHint.Antialiasing


class QtPainter:
    """Paints pictures; at another device pixel ratio it begins anew."""

    def __init__(self, keeps_words: bool = True) -> None:
        self.keeps_words = keeps_words
        """Words are kept on the sheet of sprites: they will be painted again, and again."""
        self._begin(1.0)

    def _begin(self, ratio: float) -> None:
        self.ratio = ratio
        self.atlas = Atlas(ratio)
        self._size = (0.0, 0.0)
        self._seen: dict[str, Items] = {}
        self._copies: dict[str, tuple[Items, QPixmap]] = {}
        self._rasters: list[tuple[primitives.Raster, QImage, object]] = []

    def paint(self, picture: primitives.Picture, painter: QPainter, ratio: float = 1.0) -> None:
        if ratio != self.ratio:
            self._begin(ratio)
        self.atlas.begin()
        self._size = picture.width * ratio, picture.height * ratio
        for layer in picture.layers:
            painter.save()
            self._clip(layer, painter)
            copy = self._copies.get(layer.level)
            if copy is not None and copy[0] is layer.items:
                painter.drawPixmap(0, 0, copy[1])
            elif self._is_worth_a_copy(layer):
                copied = self._copied(layer, picture)
                self._copies[layer.level] = layer.items, copied
                painter.drawPixmap(0, 0, copied)
            else:
                self._paint_items(layer, painter)
            self._seen[layer.level] = layer.items
            painter.restore()

    def _clip(self, layer: primitives.Layer, painter: QPainter) -> None:
        if layer.clip is not None:
            left, top, right, bottom = (
                round(side * self.ratio) / self.ratio for side in layer.clip
            )
            clip = QRectF(left, top, max(right - left, 0.0), max(bottom - top, 0.0))
            painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)

    def _paint_items(self, layer: primitives.Layer, painter: QPainter) -> None:
        for item in layer.items:
            painter.save()
            getattr(self, f"_{type(item).__name__.lower()}")(painter, item)
            painter.restore()

    def _is_worth_a_copy(self, layer: primitives.Layer) -> bool:
        is_again = self._seen.get(layer.level) is layer.items
        return sum(map(_cost, layer.items)) > COSTLY * (1 if is_again else CROWD)

    def _copied(self, layer: primitives.Layer, picture: primitives.Picture) -> QPixmap:
        copied = QPixmap(round(picture.width * self.ratio), round(picture.height * self.ratio))
        copied.setDevicePixelRatio(self.ratio)
        copied.fill(Qt.GlobalColor.transparent)
        with QPainter(copied) as own:
            self._paint_items(layer, own)
        return copied

    def _in_device_pixels(self, painter: QPainter) -> None:
        painter.scale(1.0 / self.ratio, 1.0 / self.ratio)

    # --- what pictures are made of ------------------------------------------------------------

    def _raster(self, painter: QPainter, item: primitives.Raster) -> None:
        image = next((known for kept, known, _ in self._rasters if _is_same(kept, item)), None)
        if image is None:
            pixels = item.pixels(self.ratio)
            high, wide = pixels.shape
            image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_RGB32)
            self._rasters = [(item, image, pixels), *self._rasters[: RASTERS - 1]]
        self._in_device_pixels(painter)
        painter.setOpacity(item.opacity)
        left, top = item.box[:2]
        painter.drawImage(round(left * self.ratio), round(top * self.ratio), image)

    def _bars(self, painter: QPainter, item: primitives.Bars) -> None:
        self._in_device_pixels(painter)
        paint_bars(painter, item.rects(self.ratio), QColor.fromRgba(item.colour))

    def _rects(self, painter: QPainter, item: primitives.Rects) -> None:
        boxes = np.rint(item.boxes * self.ratio)
        self._in_device_pixels(painter)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor.fromRgba(item.colour))
        draw_rects(painter, np.concatenate((boxes[:, :2], boxes[:, 2:] - boxes[:, :2]), axis=1))

    def _polylines(self, painter: QPainter, item: primitives.Polylines) -> None:
        pen = QPen(QColor.fromRgba(item.colour), item.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        joins = Qt.PenJoinStyle
        pen.setJoinStyle(joins.MiterJoin if item.straight else joins.RoundJoin)
        if item.dash:
            pen.setDashPattern([length / item.width for length in item.dash])
        painter.setRenderHint(Hint, not item.straight)
        curves = (
            [self._snapped(curve, item.width) for curve in item.curves]
            if item.straight
            else item.curves
        )
        painter.strokePath(_path(curves), pen)

    def _snapped(self, curve: FloatArray, width: float) -> FloatArray:
        half = max(1.0, round(width * self.ratio)) / 2.0
        return (np.rint(curve * self.ratio - half) + half) / self.ratio

    def _polygons(self, painter: QPainter, item: primitives.Polygons) -> None:
        painter.setRenderHint(Hint)
        painter.fillPath(_path(item.areas), QColor.fromRgba(item.colour))

    def _glyphs(self, painter: QPainter, item: primitives.Glyphs) -> None:
        """Fill letters; their baseline stands on a whole pixel."""
        painter.setRenderHint(Hint)
        across, down = (round(place * self.ratio) / self.ratio for place in (item.x, item.y))
        painter.translate(across, down)
        painter.scale(item.scale, item.scale)
        painter.fillPath(_letters(item), QColor.fromRgba(item.colour))

    def _marks(self, painter: QPainter, item: primitives.Marks) -> None:
        self._in_device_pixels(painter)
        self.atlas.draw_marks(painter, item, self._size)

    def _tags(self, painter: QPainter, item: primitives.Tags) -> None:
        if self.keeps_words:
            self._in_device_pixels(painter)
            self.atlas.draw_tags(painter, item.tags)
            return
        paint_tags(painter, item.tags)


def _cost(item: primitives.Item) -> int:
    """Count lines, and corners of lines; marks as far as they take as long."""
    if isinstance(item, primitives.Polylines):
        return sum(map(len, item.curves))
    if isinstance(item, primitives.Marks):
        return len(item.place) // QUICK
    if isinstance(item, primitives.Glyphs):
        return len(item.corners)
    return len(item.lines) if isinstance(item, primitives.Bars) else 0


def _is_same(one: primitives.Raster, other: primitives.Raster) -> bool:
    """True if two rasters have the same pixels."""
    same = one.tints is other.tints and one.x is other.x and one.y is other.y
    return same and one.box == other.box


def _letters(item: primitives.Glyphs) -> QPainterPath:
    path, control = QPainterPath(), None
    path.setFillRule(Qt.FillRule.WindingFill)
    for (x, y), verb in zip(item.corners.tolist(), item.verbs.tolist(), strict=True):
        if verb == item.BEGIN:
            path.moveTo(x, y)
        elif verb == item.LINE:
            path.lineTo(x, y)
        elif control is None:
            control = x, y
        else:
            path.quadTo(*control, x, y)
            control = None
    return path


def _path(curves: "tuple[FloatArray, ...] | list[FloatArray]") -> QPainterPath:
    path = QPainterPath()
    for curve in curves:
        path.addPolygon(polygon(np.asarray(curve, dtype=np.float64)))
    return path
