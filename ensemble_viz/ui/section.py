"""A section of a panel: a head with a hint at its right, and what stands below it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import Part, fill, named
from ensemble_viz.ui.look.widgets import SectionHead


class Section(QWidget):
    filled = Signal(bool)
    """There is something to see, or there is not: the line below it goes with it."""

    def __init__(self, desk: Desk, name: str, title: str, *parts: Part, head: str = "") -> None:
        """Be called after the title, which is the head, too, unless that says something else."""
        super().__init__()
        self.desk = desk
        named(self, name, title)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.head = SectionHead(head or title)
        self.box = fill(QVBoxLayout(self), self.head, *parts)

    def surround(self, edges: tuple[int, int, int, int], gap: int) -> None:
        """Leave room around and between the parts, given for type of the usual size."""
        px = self.desk.theme.px
        self.box.setContentsMargins(*map(px, edges))
        self.box.setSpacing(px(gap))
