"""Why a run ended, in words, and what to try."""

from collections.abc import Callable

import numpy as np

from ensemble_viz.engine.data import LARGEST_VALUE
from ensemble_viz.engine.methods import Stop
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.words import counted, fixed, powered, shortest, verb

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
        return _pruning(run, stop, f"all {run.params.rounds} rounds of splitting are done")
    if run.method.length is not None and len(run) == run.method.length(run.params):
        blends = run.method.combine == "blend"
        voted = "voted" if run.data.n_classes else "answered"
        return "The blender has the last word." if blends else f"All members have {voted}."
    t = len(run)
    done = {1: "The only round is done", 2: "Both rounds are done"}.get(t)
    done = done or f"All {t} rounds are done"
    return done + _result(run, t)


def _result(run: Run, t: int) -> str:
    if run.rounds[-1].score is None:
        return ", and nothing is predicted yet."
    wrong = run.prediction(t) - run.data.target
    if run.data.classes is None:
        return f": the mean squared error is {fixed(float(run.data.distribution @ wrong**2))}."
    missed = int(np.count_nonzero(wrong))
    return f": {missed} of {counted(len(run.data), 'point')} {verb(missed)} missed."


def _perfect(run: Run, stop: Stop) -> str:
    text = f"of round {stop.round} misses nothing: its weight would be infinite and is capped."
    return f"The {noun(run)} {text}"


def _shallower(run: Run, _stop: Stop) -> str:
    params = run.params
    if params.base != "tree" or len(run) > 1 or params.max_depth == 1:
        return ""
    mistakes = "tree depth 1 leaves mistakes to learn from"
    if params.max_depth is None:
        return f"Unlimited trees fit every point at once: {mistakes}."
    return f"Depth {params.max_depth} fits every point at once: {mistakes}."


def _none_better(run: Run, stop: Stop) -> str:
    params, t, name = run.params, stop.round, noun(run)
    error = shortest(stop.error or 0.0)
    if params.learner != "best" or params.base != "tree":
        beside = f"{error}, not below {shortest(stop.limit or 0.0)}"
        return f"The {name} of round {t} has the weighted error {beside}."
    helps = "beats chance"
    if run.data.n_classes > 2 and params.multiclass == "m1":
        helps = "gets more than half right, as M1 needs,"
    return f"No {name} {helps} in round {t}: the best has the weighted error {error}."


def _way_on(run: Run, stop: Stop) -> str:
    """Name what might help when no learner does."""
    params, error, guessing = run.params, stop.error or 0.0, 1.0 - 1.0 / run.data.n_classes
    if run.data.n_classes > 2 and error < guessing - ROUNDING:
        return f"Try multiclass=samme: ε then only has to be below {shortest(guessing)}."
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
    have = f"Each of the {stop.count} portions has its tree"
    if stop.count == 1:
        have = "The only portion has its tree"
    return f"{have}: no point is left for another one."


def _too_few(run: Run, stop: Stop) -> str:
    points = "There is one point" if stop.count == 1 else f"There are {stop.count} points"
    few = f"too few for {run.params.parts} parts, so nothing can be held out."
    return f"{points} to learn from: {few}"


def _stuck(run: Run, stop: Stop) -> str:
    """Say why a tree cannot be split, or why the trees of a round would change nothing."""
    if run.method.combine != "latest":
        return f"Round {stop.round + 1} would change nothing: {_no_change(run, stop)}."
    return _pruning(run, stop, _no_split(run, stop))


def _no_split(run: Run, stop: Stop) -> str:
    """Say why the full tree has no more leaves."""
    classes, was = run.data.n_classes > 0, stop.pruned > 0
    holds = f"{'held' if was else 'holds'} one {'class' if classes else 'value'} only"
    mixed = "a leaf of several classes" if classes else "a leaf of several values"
    apart = "points of different classes" if classes else "points of different values"
    each = "the only leaf" if stop.count == 1 else f"each of the {stop.count} leaves"
    each = "each" if was else each
    allow = "allowed" if was else "allow" if len(stop.forbids) > 1 else "allows"
    reasons = {
        "enough-leaves": f"{_limits(run, stop)} {allow} no more leaves",
        "one-answer": f"{each} {holds}",
        "limits": f"{_limits(run, stop)} {allow} no cut in {mixed}",
        "same-place": f"{apart} {'lay' if was else 'lie'} at the same place: no cut parts them",
    }
    return reasons.get(
        stop.why or "", f"no cut {'was' if was else 'is'} better than none in {each}"
    )


