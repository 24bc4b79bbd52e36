"""The card of a point or a place: its numbers, its votes, and two buttons."""

from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QToolButton

from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import NOTHING
from ensemble_viz.engine.data import LARGEST_VALUE
from ensemble_viz.engine.data.samples import Option
from ensemble_viz.scene.card import Card
from ensemble_viz.scene.picture.cards import BUTTON, PADDING, point_card
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.overlay_card import NO_CARD, OverlayCard
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import MANY
from ensemble_viz.ui.form.span import span_of_option
from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.look.widgets import words

ICON, FIELD, GAP = 16, 32, 8
VALUE = Option(
    "value", "Value", float, 0.0, -LARGEST_VALUE, LARGEST_VALUE, "What the point says: type it."
)
PROJECTED = 1.6  # by what the card is larger on the projector


class PointCard(OverlayCard):
    """Shows the numbers of what is hovered or pinned."""

    def __init__(self, desk: Desk) -> None:
        """Show nothing yet."""
        super().__init__(desk, "point-card", "The point or place that is looked at")
        self.card: Card | None = None
        self._steady = 0.0  # the widest it has been in this run: numbers must not jump
        self._made: tuple[object, ...] = ()
        self.copy = self._button("copy", "Copy the numbers")
        self.close_card = self._button("close", "Let go (Esc)")
        self.value = NumberField("value of the point", span_of_option(VALUE), MANY)
        self.value_label = words("value", "label", self)
        self.value.setParent(self)
        self.value.setToolTip(VALUE.help)
        self.value.entered.connect(self._enter)
        self.copy.clicked.connect(self.copy_numbers)
        self.close_card.clicked.connect(self.let_go)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show what is looked at."""
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
        """True if nothing is looked at."""
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
        """Copy the card as plain text."""
        if self.card is not None:
            QGuiApplication.clipboard().setText(self.card.text)

    def let_go(self) -> None:
        """Let go of what is pinned."""
        self.desk.look(pinned=NOTHING)

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
