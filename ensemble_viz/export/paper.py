"""Paints pictures by matplotlib: PNG in whole pixels, SVG and PDF where nothing is rounded.

matplotlib is loaded when the first picture is painted, and no pyplot ever: nothing is global.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.export.areas import MOST_CORNERS, Areas, count_surfaces, merged, nested
from ensemble_viz.export.compact import batched, chained
from ensemble_viz.export.paper_type import MIDDLE, POINT, Family, font, printable
from ensemble_viz.export.paths import MarkShape, letters, mark_shapes, plate, rgba, rim
from ensemble_viz.scene.picture import primitives

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.path import Path

FINE = 4.0  # by what a surface has more pixels, where it is too much for shapes
MOST_PIXELS = 4_000_000  # of it: more would make the file too large
LEAST = 1e-6  # of a pixel
ALIGNED: dict[float, Any] = {0.0: "left", 0.5: "center", 1.0: "right"}
Lined = primitives.Bars | primitives.Polylines | primitives.Stroke


@dataclass(frozen=True, slots=True)
class Print:
    """How a picture becomes a figure."""

    scale: float = 1.0
    """Pixels of a PNG a pixel of the picture."""
    vector: bool = False
    """Nothing is moved to whole pixels."""
    point: float = POINT
    """Points a pixel of the picture."""
    family: Family = "sans"

    @property
    def dpi(self) -> float:
        """Say how many pixels an inch has."""
        return self.scale * 72.0 / self.point


class PaperPainter:
    """A figure that a picture is painted on."""

    def __init__(self, picture: primitives.Picture, how: Print | None = None) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.how = how = how or Print()
        self.scale, self.vector, self.point = how.scale, how.vector, how.point
        width, height = _whole(picture.width, how), _whole(picture.height, how)
        self.figure = Figure((width * how.point / 72.0, height * how.point / 72.0), dpi=how.dpi)
        self.figure.set_facecolor(rgba(picture.ground))
        FigureCanvasAgg(self.figure)
        self.axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set_axis_off()
        self.axes.set_xlim(0.0, width)
        self.axes.set_ylim(height, 0.0)
        self._artists: list[Artist] = []
        self._order, self._clip = 1.0, primitives.EVERYWHERE
        self._surfaces = count_surfaces(picture)
        for layer in picture.layers:
            self._clip = layer.clip or primitives.EVERYWHERE
            for item in layer.items:
                getattr(self, f"_{type(item).__name__.lower()}")(item)

    def pixels(self) -> NDArray[np.uint8]:
        """Draw it: (height, width, 4)."""
        canvas: Any = self.figure.canvas
        canvas.draw()
        return np.asarray(canvas.buffer_rgba())

    def take_apart(self) -> None:
        """Free what was painted, now and here: as garbage it would be for another thread."""
        while self._artists:
            self._artists.pop().remove()

    def _add(self, artist: "Artist", key: str = "") -> None:
        """Lay something over what is there."""
        from matplotlib.patches import Rectangle

        self._artists.append(artist)
        artist.set_zorder(self._order)
        self._order += 1.0
        artist.set_snap(False)
        if key:
            artist.set_gid(key)
        self.axes.add_artist(artist)
        left, top, right, bottom = self._clip
        if self._clip is not primitives.EVERYWHERE:
            part = Rectangle((left, top), right - left, bottom - top, transform=self.axes.transData)
            artist.set_clip_path(part)

    # --- areas and lines ----------------------------------------------------------------------

    def _raster(self, item: primitives.Raster) -> None:
        most = MOST_CORNERS / self._surfaces
        found = nested(item, most, self.point) if self.vector else None
        if found is not None:
            self._draw_areas(found, item.key)
            return
        packed = item.pixels(_fine(item.box) if self.vector else self.scale)
        rgb = np.stack([packed >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(np.uint8)
        left, top, right, bottom = item.box
        smooth = "none" if self.vector else "nearest"
        drawn = self.axes.imshow(
            rgb, extent=(left, right, bottom, top), aspect="auto", interpolation=smooth,
            alpha=item.opacity, zorder=self._order,
        )  # fmt: skip
        drawn.set_gid(item.key)
        self._artists.append(drawn)
        self._order += 1.0

    def _draw_areas(self, areas: Areas, key: str) -> None:
        """Draw all of a colour as one shape."""
        from matplotlib.collections import PathCollection

        colours, rings = zip(*areas, strict=True)
        drawn = PathCollection(
            [_compound(each) for each in rings], facecolors=[rgba(each) for each in colours],
            linewidths=0.0, edgecolors="none", transform=self.axes.transData,
        )  # fmt: skip
        self._add(drawn, key)

    def _bars(self, item: primitives.Bars) -> None:
        is_plain = isinstance(item.width, float) and not (item.low or item.high)
        if self.vector and is_plain:
            ends = "projecting" if item.square else "butt"
            self._stroke(chained(merged(item.lines, self.point)), item, ends)
            return
        rects = item.rects(self.scale, snap=not self.vector) / self.scale
        boxes = np.concatenate((rects[:, :2], rects[:, :2] + rects[:, 2:]), axis=1)
        self._fill(_corners(boxes), item.colour, item.key)

    def _rects(self, item: primitives.Rects) -> None:
        boxes = item.boxes if self.vector else np.rint(item.boxes * self.scale) / self.scale
        self._fill(_corners(boxes), item.colour, item.key)

    def _polygons(self, item: primitives.Polygons) -> None:
        self._fill(list(item.areas), item.colour, item.key)

    def _fill(self, areas: list[FloatArray], colour: int, key: str) -> None:
        from matplotlib.collections import PolyCollection

        if areas:
            fill = [rgba(colour)]
            self._add(
                PolyCollection(areas, facecolors=fill, linewidths=0.0, edgecolors="none"), key
            )

    def _polylines(self, item: primitives.Polylines) -> None:
        curves = list(item.curves)
        if item.straight and not self.vector and item.width * self.scale >= 1.0:
            half = item.width * self.scale / 2.0
            curves = [(np.rint(c * self.scale - half) + half) / self.scale for c in curves]
        joins = "miter" if item.straight else "round"
        self._stroke(curves, item, joins=joins)

    def _stroke(
        self, curves: list[FloatArray], item: Lined, ends: Any = "butt", joins: Any = "miter"
    ) -> None:
        from matplotlib.collections import PathCollection
        from matplotlib.path import Path

        if not curves:
            return
        width = float(item.width)
        drawn = PathCollection(
            [Path.make_compound_path(*map(Path, some)) for some in batched(curves)],
            facecolors="none", edgecolors=[rgba(item.colour)], linewidths=width * self.point,
            transform=self.axes.transData, capstyle=ends, joinstyle=joins,
        )  # fmt: skip
        if dash := getattr(item, "dash", None):
            drawn.set_linestyle([(0.0, [length / width for length in dash])])
        self._add(drawn, getattr(item, "key", ""))

    def _glyphs(self, item: primitives.Glyphs) -> None:
        self._add(letters(item), item.key)

    def _marks(self, item: primitives.Marks) -> None:
        shapes: list[MarkShape] = []
        opacity = item.opacity.tolist()
        for k, (number, radius) in enumerate(
            zip(item.style.tolist(), item.radius.tolist(), strict=True)
        ):
            style = item.styles[number]
            shapes += mark_shapes(style, radius, item.place[k], opacity[k], self.how.family)
        self._draw_shapes(shapes, item.key)

    def _draw_shapes(self, shapes: list[MarkShape], key: str) -> None:
        from matplotlib.collections import PathCollection
        from matplotlib.transforms import IdentityTransform

        if not shapes:
            return
        paths, radius, places, fills, edges, widths = zip(*shapes, strict=True)
        drawn = PathCollection(
            list(paths), sizes=(np.array(radius) * self.point) ** 2, offsets=np.array(places),
            offset_transform=self.axes.transData, facecolors=list(fills), edgecolors=list(edges),
            linewidths=np.array(widths) * self.point, joinstyle="round",
        )  # fmt: skip
        drawn.set_transform(IdentityTransform())
        self._add(drawn, key)

    # --- words --------------------------------------------------------------------------------

    def _tags(self, item: primitives.Tags) -> None:
        for tag in item.tags:
            if tag.plate is not None:
                self._add(plate(tag.box, tag.plate, self.point), tag.key)
            for part in tag.parts:
                self._draw_part(part, tag.box[0], tag.box[1], tag.key)

    def _draw_part(self, part: primitives.Part, x: float, y: float, key: str) -> None:
        moved = primitives.shifted(part, x, y)
        if isinstance(moved, primitives.Word):
            self._draw_word(moved)
        elif isinstance(moved, primitives.Sign):
            place = np.array([moved.x, moved.y])
            self._draw_shapes(mark_shapes(moved.style, moved.radius, place, 1.0), key)
        else:
            ends = np.array(moved.ends).reshape(2, 2)
            self._stroke([ends], moved)

    def _draw_word(self, word: primitives.Word) -> None:
        """Write; the rim is a shape of its own: as an effect it would make shapes of the words."""
        from matplotlib.text import Text

        size, weight = word.type
        base = word.y + MIDDLE * size
        if word.rim:
            self._add(rim(word, base, self.point, self.how.family), "rim")
        drawn = Text(
            word.x, base, printable(word.text), color=rgba(word.colour),
            fontproperties=font(size, weight, self.how.family, self.point), parse_math=False,
            verticalalignment="baseline",
            horizontalalignment=ALIGNED[word.align], transform=self.axes.transData,
        )  # fmt: skip
        self._add(drawn)


def _corners(boxes: FloatArray) -> list[FloatArray]:
    left, top, right, bottom = boxes.T
    corners = np.stack((left, top, right, top, right, bottom, left, bottom), axis=-1)
    return list(corners.reshape(-1, 4, 2))


def _fine(box: primitives.Box) -> float:
    """Say how many pixels a picture in a drawing has a pixel of its own."""
    left, top, right, bottom = box
    return min(FINE, math.sqrt(MOST_PIXELS / ((right - left) * (bottom - top))))


def _compound(rings: list[FloatArray]) -> "Path":
    """Make one path of many rings."""
    from matplotlib.path import Path

    closed = np.concatenate([np.concatenate((ring, ring[:1])) for ring in rings])
    codes = np.full(len(closed), Path.LINETO, dtype=Path.code_type)
    ends = np.cumsum([len(ring) + 1 for ring in rings])
    codes[ends - 1], codes[ends - [len(ring) + 1 for ring in rings]] = Path.CLOSEPOLY, Path.MOVETO
    return Path(closed, codes)


def _whole(side: float, how: Print) -> float:
    """Give a side of whole pixels, where there are pixels; none is lost by rounding."""
    return side if how.vector else (round(side * how.scale) + LEAST) / how.scale
