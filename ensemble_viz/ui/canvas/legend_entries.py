"""The entries of the key on the canvas: each knows how wide it is and paints itself."""

from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from ensemble_viz.scene.legend import ClassEntry, DrawEntry
from ensemble_viz.scene.numbers import counted
from ensemble_viz.ui.look.glyphs import ROOM, draw_glyph, draw_ring
from ensemble_viz.ui.look.lettering import cut, width_of, write
from ensemble_viz.ui.look.theme import Theme

WIDEST_NAME = 128  # longer names are cut, and whole in the tooltip
LARGEST_SAMPLE = 3.0  # a sample of a draw is never wider than so many plain ones
LINE_SAMPLE = 24
INSIDE = 0.84  # of a mark's width, which its times may take


class LegendEntry(Protocol):
    """Something in the key."""

    @property
    def width(self) -> float:
        """Say how much room it takes in its row."""

    @property
    def words(self) -> str:
        """Say it without a picture."""

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Paint it."""


@dataclass(frozen=True, slots=True)
class Kit:
    """Sizes and fonts of the key."""

    theme: Theme

    @property
    def projected(self) -> bool:
        """Say whether the key is to be read from afar."""
        return self.theme.palette.is_projected

    @property
    def radius(self) -> float:
        """Give the radius of a plain mark."""
        return self.theme.px(12.5 if self.projected else 6.5)

    @property
    def gap(self) -> float:
        """Give the room between mark, name and count."""
        return self.theme.px(12 if self.projected else 6)

    @property
    def box(self) -> float:
        """Give the width of the box that every mark stands in."""
        return 2.0 * ROOM * self.radius

    @property
    def text(self) -> QFont:
        """Give the font of words and counts."""
        return self.theme.font("projector small" if self.projected else "text")

    @property
    def strong(self) -> QFont:
        """Give the font of class names."""
        font = self.theme.font("projector small" if self.projected else "strong")
        font.setWeight(QFont.Weight.DemiBold)
        return font

    @property
    def tick(self) -> QFont:
        """Give the font of what stands inside a mark."""
        font = self.theme.font("projector small" if self.projected else "tick")
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def count_width(self, count: int) -> float:
        """Measure a count; the projector shows none."""
        return 0.0 if self.projected else self.gap + width_of(f"{count}", self.text)

    def write(
        self, painter: QPainter, place: QRectF, words: tuple[str, QFont, str], count: int
    ) -> None:
        """Write words, in their font and colour, and a count behind them."""
        text, font, role = words
        first = QRectF(place)
        first.setWidth(width_of(text, font) + 1.0)
        write(painter, first, text, font, self.theme.colour(role))
        if not self.projected:
            rest = QRectF(place)
            rest.setLeft(first.right() - 1.0 + (self.gap if text else 0.0))
            rest.setRight(place.right() + 2.0)
            write(painter, rest, f"{count}", self.text, self.theme.colour("ink3"))


@dataclass(frozen=True, slots=True)
class ClassMark:
    """A class: its mark, its name, its count."""

    kit: Kit
    entry: ClassEntry

    @property
    def name(self) -> str:
        """Give the name, cut short where it is long."""
        widest = WIDEST_NAME * (2.0 if self.kit.projected else 1.0)  # its type is as much larger
        return cut(self.entry.name, self.kit.strong, self.kit.theme.px(widest))

    @property
    def width(self) -> float:
        """Add up mark, name and count."""
        named = width_of(self.name, self.kit.strong) + self.kit.count_width(self.entry.count)
        return self.kit.box + self.kit.gap + named

    @property
    def words(self) -> str:
        """Name the class with its count."""
        return f"{self.entry.name} {self.entry.count}"

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Paint the mark, then the words."""
        kit = self.kit
        centre = QPointF(place.left() + kit.box / 2, place.center().y())
        draw_glyph(painter, centre, kit.radius, kit.theme.palette.classes[self.entry.k])
        named = place.adjusted(kit.box + kit.gap, 0.0, 0.0, 0.0)
        kit.write(painter, named, (self.name, kit.strong, "ink"), self.entry.count)


@dataclass(frozen=True, slots=True)
class RingMark:
    """What a ring means, and how many there are."""

    kit: Kit
    ring: str
    count: int
    widest: int
    """The largest count there can be: the entry has room for it."""

    @property
    def width(self) -> float:
        """Add up ring, words and count."""
        worded = width_of(self.ring, self.kit.text) + self.kit.count_width(self.widest)
        return self.kit.box + self.kit.gap + worded

    @property
    def words(self) -> str:
        """Say what is ringed."""
        return f"ring: {self.ring} {self.count}"

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Paint the ring, then the words."""
        kit = self.kit
        centre = QPointF(place.left() + kit.box / 2, place.center().y())
        draw_ring(painter, centre, kit.radius * 0.95, kit.theme.colour("ink"))
        worded = place.adjusted(kit.box + kit.gap, 0.0, 0.0, 0.0)
        kit.write(painter, worded, (self.ring, kit.text, "ink2"), self.count)


@dataclass(frozen=True, slots=True)
class Words:
    """A few words in the row: in bag 12."""

    kit: Kit
    words: str

    @property
    def width(self) -> float:
        """Measure the words."""
        return width_of(self.words, self.kit.text)

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Write them."""
        write(painter, place, self.words, self.kit.text, self.kit.theme.colour("ink2"))


