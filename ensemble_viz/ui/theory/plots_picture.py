"""The plots of a demonstration; the mouse reads their numbers."""

from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.charts import charts, reading
from ensemble_viz.scene.theory import ShownTheory
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget

LEAST = 160  # pixels of height, where a page gives it what is left


class PlotsPicture(PictureWidget):
    """Shows plots: as high as they need, or as high as there is room."""

    def __init__(self, desk: Desk, fills: bool, magnified: float = 1.0) -> None:
        """Show nothing yet."""
        super().__init__("Plots of the demonstration", desk.theme)
        self.desk, self.fills, self.magnified = desk, fills, magnified
        self.demonstration: ShownTheory | None = None
        self.setMouseTracking(True)
        if fills:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_plots(self, shown: ShownTheory | None) -> None:
        """Take a demonstration."""
        projects = self.desk.theme.palette.is_projected  # whose words are large already
        self.theme = self.desk.theme.magnified(1.0 if projects else self.magnified)
        self.demonstration = shown
        self.setAccessibleDescription("" if shown is None else shown.description)
        self.renew()
        self._fit()

    @property
    def laid(self) -> Sheet:
        """The sheet that the plots are laid out on: of no height where they choose it."""
        sheet = self.sheet
        if not self.fills:
            return replace(sheet, box=(0.0, 0.0, sheet.width, 0.0))
        plots = () if self.demonstration is None else self.demonstration.plots
        usual = replace(sheet, scale=self.desk.theme.scale)
        return sheet if charts(plots, sheet).height <= sheet.height else usual

    def describe(self, _sheet: Sheet) -> Picture | None:
        """Draw the plots."""
        if self.demonstration is None:
            return None
        return charts(self.demonstration.plots, self.laid)

    def sizeHint(self) -> QSize:
        """Have some room."""
        return QSize(280, LEAST)

    def _fit(self) -> None:
        """Be as high as the plots need."""
        if not self.fills:
            high = self.shown.height if self.shown is not None else 0.0
            if round(high) != self.height():
                self.setFixedHeight(round(high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the plots out for another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say the numbers at the nearest place."""
        if self.demonstration is None:
            return
        x, y = event.position().x(), event.position().y()
        text = reading(self.demonstration.plots, self.laid, x, y)
        if text:
            QToolTip.showText(event.globalPosition().toPoint(), text, self)
        else:
            QToolTip.hideText()
