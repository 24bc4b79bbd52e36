"""What a demonstration is shown on: the open points and run, or its own example."""

from collections.abc import Callable
from functools import lru_cache

from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Drawn, Figures, Material
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.theory.shown import ShownTheory

Report = Callable[[int, int], None]


def own_material(one: Demonstration, stage: Stage) -> Material | None:
    """Give the points that are open, and the run as far as its learners are known."""
    if one.takes == "nothing":
        return None
    source = stage.document.source
    drawn = Drawn(*parse_sample(source)) if source else None
    t = stage.round if stage.learner_is_known else stage.joined
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
