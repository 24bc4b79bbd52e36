"""The search of a node as curves, one plot an axis; the mouse reads them."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QMouseEvent

from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.search import HEIGHT, Reading, SearchRooms, search
from ensemble_viz.scene.search.plot import SearchPlot
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget
from ensemble_viz.ui.pictures.ways import SEARCH


class SearchPicture(PictureWidget):
    """Shows a search."""

    read = Signal(str)
    """What the curve says under the mouse; empty where there is nothing to read."""

    def __init__(self, desk: Desk) -> None:
        """Show no search yet."""
        super().__init__("Search", desk.theme, SEARCH)
        self.desk = desk
        self.plot: SearchPlot | None = None
        self.reading: Reading | None = None
        """The axis and the place that are read."""

    def show_plot(self, plot: SearchPlot | None) -> None:
        """Take a search."""
        self.theme = self.desk.theme
        self.plot = plot
        self.reading = None
        self.be_high(HEIGHT)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Draw the plots, or the words instead of them."""
        return search(self.plot, sheet, self.reading)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the curve under the mouse."""
        found, text = None, ""
        if self.plot is not None and self.plot.axes:
            found = SearchRooms(self.plot, self.sheet).place_at(event.position().x())
            text = self.plot.reading(*found) if found is not None else ""
        self.show_reading(found if text else None, text)

    def show_reading(self, reading: Reading | None, text: str) -> None:
        """Mark a place of a curve, and say what stands there."""
        if reading != self.reading:
            self.reading = reading
            self.read.emit(text)
            self.renew()

    def leaveEvent(self, _event: QEvent) -> None:
        """Stop reading."""
        self.show_reading(None, "")
