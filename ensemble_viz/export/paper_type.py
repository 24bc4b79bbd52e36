"""Type on paper: fonts of matplotlib, and how large words are in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from ensemble_viz.scene.picture import Type

DPI = 96.0
POINT = 72.0 / DPI  # points a pixel
FAMILIES = {
    "sans": (
        "Inter", "SF Pro Text", "Segoe UI", "Noto Sans", "Ubuntu", "DejaVu Sans",
        "Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "Hiragino Sans",
    ),
    "serif": ("STIX Two Text", "STIXGeneral", "DejaVu Serif", "Noto Serif CJK SC", "DejaVu Sans"),
}  # fmt: skip
ELSEWHERE = {
    "sans": (
        "DejaVu Sans", "Segoe UI", "Segoe UI Symbol", "Helvetica Neue", "Lucida Grande",
        "Arial Unicode MS", "Noto Sans", "Liberation Sans", "Arial",
    ),
    "serif": (
        "STIXGeneral", "STIX Two Text", "Times New Roman", "Times", "Liberation Serif",
        "Nimbus Roman", "TeX Gyre Termes", "DejaVu Serif",
    ),
}  # fmt: skip
"""Families that other systems have; with the digits below the line, or followed by one that has."""
MIDDLE = 0.346  # of the size of type: so far the base line is below the middle of a line
HEIGHT = 1.2  # of the size of type: from the highest letters to the lowest
MOST_MEASURED = 4096
Family = Literal["sans", "serif"]


@dataclass(frozen=True, slots=True)
class PaperRuler:
    """Measures words in the fonts of matplotlib."""

    family: Family = "sans"

    def width(self, text: str, kind: Type) -> float:
        return _width(text, kind, self.family)

    def height(self, kind: Type) -> float:
        """Say how far its letters reach."""
        return HEIGHT * kind[0]


@lru_cache(MOST_MEASURED)
def _width(text: str, kind: Type, family: Family) -> float:
    measured = font(*kind, family)
    wide, _, _ = _renderer().get_text_width_height_descent(printable(text), measured, False)
    return float(wide)


@cache
def _renderer() -> Any:
    """Give what measures words as they are drawn at a pixel a pixel."""
    from matplotlib.backends.backend_agg import RendererAgg

    make: Any = RendererAgg
    return make(1, 1, DPI)


def font(size: float, weight: int = 400, family: Family = "sans", point: float = POINT) -> Any:
    """Choose a font of a size in pixels, each of so many points."""
    from matplotlib.font_manager import FontProperties

    best, *others = families(family)
    # elsewhere families as wide as the best come first: a wider one would run into what follows
    like_it = "sans-serif" if family == "sans" else "serif"
    return FontProperties(family=[best, like_it, *others], size=size * point, weight=weight)


@cache
def families(family: Family = "sans") -> Sequence[str]:
    """List the families of type that are there, the best first; DejaVu comes along."""
    from matplotlib.font_manager import fontManager

    known = set(fontManager.get_font_names())
    return [name for name in FAMILIES[family] if name in known]


def printable(words: str) -> str:
    """Leave out what neither paper nor XML can hold."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)
