"""Labels that were flipped: inside of each marker a small one of the class it had."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.data import NOT_FLIPPED, Dataset
from ensemble_viz.scene.markers import Markers
from ensemble_viz.scene.picture.canvas.points import radii
from ensemble_viz.scene.picture.primitives import Item, Marks, Style
from ensemble_viz.scene.picture.sheet import Sheet, colour

SIZE, LEAST, MOST = 0.45, 2.2, 5.0  # of the marker's radius; pixels
HALO = 1.1


def flips(markers: Markers | None, data: Dataset, sheet: Sheet) -> Iterator[Item]:
    """Describe which class each flipped label was of."""
    if markers is None or data.flipped_from is None:
        return
    which = np.flatnonzero(data.flipped_from[markers.row] != NOT_FLIPPED)
    if not len(which):
        return
    plain = sheet.measures.growth * markers.plain_radius
    radius = radii(markers, plain)[which]
    growth = sheet.measures.growth
    size = np.clip(SIZE * radius, LEAST * growth, MOST * growth)
    place = sheet.places(markers.place)[which]
    styles = tuple(
        Style(look.shape, colour(look.fill), halo=sheet.colour("halo"), halo_width=HALO)
        for look in sheet.palette.classes
    )
    was = data.flipped_from[markers.row][which]
    yield Marks(place, was, size, np.ones(len(which)), markers.row[which], styles, "flipped")
