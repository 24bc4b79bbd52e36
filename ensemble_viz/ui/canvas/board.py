"""The middle of the window: one to four canvases, each with its head where there are several."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ensemble_viz.document.document import MOST_SETUPS, Change
from ensemble_viz.scene.beside.compared import Heading, heading
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.board import columns_of, heading_height, heading_picture
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.canvas import LEAST, Canvas
from ensemble_viz.ui.canvas.mouse import CanvasMouse
from ensemble_viz.ui.commands.run import BesideCommands
from ensemble_viz.ui.desk import Desk, Follower
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.popup import Popup
from ensemble_viz.ui.look.widgets import IconButton
from ensemble_viz.ui.panels.settings import SettingsPanel
from ensemble_viz.ui.pictures.picture import PictureWidget
from ensemble_viz.ui.session import Session

BUTTON, EDGE = 26, 6
RELEVANT = ~(Change.FOCUS | Change.PANELS)
BUTTONS = {
    "settings": ("its settings", "Its method and settings"),
    "swap": ("swap", "Change places with the next one (Z)"),
    "copy": ("duplicate", "The same once more, beside it (J)"),
    "close": ("remove", "Take it away (−)"),
}


class SetupHead(PictureWidget):
    """Says what tells a setup from its neighbour, and what happened in it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("setup head", desk)
        self.heading: Heading | None = None
        self.commands = BesideCommands(desk)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.buttons = {
            icon: IconButton(icon, name, desk.theme, hint) for icon, (name, hint) in BUTTONS.items()
        }
        self.form = SettingsPanel(desk, hints=False)
        self.popup = Popup(self.form, self.buttons["settings"])
        self._lay_out()

    def _lay_out(self) -> None:
        row = fill(QHBoxLayout(self), None, gap=0, edges=(0, EDGE, EDGE, 0))
        does = (self.popup.toggle, self.commands.swap, self.commands.duplicate, self.remove)
        for button, deed in zip(self.buttons.values(), does, strict=True):
            button.setProperty("role", "small")
            button.setCursor(Qt.CursorShape.ArrowCursor)
            button.clicked.connect(deed)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def remove(self) -> None:
        self.popup.hide()
        self.commands.remove()

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is None or beside.is_single or not change & RELEVANT:
            return
        if change & Change.LOOK or self.heading is None:
            self._dress()
        self.heading = heading(beside, self.desk.k, scene.changed)
        self.setAccessibleName(f"Setup {self.heading.number}: {self.heading.title}")
        self.setAccessibleDescription(self.heading.text)
        self.setToolTip(self.heading.text)
        self.renew()

    def _dress(self) -> None:
        """Take sizes of the theme; on the projector there is nothing to press."""
        theme = self.desk.theme
        for button in self.buttons.values():
            button.dress(theme)
            button.setFixedSize(theme.px(BUTTON), theme.px(BUTTON))
            button.setVisible(not theme.palette.is_projected)
        self.updateGeometry()

    def describe(self, sheet: Sheet) -> Picture | None:
        if self.heading is None:
            return None
        free = 0.0 if sheet.projected else len(BUTTONS) * BUTTON
        return heading_picture(self.heading, sheet, float(sheet.px(free)))

    def sizeHint(self) -> QSize:
        return QSize(240, round(heading_height(self.sheet)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())


SMALL = ((), LEAST, (300, 240), (220, 240), (240, 150))
"""The least size of a canvas among so many."""


class Pane(QWidget):
    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.setObjectName("pane")
        self.head, self.canvas = SetupHead(desk), Canvas(desk)
        fill(QVBoxLayout(self), self.head, (self.canvas, 1), gap=0)
        self.head.hide()

    def follow(self) -> None:
        """Hear of what changes from now on."""
        Follower(self.desk, self.canvas, self.canvas)
        for part in (self.head, self.head.form):  # frames come first
            Follower(self.desk, part, part, Change.LOOK)


class Board(QWidget):
    """Panes side by side, or over one another; the one that is pressed comes to the front."""

    def __init__(self, session: Session) -> None:
        """Show the first setup; more come when there are more."""
        super().__init__()
        self.session = session
        self.setObjectName("board")
        self.header: QWidget | None = None
        """What always stands above a single canvas."""
        self.panes: list[Pane] = []
        self._arranged = (0, False)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(1)
        self._need(1)
        self.setFocusProxy(self.canvas)
        self._arrange(1, False)

    def follow(self) -> None:
        """Let the first canvas hear of what changes, when the window has heard of it."""
        self.panes[0].follow()

    @property
    def canvas(self) -> Canvas:
        """The canvas of the first setup."""
        return self.panes[0].canvas

    @property
    def shown(self) -> list[Pane]:
        return self.panes[: self._arranged[0]]

    def refresh(self, scene: Scene, change: Change) -> None:
        """Have as many panes as there are setups."""
        wanted = (len(self.session.document.setups), scene.view.look.stacked)
        if wanted != self._arranged:
            self._need(wanted[0])
            self._arrange(*wanted)
        if change & Change.LOOK:
            ground = self.session.theme.colour("border")
            palette = self.palette()
            palette.setColor(self.backgroundRole(), ground)
            self.setPalette(palette)
            self.setAutoFillBackground(True)

    def move_fast(self, is_fast: bool) -> None:
        """Let nothing glide while pictures follow one another fast."""
        for pane in self.shown:
            pane.canvas.is_fast = is_fast

    # --- the mouse among several ----------------------------------------------------------------

    @property
    def mouse(self) -> CanvasMouse:
        """What the mouse does on the canvas it is busy on, or over; else of that in front."""
        mice = [pane.canvas.mouse for pane in self.shown]
        busy = next((one for one in mice if one.is_busy), None)
        over = next((one for one in mice if one.pos is not None), None)
        return busy or over or mice[min(self.session.view.where.setup, len(mice) - 1)]

    def take_back(self) -> bool:
        return self.mouse.take_back()

    def nearest_point(self) -> int | None:
        return self.mouse.nearest_point()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring what is pressed to the front before it hears of it."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            pane = next((one for one in self.shown if one.isAncestorOf(watched)), None)
            if pane is not None and pane.desk.k != self.session.view.where.setup:
                self.session.show_front(pane.desk.k)
        return False

    # --- room -----------------------------------------------------------------------------------

    def _need(self, count: int) -> None:
        """Have so many panes at least; those that were taken once are kept for others."""
        while len(self.panes) < min(count, MOST_SETUPS):
            pane = Pane(Desk(self.session, len(self.panes)))
            for part in (pane.head, pane.canvas, pane.canvas.plot.viewport()):
                part.installEventFilter(self)
            self.panes.append(pane)
            if len(self.panes) > 1:
                pane.follow()

    def _arrange(self, count: int, stacked: bool) -> None:
        """Put the panes into rows of the same size."""
        self._arranged = (count, stacked)
        for pane in self.panes:
            self.grid.removeWidget(pane)
            pane.head.popup.hide()
        columns = columns_of(count, stacked)
        for k in range(MOST_SETUPS):
            self.grid.setRowStretch(k, int(k < -(-count // columns)))
            self.grid.setColumnStretch(k, int(k < columns))
        for k, pane in enumerate(self.panes):
            is_taken = k < count
            if is_taken:
                pane.canvas.setMinimumSize(*SMALL[count])
                self.grid.addWidget(pane, k // columns, k % columns)
            pane.head.setVisible(is_taken and count > 1)
            pane.setVisible(is_taken)
        self.panes[0].canvas.sizes.header = self.header if count == 1 else None
