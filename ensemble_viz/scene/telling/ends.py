"""Where a run begins and ends: what is said there."""

from dataclasses import replace

from ensemble_viz.engine.methods import Stop
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.stories import part_of
from ensemble_viz.scene.telling.content import StepText, joined
from ensemble_viz.scene.telling.stops import ROUNDING, what_to_try, why_ended
from ensemble_viz.scene.words import fixed, in_words, sentence, shortest, subscript

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


def start(stage: Stage) -> StepText:
    if not len(stage.data):
        return StepText(NO_POINTS, "Place or spray some, or start with a sample.")
    headline, what = _only(stage)
    if headline:
        return StepText(headline, what)
    text: StepText = part_of(stage.run, "captions").start_text(stage)
    return text


def stopped(stage: Stage, stop: Stop) -> StepText:
    hint = in_words(what_to_try(stage.run), stage.run.params)
    if stop.rule == "no-better-than-chance":
        headline = f"Stopped at round {stop.round}: {_too_weak(stage, stop)}"
        kept = f"Round {stop.round} is not kept: {_worthless(stop)}."
        return StepText(headline, kept, hint, stopped=True)
    why = in_words(why_ended(stage.run), stage.run.params)
    return StepText(f"Stopped before round {stop.round + 1}", why, hint, stopped=True)


def ended(stage: Stage, said: StepText, stop: Stop) -> StepText:
    """Say, behind what the last step did, why there is no other."""
    why = ""
    if stop.rule == "no-better-than-chance":
        weak, t = _too_weak(stage, stop), stop.round
        why = f"{weak} in round {t}, which is not kept: {_worthless(stop)}."
    elif stop.rule == "perfect-learner":
        assert stage.record is not None
        alpha = fixed(stage.record.learner_weight or 0.0)
        why = f"without a miss its weight would be infinite; it is capped at {alpha}."
    elif stop.rule == "residuals-zero":
        why = "every residual is zero, nothing is left to fit."
    params = stage.run.params
    hint = in_words(what_to_try(stage.run), params)
    end = f"Stopped: {why}" if why else joined("Stopped.", in_words(why_ended(stage.run), params))
    return replace(said, sentence=joined(said.sentence, end), hint=hint, stopped=True)


def _worthless(stop: Stop) -> str:
    """Say what a learner that is no better than chance would count."""
    alpha, gap = f"its α{subscript(stop.round)}", (stop.error or 0.0) - (stop.limit or 0.0)
    return f"{alpha} would be {'0' if abs(gap) <= ROUNDING else 'below 0'}"


def _too_weak(stage: Stage, stop: Stop) -> str:
    """Say what no learner did, or this one, that was not searched."""
    params, k, name = stage.run.params, stage.data.n_classes, noun(stage.run)
    drawn = params.learner == "random"
    who, fails = f"no {name}", ("beats chance", "is no better than chance")
    if k > 2 and params.multiclass == "m1":
        fails = ("gets more than half right, as M1 asks", "misses half or more, too much for M1")
    elif k > 2:
        much = f"misses {k - 1}/{k} or more, too much for SAMME"
        fails = (f"errs below 1 − 1/{k}, as SAMME asks", much)
    who = f"the {name} that was drawn" if drawn else f"no {name}"
    return f"{who} {fails[drawn]} (ε = {shortest(stop.error or 0.0)})"
