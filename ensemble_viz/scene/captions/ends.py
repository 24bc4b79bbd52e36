"""Before the first round, and where a run ended: starts, empty sets, single classes, stops."""

from dataclasses import replace

import numpy as np

from ensemble_viz.engine.methods import Stop
from ensemble_viz.scene.bag import bag_draws
from ensemble_viz.scene.captions.said import Said, joined
from ensemble_viz.scene.captions.splits import impurity_name
from ensemble_viz.scene.lowered import lowered
from ensemble_viz.scene.members import texts
from ensemble_viz.scene.names import class_name, in_words
from ensemble_viz.scene.numbers import as_fraction, counted, fixed, shortest
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.starts import start_of
from ensemble_viz.scene.steps import has_bags, many_of, noun, one_of
from ensemble_viz.scene.together import first

EMPTY = "No points yet."


def one_class(stage: Stage) -> str:
    """Say that there is only one class, and what to do; empty where there are more, or none."""
    data = stage.data
    if data.classes is None or not len(data) or len(data.classes_present) > 1:
        return ""
    only = int(data.classes_present[0])
    others = [name for k, name in enumerate(data.classes) if k != only]
    if data.weight is not None and (data.target != only).any():
        return f"Only class {data.classes[only]} has a weight: nothing can be learned."
    place = (
        f"Place a {others[0]} to begin." if others else "Place a point of another class to begin."
    )
    return f"Only class {data.classes[only]} so far. {place}"


def stop_at(stage: Stage) -> Stop | None:
    """Give the reason for the end where the run ended by itself and its last moment is shown."""
    run, t = stage.run, stage.round
    if stage.where.moment.step < len(stage.steps) or run.upto(t + 1) > t or run.stop is None:
        return None
    return None if run.stop.rule == "all-rounds" else run.stop


def start(stage: Stage) -> Said:
    """Say where the run begins."""
    if not len(stage.data):
        return Said(EMPTY.rstrip("."), "Take the tool Place and click, or start with two moons.")
    if alone := one_class(stage):
        headline, _, what = alone.partition(". ")
        return Said(headline, what)
    return _STARTS[stage.run.method.story](stage)


def stopped(stage: Stage, stop: Stop) -> Said:
    """Say why the run ended before it had a round."""
    hint = in_words(stop.hint, stage.run.params)
    if stop.rule == "no-better-than-chance":
        headline = f"Stopped at round {stop.round}: {_too_weak(stage, stop)}"
        kept = f"Round {stop.round} is not kept: it would add nothing."
        return Said(headline, kept, hint, stopped=True)
    why, rest = _parted(stop.text)
    return Said(f"Stopped after round {stop.round}: {why}", rest, hint, stopped=True)


def ended(stage: Stage, said: Said, stop: Stop) -> Said:
    """Say, behind what the last step did, why there is no other."""
    why = ". ".join(_parted(stop.text)).strip()
    if stop.rule == "no-better-than-chance":
        why = f"{_too_weak(stage, stop)} in round {stop.round}, which is not kept."
    elif stop.rule == "perfect-learner":
        assert stage.record is not None
        alpha = fixed(stage.record.learner_weight or 0.0)
        why = f"without a miss its weight would be infinite; it is capped at {alpha}."
    elif stop.rule == "residuals-zero":
        why = "every residual is zero, nothing is left over to fit."
    hint = in_words(stop.hint, stage.run.params)
    return replace(said, sentence=joined(said.sentence, f"Stopped: {why}"), hint=hint, stopped=True)


def _parted(text: str) -> tuple[str, str]:
    """Part why a run ended, to stand behind a colon, from the sentence with more about it."""
    why, _, rest = text.partition(": ")
    return f"{why[0].lower()}{why[1:]}".rstrip("."), f"{rest[:1].upper()}{rest[1:]}"


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


def _weights(stage: Stage) -> Said:
    n, name = len(stage.data), noun(stage.run)
    weight = stage.data.distribution
    if stage.data.weight is None:
        each = as_fraction(1.0 / n) or "1"
        headline = f"{counted(n, 'point')}, each with the weight {each}"
    else:
        least, most = fixed(float(weight.min())), fixed(float(weight.max()))
        headline = f"{counted(n, 'point')} with weights from {least} to {most}"
    tie = f"No {name} has voted yet; a tie goes to {first(stage)}."
    if stage.data.n_classes > 2:
        return Said(headline, tie)
    plus, minus = class_name(stage.data, 1), class_name(stage.data, 0)
    return Said(headline, f"In the sums {plus} counts +1, {minus} −1. {tie}")


def _bags(stage: Stage) -> Said:
    name = one_of(stage.run)
    headline = f"{counted(len(stage.data), 'point')} and no {name} yet"
    points, axes = _what_is_drawn(stage, name), _axes_drawn(stage)
    drawn = has_bags(stage.run) and not _draws_all(stage)
    can = "can differ" if stage.run.method.name == "random-subspaces" else "differ"
    differ = f"So the {many_of(stage.run)} {can}." if axes or drawn else ""
    return Said(headline, joined(points, axes, differ))


def _draws_all(stage: Stage) -> bool:
    """Say whether every point is drawn, once: without replacement, and all of them."""
    return stage.run.method.name == "pasting" and stage.run.params.max_samples == 1.0


