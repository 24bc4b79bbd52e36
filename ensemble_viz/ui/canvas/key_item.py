"""The scales in the lower left corner: of weights as areas, and of values as colours."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen

from ensemble_viz.document.document import Change
from ensemble_viz.scene.field import ValueScale
from ensemble_viz.scene.legend import AreaSample
from ensemble_viz.scene.measures import Measures
from ensemble_viz.scene.numbers import shortest
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.still import Still
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import width_of

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FOCUS | Change.FRAME
LEFT, FOOT = 16.0, 56.0
BAR = (132.0, 10.0)
VEIL = 0.88  # of the ground's colour, so that lines below do not run through the words
AROUND = (6.0, 4.0)  # pixels of the veil beside and above the row
VALUE = "value"
Align = Qt.AlignmentFlag
Row = list[tuple[float, str | AreaSample | ValueScale]]


class KeyItem(Layer):
    """Paints the map scale of areas and the bar of values."""

    def __init__(self, desk: Desk) -> None:
        """Know no scale yet."""
        super().__init__(desk)
        self.areas: tuple[AreaSample, ...] = ()
        self.words = ""
        self.values: ValueScale | None = None
        self._plain = 6.0
        self._row: Row | None = None
        self._said: tuple[object, ...] = ()
        """What the row is made of."""
        self._still = Still()

    def measure(self, measures: Measures) -> None:
        """Take other sizes."""
        super().measure(measures)
        self._row = None

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the scales of a scene."""
        if not change & ~UNSEEN:
            return
        self.areas, self.words = scene.legend.areas, scene.legend.area_words
        self._plain = scene.markers.plain_radius
        is_shown = scene.view.look.layers.surface != "off"
        self.values = scene.field.scale if scene.field is not None and is_shown else None
        values = None if self.values is None else (self.values.low, self.values.high)
        said = (self.desk.theme, self.areas, self.words, self._plain, values)
        if said != self._said:
            self.theme, self._said, self._row = self.desk.theme, said, None
            self.update()

    def place(self, at: PixelMap) -> QRectF:
        """Find the row of scales; empty where there is none."""
        width = sum(part for part, _ in self._parts())
        if not width:
            return QRectF()
        middle = at.top + at.height - FOOT
        high = max([self.theme.px(18), *(2.0 * self._radius(area) for area in self.areas)])
        return QRectF(at.left + LEFT, middle - high / 2, width, high)

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint the row."""
        place = self.place(at)
        if place.isEmpty():
            return
        key = (place.getRect(), self._said, self.measures.growth)
        part = place.adjusted(-AROUND[0], -AROUND[1], 0.0, AROUND[1])
        self._still.paint(painter, key, (part,), partial(self._draw_row, place))

    def _draw_row(self, place: QRectF, painter: QPainter) -> None:
        """Paint all parts side by side."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("canvas", VEIL))
        painter.drawRoundedRect(place.adjusted(-AROUND[0], -AROUND[1], -2.0, AROUND[1]), 5.0, 5.0)
        left = place.left()
        for width, part in self._parts():
            spot = QRectF(left, place.top(), width, place.height())
            if isinstance(part, AreaSample):
                self._draw_disc(painter, part, spot)
            elif isinstance(part, ValueScale):
                self._draw_bar(painter, part, spot)
            else:
                self._write(painter, part, spot)
            left += width

    def _parts(self) -> Row:
        """List what stands in the row, with its width."""
        if self._row is None:
            self._row = self._lined_up()
        return self._row

    def _lined_up(self) -> Row:
        found: Row = []
        font, gap = self.theme.font("text"), self.theme.px(8)
        if self.areas:
            found.append((width_of(self.words, font) + gap, self.words))
            for area in self.areas:
                found.append((2.0 * self._radius(area) + gap, area))
                found.append((width_of(area.text, font) + gap, area.text))
        if self.values is not None:
            if found:
                found.append((2.0 * gap, ""))  # another scale begins
            found.append((width_of(VALUE, font) + gap, VALUE))
            low, high = shortest(self.values.low, 2), shortest(self.values.high, 2)
            found.append((width_of(low, font) + gap, low))
            found.append((self.theme.px(BAR[0]) + gap, self.values))
            found.append((width_of(high, font) + gap, high))
        return found

    def _radius(self, area: AreaSample) -> float:
        return float(self.measures.growth * self._plain * area.area**0.5)

    def _draw_disc(self, painter: QPainter, sample: AreaSample, spot: QRectF) -> None:
        radius, width = self._radius(sample), 1.2
        painter.setPen(QPen(self.theme.colour("ink2"), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        centre = QPointF(spot.left() + radius, spot.center().y())
        painter.drawEllipse(centre, radius - width / 2, radius - width / 2)

    def _draw_bar(self, painter: QPainter, scale: ValueScale, spot: QRectF) -> None:
        length, height = self.theme.px(BAR[0]), self.theme.px(BAR[1])
        bar = QRectF(spot.left(), spot.center().y() - height / 2, length, height)
        colours = scale.colours.copy()
        image = QImage(colours.data, len(colours), 1, 3 * len(colours), QImage.Format.Format_RGB888)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(bar, image.copy())
        painter.setPen(QPen(QBrush(QColor(self.theme.colour("ink3"))), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        painter.restore()

    def _write(self, painter: QPainter, words: str, spot: QRectF) -> None:
        painter.setFont(self.theme.font("text"))
        painter.setPen(self.theme.colour("ink2"))
        painter.drawText(spot, Align.AlignVCenter | Align.AlignLeft, words)
