"""Where the cards lie: in the corners, the point's card where it covers the fewest points."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.data.samples import SAMPLES
from ensemble_viz.scene.free_space import FOOT, MARGIN, has_cards, legend_corner, margin
from ensemble_viz.scene.free_space import GAP as FREE_SPACE_GAP
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import uncapital
from ensemble_viz.ui.canvas.cards import LegendCard, PointCard
from ensemble_viz.ui.canvas.overlay_card import CaptionCard
from ensemble_viz.ui.desk import Desk

KEPT_FREE = 14.0  # pixels around the point that is looked at
EDGE = 8.0  # pixels around a card in which the middle of a point counts as covered
WORST = 10_000
STEP = 8  # between two places along a side that the point's card could have
PATIENCE = 2  # points that it rather covers than move


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    size: QSize
    points: FloatArray
    """(m, 2) in pixels."""
    focus: QPointF | None
    """The point or place that is looked at."""


class Overlays(QObject):
    """The three cards of a canvas."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        """Make them; they are laid out when something is known."""
        super().__init__(parent)
        self.desk, self._parent = desk, parent
        self.caption = CaptionCard(desk)
        self.legend = LegendCard(desk)
        self.point = PointCard(desk)
        self.cards: tuple[QWidget, ...] = (self.caption, self.legend, self.point)
        for card in self.cards:
            card.setParent(parent)
            card.raise_()
        self._margin = round(MARGIN)
        self._spot = 0
        self._moved: QPointF | None = None

    def refresh(self, scene: Scene, change: Change) -> None:
        if change & Change.FOCUS and scene.card is None:
            self._moved = None
        if scene.view.look.caption or change & Change.LOOK:
            self.caption.refresh(scene, change)  # else it stands above the canvas, or nowhere
        for card in (self.legend, self.point):
            card.refresh(scene, change)
        has_room = has_cards(scene.stage, (self._parent.width(), self._parent.height()))
        for card in (self.legend, self.point):
            card.setVisible(has_room and not card.is_empty)
        self.caption.setVisible(scene.view.look.caption and bool(scene.caption.headline))

    def lay_out(self, ground: Ground) -> list[QRectF]:
        """Put the cards into their places; say where they lie."""
        stage = self.desk.scene.stage
        self._margin = round(margin(stage))
        self.caption.setGeometry(QRect(self._margin, self._margin, *_size(self.caption)))
        self._lay_legend(stage, ground.size)
        if self._is_shown(self.point):
            self._lay_point(ground)
        return [QRectF(card.geometry()) for card in self.cards if self._is_shown(card)]

    def fixed(self) -> list[QRectF]:
        """Say where the cards lie that stay where they are."""
        shown = (card for card in (self.caption, self.legend) if self._is_shown(card))
        return [QRectF(card.geometry()) for card in shown]

    def point_place(self) -> QRectF:
        """Say where the point's card lies; empty where it is hidden."""
        return QRectF(self.point.geometry()) if self._is_shown(self.point) else QRectF()

    def move_point_card(self, by: QPointF) -> None:
        """Move the point's card; it stays there until it is let go."""
        self._moved = QPointF(self.point.pos()) + by

    def _is_shown(self, card: QWidget) -> bool:
        return not card.isHidden()

    def _lay_legend(self, stage: Stage, size: QSize) -> None:
        caption = self.caption.geometry()
        box = (caption.left(), caption.top(), caption.right(), caption.bottom())
        wanted, whole = self.legend.sizeHint(), (float(size.width()), float(size.height()))
        left, top = legend_corner(stage, whole, (wanted.width(), wanted.height()),
                                  box if self._is_shown(self.caption) else None)  # fmt: skip
        self.legend.setGeometry(QRect(QPoint(round(left), round(top)), wanted))

    def _lay_point(self, ground: Ground) -> None:
        size = _size(self.point)
        if self._moved is not None:
            spot = self._moved.toPoint()
            left = min(max(spot.x(), 0), max(ground.size.width() - size[0], 0))
            top = min(max(spot.y(), 0), max(ground.size.height() - size[1], 0))
            self.point.setGeometry(QRect(left, top, *size))
            return
        places = self._places(ground.size, size)
        cost = self._costs([QRectF(place) for place in places], ground)
        if min(cost) >= WORST and len(self.desk.document.setups) > 1:
            self.point.hide()  # what each says is listed beside them, too
            return
        k = min(self._spot, len(places) - 1)
        patience = PATIENCE if min(cost) else 0  # it does not jump about for a point or two
        if cost[k] > min(cost) + patience:
            k = int(np.argmin(cost))
        self._spot = k
        self.point.setGeometry(places[k])

    def _places(self, ground: QSize, size: tuple[int, int]) -> list[QRect]:
        """List where the point's card can lie: down the right side, then down the left one."""
        edge, (width, height) = self._margin, size
        right, foot = ground.width() - edge - width, ground.height() - round(FOOT) - height
        found = []
        for left in (right, edge):
            column = QRectF(left, 0.0, width, ground.height())
            above = [card for card in self.fixed() if card.intersects(column)]
            upper = [card.bottom() for card in above if card.center().y() < ground.height() / 2]
            top = round(max(upper, default=edge - FREE_SPACE_GAP) + FREE_SPACE_GAP)
            tops = range(top, max(foot, top) + 1, STEP)
            found += [QRect(left, max(each, 0), width, height) for each in tops]
        return found

    def _costs(self, places: list[QRectF], ground: Ground) -> list[int]:
        """Count the points each place would cover; the one it is about must stay in sight."""
        corners = np.array([place.getCoords() for place in places])
        low, high = corners[:, None, :2] - EDGE, corners[:, None, 2:] + EDGE
        inside = ((ground.points > low) & (ground.points < high)).all(axis=2)
        covered: list[int] = inside.sum(axis=1).tolist()
        return [
            count + self._penalty(place, ground)
            for count, place in zip(covered, places, strict=True)
        ]

    def _penalty(self, place: QRectF, ground: Ground) -> int:
        """Weigh what is worse than to cover points: the one looked at, or another card."""
        roomy = place.adjusted(-KEPT_FREE, -KEPT_FREE, KEPT_FREE, KEPT_FREE)
        hides = ground.focus is not None and roomy.contains(ground.focus)
        meets = any(place.intersects(other) for other in self.fixed())
        return WORST * hides + WORST // 2 * meets