def _what_is_drawn(stage: Stage, name: str) -> str:
    """Say which points a learner of a bagging method gets."""
    params, n = stage.run.params, len(stage.data)
    if not has_bags(stage.run):
        return f"Each {name} sees all points."
    if stage.run.method.name != "pasting":
        draws = bag_draws(stage)
        return f"Each {name} gets a bag: {counted(draws, 'draw')} with replacement."
    if params.disjoint:
        return f"The points are dealt out into portions, one for each {name}."
    able = int(np.count_nonzero(stage.data.distribution > 0))
    size = max(1, round(params.max_samples * able))
    return f"Each {name} gets {size} of the {counted(n, 'point')}, drawn without replacement."


def _axes_drawn(stage: Stage) -> str:
    """Say where axes, or cuts, are drawn."""
    method, few = stage.run.method.name, stage.run.params
    narrow = getattr(few, "max_features", 2) < stage.data.dimension
    if method == "extra-trees":
        cuts = "the better of 2 random cuts" if few.max_features == 2 else "a random cut"
        return f"Each question is {cuts}."
    if method in ("random-subspaces", "random-patches") and narrow:
        return "An axis is drawn for it, and for all its questions."
    return (
        "An axis is drawn anew for every question." if method == "random-forest" and narrow else ""
    )


def _gradients(stage: Stage) -> Said:
    initial = stage.run.start.initial_score
    assert initial is not None
    if len(initial) > 1:
        classes = counted(len(initial), "class", "classes")
        likely = "F is no probability: p = e^F / Σ e^F"
        if (initial == initial[0]).all():
            same = f"F₀ = {fixed(float(initial[0]))} for all, so each has p = 1/{len(initial)}"
            return Said(f"Each of {classes} has a sum F", f"{likely}. {same}.")
        scores = ", ".join(
            f"{name} {fixed(score)}"
            for name, score in zip(stage.data.classes or (), initial.tolist(), strict=True)
        )
        return Said(f"Each of {classes} has a sum F", f"{likely}. F₀: {scores}.")
    what = _CLASS_STARTS if stage.data.n_classes else _VALUE_STARTS
    headline = f"The sum starts at F₀ = {fixed(float(initial[0]))}"
    asked = start_of(stage.run)
    if asked == "prior" and lowered(stage.run) == "exponential":
        share = _share(stage)
        return Said(headline, f"That is ½ ln(p / (1 − p)), with p = {share}.")
    return Said(headline, what[str(asked)].format(share=_share(stage)))


def _share(stage: Stage) -> str:
    """Name the share of the second class, with its number."""
    data = stage.data
    if data.n_classes != 2:
        return ""
    share = float(data.distribution[data.target == 1].sum())
    return f"{fixed(share)}, the share of {data.classes[1] if data.classes else ''}"


def _second_order(stage: Stage) -> Said:
    initial, asked = stage.run.start.initial_score, start_of(stage.run)
    assert initial is not None
    if len(initial) > 1:
        return _gradients(stage)
    headline = f"The sum starts at F₀ = {fixed(float(initial[0]))}"
    if not isinstance(asked, float):
        what = (_CLASS_STARTS if stage.data.n_classes else _VALUE_STARTS)[asked]
        return Said(headline, what.format(share=_share(stage)))
    if not stage.data.n_classes:
        return Said(headline, "It is a setting, not learned from y.")
    first_guess = f"p = {shortest(asked)} everywhere, the probability given as the start"
    return Said(headline, f"That is ln(p / (1 − p)): {first_guess}.")


def _splits(stage: Stage) -> Said:
    return Said(
        f"{counted(len(stage.data), 'point')} in a single leaf",
        "Each split is the cut with the highest gain ratio."
        if stage.criterion == "gain-ratio"
        else f"Each split is the one that lowers the {impurity_name(stage)} most.",
    )


def _votes(stage: Stage) -> Said:
    names = ", ".join(texts(stage.run))
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    what = "vote" if stage.data.n_classes else "are averaged"
    return Said(headline, f"These learn from all points, one a round, and {what}: {names}.")


def _folds(stage: Stage) -> Said:
    params, (*_, blender) = stage.run.params, texts(stage.run)
    layers = [", ".join(params.layer(number)) for number in range(params.layers)]
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    if len(layers) == 1:
        learns = f"A blender, {blender}, learns from what they say of points they have not seen."
        return Said(headline, f"These learn from the points: {layers[0]}. {learns}")
    listed = "; ".join(f"layer {k}: {layer}" for k, layer in enumerate(layers, start=1))
    learns = f"Each layer, and last the blender {blender}, learns from what the one below says."
    return Said(headline, f"L{listed[1:]}. {learns}")


def _plain(stage: Stage) -> Said:
    return Said(f"{counted(len(stage.data), 'point')} and no {noun(stage.run)} yet")


LEAST = "No other start has a smaller loss."
_CLASS_STARTS = {
    "prior": "That is ln(p / (1 − p)), the log-odds of p = {share}.",
    "least": LEAST,
    "zero": "Both classes are as likely: p = ½ everywhere.",
}
_VALUE_STARTS = {
    "prior": "That is the mean of the values: no other number has a smaller squared error.",
    "mean": "That is the mean of the values: no other number has a smaller squared error.",
    "median": "That is the median of the values, the mean of the middle two where n is even.",
    "zero": "It begins with nothing: the first residuals are the values themselves.",
    "least": LEAST,
}
_STARTS = {
    "weights": _weights,
    "bags": _bags,
    "gradients": _gradients,
    "second-order": _second_order,
    "splits": _splits,
    "votes": _votes,
    "folds": _folds,
    "plain": _plain,
}
