"""What the curves and panels of a line plot are called, and the borders of bins."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.losses import loss_of
from ensemble_viz.scene.moment import steps
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_residuals
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import capital, counted, rate_text, subscript

STEMS = (("positive", "positive residual"), ("negative", "negative residual"))


def line_key(stage: Stage) -> tuple[tuple[str, str], ...]:
    """List the styles of line that are drawn at this moment, with their words."""
    layers = stage.look.layers
    key = []
    if shows_ensemble(stage, stage.joined):
        key.append(("sum", curve_name(stage)))
    if shows_to_come(stage):
        key.append(("to come", to_come_name(stage)))
    if shows_learner(stage):
        key.append(("learner", _times(learner_name(stage), shrunk_by(stage))))
    if shows_earlier(stage) and stage.round > 1:
        key.append(("earlier", f"earlier {steps.many_of(stage.run)}"))
    if stage.residual is not None and layers.residuals:
        key += STEMS
    return tuple(key)


def all_lines(stage: Stage) -> tuple[tuple[str, str], ...]:
    """List all lines that a moment of the run may have, with the longest words there can be."""
    run, layers, last = stage.run, stage.look.layers, stage.run.last
    how, downhill = run.method.combine, has_residuals(run)
    rate = getattr(run.params, "learning_rate", 1.0) if downhill else 1.0
    listed = (
        (layers.boundary, ("sum", _longest_name(run, last))),
        (layers.boundary and downhill, ("to come", f"F{subscript(last)} to come")),
        (
            layers.learner and how != "latest",
            ("learner", _times(f"{steps.noun(run)} {last}", rate)),
        ),
        (layers.earlier and how == "mean", ("earlier", f"earlier {steps.many_of(run)}")),
    )
    key = tuple(line for is_there, line in listed if is_there)
    return key + (STEMS if downhill and layers.residuals else ())


def _longest_name(run: Run, last: int) -> str:
    """Name the ensemble in the round where that takes most words."""
    if run.method.combine == "latest":
        return _tree_name(max(min(last, len(run.data)) + 1, 2))
    return max(_name_after(run, 0), _name_after(run, last), key=len)


def shows_ensemble(stage: Stage, t: int) -> bool:
    """Say whether the ensemble after round t is drawn: votes need a voter, stacks their last."""
    return stage.look.layers.boundary and stage.run.score(t) is not None


def shows_to_come(stage: Stage) -> bool:
    """Say whether the sum to come is drawn: from when its tree is fitted until it is added."""
    fitted = stage.values_are_known and not stage.is_joined
    return fitted and has_residuals(stage.run) and stage.look.layers.boundary


def shows_learner(stage: Stage) -> bool:
    """Say whether this round's learner is drawn; a tree that grows is the ensemble itself."""
    drawn = stage.learner is not None and stage.values_are_known and stage.look.layers.learner
    return drawn and stage.run.method.combine != "latest"


def shows_earlier(stage: Stage) -> bool:
    """Say whether the trees before this round's are drawn: those of a bag are."""
    return stage.run.method.combine == "mean" and stage.look.layers.earlier


def to_come_name(stage: Stage) -> str:
    """Name the sum with this round's tree: F₃ to come."""
    return f"F{subscript(stage.round)} to come"


def learner_name(stage: Stage) -> str:
    """Name this round's tree: tree 3."""
    return f"{steps.noun(stage.run)} {stage.round}"


def shrunk_by(stage: Stage) -> float:
    """Say by what the tree is multiplied: who goes round by round sees it as it was fitted."""
    weight = stage.record.learner_weight if stage.record else None
    added = stage.reached("vote") and stage.look.small_steps
    shrunk = has_residuals(stage.run) and (stage.key == "shrink" or added)
    return weight if shrunk and weight is not None else 1.0


def curve_name(stage: Stage) -> str:
    """Name the ensemble so far: F₂ so far, mean of 3 trees, tree with 4 leaves."""
    t = stage.joined
    if stage.run.method.combine == "latest":
        tree = stage.run.round(t).learners[0] if t else None
        return _tree_name(tree.n_leaves) if isinstance(tree, Tree) else ""
    return _name_after(stage.run, t)


def _tree_name(leaves: int) -> str:
    return f"tree with {counted(leaves, 'leaf', 'leaves')}"


def _name_after(run: Run, t: int) -> str:
    """Name what is summed up, averaged or blended after round t."""
    if run.method.combine == "mean":
        weighs = len(set(getattr(run.params, "weights", None) or ())) > 1
        mean = "weighted mean" if weighs else "mean"
        return f"{mean} of {counted(t, steps.one_of(run))}" if t else ""
    if run.method.combine == "blend":
        return "the blender" if t else ""
    return f"F{subscript(t)} so far" if t else f"F{subscript(0)}, the start"


def lower_title(stage: Stage) -> str:
    if not stage.round or not has_residuals(stage.run):
        return "Residuals: none taken yet" if has_residuals(stage.run) else ""
    return f"{_in_lower(stage)}, same scale"


def lower_brief(stage: Stage) -> str:
    """Say it where there is room for a word or two."""
    return capital(_rest(stage)) if stage.round and has_residuals(stage.run) else ""


def cut_off(stage: Stage) -> float | None:
    """Give the δ of the round, where residuals are cut off at it."""
    delta = stage.record.figures.get("delta") if stage.record else None
    return None if delta is None else float(delta)


def _rest(stage: Stage) -> str:
    """Call what is left over: residuals, their signs, −g."""
    if story_of(stage.run).has_curvature:
        return "residuals −g"
    return loss_of(stage.run).fitted


def _in_lower(stage: Stage) -> str:
    tree, rest = learner_name(stage), _rest(stage)
    if not stage.learner_is_known:
        return f"{capital(rest)} for {tree}"
    if not stage.values_are_known:
        return f"{capital(rest)} and the cuts of {tree}"
    shrunk = _times(tree, shrunk_by(stage))
    if stage.is_joined:
        return f"{capital(shrunk)} and the {rest} it was fitted to"
    return f"{capital(rest)} and {shrunk}"


def _times(name: str, rate: float) -> str:
    return name if rate == 1.0 else f"{name} × {rate_text(rate)}"
