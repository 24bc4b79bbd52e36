"""How figures look in print: styles, lengths, sizes of type."""

import re
from dataclasses import dataclass, field, replace

from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.paper import Print
from ensemble_viz.export.paper_type import Family, PaperRuler
from ensemble_viz.scene.picture import ROLES, Layout, Parts

POINTS = {"cm": 72.0 / 2.54, "mm": 72.0 / 25.4, "in": 72.0, "pt": 1.0}
INCH = 72.0
SCREEN = 96.0  # pixels an inch, where nothing else is said
TEXT = ROLES["text"][0]
LEAST, MOST = 60.0, 4000.0  # points: the sides of a figure
LEAST_TYPE, MOST_TYPE = 4.0, 96.0
LEAST_DPI, MOST_DPI = 36.0, 1200.0
MOST_PIXELS = 120_000_000  # half a gigabyte while it is drawn
LEAST_ROOM = 150.0  # pixels of a picture: with less the words would be larger than the plot
LENGTH = re.compile(r"\s*([0-9]{1,5}(?:\.[0-9]{1,4})?)\s*(cm|mm|in|pt|px)\s*")


@dataclass(frozen=True, slots=True)
class PaperStyle:
    """A medium with its colours, its size and its type."""

    palette: str
    width: float
    """In points."""
    height: float | None
    """None: as the figure asks for."""
    type: float
    """The size of words in points."""
    dpi: float


PROJECTED = 16.0 / 9.75  # by what plain words grow there: they are as on other slides
COLUMN, SLIDE = 8.5 * POINTS["cm"], (960.0, 540.0)
STYLES = {
    "paper": PaperStyle("paper", COLUMN, None, 8.0, 300.0),
    "slide": PaperStyle("light", *SLIDE, 16.0, 144.0),
    "dark": PaperStyle("dark", *SLIDE, 16.0, 144.0),
    "projector": PaperStyle(
        "projector", *SLIDE, 9.75, 144.0
    ),  # its words are twice as large as others
    "grey": PaperStyle("grey", COLUMN, None, 8.0, 300.0),
}


@dataclass(frozen=True, slots=True)
class Medium:
    style: str = "paper"
    width: float | None = None
    """In points, as the height is; None: the style's."""
    height: float | None = None
    dpi: float | None = None
    type: float | None = None
    family: Family = "sans"
    transparent: bool = False
    parts: Parts = field(default_factory=Parts)
    ranges: dict[int, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("width", self.width, LEAST, MOST), ("height", self.height, LEAST, MOST),
            ("dpi", self.dpi, LEAST_DPI, MOST_DPI), ("type", self.type, LEAST_TYPE, MOST_TYPE),
        ):  # fmt: skip
            if value is not None and not low <= value <= high:
                unit = "" if name == "dpi" else " points"
                raise Refusal(f"{name} {value:g}{unit}: from {low:g} to {high:g}{unit}")
        width, height = self.size
        if min(width, height or width) / self.point < LEAST_ROOM:
            raise Refusal(
                f"type of {self._type:g} points is too large for {width:.0f} points of width"
                + ("" if height is None else f" and {height:.0f} of height")
            )
        if width * (height or 2 * width) * (self.how.dpi / INCH) ** 2 > MOST_PIXELS:
            raise Refusal(f"{self.how.dpi:g} dpi: so large a figure has too many pixels")

    @property
    def _style(self) -> PaperStyle:
        return STYLES[self.style]

    @property
    def _type(self) -> float:
        style = self._style
        if self.type is not None or style.height is None:
            return self.type or style.type
        return style.type * self.size[0] / style.width  # a smaller slide has smaller words

    @property
    def palette(self) -> str:
        return self._style.palette

    @property
    def size(self) -> tuple[float, float | None]:
        """Give width and height in points; a width that is asked for may be of any height."""
        if self.width is None and self.height is None:
            return self._style.width, self._style.height
        return self.width or self._style.width, self.height

    @property
    def point(self) -> float:
        """Say how many points a pixel of the picture has: type is as large as was asked for."""
        return self._type / TEXT

    def with_dpi(self, dpi: float) -> "Medium":
        """Give the same with other pixels, as a preview has them."""
        return replace(self, dpi=min(max(dpi, LEAST_DPI), MOST_DPI))

    @property
    def how(self) -> Print:
        dpi = self.dpi or self._style.dpi
        return Print(dpi / INCH * self.point, point=self.point, family=self.family)

    @property
    def layout(self) -> Layout:
        """Say how much room the picture has, in its own pixels."""
        return self._layout(self.point)

    @property
    def plain(self) -> Layout:
        """The same for words that are not by themselves as large as the projector's on a canvas."""
        return self._layout(self.point * (PROJECTED if self.style == "projector" else 1.0))

    def _layout(self, point: float) -> Layout:
        width, height = self.size
        return Layout(
            width / point, PaperRuler(self.family),
            None if height is None else height / point, self.parts, self.ranges,
        )  # fmt: skip


def points_of(text: str, dpi: float | None = None) -> float:
    """Read a length: 8.5cm, 3.35in, 800px; pixels are those of the file, of so many dpi."""
    found = LENGTH.fullmatch(text)
    if found is None:
        raise Refusal(f"{text[:40]!r}: a length is written 8.5cm, 3.35in, 60mm, 240pt or 800px")
    scale = INCH / (dpi or SCREEN) if found[2] == "px" else POINTS[found[2]]
    return float(found[1]) * scale


def sized(medium: Medium, width: str | None, height: str | None) -> Medium:
    """Give a medium its sides; where they are in pixels and no dpi is asked for, of a screen's."""
    lengths = [text for text in (width, height) if text is not None]
    if medium.dpi is None and any(text.strip().endswith("px") for text in lengths):
        medium = replace(medium, dpi=SCREEN)
    sides = [None if text is None else points_of(text, medium.dpi) for text in (width, height)]
    return replace(medium, width=sides[0], height=sides[1])
