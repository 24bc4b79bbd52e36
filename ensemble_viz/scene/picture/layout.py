"""How large a figure is, and what belongs to it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ensemble_viz.scene.picture.sheet import Ruler

Range = tuple[float, float]
Report = Callable[[int, int], None]
"""Hears how many plots are described, of how many; it may raise to end it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What stands around a plot."""

    key: bool = True
    labels: bool = True
    """Names of axes and learners, and how exact a surface is."""
    ticks: bool = True
    caption: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How large a figure is, and what belongs to it."""

    width: float
    ruler: Ruler
    height: float | None = None
    """None: as high as its shape asks for."""
    parts: Parts = field(default_factory=Parts)
    ranges: dict[int, Range] = field(default_factory=dict)
    """What is seen of an axis, where that is asked for."""
