"""How fast the run is played, and whether it begins again: a button with a short list."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton

from ensemble_viz.document.look import SPEEDS
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_icon
from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.player import Player

HEIGHT, ASIDE, ICON = 32, 9, 14


class SpeedButton(QToolButton):
    """Shows the speed; pressed, it offers others."""

    def __init__(self, desk: Desk, player: Player) -> None:
        """Offer the speeds, and to begin again."""
        super().__init__()
        self.desk = desk
        self.player = player
        self.setProperty("role", "field")
        self.setObjectName("speed")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
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
        """Show how it is played."""
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
        return QSize(round(words) + theme.px(2 * ASIDE + 2 * ICON - 4), theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the speed, the sign of repeating and a chevron."""
        theme, painter = self.desk.theme, QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        option.features = QStyleOptionToolButton.ToolButtonFeature.None_
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        aside, side = theme.px(ASIDE), float(theme.px(ICON))
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
