"""Thumbnails of the learners so far, in rows or in one strip; a click goes to the round."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF

from ensemble_viz.scene.gallery import NEXT, Gallery, GalleryItem, picture
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.thumbnails import SIZE, Thumbnail
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import Align, width_of
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.pictures.picture import Picture
from ensemble_viz.ui.pictures.ways import GALLERY

BETWEEN = 18.0  # for the operator between two thumbnails
CAPTION = 17.0
ROW_GAP = 7.0
MOST_IMAGES = 64
STRIP = 80.0 / SIZE[0]  # thumbnails are larger in a strip
BORDER = 1.4  # pixels


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """An item and the rectangle of its picture."""

    item: GalleryItem
    room: QRectF


class GalleryPicture(Picture):
    """Paints as many thumbnails as fit."""

    placed_anew = Signal(int)
    """How many earlier learners have no place."""

    def __init__(self, desk: Desk, is_strip: bool) -> None:
        """Show no learner yet; a strip is one row of larger pictures."""
        super().__init__("Learners so far", desk.theme, GALLERY)
        self.desk = desk
        self.rows = 1 if is_strip else 2
        self.is_strip = is_strip
        self.gallery: Gallery | None = None
        self.stage: Stage | None = None
        self.hovered: int | None = None
        self._placed: list[Placed] = []
        self._images = Images()

    def show_gallery(self, gallery: Gallery, stage: Stage) -> None:
        """Take the learners of a stage."""
        self.theme = self.desk.theme
        self.gallery, self.stage = gallery, stage
        self.be_high(self.rows * (self._size[1] + CAPTION) + (self.rows - 1) * ROW_GAP + 2.0)
        self._place()

    def resizeEvent(self, _event: QEvent) -> None:
        self._place()

    @property
    def placed(self) -> list[Placed]:
        """What is painted, and where."""
        return self._placed

    @property
    def columns(self) -> int:
        """Count the pictures that fit beside one another."""
        px = self.theme.px
        return max(2, int((self.width() + px(BETWEEN)) // (px(self._size[0]) + px(BETWEEN))))

    @property
    def _size(self) -> tuple[float, float]:
        if self.is_strip:
            return SIZE[0] * STRIP, round(SIZE[1] * STRIP * 0.95)
        return SIZE[0], round(SIZE[1])

    def _place(self) -> None:
        """Place the items row by row, the next learner at the end of the last."""
        if self.gallery is None:
            return
        items, left_out = self.gallery.fitted(self.columns * self.rows)
        self._placed = [
            Placed(item, self._room(*self._spot(k, len(items), item.kind == "next")))
            for k, item in enumerate(items)
        ]
        self.hovered = None
        self.setAccessibleDescription(", ".join(_words(item) for item in items))
        self.placed_anew.emit(left_out)
        self.update()

    def _spot(self, k: int, count: int, is_next: bool) -> tuple[int, int]:
        """Choose row and column; the next learner stands apart, behind the others."""
        row, column = divmod(k, self.columns)
        if not is_next:
            return row, column
        last = self.columns - 1
        return (count - 1) // self.columns, min(count, last) if self.is_strip else last

    def _room(self, row: int, column: int) -> QRectF:
        px, (wide, high) = self.theme.px, self._size
        left = 1.0 + column * (px(wide) + px(BETWEEN))
        return QRectF(left, 1.0 + row * px(high + CAPTION + ROW_GAP), px(wide), px(high))

    # --- the mouse ----------------------------------------------------------------------------

    def index_at(self, place: QPointF) -> int | None:
        """Find the thumbnail at a place, its caption included."""
        below = self.theme.px(CAPTION)
        for k, placed in enumerate(self._placed):
            if placed.room.adjusted(0.0, 0.0, 0.0, below).contains(place):
                return k
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Outline the thumbnail under the mouse."""
        self.hover(self.index_at(event.position()))

    def leaveEvent(self, _event: QEvent) -> None:
        """Outline none."""
        self.hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the round of a thumbnail."""
        found = self.index_at(event.position())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.desk.go_to_round(self._placed[found].item.round)

    def hover(self, index: int | None) -> None:
        """Outline a thumbnail."""
        if index == self.hovered:
            return
        self.hovered = index
        shape = Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        self.setToolTip("" if index is None else f"Go to round {self._placed[index].item.round}")
        self.update()

    # --- painting -----------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the thumbnails, with what stands between them and below."""
        self.written = []
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.gallery is None:
            return
        if not self._placed:
            colour, font = self.theme.colour("ink3"), self.theme.font("text")
            place = QRectF(0.0, 0.0, self.width(), self.theme.px(24))
            self.letter(painter, place, self.gallery.sentence, font, colour)
        for k, placed in enumerate(self._placed):
            self._paint_operator(painter, k, placed)
            self._paint_thumbnail(painter, k, placed)
            self._paint_caption(painter, placed)
        self.desk.keep_reading()

    def _paint_operator(self, painter: QPainter, k: int, placed: Placed) -> None:
        """Write + or = before a thumbnail, at the end of the row above where it begins one."""
        if not placed.item.operator:
            return
        before, wide = self._placed[k - 1].room if k else placed.room, self.theme.px(BETWEEN)
        left = before.right() if k else placed.room.left() - wide
        place = QRectF(left, before.top(), wide, before.height())
        if left + wide > self.width() + 2.0:
            return
        font, colour = self.theme.font("body"), self.theme.colour("ink2")
        self.letter(painter, place, placed.item.operator, font, colour, Align.AlignHCenter)

    def _paint_thumbnail(self, painter: QPainter, k: int, placed: Placed) -> None:
        assert self.stage is not None
        thumbnail = picture(self.stage, placed.item)
        room = placed.room
        if thumbnail.rgb is not None:
            hint = QPainter.RenderHint.SmoothPixmapTransform
            painter.setRenderHint(hint, on=not self._is_even(painter))
            painter.drawImage(room, self._images.of(thumbnail))
            paint_curves(painter, thumbnail, room, self.theme)
        else:
            painter.fillRect(room, self.theme.colour("canvas"))
        if thumbnail.line is not None:
            self._paint_steps(painter, thumbnail, room, placed.item.kind == "next")
        colour, width = self._edge(k, placed.item)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, width))
        inset = width / 2.0
        painter.drawRect(room.adjusted(inset, inset, -inset, -inset))

    def _paint_steps(
        self, painter: QPainter, thumbnail: Thumbnail, room: QRectF, is_next: bool
    ) -> None:
        assert thumbnail.line is not None
        line = [
            QPointF(room.left() + x * room.width(), room.bottom() - y * room.height())
            for x, y in thumbnail.line.tolist()
        ]
        painter.save()
        painter.setClipRect(room)
        painter.setPen(QPen(self.theme.colour("accent" if is_next else "ink"), 1.8))
        painter.drawPolyline(QPolygonF(line))
        painter.restore()

    def _paint_caption(self, painter: QPainter, placed: Placed) -> None:
        """Write the caption, with the name where there is room for it."""
        item, room = placed.item, placed.room
        font = caption_font(self.theme, item)
        extra = self.theme.px(BETWEEN) - 4.0
        place = QRectF(
            room.left() - extra / 2.0, room.bottom() + 1.0, room.width() + extra,
            self.theme.px(CAPTION) - 2.0,
        )  # fmt: skip
        place.moveRight(min(place.right(), float(self.width())))
        place.moveLeft(max(place.left(), 0.0))
        full, short = f"{item.caption} {item.name}".strip(), item.caption.removeprefix(NEXT)
        fit = (text for text in (full, item.caption) if width_of(text, font) <= place.width())
        text = next(fit, short)
        colour = self.theme.colour("accent" if item.is_now else "ink2")
        self.letter(painter, place, text, font, colour, Align.AlignHCenter)

    def _edge(self, k: int, item: GalleryItem) -> tuple[QColor, float]:
        if item.is_now:
            return self.theme.colour("accent"), 3.0 if k == self.hovered else 2.0
        if k == self.hovered:
            return self.theme.colour("ink"), 2.0
        return self.theme.colour("border"), 1.0

    def _is_even(self, painter: QPainter) -> bool:
        """Say whether the pixels of the pictures and of the screen go evenly into each other."""
        ratio = self.theme.px(self._size[0]) * painter.device().devicePixelRatio() / SIZE[0]
        return ratio in (1.0, 2.0)


