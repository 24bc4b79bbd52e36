"""How large a canvas is, and its cards can get: without any card."""

from collections.abc import Hashable

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from ensemble_viz.scene.appearance.measures import Measures, among, measures
from ensemble_viz.scene.caption import Caption
from ensemble_viz.scene.free_space import Size
from ensemble_viz.scene.legend import Legend
from ensemble_viz.scene.picture.cards import CardRoom, KeyRoom, key_card, usual_caption
from ensemble_viz.ui.canvas.overlay_card import EDGE, WIDE, sheet_of
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.theme import Theme


class CanvasSizes(QObject):
    """Answers a scene that leaves room for the cards of a canvas."""

    def __init__(self, desk: Desk, canvas: QWidget) -> None:
        """Measure on a canvas."""
        super().__init__(canvas)
        self._desk = desk
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
        return self.measures.growth

    @property
    def theme(self) -> Theme:
        """Colours, and sizes of what lies on it."""
        return self._desk.theme.on_canvas(self._canvas.width(), self._canvas.height())

    @property
    def measures(self) -> Measures:
        """How large marks are: smaller where the canvas is one of several."""
        usual = measures(self._canvas.window().width(), self._desk.view.look.palette)
        if len(self._desk.document.setups) == 1:
            return usual
        return among(usual, self._canvas.width(), self._canvas.height())

    @property
    def key(self) -> Hashable:
        """Another one where cards may have another size."""
        return self.size, self._desk.theme, self.growth, self._is_wide

    @property
    def _is_wide(self) -> bool:
        return self._canvas.window().width() >= WIDE

    def _room(self, is_line: bool) -> CardRoom:
        """How much room there is for a card; the projector leaves the height to plots of a line."""
        theme, around = self.theme, 2 * self.theme.px(EDGE)
        wide, high = self._canvas.width() - around, self._canvas.height() - around
        return CardRoom(wide, high, self._is_wide, theme.palette.is_projected and is_line)

    def caption_size(
        self, chips: tuple[str, ...], captions: tuple[Caption, ...], is_line: bool
    ) -> Size:
        """The size of a card with these steps that has room for these captions."""
        return usual_caption(chips, captions, sheet_of(self.theme), self._room(is_line))

    def legend_size(self, legend: Legend, points: int, is_line: bool) -> Size:
        """The size of a key with these entries, of at most so many points each."""
        room = self._room(is_line)
        key = KeyRoom(room.width, room.flat)
        card = key_card(legend, sheet_of(self.theme), key, legend, points)
        return card.width, card.height
