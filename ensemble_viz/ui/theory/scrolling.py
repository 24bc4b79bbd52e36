"""A column that scrolls, no wider than it is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ensemble_viz.ui.look.floating_bar import FloatingBar


class Scrolling(QScrollArea):
    """Shows as much of a column as there is room for."""

    def __init__(self, inside: QWidget, name: str) -> None:
        """Hold a column."""
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
        self.bar.settle()
