"""From markers to sprites: which bodies, rings, old sizes and badges are drawn, and how large.

Everything is decided for all markers at once; only the different sprites are made one by one.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QColor, QFontMetricsF

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.scene.markers import Markers
from ensemble_viz.scene.measures import Measures
from ensemble_viz.scene.palette import rgb
from ensemble_viz.scene.shapes import reach
from ensemble_viz.ui.canvas.marker_sprites import Badge, Body, Line
from ensemble_viz.ui.canvas.sprites import Sprite
from ensemble_viz.ui.look.theme import Theme

LEAST = 1.5  # pixels: smaller radii cannot be told apart, so they are drawn hollow
STEP = 1.02  # between two sizes of sprites; areas are within 2 % of the truth
BADGE = 10.0  # pixels of type, in a window 1280 wide
CROWDED = 5.0  # pixels: plain markers that are smaller have thinner edges
LEAST_RING = 0.7
DIMMED = 0.3
HOLLOW_EDGE = 1.9
SHRUNK, GROWN = 1.0, 2.0  # pixels of radius from which the old size is worth an outline
SHAPES, SIZES = 8, 4096  # more than there are: keys are numbers made of these


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What is drawn of the markers, in the order in which it is painted."""

    marker: IntArray
    """(parts,): the marker it belongs to."""
    sprite: IntArray
    """(parts,): its number in `sprites`."""
    opacity: FloatArray
    """(parts,)."""
    sprites: tuple[Sprite, ...]
    reach: FloatArray
    """(sprites,): how far each goes from its centre, in logical pixels."""
    radius: FloatArray
    """(markers,): in logical pixels."""


def size_steps(area: FloatArray, plain: float) -> IntArray:
    """Number the sizes of markers, in steps so small that nobody can see them."""
    size = np.maximum(plain * np.sqrt(np.maximum(area, 0.0)), LEAST)
    return np.rint(np.log(size / LEAST) / np.log(STEP)).astype(np.int64)


def radii(steps: IntArray) -> FloatArray:
    """Turn sizes into radii in logical pixels."""
    return np.asarray(LEAST * STEP**steps)


Known = dict[Hashable, Sprite]
"""Sprites made before in the same look: most of them are drawn again in the next picture."""


def parts(
    markers: Markers, area: FloatArray, measures: Measures, theme: Theme, known: Known | None = None
) -> Parts:
    """Decide what is drawn; sprites that are known are taken again, new ones become known."""
    maker = _Maker(markers, area, measures, theme)
    maker.known = {} if known is None else known
    maker.add_marks()
    maker.add_bodies()
    maker.add_old_sizes()
    maker.add_rings()
    maker.add_badges()
    return maker.finish()


