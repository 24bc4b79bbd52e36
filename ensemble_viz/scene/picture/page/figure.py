"""A figure: the canvas with its key in a free corner, or above it, and what happened over it."""

import numpy as np

from ensemble_viz.scene.appearance.measures import measures
from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.cards import CardPicture, KeyRoom, key_card
from ensemble_viz.scene.picture.primitives import (
    Box,
    Layer,
    Picture,
    Plate,
    Rects,
    Tag,
    Tags,
    Word,
    shifted,
)
from ensemble_viz.scene.picture.sheet import LINE, Ruler, Sheet
from ensemble_viz.scene.scene import Scene

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
    """Describe a scene as a figure of a size."""
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
    high = max((tag.box[3] for tag in kept), default=0.0) + flat.height - _bottom(flat)
    flat = CardPicture(flat.width, high, kept)
    left, top, right, _ = sheet.box
    strip = (left, top, right, top + high)
    below = sheet.part((left, top + high, right, sheet.bottom), sheet.frame)
    plate = Plate(sheet.colour("panel"), radius=0.0)
    return below, [lay(flat, strip, plate, "key above")], ()


def _bottom(card: CardPicture) -> float:
    return max(tag.box[3] for tag in card.tags)


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
    ink, tall = sheet.colour("ink"), LINE * kind[0]
    first = CAPTION / 2 - (len(lines) - 1) / 2 * tall
    parts = tuple(
        Word(line, kind, ASIDE, first + k * tall, ink, 0.0) for k, line in enumerate(lines)
    )
    box = (0.0, 0.0, sheet.right, CAPTION)
    ground = Rects(np.array([box]), sheet.colour("panel"), "caption")
    edge = Rects(np.array([[0.0, CAPTION - 1.0, sheet.right, CAPTION]]), sheet.colour("hairline"))
    return Layer("caption", (ground, edge, Tags((Tag(box, None, parts, "caption"),), "caption")))
