"""The layers of the canvas that mean something for this run, in the words of its learners."""

from dataclasses import dataclass

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_bags, noun
from ensemble_viz.scene.stories import story_of


@dataclass(frozen=True, slots=True)
class LayerLine:
    """A layer that can be switched."""

    name: str
    """As in `Layers`."""
    words: str
    on: bool
    state: str = ""
    """How it is shown, where there are several ways: soft, hard."""


def layer_lines(stage: Stage) -> tuple[LayerLine, ...]:
    """List the layers that this run has."""
    learner = noun(stage.run)
    is_line, classes = stage.data.dimension == 1, stage.data.classes is not None
    surface, several = stage.look.layers.surface, len(stage.document.setups) > 1
    lines = (
        (stage.weight is not None, _line(stage, "weights", "weights as area")),
        (_has_draws(stage), _line(stage, "draws", _draws(stage))),
        (stage.run.method.goes_downhill, _line(stage, "residuals", _residuals(stage))),
        (classes, _line(stage, "misses", "misses ringed")),
        (True, _line(stage, "learner", f"this {learner}")),
        (_shows_earlier(stage), _line(stage, "earlier", f"earlier {learner}s")),
        (not is_line, LayerLine("surface", "surface", surface != "off", surface)),
        (not is_line and classes, _line(stage, "boundary", "boundary")),
        (is_line, _line(stage, "boundary", "combined curve")),
        (several and not is_line, _line(stage, "parting", "where they part")),
        (several and not is_line, _line(stage, "before", "before the last edit")),
        (stage.data.test is not None, _line(stage, "test", "test points")),
        (True, _line(stage, "points", "points")),
    )
    return tuple(line for is_there, line in lines if is_there)


def _line(stage: Stage, name: str, words: str) -> LayerLine:
    return LayerLine(name, words, getattr(stage.look.layers, name))


def _residuals(stage: Stage) -> str:
    return "residuals −g" if story_of(stage.run).has_curvature else "residuals"


def _has_draws(stage: Stage) -> bool:
    """Say whether learners see some of the points only, or some more often."""
    story, known = story_of(stage.run), len(stage.run) > 0
    return story.holds_out or ((known or story.draws_bags) and has_bags(stage.run))


def _draws(stage: Stage) -> str:
    return "points held out" if story_of(stage.run).holds_out else "bag counts"


def _shows_earlier(stage: Stage) -> bool:
    """Say whether earlier learners can be drawn: on a line, only those that are averaged."""
    return stage.data.dimension == 2 or stage.run.method.combine == "mean"
