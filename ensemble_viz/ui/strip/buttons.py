"""The one button in the accent, and how fast the run is played."""

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
)

from ensemble_viz.document.look import SPEEDS
from ensemble_viz.scene.controls import Controls, button_texts
from ensemble_viz.ui.commands.run import Player
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_icon
from ensemble_viz.ui.look.keys import pressed_by_enter
from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.look.style import mixed

HEIGHT, RADIUS = 40, 6
LEAST_WIDTH = 176
ROOMY = 248  # what does not fit in so much is written smaller
ASIDE, GAP, ARROW = 12, 8, 18


class NextButton(QPushButton):
    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.at_end = False
        self.font_role = "node"
        self.setObjectName("next")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_controls(self, controls: Controls) -> None:
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
        words = max(width_of(text, font) for text in (self.text(), *button_texts(self.desk.run)))
        return words + theme.px(2 * ASIDE + GAP) + theme.px(ARROW)

    def _font(self, role: str) -> QFont:
        font = self.desk.theme.font(role)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:
        return QSize(self.needed_width(), self.desk.theme.px(HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
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


LOW, EDGE, ICON = 32, 9, 14


class SpeedButton(QToolButton):
    """Shows the speed; pressed, it offers others."""

    def __init__(self, desk: Desk, player: Player) -> None:
        super().__init__()
        self.desk = desk
        self.player = player
        self.setProperty("role", "field")
        self.setObjectName("speed")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choices = QMenu(self)
        self.speeds = QActionGroup(self)
        for speed in SPEEDS:
            action = self.speeds.addAction(QAction(written(speed), self.choices))
            action.setCheckable(True)
            action.setData(speed)
            self.choices.addAction(action)
        self.speeds.triggered.connect(self._choose)
        self.choices.addSeparator()
        self.repeat = self.choices.addAction("Again from the start at the end (O)")
        self.repeat.setCheckable(True)
        self.repeat.triggered.connect(self._repeat)
        self.setMenu(self.choices)

    def show_player(self) -> None:
        for action in self.speeds.actions():
            action.setChecked(action.data() == self.player.speed)
        loop = self.desk.view.look.loop
        self.repeat.setChecked(loop)
        self.setText(written(self.player.speed))
        again = ", again from the start at the end (O)" if loop else ""
        self.setAccessibleName(f"Speed {written(self.player.speed)}{again}")
        self.setToolTip(f"Speed of playing (, slower; > faster){again}")
        self.update()

    def _choose(self, action: QAction) -> None:
        self.player.set_speed(action.data())

    def _repeat(self, on: bool) -> None:
        self.desk.look(loop=on)

    def sizeHint(self) -> QSize:
        """Be as wide as the widest speed, with room for both icons."""
        theme = self.desk.theme
        words = max(width_of(written(speed), theme.font("body")) for speed in (1.0, 0.25))
        return QSize(round(words) + theme.px(2 * EDGE + 2 * ICON - 4), theme.px(LOW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self.desk.theme, QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        option.features = QStyleOptionToolButton.ToolButtonFeature.None_
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        aside, side = theme.px(EDGE), float(theme.px(ICON))
        words = QRectF(self.rect()).adjusted(aside, 0.0, -aside, 0.0)
        write(painter, words, self.text(), theme.font("body"), theme.colour("ink"))
        right = self.width() - aside + 2.0
        top = (self.height() - side) / 2.0
        icons = ["chevron-down", "loop"] if self.desk.view.look.loop else ["chevron-down"]
        for name in icons:
            right -= side
            draw_icon(painter, name, theme.colour("ink2"), QRectF(right, top, side, side))


def written(speed: float) -> str:
    """Write a speed: 0.25 ×, 1 ×."""
    return f"{speed:g} ×"
