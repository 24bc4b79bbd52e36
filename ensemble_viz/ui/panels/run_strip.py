"""The run under the canvas: its buttons, its curves with the scrubber, its figures."""

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.player import Player
from ensemble_viz.ui.strip.readouts import Readouts
from ensemble_viz.ui.strip.run_plot import RunPlot
from ensemble_viz.ui.strip.scrubbing import Scrubbing
from ensemble_viz.ui.strip.transport import Transport

HEIGHT, WIDE_HEIGHT, WIDE = 120, 128, 1100  # from this width on there is room for more air
LOW_HEIGHT, LOW = 92, 500  # in a window lower than this there is room for less
ASIDE, WIDE_ASIDE, GAP = 16, 24, 20
PATIENCE = 50  # milliseconds: what is no longer behind the canvas need not fade
LEAST_PLOT = 150  # narrower, the plot takes the place of the figures


class RunStrip(QWidget):
    """Shows the run as a whole, and moves through it."""

    def __init__(self, desk: Desk, player: Player) -> None:
        """Put the parts side by side."""
        super().__init__()
        self.desk = desk
        self.setObjectName("run-strip")
        self.setAccessibleName("The run")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.scrubbing = Scrubbing(desk, player, self)
        self.transport = Transport(desk, player, self.scrubbing)
        self.plot = RunPlot(desk, self.scrubbing)
        self.readouts = Readouts(desk)
        self._behind = QTimer(self, singleShot=True, interval=PATIENCE)
        self._behind.timeout.connect(self._fade)
        self.row = QHBoxLayout(self)
        for part in (self.transport, self.plot, self.readouts):
            self.row.addWidget(part)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the run of a scene."""
        self._behind.stop()
        self.transport.refresh(scene, change)
        self.plot.refresh(scene, change)
        if change & ~(Change.FOCUS | Change.FRAME | Change.PLAY):
            self.readouts.show_curves(scene.curves)
        if change & (Change.LOOK | Change.DATA | Change.SETUPS):
            self._fit()
        self.scrubbing.refresh(change)

    def fall_behind(self) -> None:
        """Take note that curves and figures are of before: soon they must not look current."""
        if not self._behind.isActive() and not self.readouts.is_behind:
            self._behind.start()

    def _fade(self) -> None:
        """Be faint until the run of now is shown."""
        self.plot.is_behind = True  # until it is laid out anew
        self.readouts.is_behind = True
        self.plot.update()
        self.readouts.update()

    def ask_for_round(self) -> None:
        """Put the cursor where a round can be typed."""
        self.transport.number.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.transport.number.selectAll()

    def sizeHint(self) -> QSize:
        """Be as high as the controls need."""
        theme = self.desk.theme
        return QSize(theme.px(960), theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        """Keep the buttons and a piece of the scrubber."""
        theme = self.desk.theme
        least = self.transport.width() + theme.px(2 * ASIDE + GAP + 120)
        return QSize(least, theme.px(self._height))

    def stand_in(self, height: int) -> None:
        """Leave what is needed to the canvas of a window of some height."""
        is_low = height < self.desk.theme.px(LOW)
        if is_low != self.transport.is_low:
            self.transport.stand_close(is_low)
            self.updateGeometry()

    @property
    def _height(self) -> int:
        if self.transport.is_low:
            return LOW_HEIGHT
        return WIDE_HEIGHT if self._is_wide else HEIGHT

    @property
    def _is_wide(self) -> bool:
        return self.width() >= self.desk.theme.px(WIDE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the margins, and leave out the figures where the plot would be too narrow."""
        theme = self.desk.theme
        aside = theme.px(WIDE_ASIDE if self._is_wide else ASIDE)
        self.row.setContentsMargins(aside, 0, aside, 0)
        self.row.setSpacing(theme.px(GAP))
        room = self.width() - 2 * aside - self.transport.width() - 2 * theme.px(GAP)
        self.readouts.setVisible(room - self.readouts.width() >= theme.px(LEAST_PLOT))
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground and the line above."""
        theme, painter = self.desk.theme, QPainter(self)
        painter.fillRect(self.rect(), theme.colour("panel"))
        painter.setPen(QPen(theme.colour("hairline"), 1.0))
        painter.drawLine(0, 0, self.width(), 0)
