"""What lies over a panel: cards below buttons, thin bars; buttons tied to actions."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)  # fmt: skip
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QScrollArea,
    QScrollBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.ui.look.layouts import fill

GAP = 8


class Popup(QFrame):
    """Holds a widget; a click elsewhere, Escape or the button itself closes it."""

    def __init__(self, content: QWidget, button: QWidget) -> None:
        super().__init__()
        self.button = button
        self.setObjectName(f"{content.objectName()} popup")
        self.setProperty("role", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        fill(QVBoxLayout(self), content, edges=(16, 16, 16, 16))
        self.hide()

    def toggle(self) -> None:
        if self.isVisible():
            self.hide()
            return
        window = self.button.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        self.show()
        self.place()
        self.raise_()

    def place(self) -> None:
        """Stand below the button, inside the window."""
        window = self.button.window()
        self.adjustSize()
        under = self._anchor(window)
        corner = under.mapTo(window, QPoint(0, under.height() + GAP))
        left = min(max(corner.x(), GAP), window.width() - self.width() - GAP)
        self.move(max(0, left), corner.y())

    def _anchor(self, window: QWidget) -> QWidget:
        """Find what to stand below: a wide window has a bar of menus in the place of a button."""
        under = self.button
        while not under.isVisible():
            around = under.parentWidget()
            if around is None or around is window:
                break
            under = around
        return under

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()
        return done

    def showEvent(self, event: QShowEvent) -> None:
        app = QGuiApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        app = QGuiApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            if isinstance(watched, QWidget) and not self._is_own(watched):
                self.hide()
            return False
        is_alone = QApplication.activePopupWidget() is None  # or Escape closes that menu first
        if kind == QEvent.Type.ShortcutOverride and _is_escape(event) and is_alone:
            self.hide()
            event.accept()  # or Escape would let go of what is pinned as well
            return True
        return False

    def _is_own(self, widget: QWidget) -> bool:
        """Say whether a widget is part of this card, of its button, or a list opened from it."""
        parts = (self, self.button)
        return widget.window() is not self.window() or any(
            widget is part or part.isAncestorOf(widget) for part in parts
        )


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape


WIDTH = 8


class FloatingBar(QScrollBar):
    """Stands in for the upright bar of a scroll area, over the right edge of what is shown."""

    def __init__(self, area: QScrollArea) -> None:
        """Follow the bar of an area, which is not shown itself."""
        super().__init__(Qt.Orientation.Vertical, area)
        self.area = area
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.own = area.verticalScrollBar()
        self.own.rangeChanged.connect(self.adjust)
        self.own.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self.own.setValue)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.adjust()

    def adjust(self) -> None:
        """Take place and range of the bar it stands for; be hidden where all fits."""
        self.setRange(self.own.minimum(), self.own.maximum())
        self.setPageStep(self.own.pageStep())
        self.setSingleStep(self.own.singleStep())
        self.setValue(self.own.value())
        self.setGeometry(self.area.width() - WIDTH, 0, WIDTH, self.area.height())
        self.setVisible(self.own.maximum() > self.own.minimum())
        self.raise_()


class Scrolling(QScrollArea):
    """Shows as much of a column as there is room for."""

    def __init__(self, inside: QWidget, name: str) -> None:
        super().__init__()
        self.inside = inside
        self.setObjectName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.bar = FloatingBar(self)
        self.setWidget(inside)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is inside as wide as the column: whatever is longer gives way."""
        super().resizeEvent(event)
        self.inside.setMaximumWidth(self.viewport().width())
        self.bar.adjust()


class LinkLabel(QObject):
    """Lets a button do what an action does, when it can be done; the button keeps its looks."""

    def __init__(self, button: QToolButton, action: QAction) -> None:
        super().__init__(button)
        self.button = button
        self.action = action
        button.setCheckable(action.isCheckable())
        button.clicked.connect(action.trigger)
        action.changed.connect(self.follow)
        action.toggled.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Be enabled, checked, and say, what the action is and says."""
        self.button.setEnabled(self.action.isEnabled())
        self.button.setToolTip(self.action.toolTip())
        self.button.setChecked(self.action.isChecked())
