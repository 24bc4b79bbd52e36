"""The key and the card of a point, on the canvas."""

from dataclasses import replace
from html import escape

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QToolButton

from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import NOTHING as WHERE_NOTHING
from ensemble_viz.engine.data import LARGEST_VALUE
from ensemble_viz.engine.data.samples import Option
from ensemble_viz.scene.cards import Card
from ensemble_viz.scene.legend import ClassEntry, Legend, fullest
from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.picture.cards import (
    BUTTON,
    PADDING,
    KeyRoom,
    beside_caption,
    key_card,
    point_card,
)
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.overlay_card import NO_CARD, OverlayCard
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import MANY
from ensemble_viz.ui.form.span import span_of_option
from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.style import Theme, mixed
from ensemble_viz.ui.look.widgets import words
from ensemble_viz.ui.paint import paint_tag

NOTHING = Legend()


class ClassButton(QAbstractButton):
    """A class in the key; pressed, it is in hand."""

    def __init__(self, card: "LegendCard", k: int) -> None:
        super().__init__(card)
        self.card = card
        self.k = k
        self.tag: primitives.Tag | None = None
        self.setObjectName(f"class-{k}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.clicked.connect(self.take)

    def show_class(self, entry: ClassEntry, tag: primitives.Tag) -> None:
        self.tag, name = tag, entry.name[:200]
        self.setChecked(entry.in_hand)
        self.setText(f"{name} {entry.count}")
        self.setAccessibleName(f"Class {name}, {entry.count} points")
        self.setToolTip(f"<p>Take {escape(name)} in hand ({self.k + 1})</p>")
        left, top, right, bottom = (round(side) for side in tag.box)
        self.setGeometry(QRect(left, top, right - left, bottom - top))
        self.update()

    def take(self) -> None:
        """Take the class in hand; it stays so when it is pressed again."""
        self.setChecked(True)
        self.card.desk.look(class_in_hand=self.k)

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint over the entry while it is pointed at: it stands on the card as it mostly is."""
        if self.underMouse() or self.hasFocus():
            with QPainter(self) as painter:
                self.draw(painter, self.underMouse(), self.hasFocus())

    def draw(self, painter: QPainter, is_lit: bool = False, has_focus: bool = False) -> None:
        """Paint the entry, with a border where it is in hand."""
        theme = self.card.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        if is_lit or has_focus:
            painter.fillRect(self.rect(), theme.colour("card"))
        if is_lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(theme, "card", "ink", 0.05))
            painter.drawRoundedRect(inner, 6, 6)
        in_hand = self.isChecked() and not self.card.is_projected
        if in_hand or has_focus:
            painter.setPen(QPen(theme.colour("ink"), 2.0 if has_focus else 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(inner, 6, 6)
        if self.tag is not None:
            paint_tag(painter, self.tag)


class LegendCard(OverlayCard):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "legend-card", "Key")
        self.legend, self.whole, self.points = NOTHING, NOTHING, 0
        self._made: tuple[object, ...] = ()
        self.buttons: list[ClassButton] = []

    def refresh(self, scene: Scene, change: Change) -> None:
        """List what the marks of this moment stand for."""
        if not change & ~(Change.FOCUS | Change.FRAME):
            return
        if change & (Change.DATA | Change.SETUPS | Change.LOOK):
            self.take_theme(self.desk.theme)
        self.show_legend(scene.legend, len(scene.stage.data), fullest(scene.stage))

    def show_legend(self, legend: Legend, points: int = 0, whole: Legend = NOTHING) -> None:
        """List these entries, of at most so many points each, with room for all of the run."""
        self.legend, self.points, self.whole = legend, points, whole
        if self._describe():
            self.settle(self.picture.words)
            self.appear(bool(self.picture.tags))

    @property
    def is_empty(self) -> bool:
        return not self.picture.tags

    def sizeHint(self) -> QSize:
        """Be as high as the rows are, and as wide as those of the whole run."""
        self._describe()
        return self.picture_size

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the rows where there is room for them now."""
        super().resizeEvent(event)
        self._describe()

    def _describe(self) -> bool:
        """Describe the key, if it is another one than before."""
        made = self.legend, self.points, self.whole, self.theme, self.room, self.lies_flat
        if made == self._made:
            return False
        self._made = made
        is_line = self.desk.scene.is_line
        beside = beside_caption(self.sheet, self.card_room) - GAP if is_line else 0.0
        room = KeyRoom(float(self.room), self.lies_flat, beside=beside)
        self.picture = key_card(self.legend, self.sheet, room, self.whole, self.points)
        self._fill_buttons([tag for tag in self.picture.tags if tag.key])
        self.update()
        return True

    def _draw(self, painter: QPainter) -> None:
        super()._draw(painter)
        for button in self.buttons:
            painter.save()
            painter.translate(button.pos())
            button.draw(painter)
            painter.restore()

    def _fill_buttons(self, tags: list[primitives.Tag]) -> None:
        while len(self.buttons) > len(tags):
            self.buttons.pop().deleteLater()
        while len(self.buttons) < len(tags):
            self.buttons.append(ClassButton(self, len(self.buttons)))
            self.buttons[-1].show()
        for button, entry, tag in zip(self.buttons, self.legend.classes, tags, strict=True):
            button.show_class(entry, tag)


ICON, FIELD, GAP = 16, 32, 8
VALUE = Option(
    "value", "Value", float, 0.0, -LARGEST_VALUE, LARGEST_VALUE, "What the point says: type it."
)
PROJECTED = 1.6  # by what the card is larger on the projector


class PointCard(OverlayCard):
    """Shows the numbers of what is hovered or pinned."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "point-card", "The point or place that is looked at")
        self.card: Card | None = None
        self._steady = 0.0  # the widest it has been in this run: numbers must not jump
        self._made: tuple[object, ...] = ()
        self.copy = self._button("copy", "Copy the numbers")
        self.close_card = self._button("close", "Let go (Esc)")
        self.value = NumberField("value of the point", span_of_option(VALUE), MANY)
        self.value_label = words("value", "label", parent=self)
        self.value.setParent(self)
        self.value.setToolTip(VALUE.help)
        self.value.entered.connect(self._enter)
        self.copy.clicked.connect(self.copy_numbers)
        self.close_card.clicked.connect(self.unpin)

    def refresh(self, scene: Scene, change: Change) -> None:
        if change & (Change.DATA | Change.SETUPS | Change.LOOK):
            self.take_theme(self.desk.theme)
            self._steady = 0.0
        if change & ~Change.FRAME:
            self.show_card(scene.card)

    def show_card(self, card: Card | None) -> None:
        """Show this card; what is only hovered lets the mouse through."""
        self.card = card
        self.appear(card is not None)
        if card is None:
            return
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not card.pinned)
        for button in (self.copy, self.close_card):
            button.setVisible(card.pinned)
            button.setIconSize(QSize(self.theme.px(ICON), self.theme.px(ICON)))
            button.setIcon(icon(button.objectName().removesuffix("-card"), self.theme, size=ICON))
        self._show_value(card)
        self.settle(card.text)
        self._place_buttons()

    @property
    def is_empty(self) -> bool:
        return self.card is None

    def _show_value(self, card: Card) -> None:
        """Let the value of a pinned point be typed."""
        data, row = self.desk.document.data, card.point
        is_typed = card.pinned and row is not None and data.classes is None
        for part in (self.value, self.value_label):
            part.setVisible(is_typed)
        if is_typed and not self.value.hasFocus():
            self.value.show_value(float(data.target[row]))

    def _enter(self, value: float) -> None:
        row = self.desk.view.where.pinned.point
        if row is not None:
            self.desk.apply(points.answer, [row], value, stroke=self.value.stroke)
            self.value.show_value(float(self.desk.document.data.target[row]))

    def copy_numbers(self) -> None:
        if self.card is not None:
            QGuiApplication.clipboard().setText(self.card.text)

    def unpin(self) -> None:
        self.desk.look(pinned=WHERE_NOTHING)

    def sizeHint(self) -> QSize:
        """Be as large as the rows are, and never narrower than before in the same run."""
        sheet, room = self.sheet, self.room
        if (self.card, sheet, room, self._steady) != self._made:
            self.picture = NO_CARD
            if self.card is not None:
                self.picture = point_card(self.card, sheet, room, self._steady)
                self._steady = max(self._steady, self.picture.width)
            self._made = self.card, sheet, room, self._steady
        return self.picture_size + QSize(0, self._below)

    @property
    def _below(self) -> int:
        """Measure what stands below the numbers."""
        return 0 if self.value.isHidden() else self.theme.px(FIELD + GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the buttons in their corner."""
        super().resizeEvent(event)
        self._place_buttons()

    def _button(self, name: str, said: str) -> QToolButton:
        made = QToolButton(self)
        made.setObjectName(f"{name}-card")
        made.setToolTip(said)
        made.setAccessibleName(said)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setCursor(Qt.CursorShape.ArrowCursor)
        made.setStyleSheet("padding: 0")
        return made

    def take_theme(self, theme: Theme) -> None:
        """Take other colours and sizes; on the projector all is larger."""
        grown = PROJECTED if theme.palette.is_projected else 1.0
        super().take_theme(replace(theme, scale=theme.scale * grown))

    def _place_buttons(self) -> None:
        size, (aside, above) = self.theme.px(BUTTON), map(self.theme.px, PADDING)
        right = self.width() - aside + self.theme.px(6)
        for k, button in enumerate((self.close_card, self.copy)):
            button.setGeometry(right - (k + 1) * size, above, size, size)
        high, top = self.theme.px(FIELD), self.height() - self.theme.px(FIELD) - above
        wide = self.width() - 2 * aside
        self.value_label.setGeometry(aside, top, wide // 3, high)
        self.value.setGeometry(aside + wide // 3, top, wide - wide // 3, high)
