"""The base of painted panels: a picture for their own width, which tests and readers can read."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.paint import RULER, QtPainter
from ensemble_viz.ui.pictures.walked import Walked, Ways


class PictureWidget(Walked):
    """A painted widget of a fixed height, as wide as it may be."""

    def __init__(self, name: str, theme: Theme, ways: Ways | None = None) -> None:
        """Be called something; nothing is painted yet."""
        super().__init__(ways)
        self.setObjectName(name)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.theme = theme
        self._shown: tuple[Sheet, Picture | None] | None = None
        self._painter = QtPainter(keeps_words=False)

    @property
    def sheet(self) -> Sheet:
        """What its picture is made for."""
        box = (0.0, 0.0, float(max(self.width(), 1)), float(max(self.height(), 1)))
        return Sheet(box, RULER, palette=self.theme.palette, scale=self.theme.scale)

    @property
    def shown(self) -> Picture | None:
        """What is painted: described anew where it is another, or as wide as another."""
        sheet = self.sheet
        if self._shown is None or self._shown[0] != sheet:
            self._shown = sheet, self.describe(sheet)
        return self._shown[1]

    @property
    def written(self) -> list[str]:
        """What is written, in its order."""
        return [] if self.shown is None else self.shown.words()

    def describe(self, sheet: Sheet) -> Picture | None:
        """Say what is shown on a sheet; None where there is nothing."""
        raise NotImplementedError  # classes of Qt cannot be abstract

    def renew(self) -> None:
        """Show what is other than before."""
        self._shown = None
        self.update()

    def be_high(self, height: float) -> None:
        """Take a height, given for a plain size of type."""
        self.setFixedHeight(self.theme.px(height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture."""
        if self.shown is not None:
            with QPainter(self) as painter:
                self._painter.paint(self.shown, painter, self.devicePixelRatioF())
