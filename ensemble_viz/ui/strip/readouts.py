"""What the curves are called and where they stand, beside the plot; and which are shown."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from ensemble_viz.scene.figures.curves import Curves
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.beside.run import ReadoutRows, readouts, width_of_readouts
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_icon
from ensemble_viz.ui.look.layouts import named
from ensemble_viz.ui.look.lettering import sheet_of, width_of, write
from ensemble_viz.ui.paint import paint_tags
from ensemble_viz.ui.theory.page import beside

GAP = 8
MOST, SHARE = 260, 0.28  # pixels of width, or of the strip: the rest is for the plot
HEAD, ROW, TOP = 24, 19, 8
CHEVRON = 14
ASKED = {
    "Margins": ("min_margin",), "Learner weights": ("learner_weight",), "Loss": ("loss",),
    "Importance": ("importance",),
}  # fmt: skip
"""What theory has to say about a family of curves, by names of the trace; else about errors."""


class FamilyButton(QToolButton):
    """The name of the family that is shown; pressed, it offers the others."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.offered: tuple[str, ...] = ()
        self.choices = QMenu(self)
        self.exclusive = QActionGroup(self)
        self.exclusive.triggered.connect(self._choose)
        self.setMenu(self.choices)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        named(self, "family", "Which curves are shown")
        self.setToolTip(self.accessibleName())

    def offer(self, families: tuple[str, ...], shown: str) -> None:
        """Offer these families, one of them chosen."""
        if families != self.offered:
            self.offered = families
            for action in self.exclusive.actions():
                self.exclusive.removeAction(action)
                action.deleteLater()
            self.choices.clear()
            for name in families:
                action = self.exclusive.addAction(QAction(name, self.choices))
                action.setCheckable(True)
                self.choices.addAction(action)
            self.choices.addSeparator()
            self.choices.addAction("Why?").triggered.connect(self._ask_why)
        for action in self.exclusive.actions():
            action.setChecked(action.text() == shown)
        self.setText(shown)
        self.updateGeometry()
        self.update()

    def _ask_why(self) -> None:
        """Open what theory says about the family that is shown."""
        places = ASKED.get(self.text(), ("train_error", "test_error"))
        found = tuple(name for place in places for name in beside(place))
        self.desk.session.question_asked.emit(found)

    def _choose(self, action: QAction) -> None:
        self.desk.look(curves=action.text())

    def sizeHint(self) -> QSize:
        """Leave room for the name and the chevron."""
        theme = self.desk.theme
        wide = width_of(self.text(), theme.font("strong")) + theme.px(CHEVRON + 14)
        return QSize(round(wide), theme.px(HEAD))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self.desk.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus() or self.isDown():
            painter.setPen(theme.colour("ink" if self.hasFocus() else "border"))
            painter.setBrush(theme.colour("field"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        words = QRectF(self.rect()).adjusted(theme.px(4), 0.0, 0.0, 0.0)
        write(painter, words, self.text(), theme.font("strong"), theme.colour("ink"))
        side = theme.px(CHEVRON)
        left = words.left() + width_of(self.text(), theme.font("strong")) + theme.px(4)
        place = QRectF(left, (self.height() - side) / 2, side, side)
        draw_icon(painter, "chevron-down", theme.colour("ink2"), place)


class Readouts(QWidget):
    """Names and values of the curves at the moment that is shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.curves: Curves | None = None
        self.is_behind = False
        """Whether the figures are of before: then they are faint."""
        self.family = FamilyButton(desk)
        self.family.setParent(self)
        named(self, "readouts", "Figures after the last round that has joined")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_curves(self, curves: Curves) -> None:
        self.curves, self.is_behind = curves, False
        self.family.offer(curves.families, curves.family)
        lines = [f"{curve.name} {curve.readout}" for curve in curves.series]
        self.setAccessibleDescription("\n".join((curves.after, *lines)))
        self.setFixedWidth(self._needed_width())
        self.family.move(-self.desk.theme.px(4), self.desk.theme.px(TOP))
        self.family.resize(self.family.sizeHint())
        self.update()

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self, self.desk.theme)

    def _needed_width(self) -> int:
        assert self.curves is not None
        theme = self.desk.theme
        head = self.family.sizeHint().width() + width_of("after round 000", theme.font("hint"))
        row = width_of_readouts(self.curves, self.sheet)
        around = self.parentWidget()
        wide = 0.0 if around is None else SHARE * around.width()
        return round(min(max(row, head + theme.px(GAP)), max(theme.px(MOST), wide)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a sample of each line, its name and its value, below the round they are of."""
        if self.curves is None:
            return
        theme, painter = self.desk.theme, QPainter(self)
        head = QRectF(0.0, theme.px(TOP), self.width(), theme.px(HEAD))
        right, hint = Qt.AlignmentFlag.AlignRight, theme.font("hint")
        write(painter, head, self.curves.after, hint, theme.colour("ink3"), right)
        box = (0.0, head.bottom(), float(self.width()), float(self.height()))
        rows = readouts(self.curves, self.sheet, box, ReadoutRows(theme.px(ROW), self.is_behind))
        paint_tags(painter, rows.tags)
