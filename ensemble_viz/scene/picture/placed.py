"""A picture at a place on a larger one, or on its way from one to another."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ensemble_viz.scene.picture.primitives import (
    Bars,
    Glyphs,
    Item,
    Layer,
    Marks,
    Picture,
    Polygons,
    Polylines,
    Raster,
    Rects,
)
from ensemble_viz.scene.picture.sheet import moved
from ensemble_viz.scene.picture.tags import Tags


def placed(picture: Picture, x: float, y: float) -> tuple[Layer, ...]:
    return tuple(
        replace(
            layer,
            items=tuple(replace(item, **MOVES[type(item)](item, x, y)) for item in layer.items),
            clip=None if layer.clip is None else moved(layer.clip, x, y),
        )
        for layer in picture.layers
    )


def lowest(picture: Picture) -> float:
    """Say how far down tags, formulas and surfaces reach; all of it where there are none."""
    items = [item for layer in picture.layers for item in layer.items]
    ends = [tag.box[3] for item in items if isinstance(item, Tags) for tag in item.tags]
    ends += [item.box[3] for item in items if isinstance(item, Raster)]
    letters = [item for item in items if isinstance(item, Glyphs) and len(item.corners)]
    ends += [item.y + item.scale * float(item.corners[:, 1].max()) for item in letters]
    return max(ends, default=picture.height)


MOVES: dict[type, Callable[[Any, float, float], dict[str, Any]]] = {
    Raster: lambda one, x, y: {"x": one.x + x, "y": one.y + y, "box": moved(one.box, x, y)},
    Bars: lambda one, x, y: {"lines": np.add(one.lines, (x, y, x, y))},
    Rects: lambda one, x, y: {"boxes": np.add(one.boxes, (x, y, x, y))},
    Polylines: lambda one, x, y: {"curves": tuple(np.add(each, (x, y)) for each in one.curves)},
    Polygons: lambda one, x, y: {"areas": tuple(np.add(each, (x, y)) for each in one.areas)},
    Marks: lambda one, x, y: {"place": np.add(one.place, (x, y))},
    Glyphs: lambda one, x, y: {"x": one.x + x, "y": one.y + y},
    Tags: lambda one, x, y: {
        "tags": tuple(replace(tag, box=moved(tag.box, x, y)) for tag in one.tags)
    },
}
"""What of an item is elsewhere when it has moved."""


NUMBERS = 256  # of styles that are the same in every picture


def between(before: Sequence[Layer], after: Sequence[Layer], share: float) -> tuple[Layer, ...]:
    """Mix two pictures: areas are on their way, a surface shows through, a new line grows."""
    old = {layer.level: layer for layer in before}
    return tuple(_mixed(old.get(layer.level), layer, share) for layer in after)


def _mixed(old: Layer | None, new: Layer, share: float) -> Layer:
    if old is None or old is new or not new.items:
        return new
    one, other = (old.items or (None,))[0], new.items[0]
    if isinstance(one, Raster) and isinstance(other, Raster):
        return replace(new, items=(one, replace(other, opacity=share), *new.items[1:]))
    stump = _stump(new)
    if stump is not None and not _is_same_line(_stump(old), stump):
        return replace(new, clip=_reached(stump, share))
    items = tuple(_moved(old, item, share) for item in new.items)
    return replace(new, items=items)


def _moved(old: Layer, item: Item, share: float) -> Item:
    """Let the areas of marks be on their way; points are told by their rows, parts by styles."""
    before = next(
        (
            one
            for one in old.items
            if isinstance(one, Marks) and one.key == getattr(item, "key", "")
        ),
        None,
    )
    if before is None or not isinstance(item, Marks):
        return item
    was, now = (np.where(marks.style < NUMBERS, marks.rows * NUMBERS + marks.style, nobody)
                for marks, nobody in ((before, -1), (item, -2)))  # fmt: skip
    order = was.argsort()
    found = order.take(was.searchsorted(now, sorter=order), mode="clip")
    start = np.where(was[found] == now, before.radius[found], item.radius)
    radius = np.sqrt((1.0 - share) * start**2 + share * item.radius**2)
    return replace(item, radius=radius)


def _stump(layer: Layer) -> Bars | None:
    found = (item for item in layer.items if isinstance(item, Bars) and item.key == "stump")
    return next(found, None)


def _is_same_line(one: Bars | None, other: Bars) -> bool:
    return one is not None and np.array_equal(one.lines, other.lines)


def _reached(stump: Bars, share: float) -> tuple[float, float, float, float]:
    """Say what is seen of a line that grows: downwards, or to the right."""
    x1, y1, x2, y2 = stump.lines[0].tolist()
    far = max(abs(x2 - x1), abs(y2 - y1))
    if x1 == x2:
        return x1 - far, y1, x1 + far, y1 + share * (y2 - y1)
    return x1, y1 - far, x1 + share * (x2 - x1), y1 + far
