"""Pictures that have no size of their own, as large as a medium has room for."""

from collections.abc import Callable
from dataclasses import replace

from ensemble_viz.scene.picture import Layout, Picture, lowest, placed, primitives

GROWN = (2.5, 2.0, 1.75, 1.5, 1.25)
EDGE = 4.0  # around a picture that has no room of its own
Draw = Callable[[Layout], Picture]


def filling(layout: Layout, draw: Draw, keeps: bool = True) -> Picture:
    """Draw as high as it needs; where a height is given, as large as there is room.

    `keeps`: no word and no surface may be lost by that.
    """
    found = _enlarged(layout, draw, 1.0)
    if layout.height is None:
        return found
    for grown in GROWN:
        drawn = _enlarged(layout, draw, grown)
        if drawn.height * grown <= layout.height and (not keeps or _count(drawn) >= _count(found)):
            found = drawn
            break
    height = layout.height * found.width / layout.width
    above = max((height - found.height) / 2.0, 0.0)
    return replace(found, height=height, layers=placed(found, 0.0, above))


def _enlarged(layout: Layout, draw: Draw, grown: float) -> Picture:
    """Draw on a smaller sheet, with a little room around."""
    width, height = layout.width / grown, layout.height
    inner = None if height is None else height / grown - 2 * EDGE
    drawn = draw(replace(layout, width=width - 2 * EDGE, height=inner))
    high = min(drawn.height, lowest(drawn)) + 2 * EDGE
    return replace(drawn, width=width, height=high, layers=placed(drawn, EDGE, EDGE))


def _count(picture: Picture) -> int:
    """Count words and surfaces."""
    items = [item for layer in picture.layers for item in layer.items]
    tags = [tag for item in items if isinstance(item, primitives.Tags) for tag in item.tags]
    return sum(len(tag.parts) for tag in tags) + sum(
        isinstance(item, primitives.Raster) for item in items
    )
