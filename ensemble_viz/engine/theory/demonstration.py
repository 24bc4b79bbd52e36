"""The contract of a demonstration: settings and, where it takes them, points and a run; figures.

Adding a demonstration is adding a file to a chapter of `theory/` that ends in `DEMONSTRATION =
Demonstration(…)` and is called as its name with underscores: list, command line, help and the tests
of conformance read everything from it.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import numpy as np

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import Sample, parse_sample
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.trees import Tree, changed_between

Figures = dict[str, Any]
"""Numbers, words, None, and lists and dictionaries of them; never nan, never infinite."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """The sample that points were drawn from: it can be drawn again, and its truth is known."""

    sample: Sample
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def can_be_redrawn(self) -> bool:
        """Another seed draws other points, and any number of points to test on."""
        return {"n", "seed", "test"} <= {option.name for option in self.sample.options}

    @property
    def seed(self) -> int:
        """Give the seed that the points were drawn with."""
        return int(self.sample.resolve(**self.options)["seed"])

    def build(self, **changed: Any) -> Dataset:
        """Draw the points, with other options where they are given and the sample has them."""
        known = {option.name for option in self.sample.options}
        own = {name: value for name, value in changed.items() if name in known}
        return self.sample.build(**{**self.options, **own})


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What a demonstration is shown on: points, and the run of a method up to some round."""

    data: Dataset
    run: Run | None = None
    round: int = 0
    drawn: Drawn | None = None
    """Where the points come from, as long as nobody has changed them."""

    @property
    def rounds(self) -> tuple[Round, ...]:
        """List the rounds that are looked at; there is one at least."""
        if self.run is None or self.round == 0:
            raise Refusal("There is no round yet to look at.")
        return tuple(self.run.round(t) for t in range(1, self.round + 1))

    def tree(self, node: int | None) -> tuple[Tree, int]:
        """Give the tree of classes that was trained last, and one of its nodes.

        None: the node that the last round of a growing tree split; or the one that it pruned, in
        the tree as it was before. Of any other tree that is the root.
        """
        trees = [one.learners[-1] for one in self.rounds[-2:]]
        if not isinstance(tree := trees[-1], Tree) or tree.value.ndim == 1:
            raise Refusal("There is no tree that answers with classes, and so no node of one")
        if node is None:
            grows = self.run is not None and self.run.method.combine == "latest"
            if not grows or not isinstance(before := trees[0], Tree) or before is tree:
                return tree, 0
            return max(before, tree, key=len), changed_between(before, tree)
        if node >= len(tree):
            raise Refusal(f"node={node}: the nodes go from 0 to {len(tree) - 1}")
        return tree, node


Compute = Callable[[Any, Material | None], "Figures | Iterator[Figures]"]


Idle = Callable[[Any, Material | None], tuple[str, ...]]


def _never_idle(_params: Any, _material: Material | None) -> tuple[str, ...]:
    return ()


NodeLookedAt = Annotated[
    int | None,
    Setting(
        "node of the tree",
        "The node that is looked at, on a run: 0 is the root; none: the one that the last round of "
        "a growing tree split or pruned, else the root.",
        "m",
        low=0,
        high=10**6,
        titles=((None, "this round's"),),
        reach=(0, 40),
    ),
]


def of_a_run(name: str) -> Idle:
    """Say that a setting chooses among what a run has: without one it changes nothing."""
    return lambda _params, material: () if material is not None else (name,)


def _as_given(params: Any, _material: Material) -> Any:
    return params


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A piece of theory that can be seen and recomputed."""

    name: str
    title: str
    summary: str
    """What it shows, in a sentence for people."""
    params: type[Params]
    compute: Compute
    """Settings and material to figures; to better and better ones where that takes long."""
    takes: Literal["nothing", "points", "run"] = "nothing"
    """What it can be shown on, beside its settings."""
    sample: str = ""
    """The points that it is shown on when none are given; none: its settings say it all."""
    method: str = ""
    """The method that is trained when points come without one."""
    method_settings: Mapping[str, Any] = field(default_factory=dict)
    of_draws: bool = False
    """It looks at what a round draws, which is known before its learner is."""
    decided: tuple[str, ...] = ()
    """The settings that the material decides."""
    resolve: Callable[[Any, Material], Any] = _as_given
    """Fills them in."""
    idle: Idle = _never_idle
    """The settings that change nothing on this material: nobody is asked for them."""
    of_a_step: Mapping[str, Any] = field(default_factory=dict)
    """The settings that make it look at what the last step did."""
    refines: bool = False
    """It takes long, and its figures get better while it goes on."""
    place: int = 50
    """Where a lecture comes to it within its chapter; of equals the first name stands first."""

    @property
    def example(self) -> Drawn | None:
        """Give the points that it is shown on when none are given."""
        return Drawn(*parse_sample(self.sample)) if self.sample else None

    def material(
        self, data: Dataset | None = None, run: Run | None = None, drawn: Drawn | None = None
    ) -> Material | None:
        """Put together what it is shown on; what is not given is its own example.

        A run is looked at as far as it has come. A method that has to be trained is trained to
        its end.
        """
        if data is None:
            drawn = self.example
            if drawn is None:
                return None
            data = drawn.build()
        if self.takes == "nothing":
            raise Refusal(f"{self.name} has settings only: it takes no points and no method")
        if self.takes == "run" and run is None:
            chosen = methods.method(self.method)
            run = Run(data, chosen, chosen.params.from_values(self.method_settings))
            run.finish()
        return Material(data, run, 0 if run is None else len(run), drawn)

    def settings(self, params: Any, material: Material | None) -> Any:
        """Fill in what the material decides."""
        return params if material is None else self.resolve(params, material)

    def settings_shown(self, params: Any, material: Material | None) -> dict[str, Any]:
        """List the settings that it is shown with; what is measured on a run is none of them."""
        values: dict[str, Any] = self.settings(params, material).values()
        measured = self.decided if material is not None and self.resolve is _as_given else ()
        return {name: value for name, value in values.items() if name not in measured}

    def refined(self, params: Any, material: Material | None = None) -> Iterator[Figures]:
        """Compute the figures, ever better ones where it takes long.

        Numbers too large to be reckoned with are refused.
        """
        steps = self._steps(params, material)
        while True:
            with np.errstate(over="ignore", invalid="ignore"):
                figures = next(steps, None)
            if figures is None:
                return
            yield figures

    def figures(self, params: Any = None, material: Material | None = None) -> Figures:
        """Compute the figures, to the last."""
        found = self.refined(self.params() if params is None else params, material)
        return deque(found, maxlen=1).pop()

    def _steps(self, params: Any, material: Material | None) -> Iterator[Figures]:
        found = self.compute(self.settings(params, material), material)
        for figures in (found,) if isinstance(found, dict) else found:
            yield {name: _plain(value, f"{self.name}: {name}") for name, value in figures.items()}


def _plain(value: Any, what: str) -> Any:
    """Turn arrays and numbers of numpy into Python's own, all of them finite."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, dict):
        return {_plain(key, what): _plain(own, what) for key, own in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(own, what) for own in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise Refusal(f"{what} is too large to be reckoned with")
    return value
