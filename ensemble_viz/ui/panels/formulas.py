"""The formulas of this round with its digits; to be read, and to be copied as LaTeX."""

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.cards import as_document
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.popup import Scrolling
from ensemble_viz.ui.look.widgets import WordButton, words
from ensemble_viz.ui.pictures.formula_picture import FormulaPicture
from ensemble_viz.ui.runs import LARGE
from ensemble_viz.ui.theory.page import WhyButton

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE | Change.FINER)
USUAL = 12  # times the size of the type: what the formulas of a round mostly need
LEAST = 76  # pixels of formulas that are seen at least
THANKS = 1500  # milliseconds for which the button says what it did
COPY, COPIED = "LaTeX", "Copied"


class FormulasPanel(QWidget):
    """Shows the formulas, in decimals or exact fractions."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        named(self, "formulas panel", "Formulas")
        self.desk = desk
        self.head = words("Formula", "head")
        self.switch = WordButton("fractions", title="Fractions")
        self.switch.setToolTip("Exact fractions where numbers are such (F)")
        self.switch.setCheckable(True)
        self.switch.clicked.connect(self._switch)
        self.copier = WordButton(COPY, title="Copy as LaTeX")
        self.copier.setToolTip("Copy these formulas as LaTeX (Ctrl L)")
        self.copier.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.copier.clicked.connect(self.copy)
        self.why = WhyButton(desk, self._answers, "this step", "The theory of this step (Y)")
        self.picture = FormulaPicture(desk)
        self.view = FormulaView(self.picture)
        self.nothing = words(role="hint")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._thanks = QTimer(self, singleShot=True, interval=THANKS)
        self._thanks.timeout.connect(self._end_thanks)
        parts = (self.head, self.why, None, self.switch, self.copier)
        self.row = fill(QHBoxLayout(), *parts)
        self.box = fill(QVBoxLayout(self), self.row, (self.nothing, 1), (self.view, 1))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & RELEVANT:
            return
        if change & Change.LOOK:
            self._dress()
        lines = scene.formulas
        self.nothing.setText("" if lines else scene.no_formulas)
        self.nothing.setVisible(not lines)
        self.view.setVisible(bool(lines))
        self.copier.setEnabled(bool(lines))
        self.switch.setChecked(scene.view.look.fractions)
        if change & (Change.SETUPS | Change.TITLE):
            self.picture.grow_again()
        is_short = len(scene.stage.data) > LARGE  # of time: the window answers first
        moving = is_short or bool(change & (Change.DATA | Change.FOCUS))
        self.picture.show_lines(lines, moving)

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(as_document(self.desk.scene.formulas))
        self.copier.setText(COPIED)
        self._thanks.start()

    def _dress(self) -> None:
        """Take colours and sizes; the tint of the formulas reaches into the margin."""
        px, theme = self.desk.theme.px, self.desk.theme
        self.box.setContentsMargins(px(8), px(9), px(8), px(6))
        self.box.setSpacing(px(3))
        self.row.setContentsMargins(px(8), 0, px(4), 0)
        self.row.setSpacing(px(6))
        self.nothing.setContentsMargins(px(8), 0, px(8), 0)
        self.copier.setIcon(icon("copy", theme))
        self.copier.setIconSize(QSize(px(16), px(16)))

    def _answers(self) -> tuple[str, ...]:
        from ensemble_viz.scene.theory import of_step

        return of_step(self.desk.scene.stage)

    def _switch(self) -> None:
        self.desk.look(fractions=self.switch.isChecked())

    def _end_thanks(self) -> None:
        self.copier.setText(COPY)


class FormulaView(Scrolling):
    """Shows as much of the formulas as there is room for, the one of this step always."""

    def __init__(self, picture: FormulaPicture) -> None:
        self.picture = picture
        self._wanted = 0
        self._now = 0, 0  # top and bottom of the formula of this step
        super().__init__(picture, "formulas in view")
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        picture.now_placed.connect(self.follow)

    def follow(self, top: int, bottom: int) -> None:
        """Bring the formula of this step into sight."""
        if self._wanted != self.sizeHint().height():
            self._wanted = self.sizeHint().height()
            self.updateGeometry()
        self._now = top, bottom
        self._show_whole_lines()

    def _show_whole_lines(self) -> None:
        (top, bottom), high = self._now, self.height()
        begin = min(self.picture.line_after(max(0, bottom - high)), top)
        self.setViewportMargins(0, 0, 0, begin + high - self.picture.line_until(begin + high))
        self.verticalScrollBar().setValue(begin)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.picture.give_room(self.height())
        self._show_whole_lines()

    def sizeHint(self) -> QSize:
        """Show all of them, and those of the steps to come."""
        return QSize(240, max(self.picture.natural, USUAL * self.picture.usual_size))

    def minimumSizeHint(self) -> QSize:
        """Show two or three lines at least."""
        return QSize(120, self.picture.theme.px(LEAST))
