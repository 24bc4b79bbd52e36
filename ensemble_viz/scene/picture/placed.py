"""A picture at a place on a larger one."""

from dataclasses import replace
from functools import singledispatch

import numpy as np

from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.picture.primitives import Item, Layer, Picture
from ensemble_viz.scene.picture.sheet import moved


def placed(picture: Picture, x: float, y: float) -> tuple[Layer, ...]:
    """Move all that is drawn."""
    return tuple(
        replace(
            layer,
            items=tuple(_placed(item, x, y) for item in layer.items),
            clip=None if layer.clip is None else moved(layer.clip, x, y),
        )
        for layer in picture.layers
    )


def lowest(picture: Picture) -> float:
    """Say how far down tags, formulas and surfaces reach; all of it where there are none."""
    items = [item for layer in picture.layers for item in layer.items]
    ends = [tag.box[3] for item in items if isinstance(item, primitives.Tags) for tag in item.tags]
    ends += [item.box[3] for item in items if isinstance(item, primitives.Raster)]
    letters = [item for item in items if isinstance(item, primitives.Glyphs) and len(item.corners)]
    ends += [item.y + item.scale * float(item.corners[:, 1].max()) for item in letters]
    return max(ends, default=picture.height)


@singledispatch
def _placed(item: Item, _x: float, _y: float) -> Item:
    raise TypeError(f"{type(item).__name__} cannot be moved")


@_placed.register
def _(item: primitives.Raster, x: float, y: float) -> Item:
    return replace(item, x=item.x + x, y=item.y + y, box=moved(item.box, x, y))


@_placed.register
def _(item: primitives.Bars, x: float, y: float) -> Item:
    return replace(item, lines=np.add(item.lines, (x, y, x, y)))


@_placed.register
def _(item: primitives.Rects, x: float, y: float) -> Item:
    return replace(item, boxes=np.add(item.boxes, (x, y, x, y)))


@_placed.register
def _(item: primitives.Polylines, x: float, y: float) -> Item:
    return replace(item, curves=tuple(np.add(curve, (x, y)) for curve in item.curves))


@_placed.register
def _(item: primitives.Polygons, x: float, y: float) -> Item:
    return replace(item, areas=tuple(area + np.array((x, y)) for area in item.areas))


@_placed.register
def _(item: primitives.Marks, x: float, y: float) -> Item:
    return replace(item, place=np.add(item.place, (x, y)))


@_placed.register
def _(item: primitives.Glyphs, x: float, y: float) -> Item:
    return replace(item, x=item.x + x, y=item.y + y)


@_placed.register
def _(item: primitives.Tags, x: float, y: float) -> Item:
    tags = tuple(replace(tag, box=moved(tag.box, x, y)) for tag in item.tags)
    return replace(item, tags=tags)
