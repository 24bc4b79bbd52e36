"""Bagging and forests, step by step: draw, grow, vote, ask who never saw it."""

import numpy as np

from ensemble_viz.engine.ensembles import portions
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.joined import (
    Bag,
    OutOfBag,
    bag,
    bag_draws,
    missed_together,
    of_all,
    out_of_bag,
    right_out_of_bag,
    squared_error,
    ties_sentence,
)
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import bag_name, has_bags, many_of, noun, one_of
from ensemble_viz.scene.telling import StepText, joined
from ensemble_viz.scene.trees.reasons import impurity_of, throwing_tree, thrown_cuts
from ensemble_viz.scene.words import (
    axis_name,
    capital,
    class_name,
    counted,
    fixed,
    kind_of,
    signed,
    verb,
    what_it_does,
)


def step_text(stage: Stage) -> StepText:
    return _STEPS[stage.key](stage)


def _draw(stage: Stage) -> StepText:
    its, axes = bag(stage), _axes(stage)
    if its is None:
        why = f"The axis was drawn at random; the {one_of(stage.run)} sees all points"
        return StepText(
            f"{_who_it_is(stage)} may look along {axes} only", f"{why}{_clones(stage)}."
        )
    along = f"{_who_it_is(stage)} may look along {axes} only." if axes else ""
    if stage.run.method.name == "pasting":
        return _pasted(stage, its)
    hit = of_all(stage, its.distinct)
    headline = f"{counted(its.draws, 'draw')} for bag {stage.round} hit {hit}"
    times, points = its.most
    count = "twice" if times == 2 else f"{times} times"
    often = f"{counted(points, 'point')} {verb(points, 'was', 'were')} drawn {count}."
    left = its.n_left_out
    out = f"{left} {verb(left, 'was', 'were')} never drawn." if left else "No point is left out."
    return StepText(headline, joined(out, often if times > 1 else "", along))


def _clones(stage: Stage) -> str:
    """Say of which earlier learner this one is the clone: the same axes, and all points."""
    own = stage.run.round(stage.round).features
    for t in range(1, stage.round):
        if stage.run.round(t).features == own:
            return f", as {one_of(stage.run)} {t} does along the same axis: they are the same"
    return ""


def _pasted(stage: Stage, its: Bag) -> StepText:
    """Say who is in a sample that was drawn without replacement, or in a portion."""
    name = bag_name(stage.run)
    are = verb(its.distinct)
    headline = f"{of_all(stage, its.distinct)} {are} in {name} {stage.round}"
    if name == "portion":
        count = portions(stage.data, stage.run.params.max_samples)
        dealt = "Every point is dealt to one portion only"
        return StepText(
            f"{headline} of {count}",
            f"{dealt}; the {len(stage.data) - its.distinct} hollow ones are in the others."
            if count > 1
            else f"{dealt}.",
        )
    left = its.n_left_out
    out = f"{left or 'none'} {verb(left or 1)} left out"
    return StepText(headline, f"No point is drawn twice; {out}.")


def _axes(stage: Stage) -> str:
    """Name the axes that were drawn for the round's learner; empty where it knows all."""
    record = stage.record
    if record is None or record.features is None:
        return ""
    return " and ".join(axis_name(stage.data, axis) for axis in record.features[0])


def _who_it_is(stage: Stage) -> str:
    return f"{capital(one_of(stage.run))} {stage.round}"


