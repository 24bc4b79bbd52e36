"""What moves: a picture on its way from one to another, by a share of the way."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Marks, Raster

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
    was = np.full((int(item.rows.max(initial=0)) + 1, NUMBERS), np.nan)
    known = (before.rows < len(was)) & (before.style < NUMBERS)
    was[before.rows[known], before.style[known]] = before.radius[known]
    start = was[item.rows, np.minimum(item.style, NUMBERS - 1)]
    start = np.where(np.isnan(start), item.radius, start)
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
