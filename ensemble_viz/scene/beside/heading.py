"""What stands above each of several setups: what tells it from its neighbour, and what happened."""

from dataclasses import dataclass

from ensemble_viz.document.document import Setup
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.caption import caption
from ensemble_viz.scene.words.numbers import counted

SAME = "the same once more"


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above one of several setups."""

    number: int
    title: str
    """What differs from its neighbour: AdaBoost, or only: learning rate 0.5."""
    method: str
    """The method, where the title does not say it."""
    headline: str
    """What happened; where it has ended while others go on, that first."""
    in_front: bool

    @property
    def text(self) -> str:
        """All of it in one line."""
        parts = (self.title, self.method, self.headline)
        return f"{self.number}. " + ". ".join(part for part in parts if part)


def headings(beside: SideBySide) -> tuple[Heading, ...]:
    """Say what stands above each."""
    return tuple(heading(beside, k) for k in range(len(beside)))


def heading(beside: SideBySide, k: int) -> Heading:
    """Say what stands above setup k."""
    setups = beside.document.setups
    title = difference(setups, k)
    method = setups[k].declaration.title
    return Heading(
        number=k + 1,
        title=title,
        method="" if title.startswith(method) else method,
        headline=f"{_waits(beside, k)}{caption(beside.stage(k)).headline}",
        in_front=k == beside.front,
    )


def names(setups: tuple[Setup, ...]) -> tuple[str, ...]:
    """Call each by what differs, with its number where two would be called alike."""
    called = [difference(setups, k) for k in range(len(setups))]
    return tuple(
        f"{k}: {name}" if called.count(name) > 1 else name for k, name in enumerate(called, start=1)
    )


def difference(setups: tuple[Setup, ...], k: int) -> str:
    """Say what tells a setup from the one before it; the first one from the second."""
    own = setups[k]
    if len(setups) == 1:
        return own.declaration.title
    other = setups[k - 1 if k else 1]
    if own.method != other.method:
        usual = Setup(own.method, type(own.params)())
        return " · ".join([own.declaration.title, *_settings(own, usual)])
    return " · ".join(_settings(own, other)) or SAME


def _settings(own: Setup, other: Setup) -> list[str]:
    """List what is set otherwise, in the words of the form."""
    mine, yours = own.params.values(), other.params.values()
    found = [
        f"{field.setting.label} {_value(field.setting.titles, field.text(mine[field.name]))}"
        for field in own.params.fields()
        if mine[field.name] != yours[field.name] and _matters(own, field.setting.only)
    ]
    is_drawn = own.declaration.uses_chance(own.params)
    return [*found, *([f"seed {own.seed}"] if is_drawn and own.seed != other.seed else [])]


def _matters(own: Setup, only: tuple[str, object] | None) -> bool:
    return only is None or own.params.values()[only[0]] == only[1]


def _value(titles: tuple[tuple[object, str], ...], text: str) -> str:
    return next((title for value, title in titles if str(value) == text), text)


def _waits(beside: SideBySide, k: int) -> str:
    if not beside.waits(k):
        return ""
    return f"Ended after {counted(len(beside.lenses[k].run), 'round')}, waits · "
