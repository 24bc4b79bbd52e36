"""Small widgets that all panels use: switches, heads, icon buttons, key caps, lines, combos."""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import (
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

from ensemble_viz.ui.look.icons import icon
from ensemble_viz.ui.look.keys import ENTER, pressed_by_enter
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.lettering import CutLabel, within
from ensemble_viz.ui.look.style import Theme

Role = QPalette.ColorRole
ROOM = 2.75  # beside the words of a choice, by their height: its edges and its arrow


def words(
    text: str = "", role: str = "text", wraps: bool = False, parent: QWidget | None = None
) -> QLabel:
    """Write a label: "head", "hint", "text", "label", "title" or "refusal"."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    label.setWordWrap(wraps)
    return label


def paragraph(text: str = "", role: str = "text") -> QLabel:
    """Write words that are broken into lines and can be selected."""
    label = words(text, role, wraps=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
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

    def __init__(self, left: str) -> None:
        super().__init__()
        self.left = words(left, "head")
        self.right = CutLabel()
        self.right.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.row = fill(QHBoxLayout(self), self.left, (self.right, 1))


class KeyCap(QLabel):
    def __init__(self, key: str) -> None:
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
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink(self, Role.Mid), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()
        super().paintEvent(event)


class FlatButton(QToolButton):
    """A button without a frame. Enter presses it: Space belongs to the playback."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


class WordButton(FlatButton):
    """A button of words alone, in the role that the style sheet knows it by."""

    def __init__(self, text: str, role: str = "link", name: str = "", title: str = "") -> None:
        """Be called something; a title says to those who do not see it more than the text does."""
        super().__init__()
        self.setText(text)
        self.setProperty("role", role)
        self.setObjectName(name or text)
        self.setAccessibleName(title)


class IconButton(FlatButton):
    """A flat button with an icon, and words where there is room."""

    def __init__(self, name: str, text: str, theme: Theme, hint: str = "") -> None:
        """Show an icon; the text is its accessible name, and is shown when asked to."""
        super().__init__()
        self.name = name
        named(self, text)
        self.setText(text)
        self.setToolTip(hint or text)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.dress(theme)

    def dress(self, theme: Theme) -> None:
        self.setIcon(icon(self.name, theme))
        self.setIconSize(QSize(theme.px(20), theme.px(20)))

    def show_words(self, shown: bool) -> None:
        style = Qt.ToolButtonStyle
        self.setText(f" {self.accessibleName()}")  # the style leaves too little room before it
        self.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly
        )


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
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


class Switch(CheckBox):
    """A box to tick that looks like a switch."""

    def sizeHint(self) -> QSize:
        text = self.fontMetrics().size(0, self.text())
        track = self._track
        gap = 10 if self.text() else 2
        return QSize(
            round(track.right() + gap + text.width()), max(round(track.height()) + 8, text.height())
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def _track(self) -> QRectF:
        height = max(16.0, round(self.fontMetrics().height() * 0.95))
        top = (self.height() - height) / 2 if self.height() else 0.0
        return QRectF(2.0, top, round(height * 1.8), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
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
        super().__init__()
        named(self, name)
        self.aside = ""
        self.is_snug = False
        """No wider than what is chosen now needs."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.activated.connect(self._give_keys_back)

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
        hint = self.sizeHint()
        return QSize(
            min(hint.width(), self.fontMetrics().horizontalAdvance("0" * 14)), hint.height()
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
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

    def _give_keys_back(self, _index: int) -> None:
        self.clearFocus()
