"""The one button in the accent: it says what it will do, and keeps its place while it says it."""

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton

from ensemble_viz.scene.controls import Controls, sayings
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_icon
from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.look.style import mixed
from ensemble_viz.ui.look.widgets import pressed_by_enter

HEIGHT, RADIUS = 40, 6
LEAST_WIDTH = 176
ROOMY = 248  # what does not fit in so much is written smaller
ASIDE, GAP, ARROW = 12, 8, 18


class NextButton(QPushButton):
    """Takes the next step."""

    def __init__(self, desk: Desk) -> None:
        """Say nothing yet."""
        super().__init__()
        self.desk = desk
        self.at_end = False
        self.font_role = "node"
        self.setObjectName("next")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_controls(self, controls: Controls) -> None:
        """Say what a press will do."""
        self.setText(controls.next)
        self.setAccessibleName(controls.next)
        self.setEnabled(controls.next_enabled)
        self.at_end = controls.at_end
        hint = controls.next_hint or controls.next
        self.setToolTip(hint if not controls.next_enabled or self.at_end else f"{hint} (→)")
        self.update()

    def needed_width(self) -> int:
        """Leave room for all that it may say in this run."""
        wide = self._wide("node")
        self.font_role = "node" if wide <= self.desk.theme.px(ROOMY) else "button"
        wide = self._wide(self.font_role)
        return ceil(max(wide, self.desk.theme.px(LEAST_WIDTH)))

    def _wide(self, role: str) -> float:
        theme = self.desk.theme
        font = self._font(role)
        words = max(width_of(text, font) for text in (self.text(), *sayings(self.desk.run)))
        return words + theme.px(2 * ASIDE + GAP) + theme.px(ARROW)

    def _font(self, role: str) -> QFont:
        font = self.desk.theme.font(role)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:
        """Be as large as always."""
        return QSize(self.needed_width(), self.desk.theme.px(HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be pressed by Enter: Space belongs to the playback."""
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint words and arrow on the accent."""
        theme, painter = self.desk.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, ink = self._colours()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("ink"), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        font, arrow = self._font(self.font_role), float(theme.px(ARROW))
        room = self.width() - theme.px(2 * ASIDE + GAP) - arrow
        words = min(width_of(self.text(), font) + 1.0, room)
        left = (self.width() - words - theme.px(GAP) - arrow) / 2.0
        write(painter, QRectF(left, 0.0, words, self.height()), self.text(), font, ink)
        place = QRectF(left + words + theme.px(GAP), (self.height() - arrow) / 2.0, arrow, arrow)
        draw_icon(painter, "first" if self.at_end else "forward", ink, place)

    def _colours(self) -> tuple[QColor, QColor]:
        theme = self.desk.theme
        if not self.isEnabled():
            return theme.colour("hairline"), theme.colour("ink3")
        share = 0.25 if self.isDown() else 0.12 if self.underMouse() else 0.0
        return mixed(theme, "accent", "ink", share), theme.colour("on_accent")
