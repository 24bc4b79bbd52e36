"""What a person works on: the points, and how they are learned from. Edits make new ones."""

from dataclasses import dataclass, field
from enum import Flag, auto

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.settings import Params

MOST_SETUPS = 4
OWN_TITLE = "Own points"


@dataclass(frozen=True, slots=True)
class Setup:
    """A method with its settings and its seed."""

    method: str
    params: Params
    seed: int = 0

    @property
    def declaration(self) -> Method:
        return methods.method(self.method)

    def run(self, data: Dataset) -> Run:
        return Run(data, self.declaration, self.params, self.seed)


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One set of points and one to four setups, which learn from the same points."""

    data: Dataset
    setups: tuple[Setup, ...]
    title: str = "Untitled"
    kept: dict[str, Params] = field(default_factory=dict)
    """The settings last used with each method, for when it is chosen again."""
    source: str = ""
    """The sample the points are, "moons:n=60,seed=3"; empty where they are a person's own."""

    def __post_init__(self) -> None:
        """Refuse what could not be shown."""
        if not 1 <= len(self.setups) <= MOST_SETUPS:
            raise Refusal(f"{len(self.setups)} setups: from 1 to {MOST_SETUPS} can be compared")


class Change(Flag):
    """What is different between two documents, or between two views of one."""

    NOTHING = 0
    DATA = auto()
    SETUPS = auto()
    TITLE = auto()
    ROUND = auto()
    """Another moment of the run is shown."""
    VIEW = auto()
    """Layers, steps, tools, units: how the moment is shown."""
    FOCUS = auto()
    """What is hovered or pinned."""
    FRAME = auto()
    """The part of the plane that is seen."""
    LOOK = auto()
    """Colours and sizes of type."""
    LEARNED = auto()
    """More rounds are there than before."""
    PLAY = auto()
    """Playing began, ended, or goes at another speed."""
    PANELS = auto()
    """Other panels are open; what they show is the same."""
    FINER = auto()
    """A surface without cells is known on a finer grid than before."""
    THEORY = auto()
    """Another demonstration is open, or with other settings; nothing else shows that."""
    ALL = (
        DATA
        | SETUPS
        | TITLE
        | ROUND
        | VIEW
        | FOCUS
        | FRAME
        | LOOK
        | LEARNED
        | PLAY
        | PANELS
        | FINER
    )


def changes(before: Document, after: Document) -> Change:
    """Compare two documents by identity: what is not the same object may differ."""
    change = Change.NOTHING
    if before.data is not after.data:
        change |= Change.DATA
    if before.setups != after.setups:
        change |= Change.SETUPS
    if before.title != after.title:
        change |= Change.TITLE
    return change


def first_setup(method: str) -> Setup:
    """Choose a method with its default settings."""
    return Setup(method, methods.method(method).params())