def _train(stage: Stage) -> StepText:
    tree, t, its = stage.tree, stage.round, bag(stage)
    if tree is None or noun(stage.run) == "learner":
        assert stage.learner is not None
        kind = kind_of(stage.learner, stage.data)
        trained = f"It is trained on {_its_points(stage)}{_along(stage)}."
        does = what_it_does(stage.learner, stage.data) if t == 1 else ""
        return StepText(f"Learner {t}: {kind}", joined(trained, does))
    grown, how = f"It is grown on {_its_points(stage)}", f"{_along(stage)}."
    if len(tree) == 1:
        why = ", ".join(cut.words(stage.data) for cut in thrown_cuts(tree, 0))
        why = f"No random cut can be kept: {why}." if why else f"{grown}."
        return StepText(f"Tree {t} asks nothing: it says {_answer(stage)} everywhere", why)
    if tree.thrown is not None:
        return _kept(stage, tree)
    questions = counted(len(tree) // 2, "question")
    often = "A point drawn twice counts twice." if its is not None and its.most[0] > 1 else ""
    headline = f"Tree {t} asks {questions} and has {tree.n_leaves} leaves"
    return StepText(headline, joined(grown + how, often if t == 1 else ""))


def _throw(stage: Stage) -> StepText:
    tree, who = throwing_tree(stage), _who_it_is(stage)
    cuts = () if tree is None else thrown_cuts(tree, 0)
    if not cuts:
        return StepText(f"{who} has nothing to cut", "All its points are alike.")
    where = ", ".join(cut.question(stage.data) for cut in cuts)
    count = counted(len(cuts), "random cut")
    among = f"between the lowest and the highest of {_its_points(stage)}"
    sentence = f"{where}: drawn {among}; the best cut is not searched for."
    return StepText(f"{who} draws {count} for its first question", sentence)


def _kept(stage: Stage, tree: Tree) -> StepText:
    cuts, its = thrown_cuts(tree, 0), impurity_of(stage.criterion)
    (best,) = (cut.question(stage.data) for cut in cuts if cut.kept)
    leaves = f"In this way, cut by cut, tree {stage.round} grows to {tree.n_leaves} leaves."
    if len(cuts) == 1:
        gain = fixed(cuts[0].gain or 0.0)
        gains = f"It lowers the {its.name} by" if its.saves else f"Its {its.curve} is"
        return StepText(
            f"The random cut is kept: {best}", f"{gains} {gain}, and no other was drawn. {leaves}"
        )
    gains = ", ".join(cut.words(stage.data) for cut in cuts)
    what = f"A cut gains what it lowers the {its.name} by"
    if not its.saves:
        what = f"What a cut gains is its {its.curve}"
    return StepText(f"The better random cut is kept: {best}", f"{what}: {gains}. {leaves}")


def _its_points(stage: Stage) -> str:
    """Name the points it learns from: the 60 draws of bag 3."""
    its, t = bag(stage), stage.round
    if its is None:
        return f"all {counted(len(stage.data), 'point')}"
    name = bag_name(stage.run)
    of = counted(its.draws, "draw" if name == "bag" else "point")
    return f"the {of} of {name} {t}"


def _along(stage: Stage) -> str:
    """Say what is drawn inside the tree, or which axes it knows."""
    if axes := _axes(stage):
        return f", along {axes} alone"
    tree = stage.tree
    drawn = tree is not None and tree.tried is not None
    why = f"so that {many_of(stage.run)} differ"
    return f"; for each question one axis is drawn anew, {why}" if drawn else ""


def _answer(stage: Stage) -> str:
    assert stage.tree is not None
    if stage.data.n_classes:
        return class_name(stage.data, int(stage.tree.value[0].argmax()))
    return signed(float(stage.tree.value[0]))


def _vote(stage: Stage) -> StepText:
    t = stage.round
    if not stage.data.n_classes:
        error = fixed(squared_error(stage, t))
        joins = f"{_who_it_is(stage)} joins: {t} {many_of(stage.run)} answer with their mean"
        who = f"{_who_it_is(stage)} answers alone" if t == 1 else joins
        its = bag(stage)
        outside = f", also those outside its {bag_name(stage.run)}"
        unseen = outside if t == 1 and its is not None and its.n_left_out else ""
        over = f"Over all {counted(len(stage.data), 'point')}{unseen}"
        return StepText(who, f"{over}, the mean squared error is {error} now.")
    missed = missed_together(stage, t)
    soft = stage.run.params.vote == "soft"
    averaged = "It gives each class a share and the largest wins"
    if t > 1:
        averaged = f"The class shares of {t} {many_of(stage.run)} are averaged"
    how = averaged if soft else _who(stage)
    result = f"{how}: {of_all(stage, missed)} {verb(missed)} missed."
    return StepText(f"{_who_it_is(stage)} joins the vote", joined(result, ties_sentence(stage, t)))


def _who(stage: Stage) -> str:
    t = stage.round
    return "It votes alone" if t == 1 else f"{t} {many_of(stage.run)} vote and the majority wins"


def _oob(stage: Stage) -> StepText:
    t, its = stage.round, bag(stage)
    assert its is not None
    out, sentence = its.n_left_out, _asked(stage, out_of_bag(stage, t))
    if not out:
        return StepText(f"{_who_it_is(stage)} saw every point", sentence)
    headline = f"{_who_it_is(stage)} never saw {counted(out, 'point')}"
    if not stage.data.n_classes:
        return StepText(headline, sentence)
    right = right_out_of_bag(stage)
    rows = ((f"{one_of(stage.run)} {t} never saw", f"{out}"), ("of them right", f"{right}"))
    return StepText(f"{headline} and gets {right} right", sentence, rows=rows)


def _asked(stage: Stage, known: OutOfBag) -> str:
    """Say what comes out when each point asks only trees that never saw it."""
    covered = int(known.covered.sum())
    if known.error is None:
        every = "every" if _draws_all(stage) else "so far every"
        return f"{capital(every)} {one_of(stage.run)} saw every point: none is left to test it on."
    many, rest = many_of(stage.run), len(stage.data) - covered
    seen = f"in {bag_name(stage.run)} 1" if stage.round == 1 else f"that all {many} saw"
    never = f"; the {rest} {seen} {verb(rest, 'does', 'do')} not count" if rest else ""
    if stage.data.n_classes:
        are = verb(known.wrong)
        found = f"{known.wrong} of {counted(covered, 'point')} {are} missed"
    else:
        found = f"the mean squared error is {fixed(known.error)}"
    return f"As in a test, only {many} that never saw a point answer: {found}{never}."


_STEPS = {"draw": _draw, "throw": _throw, "train": _train, "vote": _vote, "oob": _oob}


def start_text(stage: Stage) -> StepText:
    name = one_of(stage.run)
    headline = f"{counted(len(stage.data), 'point')} and no {name} yet"
    points, axes = _what_is_drawn(stage, name), _axes_drawn(stage)
    drawn = has_bags(stage.run) and not _draws_all(stage)
    can = "can differ" if stage.run.method.name == "random-subspaces" else "differ"
    differ = f"So the {many_of(stage.run)} {can}." if axes or drawn else _alike(stage)
    return StepText(headline, joined(points, axes, differ))


def _alike(stage: Stage) -> str:
    """Say what comes of it that nothing is drawn at all."""
    if getattr(stage.run.params, "disjoint", False):
        return "Here one portion has all points."
    return f"Nothing is left to chance: all {many_of(stage.run)} are the same."


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
    some = "all" if size == n else f"{size} of the"
    return f"Each {name} gets {some} {counted(n, 'point')}, drawn without replacement."


def _axes_drawn(stage: Stage) -> str:
    """Say where axes, or cuts, are drawn."""
    method, few = stage.run.method.name, stage.run.params
    narrow = getattr(few, "max_features", 2) < stage.data.dimension
    if method == "extra-trees":
        cuts = "the better of 2 random cuts" if few.max_features == 2 else "a random cut"
        return f"Each question is {cuts}."
    if method in ("random-subspaces", "random-patches") and narrow:
        name = one_of(stage.run)
        asks = ", for all its questions" if name == "tree" else ""
        return f"One axis is drawn for each {name}{asks}."
    return (
        "An axis is drawn anew for every question." if method == "random-forest" and narrow else ""
    )
