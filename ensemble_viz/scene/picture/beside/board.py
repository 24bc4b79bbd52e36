"""Several setups side by side as one figure: each canvas below its heading, as in the window."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ensemble_viz.document.document import MOST_SETUPS
from ensemble_viz.scene.beside.compared import Heading, heading
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.picture.canvas import canvas
from ensemble_viz.scene.picture.placed import placed
from ensemble_viz.scene.picture.primitives import Item, Layer, Picture, Rects
from ensemble_viz.scene.picture.sheet import LINE, Ruler, Sheet
from ensemble_viz.scene.picture.tags import Part, Tag, Tags, Type, Word
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import among, measures

ASIDE, ABOVE, MARK, GAP = 12, 6, 3.0, 10
"""Pixels: at both ends, above and below, the bar of the one in front, between words."""
LEAST_METHOD = 6  # letters of it: fewer say nothing


def heading_height(sheet: Sheet) -> float:
    title, text = _types(sheet)
    lines = title[0] + text[0] * (2 if sheet.projected else 1)
    return float(round(LINE * lines + sheet.px(2 * ABOVE)))


def heading_picture(heading: Heading, sheet: Sheet, free: float = 0.0) -> Picture:
    """Describe the words above a setup; so many pixels at the right stay free for buttons."""
    layers = (
        Layer("ground", tuple(_ground(heading, sheet))),
        Layer("words", (Tags((_tag(heading, sheet, free),), "heading"),)),
    )
    return Picture(sheet.width, sheet.height, sheet.colour("panel"), layers)


def _types(sheet: Sheet) -> tuple[tuple[int, int], tuple[int, int]]:
    if sheet.projected:
        return sheet.type("projector small", weight=700), sheet.type("projector small")
    return sheet.type("title"), sheet.type("text")


def _ground(heading: Heading, sheet: Sheet) -> Iterator[Item]:
    """Mark the one in front by a bar, and all by a line below."""
    left, top, right, bottom = sheet.box
    yield Rects(np.array([sheet.box]), sheet.colour("panel"))
    yield Rects(np.array([[left, bottom - 1.0, right, bottom]]), sheet.colour("hairline"))
    if heading.in_front:
        yield Rects(np.array([[left, top, right, top + MARK]]), sheet.colour("ink"), "in front")


def _title(heading: Heading, sheet: Sheet, room: float) -> tuple[str, Type]:
    """Write the number and what differs; of a setting the value stays, whatever is cut."""
    usual, number = _types(sheet)[0], f"{heading.number}  "
    kind = sheet.fitted(number + heading.title, usual, room)
    left = room - sheet.wide(number, kind)
    cut = sheet.cut_front if heading.method else sheet.cut
    return number + cut(heading.title, kind, left), kind


def _tag(heading: Heading, sheet: Sheet, free: float) -> Tag:
    large, small = _types(sheet)
    edge, y = float(sheet.px(ASIDE)), float(sheet.px(ABOVE)) + LINE * large[0] / 2
    room = sheet.width - 2 * edge
    title, kind = _title(heading, sheet, room - free)
    parts: list[Part] = [Word(title, kind, edge, y, sheet.colour("ink"), 0.0)]
    begin = edge + sheet.wide(title, kind) + sheet.px(GAP)
    words = sheet.cut(heading.method, small, edge + room - free - begin)
    if len(words) >= min(LEAST_METHOD, len(heading.method)):
        parts.append(Word(words, small, begin, y, sheet.colour("ink2"), 0.0))
    y += LINE * (large[0] + small[0]) / 2
    for line in sheet.broken(heading.headline, small, room, 2 if sheet.projected else 1):
        parts.append(Word(line, small, edge, y, sheet.colour("ink2"), 0.0))
        y += LINE * small[0]
    return Tag(sheet.box, None, tuple(parts), f"setup {heading.number}")


BETWEEN = 1.0
WINDOW = 1280.0 / 896.0  # a window is so much wider than its canvases


def columns_of(count: int, stacked: bool) -> int:
    """Say how many stand in a row."""
    return 2 if count == MOST_SETUPS else 1 if stacked else count


def board(beside: SideBySide, size: tuple[int, int], ruler: Ruler) -> Picture:
    stage, count = beside.stage(0), len(beside)
    columns = columns_of(count, stage.look.stacked)
    rows = -(-count // columns)
    wide = (size[0] - BETWEEN * (columns - 1)) / columns
    high = (size[1] - BETWEEN * (rows - 1)) / rows
    sizes = among(measures(size[0] * WINDOW, stage.palette.name), wide, high)
    usual = Sheet((0.0, 0.0, wide, high), ruler, beside.frame, stage.palette, sizes)
    layers: list[Layer] = []
    for k in range(count):
        row, column = divmod(k, columns)
        scene = Scene(beside.stage(k), beside=beside)
        pane = _pane(scene, heading(beside, k, scene.changed), usual)
        layers += placed(pane, column * (wide + BETWEEN), row * (high + BETWEEN))
    return Picture(float(size[0]), float(size[1]), usual.colour("border"), tuple(layers))


def _pane(scene: Scene, words: Heading, sheet: Sheet) -> Picture:
    """Describe one of them: its heading, and its canvas below."""
    top = heading_height(sheet)
    ground = Layer("ground", (Rects(np.array([sheet.box]), sheet.colour("canvas")),))
    box = (sheet.left, top, sheet.right, sheet.bottom)
    shown = canvas(scene.sharpened(), sheet.part(box, sheet.frame))
    clipped = tuple(replace(layer, clip=layer.clip or box) for layer in shown)
    head_box = (sheet.left, sheet.top, sheet.right, top)
    head = heading_picture(words, replace(sheet, box=head_box))
    return Picture(sheet.width, sheet.height, 0, (ground, *clipped, *head.layers))
