"""The head of one of several setups: what it is, what happened, its form and its buttons."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.beside.heading import Heading, heading
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.compared.heading import heading_height, heading_picture
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.beside.commands import BesideCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.popup import Popup
from ensemble_viz.ui.look.widgets import IconButton
from ensemble_viz.ui.paint import RULER, QtPainter
from ensemble_viz.ui.panels.settings import SettingsPanel

BUTTON, EDGE = 26, 6
RELEVANT = ~(Change.FRAME | Change.FOCUS | Change.PANELS)
BUTTONS = {
    "settings": ("its settings", "Its method and settings"),
    "swap": ("swap", "Change places with the next one (Z)"),
    "copy": ("duplicate", "The same once more, beside it (J)"),
    "close": ("remove", "Take it away (−)"),
}


class SetupHead(QWidget):
    """Says what tells a setup from its neighbour, and what happened in it."""

    def __init__(self, desk: Desk) -> None:
        """Stand over a desk's canvas."""
        super().__init__()
        self.desk = desk
        self.heading: Heading | None = None
        self.commands = BesideCommands(desk)
        self._painter = QtPainter(keeps_words=False)
        self.setObjectName("setup head")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.buttons = {
            icon: IconButton(icon, name, desk.theme, hint) for icon, (name, hint) in BUTTONS.items()
        }
        self.form = SettingsPanel(desk, hints=False)
        self.popup = Popup(self.form, self.buttons["settings"])
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, EDGE, EDGE, 0)
        row.setSpacing(0)
        row.addStretch(1)
        does = (self.popup.toggle, self.commands.swap, self.commands.duplicate, self.remove)
        for button, deed in zip(self.buttons.values(), does, strict=True):
            button.setProperty("role", "small")
            button.setCursor(Qt.CursorShape.ArrowCursor)
            button.clicked.connect(deed)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def remove(self) -> None:
        """Take the setup away."""
        self.popup.hide()
        self.commands.remove()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Say it of a scene."""
        beside = scene.beside
        if beside is None or beside.is_single or not change & RELEVANT:
            return
        if change & Change.LOOK or self.heading is None:
            self._dress()
        self.heading = heading(beside, self.desk.k)
        self.setAccessibleName(f"Setup {self.heading.number}: {self.heading.title}")
        self.setAccessibleDescription(self.heading.text)
        self.setToolTip(self.heading.text)
        self.update()

    def _dress(self) -> None:
        """Take sizes of the theme; on the projector there is nothing to press."""
        theme = self.desk.theme
        for button in self.buttons.values():
            button.dress(theme)
            button.setFixedSize(theme.px(BUTTON), theme.px(BUTTON))
            button.setVisible(not theme.palette.is_projected)
        self.updateGeometry()

    @property
    def shown(self) -> Picture | None:
        """What is painted."""
        if self.heading is None:
            return None
        free = 0.0 if self.desk.theme.palette.is_projected else len(BUTTONS) * BUTTON
        return heading_picture(self.heading, self._sheet, float(self.desk.theme.px(free)))

    @property
    def _sheet(self) -> Sheet:
        box = (0.0, 0.0, float(max(self.width(), 1)), float(max(self.height(), 1)))
        theme = self.desk.theme
        return Sheet(box, RULER, palette=theme.palette, scale=theme.scale)

    def sizeHint(self) -> QSize:
        """Be as high as the words."""
        return QSize(240, round(heading_height(self._sheet)))

    def minimumSizeHint(self) -> QSize:
        """Give way in width alone."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words."""
        if (shown := self.shown) is not None:
            with QPainter(self) as painter:
                painter.fillRect(self.rect(), self.desk.theme.colour("panel"))
                self._painter.paint(shown, painter, self.devicePixelRatioF())
