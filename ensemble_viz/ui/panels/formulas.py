"""The formulas of this round with its digits; to be read, and to be copied as LaTeX."""

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.formulas import as_document
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.widgets import words
from ensemble_viz.ui.pictures.formula_picture import FormulaPicture
from ensemble_viz.ui.session import Session

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE)
THANKS = 1500  # milliseconds for which the button says what it did
COPY, COPIED = "copy as LaTeX", "Copied as LaTeX"


class FormulasPanel(QWidget):
    """Shows the formulas, in decimals or exact fractions."""

    def __init__(self, session: Session) -> None:
        """Lay out head and formulas."""
        super().__init__()
        self.setObjectName("formulas panel")
        self.setAccessibleName("Formulas")
        self.session = session
        self.head = words("Formula", "head")
        self.switch = _link("fractions", "Exact fractions where numbers are such (F)")
        self.switch.setCheckable(True)
        self.switch.clicked.connect(self._switch)
        self.copier = _link(COPY, "Copy these formulas as LaTeX (Ctrl L)")
        self.copier.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.copier.clicked.connect(self.copy)
        self.picture = FormulaPicture(session)
        self.nothing = words("No points yet.", "hint")
        self._thanks = QTimer(self, singleShot=True, interval=THANKS)
        self._thanks.timeout.connect(self._settle)
        self.row, self.box = QHBoxLayout(), QVBoxLayout(self)
        self._lay_out()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the formulas of a scene."""
        if not change & RELEVANT:
            return
        if change & Change.LOOK:
            self._dress()
        lines = scene.formulas
        self.nothing.setVisible(not lines)
        self.picture.setVisible(bool(lines))
        self.copier.setEnabled(bool(lines))
        self.switch.setChecked(scene.view.fractions)
        self.picture.show_lines(lines, moving=bool(change & (Change.DATA | Change.FOCUS)))

    def copy(self) -> None:
        """Put the formulas on the clipboard, and say so."""
        QGuiApplication.clipboard().setText(as_document(self.session.scene.formulas))
        self.copier.setText(COPIED)
        self._thanks.start()

    def _lay_out(self) -> None:
        self.row.addWidget(self.head)
        self.row.addStretch(1)
        self.row.addWidget(self.switch)
        self.row.addWidget(self.copier)
        self.box.addLayout(self.row)
        self.box.addWidget(self.nothing)
        self.box.addWidget(self.picture)

    def _dress(self) -> None:
        """Take colours and sizes; the tint of the formulas reaches into the margin."""
        px, theme = self.session.theme.px, self.session.theme
        self.box.setContentsMargins(px(8), px(12), px(8), px(12))
        self.box.setSpacing(px(6))
        self.row.setContentsMargins(px(8), 0, px(4), 0)
        self.row.setSpacing(px(6))
        self.nothing.setContentsMargins(px(8), 0, px(8), 0)
        self.copier.setIcon(icon("copy", theme))
        self.copier.setIconSize(QSize(px(16), px(16)))

    def _switch(self) -> None:
        self.session.look(fractions=self.switch.isChecked())

    def _settle(self) -> None:
        self.copier.setText(COPY)


def _link(text: str, hint: str) -> QToolButton:
    """Make a small button of words."""
    button = QToolButton()
    button.setText(text)
    button.setObjectName(text)
    button.setAccessibleName(text[0].upper() + text[1:])
    button.setToolTip(hint)
    button.setProperty("role", "link")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
