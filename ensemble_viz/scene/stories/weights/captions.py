"""AdaBoost, step by step: train on the weights, weigh the learner, weigh the mistakes, vote."""

import numpy as np

from ensemble_viz.engine.data import winner
from ensemble_viz.engine.runs import search_node
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.joined import first, missed_together, of_all, ties_sentence
from ensemble_viz.scene.learners.members import is_reversed
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.stories.weights.weighing import Weighing, weighing
from ensemble_viz.scene.telling import StepText, joined
from ensemble_viz.scene.trees.reasons import impurity_name
from ensemble_viz.scene.words import (
    SAME,
    as_fraction,
    capital,
    class_name,
    counted,
    fixed,
    kind_of,
    number,
    question,
    shortest,
    subscript,
    verb,
    what_it_does,
)

MOST_SEARCHED = 5_000  # points: above this ties are not looked for, and hardly happen


def step_text(stage: Stage) -> StepText:
    return _STEPS[stage.key](stage)


def _train(stage: Stage) -> StepText:
    tree, name, t = stage.tree, noun(stage.run), stage.round
    weights = f"D{subscript(t)}"
    if tree is None:
        assert stage.learner is not None
        kind = kind_of(stage.learner, stage.data)
        trained = f"It is trained on the weights {weights}: heavy points count more."
        does = what_it_does(stage.learner, stage.data) if t == 1 else ""
        return StepText(f"Learner {t}: {kind}", joined(trained, does, _reversed(stage)))
    if len(tree) == 1:
        answer = class_name(stage.data, int(tree.value[0].argmax()))
        sentence = f"Under the weights {weights} no question errs less."
        if stage.run.params.learner == "random":
            sentence = "There is no cut to be drawn."
        return StepText(f"{capital(name)} {t} asks nothing: it says {answer} everywhere", sentence)
    asks = f"asks: {question(stage.data, tree, 0)}?"
    if len(tree) > 3:
        headline = f"Tree {t} has {tree.n_leaves} leaves; it first {asks}"
        how = f"It is grown on the weights {weights}: heavy points count more."
        if stage.run.params.learner == "random":
            how = _drawn(stage, weights)
        return StepText(headline, joined(how, _twins(stage, tree), _reversed(stage)))
    return StepText(f"{capital(name)} {t} {asks}", _answers(stage, tree))


def _answers(stage: Stage, tree: Tree) -> str:
    """Say what a stump answers on both sides, and why it asks what it asks."""
    yes, no = (class_name(stage.data, int(tree.value[k].argmax())) for k in (1, 2))
    answers = f"yes: {yes}, no: {no}." if yes != no else f"both sides say {yes}."
    why = _why(stage, f"D{subscript(stage.round)}")
    if turned := _reversed(stage):
        return f"{why} {turned} Now {answers}"
    return f"{capital(answers)} {why}"


def _twins(stage: Stage, tree: Tree) -> str:
    """Explain leaves beside one another that say the same, where there are some."""
    inner = np.flatnonzero(~tree.is_leaf)
    last = inner[tree.is_leaf[tree.left[inner]] & tree.is_leaf[tree.right[inner]]]
    said = winner(tree.value)
    twins = last[said[tree.left[last]] == said[tree.right[last]]]
    if not len(twins) or stage.run.params.learner == "random":
        return ""
    if (tree.gain[twins] > SAME).any():
        return "Neighbouring leaves that say the same differ in how sure they are."
    return "Some neighbouring leaves say the same: the cut between them did not lower the error."


def _why(stage: Stage, weights: str) -> str:
    """Say why this question was chosen, and how many were as good."""
    if stage.run.params.learner == "random":
        return _drawn(stage, weights)
    if not seeks_least_error(stage):
        return f"Under the weights {weights} no cut leaves less {impurity_name(stage)}."
    tied = _ties(stage)
    if tied > 1:
        return (
            f"{tied} cuts tie for the least error under the weights {weights}; the first is taken."
        )
    return f"No other stump errs less under the weights {weights}."


def _drawn(stage: Stage, weights: str) -> str:
    """Say what chance decided about a learner that was not searched."""
    drawn = "Its cut was" if stage.run.params.max_depth == 1 else "Its cuts were"
    says = f"each leaf says its heaviest class by {weights}"
    if stage.data.n_classes == 2:
        says = f"a coin decides whether leaves say their heavier class by {weights} or the other"
    return f"{drawn} drawn at random; {says}."


def seeks_least_error(stage: Stage) -> bool:
    """Say whether the learner is the notes' stump: the one with the least weighted error."""
    params = stage.run.params
    searched = params.base == "tree" and params.learner == "best"
    return searched and params.criterion == "error" and params.max_depth == 1


def made(stage: Stage) -> str:
    """Say how the learner came about: grown, drawn at random, trained."""
    if stage.run.params.base != "tree":
        return "trained"
    return "drawn at random" if stage.run.params.learner == "random" else "grown"


def _reversed(stage: Stage) -> str:
    """Say that a learner was worse than chance, where it was."""
    turned = is_reversed(stage, stage.round) and stage.learner is not None
    return "It misses more than half of the weight, so its answers are reversed." if turned else ""


def _ties(stage: Stage) -> int:
    """Count the cuts that are as good as the one that was taken."""
    if len(stage.data) > MOST_SEARCHED:
        return 1
    key = ("search", stage.round, 0, 0)
    search = stage.lens.kept(key, search_node, stage.run, stage.round, 0, 0)
    return sum(len(axis.tied) for axis in search.axes)


