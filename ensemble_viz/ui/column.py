"""A column of panels beside the canvas: a hairline between them, and no wider than it is."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.floating_bar import FloatingBar
from ensemble_viz.ui.look.widgets import line

LEAST_HEIGHT = 120


class DockColumn(QScrollArea):
    """Sections one above the other; scrolls where they are too many."""

    def __init__(
        self,
        desk: Desk,
        name: str,
        sections: Sequence[QWidget],
        sizes: tuple[int, int],
    ) -> None:
        """Stack the sections, as wide as the first size says, with the second one around each."""
        super().__init__()
        self.desk = desk
        self.wanted, self.padding = sizes
        self.most = LEAST_HEIGHT
        """As high as this the column insists to be, if it has so much to show."""
        self._needed = 0
        self.setObjectName(f"{name} column")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.bar = FloatingBar(self)
        self.inside = QWidget()
        self.inside.setProperty("role", "panel")
        self._stack(sections)
        self.setWidget(self.inside)

    def _stack(self, sections: Sequence[QWidget]) -> None:
        """Put the sections below one another; one that can grow takes what the others leave."""
        stack = QVBoxLayout(self.inside)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        grows = [_grows(section) for section in sections]
        for section, is_open in zip(sections, grows, strict=True):
            stack.addWidget(Padded(section, self.padding), int(is_open))
        if not any(grows):
            stack.addStretch(1)

    def insist(self, most: int) -> None:
        """Be as high as what there is to show, up to a height; it does not shrink from then on."""
        self.most = most
        self._needed = 0
        self._measure()

    @property
    def needed(self) -> int:
        """Say how high what there is to show is, as far as the column insists."""
        return max(LEAST_HEIGHT, min(self._needed, self.most))

    def sizeHint(self) -> QSize:
        """Be as wide as is wanted."""
        return QSize(self.desk.theme.px(self.wanted), 600)

    def minimumSizeHint(self) -> QSize:
        """Be narrower where there is no room, and scroll."""
        width = self.desk.theme.px(self.wanted)
        return QSize(min(width, 280), self.needed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is inside as wide as the column: whatever is longer gives way."""
        super().resizeEvent(event)
        self.inside.setMaximumWidth(self.viewport().width())
        self.bar.settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Measure again what has changed inside."""
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self.inside:
            self._measure()
        return done

    def _measure(self) -> None:
        needed = max(self._needed, self.inside.sizeHint().height())
        if needed != self._needed:
            self._needed = needed
            self.updateGeometry()


@runtime_checkable
class Emptied(Protocol):
    """A section that may have nothing to show: the line below it goes with it."""

    filled: SignalInstance


class Padded(QWidget):
    """A section with room around it, which is seen when its content is."""

    def __init__(self, content: QWidget, padding: int) -> None:
        """Wrap a content."""
        super().__init__()
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        room = QVBoxLayout()
        room.setContentsMargins(padding, padding * 3 // 4, padding, padding * 3 // 4)
        room.addWidget(content)
        stack.addLayout(room, int(_grows(content)))
        self.line = line()
        stack.addWidget(self.line)
        if isinstance(content, Emptied):
            content.filled.connect(self.line.setVisible)


def _grows(section: QWidget) -> bool:
    """Say whether a section can use more height than it needs."""
    return bool(section.sizePolicy().expandingDirections() & Qt.Orientation.Vertical)
