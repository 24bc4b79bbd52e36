"""What the curves are called and where they stand, beside the plot; and which are shown."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from ensemble_viz.scene.curves import MISSING, Curve, Curves
from ensemble_viz.scene.picture.curves import FUTURE, PENS
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.icons import draw_icon
from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.look.theme import Theme

SAMPLE, GAP = 24, 8
HEAD, ROW, TOP = 24, 19, 8
LEAST_NAME = "mean of ½ r²"  # names up to this one do not change the width
CHEVRON = 14


class FamilyButton(QToolButton):
    """The name of the family that is shown; pressed, it offers the others."""

    def __init__(self, desk: Desk) -> None:
        """Offer nothing yet."""
        super().__init__()
        self.desk = desk
        self.offered: tuple[str, ...] = ()
        self.choices = QMenu(self)
        self.exclusive = QActionGroup(self)
        self.exclusive.triggered.connect(self._choose)
        self.setMenu(self.choices)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setObjectName("family")
        self.setAccessibleName("Which curves are shown")
        self.setToolTip("Which curves are shown")

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
        for action in self.exclusive.actions():
            action.setChecked(action.text() == shown)
        self.setText(shown)
        self.updateGeometry()
        self.update()

    def _choose(self, action: QAction) -> None:
        self.desk.look(curves=action.text())

    def sizeHint(self) -> QSize:
        """Leave room for the name and the chevron."""
        theme = self.desk.theme
        wide = width_of(self.text(), theme.font("strong")) + theme.px(CHEVRON + 14)
        return QSize(round(wide), theme.px(HEAD))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the name and a chevron; a ground where it is pointed at."""
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
        """Show nothing yet."""
        super().__init__()
        self.desk = desk
        self.curves: Curves | None = None
        self.is_behind = False
        """Whether the figures are of before: then they are faint."""
        self.family = FamilyButton(desk)
        self.family.setParent(self)
        self.setObjectName("readouts")
        self.setAccessibleName("Figures after the last round that has joined")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_curves(self, curves: Curves) -> None:
        """Show the figures of these curves."""
        self.curves, self.is_behind = curves, False
        self.family.offer(curves.families, curves.family)
        lines = [f"{curve.name} {curve.readout}" for curve in curves.series]
        self.setAccessibleDescription("\n".join((curves.after, *lines)))
        self.setFixedWidth(self._needed_width())
        self.family.move(-self.desk.theme.px(4), self.desk.theme.px(TOP))
        self.family.resize(self.family.sizeHint())
        self.update()

    def _needed_width(self) -> int:
        """Leave room for the longest name and the widest value of the run: nothing jumps."""
        assert self.curves is not None
        theme = self.desk.theme
        names = [LEAST_NAME, *(curve.name for curve in self.curves.series)]
        name = max(width_of(text, theme.font("text")) for text in names)
        value = max(width_of(text, theme.font("strong")) for text in ("0.0000", self.curves.widest))
        head = self.family.sizeHint().width() + width_of("after round 000", theme.font("hint"))
        row = theme.px(SAMPLE + 2 * GAP) + name + value
        return round(min(max(row, head + theme.px(GAP)), theme.px(260)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a sample of each line, its name and its value."""
        if self.curves is None:
            return
        theme, painter = self.desk.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head = QRectF(0.0, theme.px(TOP), self.width(), theme.px(HEAD))
        right, hint = Qt.AlignmentFlag.AlignRight, theme.font("hint")
        write(painter, head, self.curves.after, hint, theme.colour("ink3"), right)
        row = QRectF(0.0, head.bottom(), self.width(), theme.px(ROW))
        for curve in self.curves.series:
            self._draw_row(painter, curve, row)
            row.translate(0.0, row.height())

    def _draw_row(self, painter: QPainter, curve: Curve, row: QRectF) -> None:
        theme = self.desk.theme
        sample = theme.px(SAMPLE)
        if curve.style == "bars":
            bar = QRectF(row.left(), row.center().y() - 5.0, sample, 10.0)
            painter.fillRect(bar, theme.colour(PENS["bars"][0]))
        else:
            painter.setPen(pen(curve.style, theme))
            middle = QPointF(0.0, row.center().y())
            painter.drawLine(middle, middle + QPointF(sample, 0.0))
        strong = theme.font("strong")
        value = row.adjusted(row.width() - width_of(curve.readout, strong) - 1.0, 0.0, 0.0, 0.0)
        name = row.adjusted(sample + theme.px(GAP), 0.0, -value.width() - theme.px(4), 0.0)
        write(painter, name, curve.name, theme.font("text"), theme.colour("ink2"))
        right = Qt.AlignmentFlag.AlignRight
        is_faint = self.is_behind and curve.readout != MISSING
        ink = theme.colour("ink", FUTURE if is_faint else 1.0)
        write(painter, value, curve.readout, strong, ink, right)


def pen(style: str, theme: Theme) -> QPen:
    """Give the pen of a style of curve."""
    role, width, dashes = PENS[style]
    made = QPen(theme.colour(role), theme.px(width * 10) / 10)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes:
        made.setDashPattern(list(dashes))
    return made
