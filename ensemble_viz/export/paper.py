"""A sheet to draw on: pixels at 96 dpi from the upper left corner, data coordinates in a frame.

matplotlib is loaded when the first sheet is made, and no pyplot ever: there is nothing global.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.export.boxes import Box, Room
from ensemble_viz.scene.measures import Measures, measures
from ensemble_viz.scene.palette import Palette

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.path import Path
    from matplotlib.text import Text

DPI = 96.0
POINT = 72.0 / DPI  # points a pixel
FAMILIES = (
    "Inter", "SF Pro Text", "Segoe UI", "Noto Sans", "Ubuntu", "DejaVu Sans",
    "Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "Hiragino Sans",
)  # fmt: skip
ELSEWHERE = (
    "DejaVu Sans", "Segoe UI", "Segoe UI Symbol", "Helvetica Neue", "Lucida Grande",
    "Arial Unicode MS", "Noto Sans", "Liberation Sans", "Arial",
)  # fmt: skip
"""Families that other systems have; with the digits below the line, or followed by one that has."""
MIDDLE = 0.36  # of the size of type: so far the base line is below the middle of its digits
WINDOW = 1280.0 / 896.0  # a window is so much wider than its canvas, which a figure shows


class Paper:
    """An empty figure; everything drawn on it lies over what was drawn before."""

    def __init__(
        self, size: tuple[int, int], scale: float, palette: Palette, vector: bool = False
    ) -> None:
        """Lay out a sheet; `vector`: positions are not moved to whole pixels."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.size, self.scale, self.palette, self.vector = size, scale, palette, vector
        width, height = size
        self.measures: Measures = measures(width * WINDOW, palette.name)
        self.figure = Figure((width / DPI, height / DPI), dpi=DPI * scale)
        self.figure.set_facecolor(palette.canvas)
        FigureCanvasAgg(self.figure)
        self.axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.axes.set_axis_off()
        self.axes.set_xlim(0.0, width)
        self.axes.set_ylim(height, 0.0)
        self.box = Box(0.0, 0.0, width, height)
        self.frame = Frame(0.0, 0.0, width, height)
        self.room = Room()
        self._order = 1.0

    # --- places -------------------------------------------------------------------------------

    def place(self, box: Box, frame: Frame) -> None:
        """Say which part of the plane is seen in which part of the sheet."""
        self.box, self.frame = box, frame

    def across(self, x: FloatArray) -> FloatArray:
        """Turn first coordinates into pixels."""
        width = self.frame.right - self.frame.left
        return self.box.left + (np.asarray(x) - self.frame.left) * (self.box.width / width)

    def down(self, y: FloatArray) -> FloatArray:
        """Turn second coordinates into pixels."""
        height = self.frame.top - self.frame.bottom
        return self.box.top + (self.frame.top - np.asarray(y)) * (self.box.height / height)

    def pixels(self, lines: FloatArray) -> FloatArray:
        """Turn x1, y1, x2, y2 into pixels, (m, 4)."""
        x, y = self.across(lines[:, 0::2]), self.down(lines[:, 1::2])
        return np.column_stack((x[:, 0], y[:, 0], x[:, 1], y[:, 1]))

    def places(self, points: FloatArray) -> FloatArray:
        """Turn places, (m, 2), into pixels."""
        return np.column_stack((self.across(points[:, 0]), self.down(points[:, 1])))

    def snapped(self, pixels: FloatArray, width: float | FloatArray = 0.0) -> FloatArray:
        """Move lines of a width so that their edges are edges of the picture's own pixels."""
        if self.vector:
            return np.asarray(pixels)
        half = np.asarray(width) * self.scale / 2.0
        return (np.rint(np.asarray(pixels) * self.scale - half) + half) / self.scale

    # --- marks --------------------------------------------------------------------------------

    def add(self, artist: "Artist", name: str = "") -> None:
        """Lay something over what is there."""
        artist.set_zorder(self._order)
        self._order += 1.0
        if name:
            artist.set_gid(name)
        self.axes.add_artist(artist)

    def lines(
        self, pixels: FloatArray, width: float | FloatArray, colour: str, **look: Any
    ) -> None:
        """Draw straight lines, (m, 4) in pixels, with square ends; `look`: alpha, name."""
        from matplotlib.collections import LineCollection

        if not len(pixels):
            return
        if self.vector and isinstance(width, float) and look.get("alpha") is None:
            self.curves(chained(pixels), width, colour, ends="projecting", **look)
            return
        thick = np.broadcast_to(np.asarray(width, dtype=np.float64), len(pixels))
        if not self.vector:
            thick = np.maximum(1.0, np.floor(thick * self.scale + 0.5)) / self.scale
        drawn = LineCollection(
            list(self.snapped(pixels, thick[:, None]).reshape(-1, 2, 2)),
            linewidths=thick * POINT, colors=colour, alpha=look.get("alpha"), capstyle="projecting",
        )  # fmt: skip
        drawn.set_snap(False)
        self.add(drawn, look.get("name", ""))

    def curves(self, curves: Sequence[FloatArray], width: float, colour: str, **look: Any) -> None:
        """Draw curves, each through (k, 2) places in pixels, as one shape; `look`: ends, name."""
        from matplotlib.collections import PathCollection
        from matplotlib.path import Path

        if not curves:
            return
        path = Path.make_compound_path(*(Path(curve) for curve in curves))
        drawn = PathCollection(
            [path], facecolors="none", edgecolors=colour, linewidths=width * POINT,
            transform=self.axes.transData, capstyle=look.get("ends", "butt"),
            joinstyle="miter" if "ends" in look else "round",
        )  # fmt: skip
        drawn.set_snap(False)
        self.add(drawn, look.get("name", ""))

    def curve(self, points: FloatArray, width: float, colour: str, **look: Any) -> None:
        """Draw a curve through points, (m, 2) in pixels; `look`: alpha, dashes in pixels, name."""
        from matplotlib.lines import Line2D

        places = self.snapped(points, width if self.scale * width >= 1.0 else 0.0)
        drawn = Line2D(
            places[:, 0], places[:, 1], linewidth=width * POINT, color=colour,
            alpha=look.get("alpha"), solid_capstyle="butt", dash_capstyle="butt",
            solid_joinstyle="miter", dash_joinstyle="miter",
        )  # fmt: skip
        if dashes := look.get("dashes"):
            drawn.set_dashes([length / width for length in dashes])
        drawn.set_snap(False)
        self.add(drawn, look.get("name", ""))

    def rectangles(self, pixels: FloatArray, colours: Any, **look: Any) -> None:
        """Fill rectangles, (m, 4) as left, top, right, bottom in pixels; `look`: alpha, name."""
        from matplotlib.collections import PolyCollection

        if not len(pixels):
            return
        left, top, right, bottom = self.snapped(pixels).T
        corners = np.stack((left, top, right, top, right, bottom, left, bottom), axis=-1)
        drawn = PolyCollection(
            list(corners.reshape(-1, 4, 2)), facecolors=colours, alpha=look.get("alpha"),
            linewidths=0.0, edgecolors="none",
        )  # fmt: skip
        drawn.set_snap(False)
        self.add(drawn, look.get("name", ""))

    def card(self, box: Box, edge: str, fill: str, **look: Any) -> None:
        """Lay a card with round corners and an edge; `look`: radius, width, name."""
        from matplotlib.patches import FancyBboxPatch

        width = look.get("width", 1.0)
        inset = width / 2.0
        self.add(
            FancyBboxPatch(
                (box.left + inset, box.top + inset), box.width - width, box.height - width,
                boxstyle=f"round,pad=0,rounding_size={look.get('radius', 6.0)}",
                linewidth=width * POINT, edgecolor=edge, facecolor=fill,
            ),
            look.get("name", ""),
        )  # fmt: skip

    def shape(self, path: "Path", place: tuple[float, float], radius: float, **look: Any) -> None:
        """Draw one shape around a place in pixels; `look`: fill, edge, width, name."""
        self.shapes(path, np.array([place]), radius, **look)

    def shapes(self, path: "Path", places: FloatArray, radius: float, **look: Any) -> None:
        """Draw the same shape around several places, (m, 2) in pixels."""
        from matplotlib.collections import PathCollection
        from matplotlib.transforms import IdentityTransform

        drawn = PathCollection(
            [path], sizes=[(radius * POINT) ** 2], offsets=places,
            offset_transform=self.axes.transData, facecolors=look.get("fill", "none"),
            edgecolors=look.get("edge", "none"), linewidths=look.get("width", 0.0) * POINT,
            joinstyle="miter",
        )  # fmt: skip
        drawn.set_transform(IdentityTransform())
        drawn.set_snap(False)
        self.add(drawn, look.get("name", ""))

    # --- words --------------------------------------------------------------------------------

    def text(
        self, words: str, place: tuple[float, float], size: float = 13.0, **look: Any
    ) -> "Text":
        """Write words around a height; `look`: colour, weight, align. None of them is a formula."""
        from matplotlib.text import Text

        x, middle = place
        drawn = Text(
            x, middle + MIDDLE * size, printable(words), color=look.get("colour", self.palette.ink),
            fontproperties=font(size, look.get("weight", 400)),
            horizontalalignment=look.get("align", "left"), verticalalignment="baseline",
            parse_math=False, transform=self.axes.transData,
        )  # fmt: skip
        self.add(drawn, look.get("name", ""))
        return drawn

    def width_of(self, words: str, size: float = 13.0, weight: int = 400) -> float:
        """Measure words, in pixels."""
        from matplotlib.text import Text

        text = Text(0, 0, printable(words), fontproperties=font(size, weight), parse_math=False)
        text.set_figure(self.figure)
        return float(text.get_window_extent(dpi=self.figure.dpi).width) / self.scale

    def fitted(self, words: str, room: float, size: float = 13.0, weight: int = 400) -> str:
        """Cut words to so many pixels."""
        kept = words
        while len(kept) > 1 and self.width_of(kept, size, weight) > room:
            kept = kept.removesuffix("…")[:-1].rstrip() + "…"
        return kept