def _size(card: QWidget) -> tuple[int, int]:
    hint = card.sizeHint()
    return hint.width(), hint.height()


WORDS = {"look": "Click to place a point", "spray": "Drag to spray points"}
OTHERWISE = "Take the tool Place (P) to begin"
WAYS = {"spray": "P places single ones"}
USUAL_WAY, PASTE = "Shift+P sprays a cloud of them", "Ctrl+V pastes a table"
GAP = 16


def suggested(data: Dataset) -> str:
    """Name a sample of the kind that the canvas is for."""
    if data.classes is not None:
        return "moons"
    return "sine" if data.dimension == 1 else "surface"


class Invitation(QWidget):
    """Lines and a button in the middle of the canvas, while there are no points."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("invitation")
        self.setAccessibleName("No points yet")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words, self.hints = QLabel(), QLabel()
        self.words.setObjectName("invitation words")
        self.hints.setObjectName("invitation hints")
        self.start = QPushButton(parent)  # beside the words: it alone takes the mouse
        self.start.setObjectName("start with a sample")
        self.start.clicked.connect(self.start_with_sample)
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(GAP)
        for label in (self.words, self.hints):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            stack.addWidget(label)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Take the button along, below the words."""
        super().moveEvent(event)
        self._place_button()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button below the words."""
        super().resizeEvent(event)
        self._place_button()

    def _place_button(self) -> None:
        self.start.adjustSize()
        words = self.geometry()
        left = words.center().x() - self.start.width() // 2
        self.start.move(left, words.bottom() + GAP)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Be seen while there are no points."""
        if change & Change.LOOK:
            self._dress()
        is_empty = not len(scene.stage.data)
        if is_empty:
            self._invite(scene)
        for part in (self, self.start):
            part.setVisible(is_empty)

    def _dress(self) -> None:
        theme = self.desk.theme
        for label, font in ((self.words, "caption"), (self.hints, "text")):
            label.setFont(theme.font(font))
            palette = label.palette()
            palette.setColor(label.foregroundRole(), theme.colour("ink2"))
            label.setPalette(palette)
        self.start.setFont(theme.font("button"))

    def _invite(self, scene: Scene) -> None:
        data, tool = scene.stage.data, scene.view.hand.tool
        self.start.setText(f"Start with {uncapital(SAMPLES[suggested(data)].title)}")
        which = "1 and 2 change the class" if data.classes else "the wheel changes the value"
        self.words.setText(WORDS.get("look" if tool == "place" else tool, OTHERWISE))
        ways = [WAYS.get(tool, USUAL_WAY), PASTE, *([which] if data.dimension == 2 else [])]
        self.hints.setText(" · ".join(ways))
        self._place_button()

    def start_with_sample(self) -> None:
        name = suggested(self.desk.document.data)
        chosen = SAMPLES[name]
        taken = (chosen.build(**chosen.resolve()), chosen.title, name)
        if self.desk.session.edit(chosen.title, edits.choose_data, *taken):
            self.desk.look(frame=None)
