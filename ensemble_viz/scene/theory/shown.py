"""A demonstration with its figures, as it is shown: what every medium reads."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Drawn, Figures, Material
from ensemble_viz.scene.formulary.maths import FormulaLine
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.picture.charts import Chart, Listing
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.theory.words import Facts, Words
from ensemble_viz.scene.words import fixed

MOST_SHOWN = 12  # entries of a list
SAID = {None: "none", True: "yes", False: "no"}
Write = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class FigureRow:
    name: str
    value: str
    meaning: str


def one_line(value: Any, write: Write) -> str:
    if isinstance(value, float):
        return write(value)
    if isinstance(value, dict):
        return _several([f"{_key(key, write)}: {one_line(own, write)}"
                         for key, own in value.items()])  # fmt: skip
    if isinstance(value, list | tuple):
        return _several([one_line(own, write) for own in value])
    return SAID[value] if value is None or isinstance(value, bool) else str(value)


def _key(key: Any, write: Write) -> str:
    return write(key) if isinstance(key, float) else str(key)


def _several(parts: list[str]) -> str:
    if not parts:
        return "none"
    more = f", … ({len(parts)})" if len(parts) > MOST_SHOWN else ""
    return ", ".join(f"[{part}]" if ", " in part else part for part in parts[:MOST_SHOWN]) + more


def in_lines(value: Any, write: Write) -> str:
    """Write a figure to be read on a page: each row of a table and each record has its line."""
    has_names = isinstance(value, dict) and any(isinstance(key, str) for key in value)
    if isinstance(value, dict) and (has_names or _is_nested(value)):
        lines = _entries(value, write)
    elif _is_nested(value):
        lines = [_row(own, write) for own in value]
    else:
        lines = [one_line(value, write)]
    more = [f"… ({len(lines)})"] if len(lines) > MOST_SHOWN else []
    return "\n".join(lines[:MOST_SHOWN] + more).replace("_", " ")


def _entries(value: dict[Any, Any], write: Write) -> list[str]:
    lines = []
    for key, own in value.items():
        if _is_nested(own):
            lines += [f"{_key(key, write)}:", in_lines(own, write)]
        else:
            between = " – " if isinstance(own, dict) else ": "
            lines.append(f"{_key(key, write)}{between}{_row(own, write)}")
    return lines


def _row(value: Any, write: Write) -> str:
    if isinstance(value, dict):
        return " · ".join(f"{_key(key, write)}: {_row(own, write)}" for key, own in value.items())
    return one_line(value, write)


def _is_nested(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    return _is_row(value) and any(map(_is_row, inner))


def _is_row(value: Any) -> bool:
    return isinstance(value, dict | list | tuple)


PACKAGE = __name__.rpartition(".")[0]


@cache
def _file(name: str) -> ModuleType | None:
    module = name.replace("-", "_")
    known = {found.name for found in iter_modules(import_module(PACKAGE).__path__)}
    return import_module(f"{PACKAGE}.{module}") if module in known else None


def words_of(name: str) -> Words:
    """Find the words of a demonstration; one without a file has its title and its summary."""
    one = theory.demonstration(name)
    usual = Words(one.title, one.title, (one.summary,), {})
    words: Words = getattr(_file(name), "WORDS", usual)
    return words


def question_of(name: str) -> str:
    return words_of(name).question


@dataclass(frozen=True, eq=False)
class ShownTheory:
    """A demonstration with settings and figures."""

    name: str
    settings: Facts
    figures: Facts

    @property
    def title(self) -> str:
        return theory.demonstration(self.name).title

    @property
    def words(self) -> Words:
        return words_of(self.name)

    def _made(self, part: str) -> tuple[Any, ...]:
        """Let the file make a part of what is shown; nothing where it has no such function."""
        make = getattr(_file(self.name), part, None)
        return () if make is None else make(self.settings, self.figures)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Read the figures aloud; and what is to be said about slides and notes."""
        return tuple(filter(None, (*self._made("read"), self.words.slip, self.words.notes)))

    @cached_property
    def plots(self) -> tuple[Chart | Listing, ...]:
        return self._made("picture")

    @cached_property
    def formulas(self) -> tuple[FormulaLine, ...]:
        return self._made("formulas")

    @cached_property
    def rows(self) -> tuple[FigureRow, ...]:
        """Write all figures; of long lists the first entries: the picture has the others."""
        meanings = self.words.figures
        return tuple(
            FigureRow(name, in_lines(value, fixed), meanings.get(name, ""))
            for name, value in self.figures.items()
        )

    @property
    def description(self) -> str:
        """What a screen reader says, and what stands in the files of figures."""
        return " ".join((f"{self.words.headline}.", *self.sentences[:3]))