class _Maker:
    """Collects parts, kind by kind."""

    def __init__(
        self, markers: Markers, area: FloatArray, measures: Measures, theme: Theme
    ) -> None:
        self.markers, self.theme = markers, theme
        self.plain = measures.growth * markers.plain_radius
        self.measures = _thinned(measures, self.plain)
        self.step = size_steps(area, self.plain)
        self.radius = radii(self.step)
        self.is_tiny = self.plain * np.sqrt(np.maximum(area, 0.0)) < LEAST
        self.shape = np.array([reach(look.shape) for look in theme.palette.classes])
        self.far = self.radius * self.shape[markers.shape]
        self.marker: list[IntArray] = []
        self.sprite: list[IntArray] = []
        self.sprites: list[Sprite] = []
        self.known: Known = {}

    def add_marks(self) -> None:
        """Mark those that are looked at, outside the ring where they are missed, too."""
        lit = self.markers.lit.nonzero()[0]
        if not len(lit):
            return
        ink, width = self.theme.colour("accent").rgba(), self.measures.ring + 0.6
        ringed = self._rings() + self.measures.ring / 2.0
        edge = np.where(self.markers.ringed, ringed, self.far + self.measures.halo)
        around = np.round(edge[lit] + width / 2.0, 1)
        self._add(lit, around, lambda k: Line("disc", float(around[k]), ink, width))

    def add_bodies(self) -> None:
        """Draw the markers themselves."""
        every = np.arange(len(self.radius))
        markers, fills = self.markers, self._fills()
        hollow = markers.hollow | self.is_tiny
        keys = ((fills * 2 + hollow) * SHAPES + markers.shape) * SIZES + self.step

        def body(k: int) -> Sprite:
            key = int(keys[k]), self.plain, markers.fill is None
            if key not in self.known:
                self.known[key] = self._body(k, int(fills[k]), bool(hollow[k]))
            return self.known[key]

        self._add(every, keys, body)

    def add_old_sizes(self) -> None:
        """Outline the sizes they had, where they are going to be, or have become, different."""
        old_area = self.markers.old_area
        if old_area is None:
            return
        step = size_steps(old_area, self.plain)
        old, new = radii(step), radii(size_steps(self.markers.area, self.plain))
        grown = (new - old >= GROWN) & (self.radius > old)
        shown = (grown | (old - new >= SHRUNK)).nonzero()[0]
        shrunk_to, grown_from = self._faint("ink", 0.38), self._faint("#FFFFFF", 0.75)
        keys = ((grown * SHAPES + self.markers.shape) * SIZES + step)[shown]

        def line(k: int) -> Line:
            i = shown[k]
            colour = grown_from if grown[i] else shrunk_to
            return Line(self._shape_of(i), float(old[i]), colour, 1.1)

        self._add(shown, keys, line)

    def add_rings(self) -> None:
        """Ring the misses."""
        ringed = self.markers.ringed.nonzero()[0]
        if not len(ringed):
            return
        ink, width = self.theme.colour("ink").rgba(), self.measures.ring
        around = np.round(self._rings()[ringed], 1)
        self._add(ringed, around, lambda k: Line("disc", float(around[k]), ink, width))

    def _rings(self) -> FloatArray:
        """Say how large rings are: around discs, and around the corners of other shapes."""
        gap = self.measures.ring_gap
        return np.maximum(self.radius + gap + self.measures.ring / 2.0, self.far + gap / 2.0)

    def add_badges(self) -> None:
        """Write what stands on the markers, or beside them where it does not fit."""
        badged = np.array([k for k, text in enumerate(self.markers.badges) if text], dtype=np.int64)
        if not len(badged):
            return
        font = self.theme.font("tick")
        font.setPixelSize(self.theme.px(BADGE * self.measures.growth))
        metrics = QFontMetricsF(font)
        made = [self._badge(int(i), font.pixelSize(), metrics) for i in badged]
        kinds = {badge: number for number, badge in enumerate(dict.fromkeys(made))}
        keys = np.array([kinds[badge] for badge in made])
        self._add(badged, keys, lambda k: made[k])

    def finish(self) -> Parts:
        """Put the parts in order: marker by marker, as they were added."""
        marker = np.concatenate(self.marker)
        sprite = np.concatenate(self.sprite)
        order = np.argsort(marker, kind="stable")
        lit = self.markers.lit
        dims = np.count_nonzero(lit) > 1  # a single point is marked, and the others stay
        opacity = np.where(lit | (not dims), 1.0, DIMMED)
        marker = marker[order]
        reach = np.array([each.reach for each in self.sprites])
        drawn = tuple(self.sprites)
        return Parts(marker, sprite[order], opacity[marker], drawn, reach, self.radius)

    def _add(self, which: IntArray, keys: Numbers, make: Callable[[int], Sprite]) -> None:
        """Add a part for some markers; equal keys have the same sprite."""
        if not len(which):
            return
        _, first, number = np.unique(keys, return_index=True, return_inverse=True)
        self.marker.append(which)
        self.sprite.append(number + len(self.sprites))
        self.sprites.extend(make(int(k)) for k in first)

    def _body(self, k: int, fill: int, hollow: bool) -> Body:
        look = self.theme.palette.classes[self.markers.shape[k]]
        colour = QColor.fromRgb(fill)
        edge = QColor(look.outline) if self.markers.fill is None else colour.darker(165)
        width = self.measures.outline
        if hollow:
            width = min(HOLLOW_EDGE, float(self.radius[k]) / 2.0)
            colour, edge = self.theme.colour("canvas"), colour
        halo = self.theme.colour("halo").rgba()
        radius = float(self.radius[k])
        shape = self._shape_of(k)
        return Body(shape, radius, colour.rgba(), edge.rgba(), width, halo, self.measures.halo)

    def _badge(self, k: int, size: int, metrics: QFontMetricsF) -> Badge:
        text, radius = self.markers.badges[k], float(self.radius[k])
        families = tuple(self.theme.font("tick").families())
        inside = metrics.horizontalAdvance(text) <= 1.75 * radius
        if not inside or self.markers.hollow[k]:
            beside = radius + self.measures.halo + metrics.horizontalAdvance(text) / 2.0
            return Badge(text, self.theme.colour("ink").rgba(), size, families, beside)
        fill = QColor.fromRgb(int(self._fills()[k]))
        return Badge(text, _readable_on(fill).rgba(), size, families, 0.0)

    def _fills(self) -> IntArray:
        """Give the colour of each marker as one number, red first."""
        if self.markers.fill is None:
            table = np.array([rgb(look.fill) for look in self.theme.palette.classes])
            colours = table[self.markers.shape]
        else:
            colours = self.markers.fill.astype(np.int64)
        return np.asarray(colours @ np.array([1 << 16, 1 << 8, 1]), dtype=np.int64)

    def _shape_of(self, k: int) -> str:
        return self.theme.palette.classes[self.markers.shape[k]].shape

    def _faint(self, name: str, alpha: float) -> int:
        return self.theme.colour(name, alpha).rgba()


def _thinned(measures: Measures, plain: float) -> Measures:
    """Make edges and rings of small markers thinner, so that their colours are still seen."""
    share = min(1.0, plain / CROWDED)
    return replace(
        measures,
        outline=share * measures.outline,
        halo=share * measures.halo,
        ring=max(share * measures.ring, min(LEAST_RING, measures.ring)),
        ring_gap=share * measures.ring_gap,
    )


def _readable_on(fill: QColor) -> QColor:
    """Choose black or white words by which of them stands out more."""
    red, green, blue = (_linear(part) for part in (fill.redF(), fill.greenF(), fill.blueF()))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    dark = (light + 0.05) / 0.055 > 1.05 / (light + 0.05)
    return QColor(16, 18, 20) if dark else QColor(255, 255, 255)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
