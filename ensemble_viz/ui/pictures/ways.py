"""How the arrows walk: from box to box, thumbnail to thumbnail, cut to cut, round to round."""

from typing import TYPE_CHECKING

import numpy as np

from ensemble_viz.document.where import Focus
from ensemble_viz.scene.trees.boxes import Box
from ensemble_viz.ui.pictures.walked import Ways

if TYPE_CHECKING:
    from ensemble_viz.ui.pictures.gallery_picture import GalleryPicture
    from ensemble_viz.ui.pictures.search_picture import SearchPicture
    from ensemble_viz.ui.pictures.tree_picture import TreePicture
    from ensemble_viz.ui.strip.run_plot import RunPlot

FAR = 10  # rounds that the arrows up and down go


def _walk_tree(picture: "TreePicture", across: int, down: int) -> None:
    """Light up the nearest box in a direction; the root first."""
    made = picture.arrangement
    boxes = [box for box in made.boxes if box.node >= 0] if made else []
    here = next((box for box in boxes if box.node == picture.desk.view.focus.node), None)
    ahead = boxes[:1]
    if here is not None:
        ahead = [box for box in boxes if _along(here, box, across, down) > 0.0]
    if ahead:
        picture.hover(Focus(node=min(ahead, key=lambda box: _away(here or box, box)).node))


def _along(here: Box, there: Box, across: int, down: int) -> float:
    """Say how far one box lies from another in a direction."""
    return across * (there.middle - here.middle) + down * (there.y - here.y)


def _away(here: Box, there: Box) -> tuple[float, float]:
    """Say how far off a box is: by its row, then within it."""
    return abs(there.y - here.y), abs(there.middle - here.middle)


def _choose_node(picture: "TreePicture") -> None:
    """Pin what is lit, or let go of it."""
    if picture.desk.view.focus.node is not None:
        picture.pin(Focus(node=picture.desk.view.focus.node))


def _walk_gallery(picture: "GalleryPicture", across: int, down: int) -> None:
    """Outline the next thumbnail; the one of now first."""
    items = [placed.item for placed in picture.placed]
    now = next((k for k, item in enumerate(items) if item.is_now), 0)
    step = across + down * picture.columns
    index = now if picture.hovered is None else picture.hovered + step
    if 0 <= index < len(items):
        picture.hover(index)


def _choose_thumbnail(picture: "GalleryPicture") -> None:
    """Go to the round of the one that is outlined."""
    if picture.hovered is not None:
        picture.desk.go_to_round(picture.placed[picture.hovered].item.round)


def _walk_search(picture: "SearchPicture", across: int, down: int) -> None:
    """Read the next cut, or go to the other axis; the best cut of the node first."""
    plot, reading = picture.plot, picture.reading
    if plot is None or not plot.axes:
        return
    k = next((j for j, axis in enumerate(plot.axes) if axis.wins), 0)
    if reading is not None:
        k = min(max(reading[0] + down, 0), len(plot.axes) - 1)
    cuts, best = plot.axes[k].cuts.threshold, plot.axes[k].best
    is_same = reading is not None and reading[0] == k
    at = reading[1] if reading is not None and is_same else best.threshold if best else 0.0
    if len(cuts):
        place = int(np.abs(cuts - at).argmin()) + (across if is_same else 0)
        x = float(cuts[min(max(place, 0), len(cuts) - 1)])
        picture.show_reading((k, x), plot.reading(k, x))


def _choose_nothing(_picture: "SearchPicture") -> None:
    """Cuts are read, and that is all."""


def _walk_curves(plot: "RunPlot", across: int, down: int) -> None:
    """Point at the next round, or at the tenth from here; at that of now first."""
    if plot.curves is not None:
        last = plot.curves.rounds if plot.curves.last is None else plot.curves.last
        here = plot.desk.view.where.moment.round if plot.hovered is None else plot.hovered
        plot.hovered = min(max(here + across - FAR * down, 0), last)
        plot.update()


def _choose_round(plot: "RunPlot") -> None:
    """Go to the round that is pointed at."""
    if plot.hovered is not None:
        plot.scrubbing.want(plot.hovered)


TREE = Ways(_walk_tree, _choose_node)
GALLERY = Ways(_walk_gallery, _choose_thumbnail)
SEARCH = Ways(_walk_search, _choose_nothing)
CURVES = Ways(_walk_curves, _choose_round)
