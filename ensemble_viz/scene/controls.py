"""What the controls of the run say and whether they can be used; which layers mean something."""

from dataclasses import dataclass

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_bags, noun
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.telling import EMPTY, one_class, why_ended
from ensemble_viz.scene.words import in_words

BACK_TO_START = "Back to the start"


@dataclass(frozen=True, slots=True)
class Controls:
    """The words and states of the run's buttons."""

    next: str
    """What the next button will do: Let it vote."""
    next_enabled: bool
    next_hint: str
    """Why it cannot be pressed, or what happens, for the tooltip."""
    at_end: bool
    """There is nothing behind this moment: the button goes back to the start."""
    back_enabled: bool
    round: int
    rounds: int
    """As many as there can be: as are set, or as there are members."""
    last: int | None
    """The round at which the run stopped; None while it may go on."""
    computed: int
    """The rounds that are there."""
    stopped: str
    """Why it stopped, where it has; else empty."""


def controls(stage: Stage) -> Controls:
    run, moment = stage.run, stage.where.moment
    target = steps.forward(run, moment, stage.look.small_steps) if len(stage.data) else None
    at_end = target is None and moment.round > 0 and not _is_awaited(stage, target)
    refusal = _refusal(stage, target)
    return Controls(
        next=_words(stage, target),
        next_enabled=not refusal,
        next_hint=refusal or _hint(stage, target),
        at_end=at_end,
        back_enabled=moment.round > 0,
        round=moment.round,
        rounds=max(run.last, len(run)),
        last=len(run) if run.stop is not None else None,
        computed=len(run),
        stopped=_why(stage),
    )


def _words(stage: Stage, target: Moment | None) -> str:
    if target is None and stage.round:
        awaited = _is_awaited(stage, target)
        return f"Round {stage.round + 1}" if awaited else BACK_TO_START
    if target is None:
        return _first_action(stage)
    if not stage.look.small_steps:
        return f"Round {target.round}"
    step = steps.steps(stage.run, target.round)[target.step - 1]
    return first(stage.run, step.action) if target == Moment(1, 1) else step.action


def first(run: Run, action: str) -> str:
    """Speak of the first learner, not of number 1."""
    name = steps.noun(run)
    return action.replace(f"Train {name} 1", f"Train the first {name}")


def button_texts(run: Run) -> list[str]:
    """List what the next button may say in a run, with the largest numbers there can be.

    Its rounds need not be there yet: what they say is known before they are computed.
    """
    if not len(run):
        return [BACK_TO_START]
    story = story_of(run)
    told = steps.steps(run, 1 if story.grows_one_tree or story.holds_out else run.last)
    said = [BACK_TO_START, first(run, steps.steps(run, 1)[0].action), *(s.action for s in told)]
    said += story.last_actions
    if story.grows_one_tree:
        node = 2 * min(run.last, len(run.data))
        said += [f"Split node {node}", f"Cut below node {node}"]
    return said


def _first_action(stage: Stage) -> str:
    """Say what would come if anything could: there is no round whose steps could be asked."""
    if not stage.look.small_steps:
        return "Round 1"
    if story_of(stage.run).draws_bags:
        return steps.steps(stage.run, 1)[0].action
    return story_of(stage.run).first_action or f"Train the first {steps.noun(stage.run)}"


def _refusal(stage: Stage, target: Moment | None) -> str:
    """Say why there is nothing to press; empty where there is."""
    if not len(stage.data):
        return EMPTY
    if alone := one_class(stage):
        return alone
    if _is_awaited(stage, target):
        return f"Round {stage.round + 1} is being computed."
    return "" if target is not None or stage.round else _why(stage)


def _is_awaited(stage: Stage, target: Moment | None) -> bool:
    """Say whether the next round is not there yet, and will be."""
    return target is None and len(stage.data) > 0 and stage.run.stop is None


def _hint(stage: Stage, target: Moment | None) -> str:
    if target is None:
        return in_words(why_ended(stage.run), stage.run.params) or "The last round is done."
    if not stage.look.small_steps:
        return f"Shows what round {target.round} does as a whole"
    count = steps.last_step(stage.run, target.round)
    return f"Round {target.round}, step {target.step} of {count}"


def _why(stage: Stage) -> str:
    stop = stage.run.stop
    if alone := one_class(stage):
        return alone
    if stop is None or stop.rule == "all-rounds":
        return ""
    return in_words(why_ended(stage.run), stage.run.params)


@dataclass(frozen=True, slots=True)
class LayerLine:
    name: str
    """As in `Layers`."""
    words: str
    on: bool
    state: str = ""
    """How it is shown, where there are several ways: soft, hard."""


def layer_lines(stage: Stage) -> tuple[LayerLine, ...]:
    learner = noun(stage.run)
    is_line, classes = stage.data.dimension == 1, stage.data.classes is not None
    surface, several = stage.look.layers.surface, len(stage.document.setups) > 1
    is_averaged = stage.run.method.combine == "mean"  # only these learners are drawn on a line
    draws = "points held out" if story_of(stage.run).holds_out else "bag counts"
    residuals = "residuals −g" if story_of(stage.run).has_curvature else "residuals"
    lines = (
        (stage.weight is not None, _line(stage, "weights", "weights as area")),
        (_has_draws(stage), _line(stage, "draws", draws)),
        (stage.run.method.goes_downhill, _line(stage, "residuals", residuals)),
        (classes, _line(stage, "misses", "misses ringed")),
        (True, _line(stage, "learner", f"this {learner}")),
        (not is_line or is_averaged, _line(stage, "earlier", f"earlier {learner}s")),
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


def _has_draws(stage: Stage) -> bool:
    """Say whether learners see some of the points only, or some more often."""
    story, known = story_of(stage.run), len(stage.run) > 0
    return story.holds_out or ((known or story.draws_bags) and has_bags(stage.run))
