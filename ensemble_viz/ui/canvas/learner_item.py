"""This round's learner: a stump's line between its two answers, or the regions of a tree."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray, distinct
from ensemble_viz.scene.learner_marks import LearnerMark, StumpLine
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import bars, fill_bar, in_device_pixels, paint_bars
from ensemble_viz.ui.canvas.glide import Glide
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.smooth import path_of, stroke
from ensemble_viz.ui.canvas.structs import draw_rects
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE
MILLISECONDS = 200
HALO = 1.5
STRIP, TINT, LIT = 0.72, 0.12, 0.16  # how much of a colour is left
INNER = 1.0
MANY, LEAST = 24, 0.45  # regions with more edges have thinner ones, down to a share


class LearnerItem(Layer):
    """Paints what this round's learner looks like."""

    def __init__(self, desk: Desk) -> None:
        """Know no learner yet."""
        super().__init__(desk)
        self.mark: LearnerMark | None = None
        self.glides = True
        self._is_off = False
        self._key: object = None
        self._glide = Glide(self, MILLISECONDS, appears=True)
        self._glide.valueChanged.connect(self._grow)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the learner of a scene; a new line is drawn from its end."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        self.mark = scene.learner_mark
        self._is_off = scene.view.look.layers.surface == "off"
        key = (scene.stage.round, scene.stage.which) if self.mark is not None else None
        stepped = change & Change.ROUND and not change & ~(UNSEEN | Change.ROUND | Change.FOCUS)
        if key != self._key or not stepped:
            self._glide.stop()
        if key != self._key and key is not None and stepped and self.glides:
            self._glide.begin()
        self._key = key
        self.update()

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint a line or regions."""
        if self.mark is None:
            return
        if self.mark.stump is not None:
            self._draw_stump(painter, self.mark.stump, at)
        else:
            self._draw_tree(painter, self.mark, at)
        self._draw_taken(painter, self.mark.taken, at)

    # --- stumps -------------------------------------------------------------------------------

    def _draw_stump(self, painter: QPainter, stump: StumpLine, at: PixelMap) -> None:
        line = stump_bar(stump, at, self.measures.learner)
        halo, strip = round(HALO * at.ratio), round(self.measures.strip * at.ratio)
        low, high = self._answer(stump.low), self._answer(stump.high)
        if stump.axis == 1:
            low, high = high, low  # pixels count downwards
        if self._is_off:
            self._tint(painter, (low, high), line, stump.axis, at)
        if self.mark is not None:
            self._light(painter, self.mark.lit, at)
        far = grown(line, stump.axis, halo + strip)
        near = grown(line, stump.axis, halo)
        first, second = beside(far, near, stump.axis)
        painter.save()
        in_device_pixels(painter, at)
        painter.setClipRect(self._reached(at, stump.axis))
        for rect, colour, share in (
            (first, low, STRIP),
            (second, high, STRIP),
            (near, self.theme.colour("halo"), 1.0),
            (line, self.theme.colour("accent"), 1.0),
        ):
            shade = QColor(colour)
            shade.setAlphaF(share)
            fill_bar(painter, rect, shade)
        painter.restore()

    def _reached(self, at: PixelMap, axis: int) -> QRectF:
        """Say how far the line is drawn, in device pixels: upwards, or to the right."""
        width, height = at.width * at.ratio, at.height * at.ratio
        share = self._glide.share
        if axis == 0:
            return QRectF(at.left * at.ratio, at.top * at.ratio, width, height * share)
        return QRectF(at.left * at.ratio, at.top * at.ratio, width * share, height)

    def _tint(
        self, painter: QPainter, colours: tuple[QColor, QColor], line: QRectF, axis: int,
        at: PixelMap,
    ) -> None:  # fmt: skip
        """Tint both half-planes where no surface does."""
        width, height = at.width * at.ratio, at.height * at.ratio
        whole = QRectF(at.left * at.ratio, at.top * at.ratio, width, height)
        painter.save()
        in_device_pixels(painter, at)
        for rect, colour in zip(beside(whole, line, axis), colours, strict=True):
            tint = QColor(colour)
            tint.setAlphaF(TINT)
            painter.fillRect(rect, tint)
        painter.restore()

    def _answer(self, k: int) -> QColor:
        """Give the colour of a class, or of a value's sign."""
        return self.theme.colour(self.theme.palette.of_answer(k).fill)

    # --- trees --------------------------------------------------------------------------------

    def _draw_tree(self, painter: QPainter, mark: LearnerMark, at: PixelMap) -> None:
        accent, halo = self.theme.colour("accent"), self.theme.colour("halo")
        if self._is_off:
            for k in distinct(mark.answers):
                tint = self._answer(int(k))
                tint.setAlphaF(TINT)
                self._fill(painter, mark.boxes[mark.answers == k], tint, at)
        self._light(painter, mark.lit, at)
        faint = QColor(accent)
        faint.setAlphaF(0.55)
        paint_bars(painter, bars(mark.inner, INNER, at), faint, at)
        width = self.measures.region * min(1.0, max(LEAST, (MANY / max(len(mark.lines), 1)) ** 0.5))
        paint_bars(painter, bars(mark.lines, width + 2.0 * HALO, at), halo, at)
        paint_bars(painter, bars(mark.lines, width, at), accent, at)
        if mark.curves:
            path = path_of(mark.curves, at)
            stroke(painter, path, self.measures.region + 2.0 * HALO, halo)
            stroke(painter, path, self.measures.region, accent)

    def _draw_taken(self, painter: QPainter, lines: FloatArray, at: PixelMap) -> None:
        """Draw the splits that are taken back: dashed."""
        for share, colour in ((1.0, "halo"), (0.5, "ink2")):
            pen = QPen(self.theme.colour(colour), self.measures.learner * share)
            if share < 1.0:
                pen.setDashPattern([4.0, 3.0])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            x, y = at.across(lines[:, 0::2]), at.down(lines[:, 1::2])
            for (x1, x2), (y1, y2) in zip(x.tolist(), y.tolist(), strict=True):
                painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))

    def _light(self, painter: QPainter, boxes: FloatArray, at: PixelMap) -> None:
        """Tint the region of the node that is looked at."""
        if not len(boxes):
            return
        tint = self.theme.colour("accent", LIT)
        self._fill(painter, boxes, tint, at)

    def _fill(self, painter: QPainter, boxes: FloatArray, colour: QColor, at: PixelMap) -> None:
        x, y = at.across(boxes[:, 0::2]) * at.ratio, at.down(boxes[:, 1::2]) * at.ratio
        x, y = np.rint(x), np.rint(y)
        rects = np.column_stack((x[:, 0], y[:, 1], x[:, 1] - x[:, 0], y[:, 0] - y[:, 1]))
        painter.save()
        in_device_pixels(painter, at)
        painter.setPen(QColor(0, 0, 0, 0))
        painter.setBrush(colour)
        draw_rects(painter, rects)
        painter.restore()

    def _grow(self, _share: object) -> None:
        self.update()


def stump_bar(stump: StumpLine, at: PixelMap, width: float) -> QRectF:
    """Find the line of a stump across the canvas, in device pixels."""
    (left, right), (bottom, top) = at.x, at.y
    cut = stump.threshold
    line = (cut, bottom, cut, top) if stump.axis == 0 else (left, cut, right, cut)
    rect = bars(np.array([line]), width, at)[0]
    return QRectF(*rect.tolist())


def grown(rect: QRectF, axis: int, by: float) -> QRectF:
    """Make a line thicker."""
    return rect.adjusted(-by, 0, by, 0) if axis == 0 else rect.adjusted(0, -by, 0, by)


def beside(outer: QRectF, inner: QRectF, axis: int) -> tuple[QRectF, QRectF]:
    """Give what is left of an outer rectangle on either side of an inner one."""
    if axis == 0:
        left = QRectF(outer.left(), outer.top(), inner.left() - outer.left(), outer.height())
        right = outer.right() - inner.right()
        return left, QRectF(inner.right(), outer.top(), right, outer.height())
    above = QRectF(outer.left(), outer.top(), outer.width(), inner.top() - outer.top())
    below = outer.bottom() - inner.bottom()
    return above, QRectF(outer.left(), inner.bottom(), outer.width(), below)