def _no_change(run: Run, stop: Stop) -> str:
    least = _setting(run, "min_child_weight")
    reasons = {
        "same-place": "all points have the same place",
        "same-target": "the gradient is the same at all points",
        "gamma": f"every split gains less than its price, γ = {_setting(run, 'gamma')}",
        "hessians": f"the hessians h sum to {shortest(stop.hess)}, and a leaf needs {least}",
        "limits": f"{_limits(run, stop)} allows no cut",
    }
    return reasons.get(stop.why or "", "no split gains anything")


def _limits(run: Run, stop: Stop) -> str:
    """Name the settings that forbid a cut, with their values."""
    each = [f"{name}={_setting(run, name)}" for name in stop.forbids]
    return ", ".join(each[:-1]) + " and " * (len(each) > 1) + "".join(each[-1:])


def _setting(run: Run, name: str) -> str:
    return shortest(getattr(run.params, name, 0.0) or 0.0)


def _pruning(run: Run, stop: Stop, why: str) -> str:
    """Say why the tree grew no more, how much of it was pruned, and why no more."""
    if not stop.pruned:
        none = f" No subtree was pruned: {_unpruned(run, stop)}." if stop.pruning else ""
        return f"No more splits: {why}.{none}"
    were = "was" if stop.pruned == 1 else "were"
    pruned = f"{counted(stop.pruned, 'subtree')} {were} pruned"
    grown = f"The full tree had {counted(stop.count, 'leaf', 'leaves')}: {why}."
    if stop.pruning != "root":
        return f"{grown} Then {pruned}; {_unpruned(run, stop)}."
    last = "only the root is left"
    if run.params.prune == "cost-complexity" and run.params.ccp_alpha is None:
        last = f"{last}, since no price of a leaf was set to stop it sooner"
    return f"{grown} Then {pruned}: {last}."


def _unpruned(run: Run, stop: Stop) -> str:
    """Say why the subtrees that are there stay."""
    other = "other " if stop.pruned else ""
    if stop.pruning == "price":
        return f"every {other}one saves more per leaf than ccp_alpha={_setting(run, 'ccp_alpha')}"
    if not run.data.test:
        return f"by C4.5's guess a leaf in place of any {other}would make more errors"
    more = "make more errors" if run.data.n_classes else "leave larger squared errors"
    return f"on the test points a leaf in place of any {other}would {more}"


BY_RULE: dict[str, Say] = {
    "all-rounds": _all_rounds,
    "perfect-learner": _perfect,
    "no-better-than-chance": _none_better,
    "residuals-zero": lambda _run, stop: (
        f"After round {stop.round} every residual is zero."
        if stop.round
        else "Every residual is zero from the start."
    ),
}
NOTHING_TO_SPLIT: dict[str, Say] = {
    "no-points": lambda _run, _stop: "There are no points yet.",
    "one-class": _one_class,
    "runs-away": lambda _run, _stop: (
        f"The sum has run away from the points: its values are above {powered(LARGEST_VALUE, 0)}."
    ),
    "no-portion": _no_portion,
    "too-few": _too_few,
}
HINTS: dict[str, Say] = {
    "no-better-than-chance": _way_on,
    "perfect-learner": _shallower,
    "gamma": lambda _run, _stop: "Try a smaller price of a split, γ.",
    "hessians": lambda run, _stop: (
        f"Try a smaller hessian in a leaf than {_setting(run, 'min_child_weight')}."
    ),
    "runs-away": lambda _run, _stop: "Try a smaller learning rate.",
    "no-portion": lambda _run, _stop: "A smaller sample size makes more portions.",
}
