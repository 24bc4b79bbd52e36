"""How a document is looked at: colours, layers, type, open panels, the projector."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, get_args

from ensemble_viz.document.files import plain
from ensemble_viz.document.json_reading import Node
from ensemble_viz.engine.data import MOST_CLASSES, Refusal
from ensemble_viz.engine.settings import Params

LONGEST_NAME = 80
FLAGS = ("own", "in_full")
Changed = tuple[tuple[str, Params], ...]


@dataclass(frozen=True, slots=True)
class Theory:
    name: str = ""
    """"": the list of all."""
    own: bool = False
    """It is shown on the open points and run, where it takes them."""
    in_full: bool = False
    """It stands in the place of the canvas; on the projector it always does."""
    changed: Changed = ()
    """The settings of those whose settings somebody has changed, by name."""

    def params(self, name: str) -> Params:
        """Give the settings of a demonstration."""
        found = dict(self.changed).get(name)
        return found if found is not None else _declared(name)()

    def with_params(self, name: str, params: Params) -> Self:
        """Change the settings of a demonstration; the usual ones are not kept."""
        others = dict(self.changed)
        others.pop(name, None)
        usual = params == type(params)()
        return replace(self, changed=(*others.items(), *(() if usual else ((name, params),))))


def _declared(name: str) -> type[Params]:
    from ensemble_viz.engine.theory import demonstration  # when the first one is looked at

    return demonstration(name).params


def theory_parts(theory: Theory) -> dict[str, Any]:
    """Write it as a session file has it."""
    settings = {name: params.values() for name, params in theory.changed}
    return {"name": theory.name, "own": theory.own, "in_full": theory.in_full,
            "settings": settings}  # fmt: skip


def read_theory(node: Node) -> Theory:
    """Read it; settings are checked as those of a method are."""
    name, settings = node.find("name"), node.find("settings")
    flags = {part: found.flag() for part in FLAGS if (found := node.find(part)) is not None}
    shown = "" if name is None else name.text(LONGEST_NAME)
    if shown:
        _checked(node, shown, {})
    values = {} if settings is None else settings.value
    if settings is not None and not isinstance(values, dict):
        raise settings.refusal("names with settings, in braces, are needed")
    changed = tuple((one, _checked(node, one, own_values)) for one, own_values in values.items())
    return Theory(shown, changed=changed, **flags)


def _checked(node: Node, name: str, values: Any) -> Params:
    try:
        if not isinstance(values, dict):
            raise Refusal(f"the settings of {plain(name)} are names with values, in braces")
        return _declared(name).from_values(values)
    except Refusal as refusal:
        raise Refusal(f"{node.file}: {node.path}: {str(refusal).rstrip('.?')}.") from None


Surface = Literal["soft", "hard", "off"]
SURFACES: tuple[Surface, ...] = get_args(Surface)
Companion = Literal["formula", "curves", "tree"]
COMPANIONS: tuple[Companion, ...] = get_args(Companion)
Panel = Literal[
    "rail", "settings", "gallery", "run", "round", "points", "figures", "beside", "theory"
]  # fmt: skip
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
    parting: bool = False
    """Where setups side by side answer differently."""
    before: bool = False
    """What was answered before the last edit, until it is let go of."""


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


OWN_LOOKS = tuple((k, k) for k in range(MOST_CLASSES))


def complete(looks: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Give the classes behind some others what these have left; (): each has its own."""
    colours = [k for k in range(MOST_CLASSES) if k not in {colour for colour, _ in looks}]
    shapes = [k for k in range(MOST_CLASSES) if k not in {shape for _, shape in looks}]
    rest = MOST_CLASSES - len(looks)
    every = (*looks, *zip(colours[:rest], shapes[:rest], strict=True))
    return () if every == OWN_LOOKS else every


@dataclass(frozen=True, slots=True)
class Look:
    """All that changes how a moment looks, and nothing of what it is; a session file keeps it."""

    palette: str = "light"
    class_looks: tuple[tuple[int, int], ...] = ()
    """Which colour and which shape each class has, by their numbers; (): its own."""
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
    stacked: bool = False
    """Setups stand over one another instead of side by side."""
    by_share: bool = False
    """Rounds of several setups go by their share of the run instead of their number."""
    figure: str = ""
    """The figure whose pieces are listed on the page of figures; "": none."""
    theory: Theory = field(default_factory=Theory)
    """The demonstration that is shown where the panel of theory is open."""

    @property
    def shows_ahead(self) -> bool:
        """True if what is to come is shown."""
        return self.projector.ahead if self.projector.is_on else self.ahead

    @property
    def theory_is_in_full(self) -> bool:
        """True if theory stands in the place of the canvas."""
        is_open = "theory" in (self.open_panels.shown or ())
        return is_open and (self.projector.is_on or self.theory.in_full)

    @property
    def docked_panels(self) -> Panels:
        """The panels that are open beside the canvas."""
        panels = self.open_panels
        if panels.shown is None or not self.theory_is_in_full:
            return panels
        return replace(panels, shown=panels.shown - {"theory"})

    @property
    def open_panels(self) -> Panels:
        """The panels that are open now."""
        return self.projector.panels if self.projector.is_on else self.panels