def _mistakes(stage: Stage) -> StepText:
    its, name, t = weighing(stage), capital(noun(stage.run)), stage.round
    if not its.n_missed:
        return StepText(f"{name} {t} misses nothing", f"Its weighted error is ε{subscript(t)} = 0.")
    they = verb(its.n_missed, "It weighs", "Together they weigh")
    weigh = f"{they} ε{subscript(t)} = {number(its.error, stage.look.fractions)}"
    headline = f"{name} {t} misses {of_all(stage, its.n_missed)}"
    return StepText(headline, f"{weigh}{_limit(stage)}.")


def _limit(stage: Stage) -> str:
    """Say below what the error has to stay, where there are more classes than two."""
    k = stage.data.n_classes
    if k <= 2:
        return ""
    if stage.run.params.multiclass == "m1":
        return ", below the ½ that M1 asks for"
    return f"; it must be below 1 − 1/{k} = {fixed(1.0 - 1.0 / k)}, the error of guessing"


def _alpha(stage: Stage) -> StepText:
    its, name, t = weighing(stage), capital(noun(stage.run)), stage.round
    headline = f"{name} {t} gets the weight α{subscript(t)} = {fixed(its.alpha)}"
    if its.capped:
        return StepText(headline, "Without a miss it would be infinite: it is taken at ε = 10⁻¹⁰.")
    odds = f"{fixed(1.0 - its.error)} / {fixed(its.error)}"
    rate = "" if its.rate == 1.0 else f"{shortest(its.rate)} · "
    logarithm = f"ln({odds})"
    if its.others > 1:
        logarithm = f"(ln({odds}) + ln({its.others}))"
    form = f"{rate}{'½ ' if its.halved else ''}{logarithm}"
    if is_reversed(stage, t):
        drawn = (
            f"not reversed, it would count −{fixed(its.alpha)}, with ε = {fixed(1.0 - its.error)}"
        )
        return StepText(headline, f"{form}; {drawn}.")
    if its.others > 1:
        k = its.others + 1
        added = f"The ln({its.others}) = ln(K − 1) is added so that among K = {k} classes"
        guess = f"mere guessing (ε = {its.others}/{k}) gets 0"
        return StepText(headline, f"{form}. {added} {guess}.")
    shrunk = "" if its.rate == 1.0 else f", {shortest(its.rate)} being the learning rate"
    return StepText(headline, f"{form}{shrunk}: the smaller its error, the more it counts.")


def _weights(stage: Stage) -> StepText:
    its = weighing(stage)
    right = len(its.missed) - its.n_missed
    if not its.n_missed:
        what = "Without a mistake, nothing has to count more."
        return StepText("No point was missed: every weight stays as it is", what)
    up, down = fixed(its.missed_factor), fixed(its.right_factor)
    rows = ((f"{its.n_missed} missed", f"× {up}"), (f"{right} right", f"× {down}"))
    changes = f"{its.n_missed} missed: × {up}, {right} right: × {down}"  # in one line
    return StepText(changes, joined(_factors(stage, its), _halves(stage, its)), rows=rows)


def _factors(stage: Stage, its: Weighing) -> str:
    """Say where the two factors come from."""
    alpha = f"α{subscript(stage.round)}"
    if its.halved:
        return f"That is e^(±{alpha}), divided by Z so that all add up to 1."
    grown = fixed(float(np.exp(its.missed_power)))
    return f"That is e^{alpha} = {grown} or 1, divided by S so that all add up to 1."


def _halves(stage: Stage, its: Weighing) -> str:
    """Say how the weight is shared now, and what that makes of this learner."""
    k = its.others + 1
    worth = f"by D{subscript(stage.round + 1)} this {noun(stage.run)} is no better than"
    even = its.others / k
    if abs(its.missed_after - even) > 1e-9:
        part = f"The missed now hold {fixed(its.missed_after)} of the weight"
        than = f"{'less' if its.rate < 1.0 else 'more'} than {'half' if k == 2 else fixed(even)}"
        return f"{part}, {than}: the learning rate is {shortest(its.rate)}."
    if k == 2:
        return f"Each group now holds half: {worth} a coin."
    hold = f"The missed now hold {fixed(even)} of the weight, (K − 1)/K"
    return f"{hold}: {worth} a guess among {k}."


def _vote(stage: Stage) -> StepText:
    its, name, t = weighing(stage), capital(noun(stage.run)), stage.round
    missed = missed_together(stage, t)
    does = verb(t, "misses", "together miss")
    who = f"{name} 1" if t == 1 else f"{t} {noun(stage.run)}s"
    result = f"{who} {does} {of_all(stage, missed) if missed else 'nothing'}."
    headline = f"{name} {t} joins the vote with α{subscript(t)} = {fixed(its.alpha)}"
    return StepText(headline, joined(result, _rule(stage), ties_sentence(stage, t)))


def _rule(stage: Stage) -> str:
    """Say how the votes are counted, while that is new."""
    if stage.round > 2:
        return ""
    each = f"Each {noun(stage.run)} adds"
    if stage.data.n_classes > 2:
        return f"{each} its α to the class it names; the largest sum wins."
    return f"{each} +α or −α; the sign of the sum decides."


_STEPS = {
    "train": _train,
    "mistakes": _mistakes,
    "alpha": _alpha,
    "weights": _weights,
    "vote": _vote,
}


def start_text(stage: Stage) -> StepText:
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
        return StepText(headline, tie)
    plus, minus = class_name(stage.data, 1), class_name(stage.data, 0)
    return StepText(headline, f"In the vote {plus} counts +1, {minus} −1. {tie}")