class Images:
    """The thumbnails as images, each made once."""

    def __init__(self) -> None:
        """Have none yet."""
        self._made: dict[int, tuple[Thumbnail, QImage]] = {}

    def of(self, thumbnail: Thumbnail) -> QImage:
        """Make an image of the colours, or give the one that was made."""
        key = id(thumbnail)
        if key not in self._made or self._made[key][0] is not thumbnail:
            assert thumbnail.rgb is not None
            rows, columns, _ = thumbnail.rgb.shape
            form = QImage.Format.Format_RGB888
            image = QImage(thumbnail.rgb.data, columns, rows, 3 * columns, form).copy()
            self._made = {k: self._made[k] for k in list(self._made)[1 - MOST_IMAGES :]}
            self._made[key] = (thumbnail, image)
        return self._made[key][1]


def _words(item: GalleryItem) -> str:
    return f"{item.operator} {item.caption} {item.name}".strip()


def paint_curves(painter: QPainter, thumbnail: Thumbnail, room: QRectF, theme: Theme) -> None:
    """Draw the borders of learners that are no trees, smoothly."""
    painter.save()
    painter.setClipRect(room)
    painter.setPen(QPen(theme.colour("boundary"), BORDER * theme.scale))
    for curve in thumbnail.curves:
        x = room.left() + curve[:, 0] * room.width()
        y = room.bottom() - curve[:, 1] * room.height()
        places = [QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        painter.drawPolyline(QPolygonF(places))
    painter.restore()


def caption_font(theme: Theme, item: GalleryItem) -> QFont:
    """Write what is now in bold."""
    font = theme.font("tick")
    if item.is_now:
        font.setWeight(QFont.Weight.DemiBold)
    return font
