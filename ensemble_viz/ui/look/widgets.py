"""Small widgets that all panels use: switches, heads, icon buttons, key caps, lines, combos."""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QWidget,
)

from ensemble_viz.ui.look.cut_label import CutLabel
from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.lettering import within
from ensemble_viz.ui.look.theme import Theme

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Role = QPalette.ColorRole
ROOM = 2.75  # beside the words of a choice, by their height: its edges and its arrow


def words(text: str, role: str = "text", parent: QWidget | None = None) -> QLabel:
    """Write a label: "head", "hint", "text", "label", "title" or "refusal"."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


def line() -> QFrame:
    """Draw a hairline between two sections."""
    frame = QFrame()
    frame.setProperty("role", "line")
    frame.setFixedHeight(1)
    return frame


def ink(widget: QWidget, role: Role) -> QColor:
    """Find a colour of the theme as the widget has it now, fainter where it is disabled."""
    colour = widget.palette().color(QPalette.ColorGroup.Active, role)
    if not widget.isEnabled():
        colour.setAlphaF(0.45)
    return colour


class SectionHead(QWidget):
    """What a section is called, and at its right a hint."""

    def __init__(self, left: str, right: str = "") -> None:
        """Write both."""
        super().__init__()
        self.left = words(left, "head")
        self.right = CutLabel(right)
        self.right.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.addWidget(self.left)
        self.row.addWidget(self.right, 1)


class KeyCap(QLabel):
    """A key, as it is printed on a keyboard."""

    def __init__(self, key: str) -> None:
        """Print a key."""
        super().__init__(key)
        self.setAccessibleName(f"key {key}")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setProperty("role", "cap")

    def sizeHint(self) -> QSize:
        """Be as high as wide, or wider for a longer word."""
        text = self.fontMetrics().size(0, self.text())
        side = text.height() + 5
        return QSize(max(side, text.width() + 10), side)

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cap around its word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink(self, Role.Mid), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()
        super().paintEvent(event)


class IconButton(QToolButton):
    """A flat button with an icon, and words where there is room; Enter presses it."""

    def __init__(self, name: str, text: str, theme: Theme, hint: str = "") -> None:
        """Show an icon; the text is its accessible name, and is shown when asked to."""
        super().__init__()
        self.name = name
        self.setObjectName(text)
        self.setAccessibleName(text)
        self.setText(text)
        self.setToolTip(hint or text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.dress(theme)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setIcon(icon(self.name, theme))
        self.setIconSize(QSize(theme.px(20), theme.px(20)))

    def show_words(self, shown: bool) -> None:
        """Show the words beside the icon, or the icon alone."""
        style = Qt.ToolButtonStyle
        self.setText(f" {self.accessibleName()}")  # the style leaves too little room before it
        self.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be pressed by Enter: Space belongs to the playback."""
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


def pressed_by_enter(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Press a button that has the focus when Enter is hit."""
    if event.key() not in ENTER:
        return False
    button.click()
    return True


class CheckBox(QCheckBox):
    """A box to tick; Enter ticks it."""

    def __init__(self, text: str) -> None:
        """Be reached by Tab, not by a click: the keys stay with the playback."""
        super().__init__(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def hitButton(self, place: QPoint) -> bool:
        """Be ticked wherever it is clicked."""
        return self.rect().contains(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be ticked by Enter."""
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


class Switch(CheckBox):
    """A box to tick that looks like a switch."""

    def sizeHint(self) -> QSize:
        """Leave room for the track and the words."""
        text = self.fontMetrics().size(0, self.text())
        track = self._track
        gap = 10 if self.text() else 2
        return QSize(
            round(track.right() + gap + text.width()), max(round(track.height()) + 8, text.height())
        )

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    @property
    def _track(self) -> QRectF:
        height = max(16.0, round(self.fontMetrics().height() * 0.95))
        top = (self.height() - height) / 2 if self.height() else 0.0
        return QRectF(2.0, top, round(height * 1.8), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the track, its knob, the ring of the focus and the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = self._track
        self._draw_track(painter, track)
        if self.hasFocus():
            painter.setPen(QPen(ink(self, Role.Shadow), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = track.adjusted(-2, -2, 2, 2)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        painter.setPen(ink(self, Role.Dark))
        room = QRectF(self.rect()).adjusted(track.right() + 10, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _draw_track(self, painter: QPainter, track: QRectF) -> None:
        """Fill the track when it is on, outline it when it is off; the knob shows the side."""
        on, radius = self.isChecked(), track.height() / 2
        painter.setPen(QPen(ink(self, Role.Dark if on else Role.Light), 1.5))
        painter.setBrush(ink(self, Role.Dark if on else Role.Base))
        painter.drawRoundedRect(track.adjusted(0.75, 0.75, -0.75, -0.75), radius, radius)
        x = track.right() - radius if on else track.left() + radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink(self, Role.Base if on else Role.Light))
        painter.drawEllipse(QPointF(x, track.center().y()), radius - 3.5, radius - 3.5)


class ComboBox(QComboBox):
    """A choice: the wheel does not turn it in passing, and its words may have a quiet addition."""

    def __init__(self, name: str) -> None:
        """Be called something, for tests and for those who do not see it."""
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(name)
        self.aside = ""
        self.is_snug = False
        """No wider than what is chosen now needs."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.activated.connect(self._let_go)

    def show_aside(self, text: str) -> None:
        """Write something quietly behind the choice."""
        if text != self.aside:
            self.aside = text
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Be as wide as any choice needs, or as this one with its addition; or as this one."""
        hint = super().sizeHint()
        metrics, text = self.fontMetrics(), self.currentText() or self.placeholderText()
        own = metrics.horizontalAdvance(text) + round(ROOM * metrics.height())
        if self.aside:
            own += metrics.horizontalAdvance(self.aside) + 8
        return QSize(own if self.is_snug else max(hint.width(), own), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Leave room for a word."""
        hint = self.sizeHint()
        return QSize(
            min(hint.width(), self.fontMetrics().horizontalAdvance("0" * 14)), hint.height()
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only in hand."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, give the keys back with Escape."""
        if event.key() in ENTER:
            self.showPopup()
        elif event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the addition behind the choice, as far as there is room; cut what has none."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        shown = self.currentText() or self.placeholderText()
        text, font = within(room.width(), shown, self.font())
        if not self.aside and (text, font) == (shown, self.font()):
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        left, metrics = Qt.AlignmentFlag.AlignVCenter, self.fontMetrics()
        painter.setFont(font)
        painter.setPen(ink(self, Role.Shadow))
        painter.drawText(room, left, text)
        room.setLeft(room.left() + metrics.horizontalAdvance(text) + 8)
        painter.setFont(self.font())
        painter.setPen(ink(self, Role.Light))
        aside = metrics.elidedText(self.aside, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, left, aside)

    def _let_go(self, _index: int) -> None:
        """Give the keys back after a choice."""
        self.clearFocus()