def chained(lines: FloatArray) -> list[FloatArray]:
    """Join straight lines, (m, 4), that end where another begins: curves through (k, 2) places."""
    ends = [((a, b), (c, d)) for a, b, c, d in lines.tolist()]
    meeting: dict[tuple[float, float], list[int]] = {}
    for k, line in enumerate(ends):
        for end in line:
            meeting.setdefault(end, []).append(k)
    left, curves = set(range(len(ends))), []
    for k, line in enumerate(ends):
        if k not in left:
            continue
        left.remove(k)
        curve = list(line)
        for _ in range(2):  # on from its one end, then from the other
            while (go := next((k for k in meeting[curve[-1]] if k in left), None)) is not None:
                left.remove(go)
                curve.append(ends[go][ends[go][0] == curve[-1]])
            curve.reverse()
        curves.append(np.array(curve))
    return curves


def font(size: float, weight: int = 400) -> Any:
    """Choose a font of a size in pixels."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=[*families(), "sans-serif"], size=size * POINT, weight=weight)


def families() -> Sequence[str]:
    """List the families of type that are there, the best first; DejaVu Sans comes along."""
    from matplotlib.font_manager import fontManager

    known = set(fontManager.get_font_names())
    return [name for name in FAMILIES if name in known]


def printable(words: str) -> str:
    """Leave out what neither paper nor XML can hold."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)
