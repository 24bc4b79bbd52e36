"""How a document is looked at: colours, layers, type, open panels, the projector."""

from dataclasses import dataclass
from typing import Literal, get_args

Surface = Literal["soft", "hard", "off"]
SURFACES: tuple[Surface, ...] = get_args(Surface)
Companion = Literal["formula", "curves", "tree"]
COMPANIONS: tuple[Companion, ...] = get_args(Companion)
Panel = Literal["rail", "settings", "gallery", "run", "round", "points", "figures"]
PANELS: tuple[Panel, ...] = get_args(Panel)
SCALES = (0.9, 1.0, 1.15, 1.3, 1.5)
"""Sizes of type."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
PROJECTED = {"light": "projector", "dark": "projector-dark"}
UNPROJECTED = {projected: name for name, projected in PROJECTED.items()}


@dataclass(frozen=True, slots=True)
class Layers:
    """What is drawn on the canvas."""

    weights: bool = True
    """Marker area is proportional to weight."""
    draws: bool = True
    """How often each point was drawn: ×0 hollow, ×2, ×3."""
    residuals: bool = True
    misses: bool = True
    learner: bool = True
    earlier: bool = True
    surface: Surface = "soft"
    boundary: bool = True
    test: bool = False
    points: bool = True


@dataclass(frozen=True, slots=True)
class Panels:
    """Which panels are open, and which is in front of those behind one another's tabs."""

    shown: frozenset[str] | None = None
    """None: those there is room for."""
    front: str = "round"
    covered: str = ""
    """What was in front until a key brought another one there; the same key brings it back."""
    hidden: frozenset[str] = frozenset()
    """Those that come back when all panels are shown again."""


@dataclass(frozen=True, slots=True)
class Projector:
    """The view for a hall: the canvas alone, in large type, with one companion."""

    is_on: bool = False
    companion: Companion = "formula"
    ahead: bool = False
    """What is to come is shown: a class is asked before it sees."""
    panels: Panels = Panels(frozenset())


@dataclass(frozen=True, slots=True)
class Look:
    """All that changes how a moment looks, and nothing of what it is; a session file keeps it."""

    palette: str = "light"
    layers: Layers = Layers()
    relative_to: Literal["uniform", "largest"] = "uniform"
    """What a marker's area is measured by: the weight 1/n, or the largest there is."""
    fractions: bool = False
    """Numbers are written as exact fractions where they are."""
    small_steps: bool = True
    curves: str = "Errors"
    """Which family of curves is shown above the scrubber."""
    ahead: bool = True
    """What is to come is shown faintly: curves, and where the test error will be lowest."""
    scale: float = 1.0
    """Of the type, one of `SCALES`."""
    caption: bool = True
    blank: bool = False
    """Nothing is seen of the canvas."""
    glides: bool = True
    speed: float = 1.0
    loop: bool = False
    """Playing begins again at the end."""
    panels: Panels = Panels()
    projector: Projector = Projector()
    sorting: tuple[str, bool] = ("", False)
    """The column the table of points is sorted by, and whether downwards; "": its own order."""
    figure: str = ""
    """The figure whose pieces are listed on the page of figures; "": none."""

    @property
    def shows_ahead(self) -> bool:
        """True if what is to come is shown."""
        return self.projector.ahead if self.projector.is_on else self.ahead

    @property
    def open_panels(self) -> Panels:
        """The panels that are open now."""
        return self.projector.panels if self.projector.is_on else self.panels
