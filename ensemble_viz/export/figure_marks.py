"""Markers on paper: true areas and places, large ones first, each with halo, outline and ring."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.export.paper import POINT, Paper, font
from ensemble_viz.export.shape_paths import inner_path, shape_path
from ensemble_viz.scene.markers import Markers, TestMarkers
from ensemble_viz.scene.palette import rgb
from ensemble_viz.scene.shapes import reach

if TYPE_CHECKING:
    from matplotlib.path import Path

LEAST = 1.5  # pixels: smaller radii cannot be told apart, so they are drawn hollow
HOLLOW_EDGE, WIDEST_RIM = 1.9, 0.3  # pixels; of the radius
SHRUNK, GROWN = 1.0, 2.0  # pixels of radius from which the old size is worth an outline
BADGE = 10.0
DIMMED = 0.3
TEST_AREA = 0.5
DARKER = 0.61  # of the fill: the outline of a colour that no class has
NO_COLOUR = np.zeros(4)


@dataclass(frozen=True, slots=True)
class Layer:
    """Parts of the same kind: for some markers a path each, with a radius and colours."""

    of: IntArray
    """The markers they belong to."""
    paths: "list[Path]"
    radius: FloatArray
    fill: FloatArray
    """(m, 4)."""
    edge: FloatArray
    width: float | FloatArray


def draw_markers(paper: Paper, markers: Markers) -> None:
    """Draw the training points."""
    if not len(markers.row):
        return
    look = _Look(paper, markers)
    layers = [look.halos(), *look.bodies(), look.old_sizes(), look.rings(), look.lit()]
    centres = np.column_stack((paper.across(markers.place[:, 0]), paper.down(markers.place[:, 1])))
    dims = np.count_nonzero(markers.lit) > 1  # a single point is marked, and the others stay
    opacity = np.where(markers.lit | (not dims), 1.0, DIMMED)
    _draw(paper, [*layers, *look.badges()], centres, opacity)


def draw_test_markers(paper: Paper, test: TestMarkers) -> None:
    """Draw the points that are never learned from: outlines, crossed where they are missed."""
    classes = paper.palette.classes
    radius = 6.0 * paper.measures.growth * np.sqrt(TEST_AREA)
    count = len(test.place)
    every = np.arange(count)
    names = [classes[k].shape for k in test.shape.tolist()]
    fills = _table([look.pale for look in classes])[test.shape]
    edges = _table([look.fill for look in classes])[test.shape]
    edges[test.missed] = _colour(paper.palette.ink)
    layer = Layer(every, [shape_path(name) for name in names], np.full(count, radius), fills,
                  edges, np.where(test.missed, 1.6, 1.1))  # fmt: skip
    centres = np.column_stack((paper.across(test.place[:, 0]), paper.down(test.place[:, 1])))
    _draw(paper, [layer], centres, np.ones(count), "test points")


def _draw(
    paper: Paper,
    layers: list[Layer],
    centres: FloatArray,
    opacity: FloatArray,
    name: str = "points",
) -> None:
    """Put the parts in order, marker by marker, and draw them as one collection."""
    from matplotlib.collections import PathCollection
    from matplotlib.transforms import IdentityTransform

    of = np.concatenate([layer.of for layer in layers])
    if not len(of):
        return
    order = np.argsort(of, kind="stable")
    paths = [path for layer in layers for path in layer.paths]
    radius = np.concatenate([layer.radius for layer in layers])
    width = np.concatenate([np.broadcast_to(layer.width, len(layer.of)) for layer in layers])
    fill, edge = (np.concatenate(parts) for parts in zip(*((layer.fill, layer.edge) for layer in
                                                         layers), strict=True))  # fmt: skip
    fill[:, 3] *= opacity[of]
    edge[:, 3] *= opacity[of]
    drawn = PathCollection(
        [paths[k] for k in order.tolist()],
        sizes=(radius[order] * POINT) ** 2,
        offsets=centres[of[order]],
        offset_transform=paper.axes.transData,
        facecolors=fill[order],
        edgecolors=edge[order],
        linewidths=width[order] * POINT,
        joinstyle="round",
    )
    drawn.set_transform(IdentityTransform())
    drawn.set_snap(False)  # a square moved to whole pixels has another area
    paper.add(drawn, name)


class _Look:
    """How the markers of one figure look."""

    def __init__(self, paper: Paper, markers: Markers) -> None:
        self.paper, self.markers, self.measures = paper, markers, paper.measures
        classes = paper.palette.classes
        self.shapes = [classes[k].shape for k in markers.shape.tolist()]
        self.paths = [shape_path(shape) for shape in self.shapes]
        self.plain = markers.plain_radius * self.measures.growth
        true = self.plain * np.sqrt(np.maximum(markers.area, 0.0))
        self.radius = np.maximum(true, LEAST)
        self.hollow = markers.hollow | (true < LEAST)
        far = np.array([reach(look.shape) for look in classes])[markers.shape]
        self.far = self.radius * far
        self.every = np.arange(len(markers.row))

    def halos(self) -> Layer:
        """Draw what lifts a marker off what is below it: its outer edge, in the colour of halos."""
        return self._layer(self.every, self.radius, self._one("halo"), 2.0 * self.measures.halo)

    def bodies(self) -> list[Layer]:
        """Fill the area: all of it in the colour of the outline, then what is inside of that."""
        fill, edge = self._fills(), self._edges()
        width = np.where(self.hollow, HOLLOW_EDGE, self.measures.outline)
        edge[self.hollow] = fill[self.hollow]
        fill[self.hollow] = _colour(self.paper.palette.canvas)
        rim = np.round(np.minimum(width / self.radius, WIDEST_RIM), 2).tolist()
        inner = [inner_path(shape, share) for shape, share in zip(self.shapes, rim, strict=True)]
        nothing = np.tile(NO_COLOUR, (len(fill), 1))
        return [
            Layer(self.every, paths, self.radius, colours, nothing, 0.0)
            for paths, colours in ((self.paths, edge), (inner, fill))
        ]

    def old_sizes(self) -> Layer:
        """Outline the sizes they had, where the step changed them visibly."""
        old_area = self.markers.old_area
        old = self.radius if old_area is None else self.plain * np.sqrt(np.maximum(old_area, 0.0))
        grown = self.radius - old >= GROWN
        shown = (grown | (old - self.radius >= SHRUNK)).nonzero()[0]
        colours = self._one("ink", 0.38)
        colours[grown] = (1.0, 1.0, 1.0, 0.75)
        return self._layer(shown, old[shown], colours[shown], 1.1)

    def rings(self) -> Layer:
        """Ring the misses."""
        return self._around(self.markers.ringed, "ink", self.measures.ring, self.measures.ring_gap)

    def lit(self) -> Layer:
        """Mark those that are looked at."""
        width = self.measures.ring + 0.6
        return self._around(self.markers.lit, "accent", width, self.measures.halo)

    def badges(self) -> list[Layer]:
        """Write what stands on the markers, or beside them where it does not fit."""
        badged = [k for k, text in enumerate(self.markers.badges) if text]
        return [self._badge(k, self.markers.badges[k]) for k in badged]

    def _around(self, which: NDArray[np.bool_], colour: str, width: float, gap: float) -> Layer:
        """Draw circles around markers."""
        of = which.nonzero()[0]
        radius = np.maximum(self.radius + gap + width / 2.0, self.far + gap / 2.0)[of]
        discs = [shape_path("disc")] * len(of)
        nothing = np.tile(NO_COLOUR, (len(of), 1))
        return Layer(of, discs, radius, nothing, self._one(colour)[of], width)

    def _badge(self, k: int, text: str) -> Layer:
        from matplotlib.path import Path
        from matplotlib.textpath import TextPath

        path = TextPath((0.0, 0.0), text, size=BADGE, prop=font(BADGE, 600), usetex=False)
        low, high = path.vertices.min(axis=0), path.vertices.max(axis=0)
        centre, room = (low + high) / 2.0, high[0] - low[0]
        fill = self._fills()[k]
        colour = _readable_on(fill)
        if self.hollow[k] or room > 1.75 * self.radius[k]:
            beside = self.radius[k] * 0.72 + self.measures.halo
            centre -= (beside + room / 2.0, beside + 2.0)
            colour = _colour(self.paper.palette.ink)
        moved = Path(path.vertices - centre, path.codes)
        nothing = NO_COLOUR[None]
        return Layer(np.array([k]), [moved], np.ones(1), colour[None], nothing, 0.0)

    def _layer(self, of: IntArray, radius: FloatArray, edge: FloatArray, width: float) -> Layer:
        """Outline some of the markers in their own shape."""
        paths = [self.paths[k] for k in of.tolist()]
        return Layer(of, paths, radius, np.tile(NO_COLOUR, (len(of), 1)), edge, width)

    def _fills(self) -> FloatArray:
        if self.markers.fill is None:
            return _table([look.fill for look in self.paper.palette.classes])[self.markers.shape]
        opaque = np.full((len(self.markers.fill), 1), 255)
        return np.hstack((self.markers.fill, opaque)) / 255.0

    def _edges(self) -> FloatArray:
        if self.markers.fill is None:
            return _table([look.outline for look in self.paper.palette.classes])[self.markers.shape]
        return self._fills() * (DARKER, DARKER, DARKER, 1.0)

    def _one(self, name: str, alpha: float = 1.0) -> FloatArray:
        return np.tile(_colour(getattr(self.paper.palette, name), alpha), (len(self.every), 1))


def _colour(colour: str, alpha: float = 1.0) -> FloatArray:
    return np.array([*(part / 255.0 for part in rgb(colour)), alpha])


def _table(colours: list[str]) -> FloatArray:
    return np.array([_colour(colour) for colour in colours])


def _readable_on(fill: Any) -> FloatArray:
    """Choose black or white words by which of them stands out more."""
    linear = np.where(fill[:3] <= 0.04045, fill[:3] / 12.92, ((fill[:3] + 0.055) / 1.055) ** 2.4)
    light = float(linear @ (0.2126, 0.7152, 0.0722))
    dark = (light + 0.05) / 0.055 > 1.05 / (light + 0.05)
    return _colour("#101214" if dark else "#FFFFFF")