Report = Callable[[int, int], None]


def own_material(one: Demonstration, stage: Stage) -> Material | None:
    """Give the points that are open, and the run as far as its learners are known."""
    if one.takes == "nothing":
        return None
    source = stage.document.source
    drawn = Drawn(*parse_sample(source)) if source else None
    is_known = stage.learner_is_known or (one.of_draws and stage.reached("draw"))
    t = stage.round if is_known else stage.joined
    return Material(stage.data, stage.run, t, drawn)


def can_be_own(name: str, params: Params, stage: Stage) -> bool:
    """True if a demonstration can be shown on the open points and run."""
    one = theory.demonstration(name)
    if one.takes == "nothing":
        return False
    try:
        next(one.refined(params, own_material(one, stage)))
    except Refusal:
        return False
    return True


def shown_of(stage: Stage, report: Report | None = None) -> ShownTheory:
    """Compute the demonstration that is open, to the last figure."""
    open_ = stage.look.theory
    if not open_.name:
        raise Refusal("No demonstration is open: F7 has them all")
    params = open_.params(open_.name)
    if not open_.own:
        return _of_example(open_.name, params)
    one = theory.demonstration(open_.name)
    return _computed(one, params, own_material(one, stage), report)


@lru_cache(4)
def _of_example(name: str, params: Params) -> ShownTheory:
    """Compute it on its own example: a preview asks for the same again and again."""
    one = theory.demonstration(name)
    return _computed(one, params, one.material(), None)


def _computed(
    one: Demonstration, params: Params, material: Material | None, report: Report | None
) -> ShownTheory:
    found: Figures = {}
    for better in one.refined(params, material):
        found = better
        if report is not None:
            report(0, 1)  # it may raise, and end it
    return ShownTheory(one.name, one.settings_shown(params, material), found)


STEPS = {
    # what a step computes, by the names of the trace and of settings
    "draw": ("in_bag", "features"),
    "throw": ("tried", "threshold"),
    "search": ("criterion", "threshold"),
    "split": ("nodes", "criterion"),
    "train": ("threshold", "criterion"),
    "mistakes": ("error", "train_error"),
    "alpha": ("learner_weight", "exp_loss"),
    "weights": ("next_weight",),
    "residuals": ("target", "loss"),
    "gradients": ("loss",),
    "leaves": ("target",),
    "shrink": ("learning_rate",),
    "prune": ("prune",),
    "oob": ("oob_error", "in_bag"),
    "hold": ("fold",),
    "predict": ("fold",),
    "refit": ("fold",),
}
AT_THE_START = ("train_error", "test_error")


@cache
def _beside() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in theory.names():
        for place in words_of(name).beside:
            found[place] = (*found.get(place, ()), name)
    return found


def beside(place: str) -> tuple[str, ...]:
    """Name the demonstrations that belong beside a name of the trace, a figure or a setting."""
    return _beside().get(place, ())


def of_step(stage: Stage) -> tuple[str, ...]:
    """Name those that answer the question of a moment, the first the nearest."""
    found = [name for place in _places(stage) for name in beside(place)]
    return tuple(dict.fromkeys(found))


def _places(stage: Stage) -> tuple[str, ...]:
    if stage.step is None:
        return AT_THE_START
    key = stage.step.key.partition("-")[0]
    return STEPS[key] if key in STEPS else _of_votes(stage)


def _of_votes(stage: Stage) -> tuple[str, ...]:
    """Say what is asked when a learner joins the others."""
    story = story_of(stage.run)
    if story.weighs_points:
        return "min_margin", "score", "exp_loss"
    if stage.run.method.goes_downhill:
        return "learning_rate", "train_error"
    if story.draws_bags:
        return "vote", "disagreement", "correlation", "importance", "test_error"
    return "vote", "disagreement"
