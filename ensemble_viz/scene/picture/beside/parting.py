"""Where answers part: a layer of the canvas, an arrow to the nearest other answer, a map."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ensemble_viz.scene.beside.ghost import Ghost, Intervals
from ensemble_viz.scene.beside.parting import LEVELS, Flip, Parting, SplitPoints
from ensemble_viz.scene.beside.scores import parting_words
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.picture.primitives import (
    Item,
    Layer,
    Marks,
    Picture,
    Polygons,
    Polylines,
    Rects,
)
from ensemble_viz.scene.picture.sheet import LINE, Sheet
from ensemble_viz.scene.picture.tags import Style, Tag, Tags, lines_of_words

VEIL, STRONG = 0.34, 0.6  # of ink over the surface; of values that are a whole range apart
CHANGED = 0.26  # of ink over what is answered otherwise since an edit
OLD, OLD_DASH = 2.0, (7.0, 5.0)  # the border of before: pixels
ARROW, HALO, HEAD = 2.4, 1.8, 10.0  # pixels: shaft, what is light around it, head
DOT, SPLIT = 1.8, 4.2  # pixels of radius of points on the map
APART = 0.78  # of ink on the map
EDGE = 8  # pixels around its words


def parting_items(found: Parting | None, sheet: Sheet) -> Iterator[Item]:
    """Veil what several setups answer differently."""
    if found is not None:
        yield from _veil(found, sheet, VEIL, "parting")


def ghost_items(found: Ghost | None, sheet: Sheet) -> Iterator[Item]:
    """Veil what is answered otherwise since an edit, and dash the border of before."""
    if found is None:
        return
    if found.changed is not None:
        yield from _veil(found.changed, sheet, CHANGED, "changed")
    curves = tuple(sheet.places(curve) for curve in found.curves)
    if curves:
        width = OLD * sheet.measures.boundary / 2.5
        dash = (OLD_DASH[0] * width / OLD, OLD_DASH[1] * width / OLD)
        yield Polylines(curves, width + 2 * HALO, sheet.colour("halo"))
        ink = sheet.colour("boundary")
        yield Polylines(curves, width, ink, dash, key="before")


def _veil(found: Parting | Intervals, sheet: Sheet, strength: float, key: str) -> Iterator[Item]:
    levels = found.levels
    is_one = levels == (1,)
    for level in levels:
        alpha = strength if is_one else STRONG * level / LEVELS
        yield Rects(sheet.boxes(found.boxes(level)), sheet.colour("ink", alpha), key)


def flip_layer(found: Flip | None, sheet: Sheet) -> Layer:
    """Draw the shortest move of a point that makes it be answered otherwise."""
    if found is None or found.move is None:
        return Layer("flip")
    start, end = (np.array(sheet.point(*place)) for place in (found.start, found.move.place[:2]))
    way = end - start
    length = float(np.hypot(*way))
    if length < 1e-9:
        return Layer("flip")
    along = way / length
    across = np.array((-along[1], along[0]))
    size = min(HEAD * sheet.measures.growth, max(length, HEAD / 2.0))
    base = end - size * along
    head = np.array((end, base + 0.45 * size * across, base - 0.45 * size * across))
    ink, halo, width = sheet.colour("ink"), sheet.colour("halo"), ARROW * sheet.measures.growth
    shaft = (np.array((start, base)),)
    return Layer("flip", (
        Polylines((np.vstack((head, head[:1])), *shaft), width + 2 * HALO, halo),
        Polylines(shaft, width, ink, key="flip"),
        Polygons((head,), ink, "flip"),
    ))  # fmt: skip


def parting_map(found: Parting | None, split: SplitPoints, stage: Stage, sheet: Sheet) -> Picture:
    """Draw by itself where answers part, with the points that are split on."""
    ground = sheet.colour("canvas")
    layers: list[Layer] = []
    if found is not None:
        sheet = sheet.part(sheet.box, found.frame)
        layers.append(Layer("parting", tuple(_veil(found, sheet, APART, "parting"))))
    if len(stage.data) and stage.data.dimension == 2:
        layers.append(Layer("points", (_points(split, stage, sheet),)))
    left, top, right, bottom = sheet.box
    edge = np.array([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
    layers.append(Layer("frame", (Polylines((edge,), 1.0, sheet.colour("border"), key="frame"),)))
    return Picture(sheet.right, sheet.bottom, ground, tuple(layers))


def parting_figure(beside: SideBySide, stage: Stage, sheet: Sheet) -> Picture:
    """Draw the map of where setups part, and write above it what it shows."""
    kind, edge = sheet.type("text"), float(sheet.px(EDGE))
    lines = sheet.broken(parting_words(beside), kind, sheet.width - 2 * edge, 3)
    tall = LINE * kind[0]
    top = tall * len(lines) + edge
    parts = lines_of_words(lines, kind, sheet.colour("ink"), tall, edge, edge / 2)
    box = (sheet.left, sheet.top, sheet.right, top)
    title = Layer("title", (Tags((Tag(box, None, parts, "title"),), "title"),))
    below = sheet.part((sheet.left, top, sheet.right, sheet.bottom), sheet.frame)
    drawn = parting_map(beside.parting, beside.splits, stage, below)
    return replace(drawn, layers=(*drawn.layers, title))


def _points(split: SplitPoints, stage: Stage, sheet: Sheet) -> Marks:
    """Draw the points that are split on as their classes, the others as dots."""
    data, palette = stage.data, sheet.palette
    rows = split.rows if data.classes is not None else np.empty(0, dtype=np.int64)
    is_split = np.zeros(len(data), dtype=bool)
    is_split[rows] = True
    order = np.argsort(is_split, kind="stable")
    styles = [Style(fill=sheet.colour("ink3"))]
    styles += [
        Style(each.shape, sheet.colour(each.fill), sheet.colour("halo"), 1.2)
        for each in palette.classes
    ]
    kind = data.target.astype(np.int64) + 1 if data.classes is not None else np.zeros_like(order)
    style = np.where(is_split, kind, 0)[order]
    radius = np.where(is_split, SPLIT, DOT)[order]
    return Marks(sheet.places(data.points)[order], style, radius, np.ones(len(order)), order,
                 tuple(styles))  # fmt: skip