@dataclass(frozen=True, slots=True)
class DrawMark:
    """How many points were drawn so many times: the area grows with the times."""

    kit: Kit
    entry: DrawEntry

    @property
    def words(self) -> str:
        """Say it without a picture."""
        return f"{self._named}: {counted(self.entry.count, 'point')}"

    @property
    def _before(self) -> float:
        return self.kit.gap * (1.0 if self.entry.words else 0.5)

    @property
    def _named(self) -> str:
        return self.entry.words or f"×{self.entry.times}"

    @property
    def _radius(self) -> float:
        return self.kit.radius * min(sqrt(max(self.entry.times, 1)), LARGEST_SAMPLE)

    @property
    def _is_inside(self) -> bool:
        """Say whether the times stand inside the mark, as they do on the canvas."""
        return self.entry.times > 1

    @property
    def _times_width(self) -> float:
        return 0.0 if self._is_inside else self._before + width_of(self._named, self.kit.text)

    @property
    def width(self) -> float:
        """Add up mark, times and count."""
        return 2.0 * self._radius + self._times_width + self.kit.count_width(self.entry.count)

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Paint the mark in grey, with its times, and the count."""
        kit, colour = self.kit, self.kit.theme.colour
        centre = QPointF(place.left() + self._radius, place.center().y())
        painter.setPen(QPen(colour("ink2"), 1.6) if self.entry.times == 0 else Qt.PenStyle.NoPen)
        painter.setBrush(colour("card" if self.entry.times == 0 else "ink2"))
        less = 0.8 if self.entry.times == 0 else 0.0
        painter.drawEllipse(centre, self._radius - less, self._radius - less)
        times, right = self._named, place.left() + 2.0 * self._radius
        if self._is_inside:
            inside = QRectF(0.0, 0.0, 4.0 * self._radius, place.height())
            inside.moveCenter(centre)
            font = kit.tick
            share = INSIDE * 2.0 * self._radius / width_of(times, font)
            font.setPixelSize(max(1, round(font.pixelSize() * min(1.0, share))))
            write(painter, inside, times, font, colour("card"), Qt.AlignmentFlag.AlignHCenter)
        else:
            at = QRectF(right + self._before, place.top(), self._times_width + 1.0, place.height())
            write(painter, at, times, kit.text, colour("ink"))
        rest = QRectF(place)
        rest.setLeft(right + self._times_width + kit.gap)
        kit.write(painter, rest, ("", kit.text, "ink"), self.entry.count)


@dataclass(frozen=True, slots=True)
class LineMark:
    """What a style of line means in a plot of points on a line."""

    kit: Kit
    style: str
    words: str

    @property
    def width(self) -> float:
        """Add up sample and words."""
        return self._sample + self.kit.gap + width_of(self.words, self.kit.text)

    @property
    def _sample(self) -> float:
        return self.kit.theme.px(LINE_SAMPLE * (1.75 if self.kit.projected else 1.0))

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Paint a piece of the line, then the words."""
        centre = QPointF(place.left() + self._sample / 2, place.center().y())
        if self.style in ("positive", "negative"):
            self._draw_stem(painter, centre)
        else:
            self._draw_line(painter, centre)
        worded = place.adjusted(self._sample + self.kit.gap, 0.0, 2.0, 0.0)
        write(painter, worded, self.words, self.kit.text, self.kit.theme.colour("ink2"))

    def _draw_line(self, painter: QPainter, centre: QPointF) -> None:
        colour = self.kit.theme.colour
        pens = {
            "sum": QPen(colour("boundary"), 3.2),
            "to come": QPen(colour("accent"), 2.5),
            "learner": QPen(colour("accent"), 4.0),
            "earlier": QPen(colour("ink", 0.26), 1.5),
        }
        pen = pens.get(self.style, pens["sum"])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.style == "to come":
            pen.setDashPattern([7 / 2.5, 5 / 2.5])
        painter.setPen(pen)
        half = QPointF(self._sample / 2, 0.0)
        painter.drawLine(centre - half, centre + half)

    def _draw_stem(self, painter: QPainter, centre: QPointF) -> None:
        above = self.style == "positive"
        colours = self.kit.theme.palette.classes
        colour = self.kit.theme.colour(colours[1 if above else 0].fill)
        half = QPointF(0.0, self.kit.radius * 1.1)
        top, foot = (centre - half, centre + half) if above else (centre + half, centre - half)
        painter.setPen(QPen(colour, 2.0))
        painter.drawLine(top, foot)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.kit.theme.colour("ink2"))
        painter.drawEllipse(top, self.kit.radius * 0.6, self.kit.radius * 0.6)
