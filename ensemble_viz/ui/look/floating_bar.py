"""A scroll bar that lies over its area: nothing moves aside when there is more than fits."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QScrollBar

WIDTH = 8


class FloatingBar(QScrollBar):
    """Stands in for the upright bar of a scroll area, over the right edge of what is shown."""

    def __init__(self, area: QScrollArea) -> None:
        """Follow the bar of an area, which is not shown itself."""
        super().__init__(Qt.Orientation.Vertical, area)
        self.area = area
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.own = area.verticalScrollBar()
        self.own.rangeChanged.connect(self.settle)
        self.own.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self.own.setValue)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.settle()

    def settle(self) -> None:
        """Take place and range of the bar it stands for; be hidden where all fits."""
        self.setRange(self.own.minimum(), self.own.maximum())
        self.setPageStep(self.own.pageStep())
        self.setSingleStep(self.own.singleStep())
        self.setValue(self.own.value())
        self.setGeometry(self.area.width() - WIDTH, 0, WIDTH, self.area.height())
        self.setVisible(self.own.maximum() > self.own.minimum())
        self.raise_()
