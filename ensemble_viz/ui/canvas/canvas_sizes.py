"""How large a canvas is, and its cards can get: measured on cards that nobody sees."""

from collections.abc import Hashable

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from ensemble_viz.scene.caption import Caption
from ensemble_viz.scene.free_space import Size
from ensemble_viz.scene.legend import Legend
from ensemble_viz.scene.measures import measures
from ensemble_viz.ui.canvas.caption_card import CaptionCard
from ensemble_viz.ui.canvas.legend_card import LegendCard
from ensemble_viz.ui.desk import Desk


class CanvasSizes(QObject):
    """Answers a scene that leaves room for the cards of a canvas."""

    def __init__(self, desk: Desk, canvas: QWidget) -> None:
        """Measure on a canvas."""
        super().__init__(canvas)
        self._desk = desk
        self._caption, self._legend = CaptionCard(desk), LegendCard(desk)
        for card in (self._caption, self._legend):
            card.setParent(canvas)
            card.hide()
        self._caption.counter = "Round 1 of 1"  # above what happened, on the projector
        self.header: QWidget | None = None
        """What always stands above the canvas in its window."""

    @property
    def size(self) -> Size:
        """Width and height."""
        return self._canvas.width(), self._canvas.height() + self._lent

    @property
    def _lent(self) -> int:
        """Pixels given away for a while to what stands below the header: nothing moves for it."""
        if self.header is None:
            return 0
        top = self._canvas.mapTo(self._canvas.window(), QPoint()).y()
        return max(0, top - (0 if self.header.isHidden() else self.header.height()))

    @property
    def _canvas(self) -> QWidget:
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return parent

    @property
    def growth(self) -> float:
        """By what marks are larger than in a window 1280 wide."""
        return measures(self._canvas.window().width(), self._desk.view.look.palette).growth

    @property
    def key(self) -> Hashable:
        """Another one where cards may have another size."""
        return self.size, self._desk.theme, self.growth, self._caption.is_wide

    def caption_size(self, chips: tuple[str, ...], captions: tuple[Caption, ...]) -> Size:
        """The size of a card with these steps that has room for these captions."""
        self._caption.take_theme(self._desk.theme)
        size = self._caption.usual_size(chips, captions)
        return size.width(), size.height()

    def legend_size(self, legend: Legend, points: int) -> Size:
        """The size of a key with these entries, of at most so many points each."""
        self._legend.take_theme(self._desk.theme)
        size = self._legend.size_of_whole(legend, points)
        return size.width(), size.height()
