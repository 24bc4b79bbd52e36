"""A tree as boxes and links: boxes light up under the mouse, and stay lit when clicked."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip

from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.tree_boxes import LINE_HEIGHT, PADDING, Arrangement, Box, Line, Link
from ensemble_viz.scene.tree_drawing import TreeDrawing
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.glyphs import draw_glyph
from ensemble_viz.ui.look.lettering import Align, width_of
from ensemble_viz.ui.pictures.picture import Picture
from ensemble_viz.ui.pictures.ways import TREE

FONTS = {
    "rule": "node", "head": "body", "value": "body", "name": "tick", "detail": "hint",
    "small": "tick",
}  # fmt: skip
RADIUS = 5.0
INSET = 9.0  # between the edge of a box and a text with two ends
GLYPH = 6.0
SMALLEST = 8  # pixels of type
WIDE = 100.0  # texts of wider leaves begin at the left


class TreePicture(Picture):
    """Paints the arrangement of a tree for its own width."""

    def __init__(self, desk: Desk, magnified: float = 1.0) -> None:
        """Show no tree yet; magnified for the back row."""
        super().__init__("Tree", desk.theme, TREE)
        self.desk, self.magnified = desk, magnified
        self.drawing: TreeDrawing | None = None
        self._kept: tuple[TreeDrawing, float, Arrangement | None] | None = None

    def show_drawing(self, drawing: TreeDrawing | None) -> None:
        """Take a tree."""
        self.theme = self.desk.theme.magnified(self.magnified)
        self.drawing = drawing
        self.be_high(drawing.height if drawing else 0.0)
        self.setAccessibleDescription(self._description())
        self.update()

    @property
    def arrangement(self) -> Arrangement | None:
        """The tree as it is laid out for this width."""
        if self.drawing is None:
            return None
        width = self.width() / self.theme.scale
        if self._kept is None or self._kept[0] is not self.drawing or self._kept[1] != width:
            self._kept = (self.drawing, width, self.drawing.arranged(width))
        return self._kept[2]

    def box_at(self, place: QPointF) -> Box | None:
        """Find the box at a place of the widget."""
        made, scale = self.arrangement, self.theme.scale
        return None if made is None else made.box_at(place.x() / scale, place.y() / scale)

    def place_of(self, node: int) -> QPointF | None:
        """Find the middle of a node's box on the widget; None where it has none."""
        made, scale = self.arrangement, self.theme.scale
        for box in made.boxes if made else ():
            if box.node == node:
                return QPointF(box.middle, box.y + box.height / 2.0) * scale
        return None

    def _description(self) -> str:
        if self.drawing is None or self.drawing.drawn is None:
            return self.drawing.sentence if self.drawing else ""
        made = self.arrangement
        return "\n".join(box.words.replace("\n", ", ") for box in made.boxes) if made else ""

    # --- the mouse ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up the node under the mouse."""
        box = self.box_at(event.position())
        self.hover(Focus(node=box.node) if box else NOTHING)
        shape = Qt.CursorShape.PointingHandCursor if box else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def leaveEvent(self, _event: QEvent) -> None:
        self.hover(NOTHING)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pin a node, or let go of it."""
        box = self.box_at(event.position())
        if box is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.pin(Focus(node=box.node))

    def pin(self, focus: Focus) -> None:
        self.desk.look(pinned=NOTHING if self.desk.view.where.pinned == focus else focus)

    def event(self, event: QEvent) -> bool:
        """Say all about the node under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            box = self.box_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), box.words if box else "", self)
            return True
        return super().event(event)

    def hover(self, focus: Focus) -> None:
        hovered = self.desk.view.hand.hovered
        if focus != hovered and (focus or hovered.node is not None):
            self.desk.look(hovered=focus)

    # --- painting -----------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint links, then boxes; or say why there is no tree."""
        self.written = []
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        made = self.arrangement
        if made is None:
            self._paint_sentence(painter)
            return
        painter.scale(self.theme.scale, self.theme.scale)
        for link in sorted(made.links, key=lambda link: link.on_path):
            self._paint_link(painter, link)
        for box in made.boxes:
            self._paint_box(painter, box)

    def _paint_sentence(self, painter: QPainter) -> None:
        if self.drawing is None:
            return
        room = QRectF(self.rect()).adjusted(0.5, 2.5, -0.5, -2.5)
        room.setHeight(min(room.height(), self.theme.px(64)))
        painter.setPen(QPen(self.theme.colour("border"), 1.0, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(room, RADIUS, RADIUS)
        text, colour = self.drawing.sentence, self.theme.colour("ink3")
        self.letter(painter, room, text, self.theme.font("text"), colour, Align.AlignHCenter)

    def _paint_link(self, painter: QPainter, link: Link) -> None:
        name = "accent" if link.is_now else "ink" if link.on_path else "border"
        width = max(link.width, 2.25) if link.on_path else link.width
        pen = QPen(self.theme.colour(name), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if link.dashed:
            pen.setDashPattern([2.0, 1.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline([QPointF(x, y) for x, y in link.points])
        if link.answer is not None:
            answer, font = link.answer, self._font("tick")
            left = answer.x - 60.0 if answer.side == "left" else answer.x
            align = Align.AlignRight if answer.side == "left" else Align.AlignLeft
            place = QRectF(left, answer.y - 8.0, 60.0, 16.0)
            self.letter(painter, place, answer.text, font, self.theme.colour("ink3"), align)

    def _paint_box(self, painter: QPainter, box: Box) -> None:
        edge, width = self._edge(box)
        style = Qt.PenStyle.DashLine if box.gone else Qt.PenStyle.SolidLine
        painter.setPen(QPen(edge, width, style))
        painter.setBrush(self._ground(box))
        inset = width / 2.0
        room = QRectF(box.x, box.y, box.width, box.height)
        painter.drawRoundedRect(room.adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)
        top = box.y + PADDING
        for line in box.lines:
            height = LINE_HEIGHT[line.role]
            self._paint_line(painter, box, line, QRectF(box.x, top, box.width, height))
            top += height

    def _edge(self, box: Box) -> tuple[QColor, float]:
        name = "accent" if box.is_now else "ink"
        if box.lit:
            return self.theme.colour(name), 2.75
        if box.is_now or box.on_path:
            return self.theme.colour(name), 2.0
        if box.k is not None:
            return self.theme.colour(self.theme.palette.classes[box.k].fill), 1.4
        return self.theme.colour("border"), 1.2

    def _ground(self, box: Box) -> QColor:
        if box.k is not None:
            return self.theme.colour(self.theme.palette.classes[box.k].pale)
        return self.theme.colour("window" if box.kind == "more" else "card")

    def _paint_line(self, painter: QPainter, box: Box, line: Line, place: QRectF) -> None:
        if line.marked:
            self._paint_marked(painter, box, line, place)
            return
        font, colour = self._font(FONTS[line.role], line.strong), self._ink(box, line)
        font.setStrikeOut(line.struck)
        is_wide = box.kind == "leaf" and box.width > WIDE
        inset = INSET if line.value or is_wide else 2.0
        inner = place.adjusted(inset, 0.0, -inset, 0.0)
        font = narrowed(font, f"{line.text} {line.value}".strip(), inner.width())
        align = Align.AlignLeft if line.value or is_wide else Align.AlignHCenter
        self.letter(painter, inner, line.text, font, colour, align)
        self.letter(painter, inner, line.value, font, colour, Align.AlignRight)

    def _ink(self, box: Box, line: Line) -> QColor:
        if line.now:
            return self.theme.colour("accent")
        if box.gone:
            return self.theme.colour("ink3")
        strong = line.strong or line.role == "rule"
        return self.theme.colour("ink" if strong else "ink2")

    def _paint_marked(self, painter: QPainter, box: Box, line: Line, place: QRectF) -> None:
        """Paint the shape of the class, and the text behind it; together in the middle."""
        assert box.k is not None
        font = self._font(FONTS[line.role], line.strong)
        gap = 7.0 if line.text else 0.0
        wide = 2.0 * GLYPH + gap + min(width_of(line.text, font), place.width() - 30.0)
        left = place.left() + INSET if box.width > WIDE else place.center().x() - wide / 2.0
        radius = GLYPH if line.text else 5.0
        centre = QPointF(left + GLYPH, place.center().y())
        draw_glyph(painter, centre, radius, self.theme.palette.classes[box.k])
        left += 2.0 * GLYPH + gap
        rest = QRectF(left, place.top(), place.right() - 3.0 - left, place.height())
        self.letter(painter, rest, line.text, font, self.theme.colour("ink"))

    def _font(self, role: str, strong: bool = False) -> QFont:
        """Give a font at the plain size: the painter scales all of it."""
        font = self.theme.font(role)
        font.setPixelSize(max(1, round(font.pixelSize() / self.theme.scale)))
        if strong:
            font.setWeight(QFont.Weight.DemiBold)
        return font


def narrowed(font: QFont, text: str, width: float) -> QFont:
    """Make a font smaller until a text fits: numbers must not be cut."""
    made = QFont(font)
    while width_of(text, made) > width and made.pixelSize() > SMALLEST:
        made.setPixelSize(made.pixelSize() - 1)
    return made
