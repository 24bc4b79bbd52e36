"""The painted parts of the panel of several setups: rows that can be pressed, the map, scores."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent

from ensemble_viz.scene.beside.scores import Score
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.compared.parting import parting_map
from ensemble_viz.scene.picture.compared.rows import Rows, rows_height, rows_picture
from ensemble_viz.scene.picture.compared.scores import scores_height, scores_picture
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget

MAP = 168  # pixels of height
Make = Callable[[Sheet], Picture]


class RowsPicture(PictureWidget):
    """Shows rows; a press on one that stands for something says for what."""

    pressed = Signal(str)

    def __init__(self, name: str, desk: Desk) -> None:
        """Show none yet."""
        super().__init__(name, desk.theme)
        self.desk = desk
        self.rows: Rows | None = None

    def show_rows(self, rows: Rows) -> None:
        """Show these."""
        self.theme = self.desk.theme
        self.rows = rows
        self.setAccessibleDescription(rows.text)
        self.be_high(rows_height(rows))
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Set the rows."""
        return None if self.rows is None else rows_picture(self.rows, sheet)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Say what is pressed."""
        place = event.position()
        key = self.shown.key_at(place.x(), place.y()) if self.shown is not None else ""
        if key and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(key)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a press does something."""
        place = event.position()
        key = self.shown.key_at(place.x(), place.y()) if self.shown is not None else ""
        shape = Qt.CursorShape.PointingHandCursor if key else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)


class PartingPicture(PictureWidget):
    """Shows where setups part, by itself."""

    def __init__(self, desk: Desk) -> None:
        """Show nothing yet."""
        super().__init__("Where they part", desk.theme)
        self.desk = desk
        self.beside: SideBySide | None = None

    def show_beside(self, beside: SideBySide) -> None:
        """Show it of these."""
        self.theme, self.beside = self.desk.theme, beside
        self.be_high(MAP)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Draw the map."""
        if self.beside is None:
            return None
        return parting_map(self.beside.parting, self.beside.splits, self.beside.stage(0), sheet)


class ScoresPicture(PictureWidget):
    """Shows errors fold by fold."""

    def __init__(self, desk: Desk) -> None:
        """Show nothing yet."""
        super().__init__("Errors on the folds", desk.theme)
        self.desk = desk
        self.scores: Sequence[Score] = ()

    def show_scores(self, scores: Sequence[Score]) -> None:
        """Show these."""
        self.theme, self.scores = self.desk.theme, scores
        self.be_high(scores_height(scores))
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Draw a lane for each."""
        return scores_picture(self.scores, sheet)
