"""The base of painted panels, and how the arrows walk through what they show."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ensemble_viz.document.where import Focus
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.trees.boxes import Box
from ensemble_viz.ui.look.lettering import RULER
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.paint import QtPainter

if TYPE_CHECKING:
    from ensemble_viz.ui.pictures.drawings import GalleryPicture, SearchPicture, TreePicture
    from ensemble_viz.ui.strip.run_plot import RunPlot


Key = Qt.Key
ARROWS = {Key.Key_Left: (-1, 0), Key.Key_Right: (1, 0), Key.Key_Up: (0, -1), Key.Key_Down: (0, 1)}
CHOOSES = (Key.Key_Return, Key.Key_Enter, Key.Key_Space)
RING = 2.0


class Ways(NamedTuple):
    """How the arrows walk through one kind of picture; functions, which hold no picture."""

    walk: Callable[[Any, int, int], None]
    """Go to the part that lies in a direction, (across, down)."""
    choose: Callable[[Any], None]
    """Do what a click on the part would do."""


class Walked(QWidget):
    """A painted widget whose parts can be reached without a mouse."""

    def __init__(self, ways: Ways | None = None) -> None:
        """Be reached by Tab alone: a click leaves the keys to the playback."""
        super().__init__()
        self.ways = ways
        policy = Qt.FocusPolicy.TabFocus if ways else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def event(self, event: QEvent) -> bool:
        """Keep the arrows from the playback while this has the focus; show that it has."""
        kind = event.type()
        if (
            kind == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _is_ours(event)
        ):
            event.accept()
            return True
        done = super().event(event)
        if kind == QEvent.Type.Paint and self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().highlight().color(), RING))
            inset = RING / 2.0
            painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.ways is not None and event.key() in ARROWS:
            self.ways.walk(self, *ARROWS[Key(event.key())])
        elif self.ways is not None and event.key() in CHOOSES:
            self.ways.choose(self)
        else:
            event.ignore()


def _is_ours(event: QKeyEvent) -> bool:
    pad = Qt.KeyboardModifier.KeypadModifier
    return event.key() in (*ARROWS, *CHOOSES) and not event.modifiers() & ~pad


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
        if self.shown is not None:
            with QPainter(self) as painter:
                self._painter.paint(self.shown, painter, self.devicePixelRatioF())


FAR = 10  # rounds that the arrows up and down go


def _walk_tree(picture: "TreePicture", across: int, down: int) -> None:
    """Light up the nearest box in a direction; the root first."""
    made = picture.arrangement
    boxes = [box for box in made.boxes if box.node >= 0] if made else []
    here = next((box for box in boxes if box.node == picture.desk.view.focus.node), None)
    ahead = boxes[:1]
    if here is not None:
        ahead = [box for box in boxes if _along(here, box, across, down) > 0.0]
    if ahead:
        picture.hover(Focus(node=min(ahead, key=lambda box: _away(here or box, box)).node))


def _along(here: Box, there: Box, across: int, down: int) -> float:
    """Say how far one box lies from another in a direction."""
    return across * (there.middle - here.middle) + down * (there.y - here.y)


def _away(here: Box, there: Box) -> tuple[float, float]:
    """Say how far off a box is: by its row, then within it."""
    return abs(there.y - here.y), abs(there.middle - here.middle)


def _choose_node(picture: "TreePicture") -> None:
    """Pin what is lit, or let go of it."""
    if picture.desk.view.focus.node is not None:
        picture.pin(Focus(node=picture.desk.view.focus.node))


def _walk_gallery(picture: "GalleryPicture", across: int, down: int) -> None:
    """Outline the next thumbnail; the one of now first."""
    items = [placed.item for placed in picture.placed]
    now = next((k for k, item in enumerate(items) if item.is_now), 0)
    step = across + down * picture.columns
    index = now if picture.hovered is None else picture.hovered + step
    if 0 <= index < len(items):
        picture.hover(index)


def _choose_thumbnail(picture: "GalleryPicture") -> None:
    """Go to the round of the one that is outlined."""
    if picture.hovered is not None:
        picture.desk.go_to_round(picture.placed[picture.hovered].item.round)


def _walk_search(picture: "SearchPicture", across: int, down: int) -> None:
    """Read the next cut, or go to the other axis; the best cut of the node first."""
    plot, reading = picture.plot, picture.reading
    if plot is None or not plot.axes:
        return
    k = next((j for j, axis in enumerate(plot.axes) if axis.wins), 0)
    if reading is not None:
        k = min(max(reading[0] + down, 0), len(plot.axes) - 1)
    cuts, best = plot.axes[k].cuts.threshold, plot.axes[k].best
    is_same = reading is not None and reading[0] == k
    at = reading[1] if reading is not None and is_same else best.threshold if best else 0.0
    if len(cuts):
        place = int(np.abs(cuts - at).argmin()) + (across if is_same else 0)
        x = float(cuts[min(max(place, 0), len(cuts) - 1)])
        picture.show_reading((k, x), plot.reading(k, x))


def _choose_nothing(_picture: "SearchPicture") -> None:
    """Cuts are read, and that is all."""


def _walk_curves(plot: "RunPlot", across: int, down: int) -> None:
    """Point at the next round, or at the tenth from here; at that of now first."""
    if plot.curves is not None:
        last = plot.curves.rounds if plot.curves.last is None else plot.curves.last
        here = plot.desk.view.where.moment.round if plot.hovered is None else plot.hovered
        plot.hovered = min(max(here + across - FAR * down, 0), last)
        plot.update()


def _choose_round(plot: "RunPlot") -> None:
    """Go to the round that is pointed at."""
    if plot.hovered is not None:
        plot.scrubbing.want(plot.hovered)


TREE = Ways(_walk_tree, _choose_node)
GALLERY = Ways(_walk_gallery, _choose_thumbnail)
SEARCH = Ways(_walk_search, _choose_nothing)
CURVES = Ways(_walk_curves, _choose_round)
