"""Which demonstration is shown, and with which settings: part of the look."""

from dataclasses import dataclass, replace
from typing import Any, Self

from ensemble_viz.document.json_reading import Node
from ensemble_viz.document.text_file import plain
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params

LONGEST_NAME = 80
FLAGS = ("own", "in_full")
Changed = tuple[tuple[str, Params], ...]


@dataclass(frozen=True, slots=True)
class Theory:
    """The demonstration that is open."""

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
