"""A figure: the canvas with its key in a free corner, or above it, and what happened over it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ensemble_viz.scene.legend import Legend
from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.cards import CardPicture, KeyRoom, key_card
from ensemble_viz.scene.picture.page.around import Margins
from ensemble_viz.scene.picture.primitives import Layer, Picture, Rects
from ensemble_viz.scene.picture.scales import BOTH, LEFT, Scales, scales
from ensemble_viz.scene.picture.scales import FOOT as SCALES_FOOT
from ensemble_viz.scene.picture.sheet import LINE, Layout, Ruler, Sheet
from ensemble_viz.scene.picture.tags import Box, Plate, Tag, Tags, lines_of_words, shifted
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import measures

WINDOW = 1280.0 / 896.0  # a window is so much wider than its canvas, which a figure shows
CAPTION, LEAST_HEAD = 44.0, 13  # pixels of height; of type
ASIDE = 16.0  # at both ends of the caption
EDGE = 16.0  # between the key and the edges
SIDE, FOOT = 64.0, 84.0  # pixels for ticks, scales and labels: at the left edge, at the foot
SHARE = 0.6  # of the canvas: how wide the key may be in a corner
MOST_STRIP = 0.55  # of the sheet: where a strip would be higher, its last rows are left out
KEPT = 64.0  # pixels of the canvas that a strip leaves
RADIUS = 8.0


def figure(
    scene: Scene,
    size: tuple[int, int],
    ruler: Ruler,
    has_caption: bool = False,
    has_key: bool = True,
) -> Picture:
    width, height = float(size[0]), float(size[1])
    palette = scene.stage.palette
    top = CAPTION if has_caption else 0.0
    box: Box = (0.0, top, width, height)
    sheet = Sheet(box, ruler, scene.frame, palette, measures(width * WINDOW, palette.name))
    strip: list[Layer] = []
    cards: tuple[Box, ...] = ()
    if has_key:
        sheet, strip, cards = _with_key(scene, sheet)
    layers = canvas(scene, sheet, cards)
    above = (_caption(scene, sheet),) if has_caption else ()
    return Picture(width, height, sheet.colour("canvas"), (*layers, *strip, *above))


def _with_key(scene: Scene, sheet: Sheet) -> tuple[Sheet, list[Layer], tuple[Box, ...]]:
    """Put the key into a corner without points, else above the canvas, which begins below it."""
    card = key_card(scene.legend, sheet, KeyRoom(SHARE * sheet.width))
    if not card.tags:
        return sheet, [], ()
    box = _corner(scene, sheet, card)
    if box is not None:
        plate = Plate(sheet.colour("card"), sheet.colour("border"), 1.0, RADIUS)
        return sheet, [lay(card, box, plate)], (box,)
    flat = key_card(scene.legend, sheet, KeyRoom(sheet.width, flat=True))
    most = min(MOST_STRIP * sheet.height, sheet.height - KEPT)
    kept = tuple(tag for tag in flat.tags if tag.box[3] <= most)
    high = max((tag.box[3] for tag in kept), default=0.0) + flat.height - flat.tags[-1].box[3]
    flat = CardPicture(flat.width, high, kept)
    left, top, right, _ = sheet.box
    strip = (left, top, right, top + high)
    below = sheet.part((left, top + high, right, sheet.bottom), sheet.frame)
    plate = Plate(sheet.colour("panel"), radius=0.0)
    return below, [lay(flat, strip, plate, "key above")], ()


def lay(card: CardPicture, box: Box, plate: Plate, key: str = "key") -> Layer:
    """Lay a card into its place: one tag, so that its ground is below its words."""
    parts = tuple(shifted(part, tag.box[0], tag.box[1]) for tag in card.tags for part in tag.parts)
    return Layer("key", (Tags((Tag(box, plate, parts, key),), key),))


def _corner(scene: Scene, sheet: Sheet, card: CardPicture) -> Box | None:
    """Find a corner without points, the upper right one first."""
    foot, plot = FOOT, scene.line_plot
    if plot is not None and plot.lower is not None:
        foot = sheet.bottom - float(sheet.down(np.array(plot.upper.bottom)))
    left, right = sheet.left + SIDE, sheet.right - card.width - EDGE
    top, bottom = sheet.top + EDGE, sheet.bottom - foot - card.height - EDGE
    if right < left or bottom < top:
        return None
    x, y = sheet.places(scene.markers.place).T
    reach = 2.0 * scene.markers.plain_radius * sheet.measures.growth
    for a, b in ((a, b) for b in (top, bottom) for a in (right, left)):
        across = (x > a - reach) & (x < a + card.width + reach)
        if not (across & (y > b - reach) & (y < b + card.height + reach)).any():
            return a, b, a + card.width, b + card.height
    return None


def _caption(scene: Scene, sheet: Sheet) -> Layer:
    """Say above the canvas what happened, in two lines where one is too long."""
    words, room = scene.caption.headline, sheet.right - 2 * ASIDE
    largest, weight = sheet.type("caption")
    sizes = (size for size in range(largest, LEAST_HEAD - 1, -1))
    kind = next(
        (k for k in ((size, weight) for size in sizes) if sheet.wide(words, k) <= room), None
    )
    if kind is None:
        kind = sheet.type("tick")[0], weight
        lines = sheet.broken(words, kind, room, 2)
    else:
        lines = (sheet.cut(words, kind, room),)
    tall = LINE * kind[0]
    top = CAPTION / 2 - len(lines) / 2 * tall
    parts = lines_of_words(lines, kind, sheet.colour("ink"), tall, ASIDE, top)
    box = (0.0, 0.0, sheet.right, CAPTION)
    ground = Rects(np.array([box]), sheet.colour("panel"), "caption")
    edge = Rects(np.array([[0.0, CAPTION - 1.0, sheet.right, CAPTION]]), sheet.colour("hairline"))
    return Layer("caption", (ground, edge, Tags((Tag(box, None, parts, "caption"),), "caption")))


WIDE = 1.75  # a plot that would be wider than that, by its height, has its key at the side
SIDE_SHARE, LEAST_SIDE = 0.27, 96.0
APART = 8.0  # pixels between the key and the scales beside it
INSET, KEY_INSET = 6.0, 13.0  # pixels of the ground of the scales, and of the key, at their left
OF_MANY = {  # what lines are in every plot of a strip
    "sum": "ensemble so far",
    "to come": "ensemble to come",
    "learner": "this round's learner",
    "earlier": "earlier learners",
}


class Foot:
    """What the marks of all plots stand for."""

    def __init__(
        self, scenes: Sequence[Scene], sheet: Sheet, layout: Layout, is_strip: bool
    ) -> None:
        self.scenes, self.sheet, self.layout, self.is_strip = scenes, sheet, layout, is_strip
        self.card: CardPicture | None = None
        self.beside = self.height = 0.0
        """Room at the side of the plots, and below them."""
        self._left = 0.0

    def take_room(self, around: Margins, top: float) -> None:
        """Find out how much room is needed around plots that begin so far down."""
        if not self.layout.parts.key:
            return
        self._left = around.left
        wide = self.layout.width - around.left
        room = KeyRoom(wide, flat=True, most=wide, counted=not self.is_strip)
        card = key_card(self._legend, self.sheet, room)
        self.height = self._scales_high
        total = self.layout.height
        if total is not None and not self.is_strip and card.tags:
            rest = total - top - self.height - card.height - around.top - around.bottom
            if (wide - around.right) / max(rest, 1.0) > WIDE:
                side = max(SIDE_SHARE * self.layout.width, LEAST_SIDE)
                card = key_card(self._legend, self.sheet, KeyRoom(side))
                self.beside = card.width
        self.card = card
        if self._in_line:
            self.height = max(card.height, self.height)
        elif card.tags and not self.beside:
            self.height += card.height

    def layers(self, left: float, top: float, bottom: float) -> list[Layer]:
        """Describe it, for plots from a height on down to another."""
        if self.card is None:
            return []
        found, card = list[Layer](), self.card
        inset = self.sheet.px(KEY_INSET)
        if card.tags:
            x, y = (self.layout.width - self.beside, top) if self.beside else (left - inset, bottom)
            box = (x, y, x + card.width, y + card.height)
            found.append(lay(card, box, Plate(0, radius=0.0)))
            if self._in_line:
                left += card.width - inset + APART
                bottom += (card.height - self._scales_high) / 2
            elif not self.beside:
                bottom += card.height
        return found + [row.layer for row in self._scales(left - INSET, bottom)]

    @property
    def _in_line(self) -> bool:
        """Say whether the scales have room beside the key."""
        rows = self._scales(0.0, 0.0)
        if self.beside or len(rows) != 1 or self.card is None or not self.card.tags:
            return False
        wide = rows[0].boxes[0][2] + self.card.width + 2 * APART
        return wide <= self.layout.width - self._left

    @property
    def _legend(self) -> Legend:
        """Give the key; of several moments, what any of them shows, and nothing of one alone."""
        known = [scene.legend for scene in self.scenes]
        if not self.is_strip:
            return known[-1]
        ring = next((each.ring for each in known if each.ring), "")
        draws = next((each.draws for each in reversed(known) if each.draws), ())
        lines = tuple((style, OF_MANY.get(style, words)) for style, words in known[-1].lines)
        return replace(known[-1], ring=ring, draws=draws, draws_title="", lines=lines)

    def _scales(self, left: float, top: float) -> list[Scales]:
        """Describe the scales of weights and values, in a row or one below the other."""
        apart = [self._row((which,), left, top) for which in BOTH]
        wanted = [row for row in apart if row.boxes]
        if not wanted:
            return []
        if sum(row.boxes[0][2] - left for row in wanted) <= self.layout.width - left:
            return [self._row(BOTH, left, top)]
        return [wanted[0], self._row(BOTH[1:], left, wanted[0].boxes[0][3])]

    @property
    def _scales_high(self) -> float:
        return max((row.boxes[0][3] for row in self._scales(0.0, 0.0)), default=0.0)

    def _row(self, which: tuple[str, ...], left: float, top: float) -> Scales:
        """Describe scales in a row of their own, from the upper left corner."""
        box = (left - LEFT + INSET, top - 200.0, self.layout.width, top + SCALES_FOOT)
        for _ in range(2):  # how high it is, is known when it is described
            row = scales(self.scenes[-1], self.sheet.part(box, self.sheet.frame), (), which)
            drop = top - row.boxes[0][1] if row.boxes else 0.0
            box = (*box[:3], box[3] + drop)
        return replace(row, layer=_bare(row.layer))


def _bare(layer: Layer) -> Layer:
    """Take the ground from below words: beside a plot nothing is below them."""
    items = (
        replace(item, tags=tuple(replace(tag, plate=None) for tag in item.tags))
        if isinstance(item, Tags) else item for item in layer.items
    )  # fmt: skip
    return replace(layer, items=tuple(items))
