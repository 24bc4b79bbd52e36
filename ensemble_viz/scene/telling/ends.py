"""Where a run begins and why it ended, in words, and what to try."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ensemble_viz.engine.data import LARGEST_VALUE
from ensemble_viz.engine.methods import Stop
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.stories import part_of
from ensemble_viz.scene.telling.content import Said, joined
from ensemble_viz.scene.words import counted, fixed, in_words, sentence, shortest

Say = Callable[[Run, Stop], str]
ROUNDING = 1e-10  # an error that is so close to chance is chance


def why_ended(run: Run) -> str:
    """Say why the run ended; empty while it has not."""
    if run.stop is None:
        return ""
    say = NOTHING_TO_SPLIT.get(run.stop.why or "") or BY_RULE.get(run.stop.rule, _stuck)
    return say(run, run.stop)


def what_to_try(run: Run) -> str:
    """Name what might help to go on; empty where nothing would."""
    if run.stop is None:
        return ""
    hint = HINTS.get(run.stop.why or run.stop.rule)
    return hint(run, run.stop) if hint is not None else ""


# --- rules with one reason ------------------------------------------------------------------------


def _all_rounds(run: Run, stop: Stop) -> str:
    if run.method.combine == "latest" and run.method.stops_itself(run.params):
        what = f"All {run.params.rounds} rounds of splitting are done: {stop.count} leaves."
        return what + _pruning(run, stop)
    if run.method.length is not None and len(run) == run.method.length(run.params):
        blends = run.method.combine == "blend"
        return "The blender has the last word." if blends else "All members have voted."
    t = len(run)
    done = "The only round is done" if t == 1 else f"All {t} rounds are done"
    return done + _result(run, t)


def _result(run: Run, t: int) -> str:
    if run.rounds[-1].score is None:
        return ", and nothing is predicted yet."
    wrong = run.prediction(t) - run.data.target
    if run.data.classes is None:
        return f": the mean squared error is {run.data.distribution @ wrong**2:.4g}."
    return f": {np.count_nonzero(wrong)} of {len(run.data)} points are missed."


def _perfect(run: Run, stop: Stop) -> str:
    text = f"of round {stop.round} misses nothing: its weight would be infinite and is capped."
    return f"The {noun(run)} {text}"


def _shallower(run: Run, _stop: Stop) -> str:
    params = run.params
    if params.base != "tree" or len(run) > 1 or params.max_depth == 1:
        return ""
    if params.max_depth is None:
        return "The trees are unlimited, so the first fits every point: try tree depth 1."
    return f"Depth {params.max_depth} fits every point at once: try tree depth 1."


def _none_better(run: Run, stop: Stop) -> str:
    params, t, name = run.params, stop.round, noun(run)
    if params.learner != "best" or params.base != "tree":
        beside = f"{stop.error:.4g}, not below {stop.limit:.4g}"
        return f"The {name} of round {t} has the weighted error {beside}."
    helps = "beats chance"
    if run.data.n_classes > 2 and params.multiclass == "m1":
        helps = "gets more than half right, as M1 needs,"
    return f"No {name} {helps} in round {t}: the best has the weighted error {stop.error:.4g}."


def _way_on(run: Run, stop: Stop) -> str:
    """Name what might help when no learner does."""
    params, error, guessing = run.params, stop.error or 0.0, 1.0 - 1.0 / run.data.n_classes
    if run.data.n_classes > 2 and error < guessing - ROUNDING:
        return f"Try multiclass=samme: it only has to be below {guessing:.4g}."
    if run.data.n_classes <= 2 and error > 0.5 + ROUNDING:
        return "Try above_half=reverse: reversed, it helps."
    if params.learner == "random" or params.base != "tree":
        return "Try another seed." if params.base == "tree" else "Trees may find more."
    return "Try deeper trees." if params.max_depth == 1 else "Points of different classes coincide."


# --- nothing to split -----------------------------------------------------------------------------


def _one_class(run: Run, _stop: Stop) -> str:
    names, present = run.data.classes or ("",), run.data.classes_present
    return f"All points are of class {names[int(present[0])]}: nothing to learn."


def _no_portion(_run: Run, stop: Stop) -> str:
    have = f"All {stop.count} portions have had their trees"
    if stop.count == 1:
        have = "The only portion has had its tree"
    return f"{have}: no point is left for another one."


def _too_few(run: Run, stop: Stop) -> str:
    points = "There is one point" if stop.count == 1 else f"There are {stop.count} points"
    few = f"too few for {run.params.parts} parts, so nothing can be held out."
    return f"{points} to learn from: {few}"


def _stuck(run: Run, stop: Stop) -> str:
    """Say why a tree cannot be split, or why the trees of a round would change nothing."""
    if run.method.combine != "latest":
        return f"Round {stop.round + 1} would change nothing: {_no_change(run, stop)}."
    where = "the only leaf" if stop.count == 1 else f"the {stop.count} leaves"
    reasons = {
        "enough-leaves": f"{_limits(run, stop)} {_allow(stop)} no more leaves",
        "one-answer": f"{_each(stop)} {'held' if stop.pruned else 'holds'} one answer only",
        "limits": f"{_limits(run, stop)} {_allow(stop)} no cut in {where}",
        "same-place": f"{_same_place(stop)} in {where}",
    }
    none = f"no cut {'was' if stop.pruned else 'is'} better than none in {where}"
    return f"Nothing to split: {reasons.get(stop.why or '', none)}.{_pruning(run, stop)}"


def _each(stop: Stop) -> str:
    return "the only leaf" if stop.count == 1 else f"each of the {stop.count} leaves"


def _allow(stop: Stop) -> str:
    """Say what settings do, or did to a tree that has been cut back since."""
    if stop.pruned:
        return "allowed"
    return "allow" if len(stop.forbids) > 1 else "allows"


def _same_place(stop: Stop) -> str:
    if stop.pruned:
        return "points that differed had the same place"
    return "points that differ have the same place"


def _no_change(run: Run, stop: Stop) -> str:
    reasons = {
        "same-place": "all points have the same place",
        "same-target": "the gradient is the same at all points",
        "gamma": f"every split gains less than γ = {getattr(run.params, 'gamma', 0.0):g}",
        "hessians": f"the hessians sum to {stop.hess:.3g}, less than a leaf needs",
        "limits": f"{_limits(run, stop)} allows no cut",
    }
    return reasons.get(stop.why or "", "no split gains anything")


def _limits(run: Run, stop: Stop) -> str:
    """Name the settings that forbid a cut, with their values."""
    each = [f"{name}={getattr(run.params, name)}" for name in stop.forbids]
    return ", ".join(each[:-1]) + " and " * (len(each) > 1) + "".join(each[-1:])


def _pruning(run: Run, stop: Stop) -> str:
    """Say how much was pruned, and why no more."""
    if not stop.pruning:
        return ""
    ends = {
        "root": "only the root is left",
        "price": f"the next one saves more than ccp_alpha={run.params.ccp_alpha} a leaf",
        "errors": "a leaf in the place of any other would make more errors",
    }
    was = "No subtree was pruned"
    if stop.pruned:
        were = "was" if stop.pruned == 1 else "were"
        was = f"Then {counted(stop.pruned, 'subtree')} {were} pruned"
    return f" {was}: {ends[stop.pruning]}."


BY_RULE: dict[str, Say] = {
    "all-rounds": _all_rounds,
    "perfect-learner": _perfect,
    "no-better-than-chance": _none_better,
    "residuals-zero": lambda _run, stop: f"After round {stop.round} every residual is zero.",
}
NOTHING_TO_SPLIT: dict[str, Say] = {
    "no-points": lambda _run, _stop: "There are no points yet.",
    "one-class": _one_class,
    "runs-away": lambda _run, _stop: (
        f"The sum has run away from the points: its values are above {LARGEST_VALUE:g}."
    ),
    "no-portion": _no_portion,
    "too-few": _too_few,
}
HINTS: dict[str, Say] = {
    "no-better-than-chance": _way_on,
    "perfect-learner": _shallower,
    "gamma": lambda _run, _stop: "Try a smaller γ.",
    "hessians": lambda run, _stop: (
        f"Try a smaller hessian in a leaf than {run.params.min_child_weight:g}."
    ),
    "runs-away": lambda _run, _stop: "Try a smaller learning rate.",
    "no-portion": lambda _run, _stop: "A smaller sample size makes more portions.",
}


NO_POINTS = "No points yet"
EMPTY = sentence(NO_POINTS)


def one_class(stage: Stage) -> str:
    """Say that there is only one class, and what to do; empty where there are more, or none."""
    return joined(*(sentence(part) for part in _only(stage) if part))


def _only(stage: Stage) -> tuple[str, str]:
    """Name the only class there is, and say what to do."""
    data = stage.data
    if data.classes is None or not len(data) or len(data.classes_present) > 1:
        return "", ""
    only = int(data.classes_present[0])
    others = [name for k, name in enumerate(data.classes) if k != only]
    if data.weight is not None and (data.target != only).any():
        return f"Only class {data.classes[only]} has a weight: nothing can be learned", ""
    place = (
        f"Place a {others[0]} to begin." if others else "Place a point of another class to begin."
    )
    return f"Only class {data.classes[only]} so far", place


def stop_at(stage: Stage) -> Stop | None:
    """Give the reason for the end where the run ended by itself and its last moment is shown."""
    run, t = stage.run, stage.round
    if stage.where.moment.step < len(stage.steps) or run.upto(t + 1) > t or run.stop is None:
        return None
    return None if run.stop.rule == "all-rounds" else run.stop


def start(stage: Stage) -> Said:
    if not len(stage.data):
        return Said(NO_POINTS, "Place or spray some, or start with a sample.")
    headline, what = _only(stage)
    if headline:
        return Said(headline, what)
    begun: Said = part_of(stage.run, "captions").begun(stage)
    return begun


def stopped(stage: Stage, stop: Stop) -> Said:
    """Say why the run ended before it had a round."""
    hint = in_words(what_to_try(stage.run), stage.run.params)
    if stop.rule == "no-better-than-chance":
        headline = f"Stopped at round {stop.round}: {_too_weak(stage, stop)}"
        kept = f"Round {stop.round} is not kept: it would add nothing."
        return Said(headline, kept, hint, stopped=True)
    why = in_words(why_ended(stage.run), stage.run.params)
    return Said(f"Stopped after round {stop.round}", why, hint, stopped=True)


def ended(stage: Stage, said: Said, stop: Stop) -> Said:
    """Say, behind what the last step did, why there is no other."""
    why = ""
    if stop.rule == "no-better-than-chance":
        why = f"{_too_weak(stage, stop)} in round {stop.round}, which is not kept."
    elif stop.rule == "perfect-learner":
        assert stage.record is not None
        alpha = fixed(stage.record.learner_weight or 0.0)
        why = f"without a miss its weight would be infinite; it is capped at {alpha}."
    elif stop.rule == "residuals-zero":
        why = "every residual is zero, nothing is left over to fit."
    params = stage.run.params
    hint = in_words(what_to_try(stage.run), params)
    end = f"Stopped: {why}" if why else joined("Stopped.", in_words(why_ended(stage.run), params))
    return replace(said, sentence=joined(said.sentence, end), hint=hint, stopped=True)


def _too_weak(stage: Stage, stop: Stop) -> str:
    """Say what no learner did, or this one, that was not searched."""
    params, k, name = stage.run.params, stage.data.n_classes, noun(stage.run)
    why = f"no {name} beats chance"
    if params.learner == "random":
        why = f"the {name} that was drawn is no better than chance"
    elif k > 2:
        why = f"no {name} errs below 1 − 1/{k}, as SAMME asks"
        if params.multiclass == "m1":
            why = f"no {name} gets more than half right, as M1 asks"
    return f"{why} (ε = {shortest(stop.error or 0.0)})"
