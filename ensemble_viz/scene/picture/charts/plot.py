"""What a demonstration draws, in its own numbers: plots of curves, columns, dots and levels.

A look says what a part stands for: `now` is the setting of now, in the accent; `class 2` a class;
the others are ink of several strengths, told apart by widths and dashes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.picture.sheet import Parts

Range = tuple[float, float]
Numbers = Sequence[float] | FloatArray
SPARE = 0.04  # of a range, beyond what is drawn


@dataclass(frozen=True, slots=True, eq=False)
class ChartLine:
    name: str
    x: Numbers
    y: Numbers
    look: str = "solid"


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Columns from a base, side by side; all of a look."""

    name: str
    x: Numbers
    top: Numbers
    base: Sequence[float] | None = None
    """None: 0."""
    look: str = "solid"
    wide: float = 0.7
    about: Sequence[float | None] | None = None
    """How exactly each is known: as far the whisker reaches on either side."""
    texts: Sequence[str] = ()
    """Written at the ends, where there is room."""


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    name: str
    x: Numbers
    y: Numbers
    look: str = "now"
    texts: Sequence[str] = ()
    radius: float = 4.0


@dataclass(frozen=True, slots=True)
class Level:
    """A straight line across the plot."""

    name: str
    at: float
    upright: bool = False
    look: str = "dashed"


Drawn = ChartLine | Columns | Dots | Level


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    title: str
    names: tuple[str, str]
    """Of the axes."""
    parts: tuple[Drawn, ...]
    x: Range | None = None
    """None: as far as the parts reach."""
    y: Range | None = None
    log: bool = False
    """The first axis counts powers of ten."""
    kinds: tuple[str, ...] = ()
    """What stands along the first axis in place of numbers: column 0, 1, …"""
    flat: bool = False
    """Columns lie: each below its name, which may be long."""
    around: Parts = field(default_factory=Parts)
    """What is written around it."""

    def along(self, x: Numbers) -> FloatArray:
        """Turn first coordinates into what the axis counts."""
        found = np.asarray(x, dtype=np.float64)
        return np.log10(np.maximum(found, 1e-300)) if self.log else found

    @property
    def foot_name(self) -> str:
        """What the level axis is called."""
        name = self.names[1] if self.flat else self.names[0]
        return name if self.around.labels else ""

    @property
    def ends(self) -> tuple[Range, Range]:
        """Say from where to where both axes go; never nowhere."""
        across, up = self.x, self.y
        if self.kinds:
            across = (-0.5, len(self.kinds) - 0.5)
        elif across is not None:
            across = float(self.along([across[0]])[0]), float(self.along([across[1]])[0])
        else:
            across = _span([self.along(each) for each in map(_across, self.parts)], self._edge)
        return across, up if up is not None else self._heights()

    @property
    def _edge(self) -> float:
        """Leave half a column's room at both ends."""
        return 0.5 if any(isinstance(part, Columns) for part in self.parts) else 0.0

    def _heights(self) -> Range:
        found = [np.asarray(each) for part in self.parts for each in _up(part, self.flat)]
        stands = any(isinstance(part, Columns) for part in self.parts)
        if stands and not any(each.any() for each in found):
            return 0.0, 1.0  # columns of no height stand on the ground
        low, high = _span(found, 0.0)
        spare = SPARE * (high - low)
        return (low if stands and low == 0.0 else low - spare), high + 2 * spare


@dataclass(frozen=True, slots=True)
class ChartRow:
    text: str
    look: str = "solid"
    share: float = 0.0
    """A bar below it, as long as this share of the width."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of words below one another."""

    title: str
    rows: tuple[ChartRow, ...]


def _across(part: Drawn) -> Numbers:
    if isinstance(part, Level):
        return (part.at,) if part.upright else ()
    return part.x


def _up(part: Drawn, flat: bool) -> list[Numbers]:
    if isinstance(part, Level):
        return [(part.at,)] if part.upright == flat else []
    if isinstance(part, Columns):
        about = [each or 0.0 for each in part.about or ()]
        ends = [
            (top - off, top + off)
            for top, off in zip(part.top, about or [0.0] * len(part.top), strict=True)
        ]
        return [part.base or (0.0,), (0.0,), *ends]
    return [part.y]


def _span(found: list[FloatArray], edge: float) -> Range:
    """Find the ends of all that there is, never the same."""
    all_of_them = np.concatenate([each.ravel() for each in found] or [np.zeros(1)])
    if not len(all_of_them):
        return 0.0, 1.0
    low, high = float(all_of_them.min()) - edge, float(all_of_them.max()) + edge
    if high - low > 1e-12 * max(abs(low), abs(high)):
        return low, high
    room = max(0.1 * abs(low), 0.5)
    return low - room, high + room
