"""Bagging and forests, step by step: draw, grow, vote, ask who never saw it."""

from ensemble_viz.scene.bag import OutOfBag, bag, out_of_bag, right_out_of_bag
from ensemble_viz.scene.captions.said import Said, joined
from ensemble_viz.scene.names import class_name
from ensemble_viz.scene.numbers import counted, fixed, signed
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.together import missed_together, of_all, squared_error, ties_sentence


def said(stage: Stage) -> Said:
    """Say what the step did."""
    return _STEPS[stage.key](stage)


def _draw(stage: Stage) -> Said:
    its = bag(stage)
    hit = of_all(stage, its.distinct)
    headline = f"{counted(its.draws, 'draw')} for bag {stage.round} hit {hit}"
    times, points = its.most
    count = "twice" if times == 2 else f"{times} times"
    often = f"{counted(points, 'point')} {'was' if points == 1 else 'were'} drawn {count}."
    left = its.n_left_out
    out = f"{left} {'was' if left == 1 else 'were'} never drawn." if left else "Nobody is left out."
    return Said(headline, joined(out, often if times > 1 else ""))


def _train(stage: Stage) -> Said:
    tree, t, its = stage.tree, stage.round, bag(stage)
    assert tree is not None
    grown = f"It is grown on the {counted(its.draws, 'draw')} of bag {t}"
    axes = getattr(stage.run.params, "max_features", stage.data.dimension)
    one_axis = axes < stage.data.dimension
    how = ", with one axis drawn for every question." if one_axis else "."
    if len(tree) == 1:
        return Said(f"Tree {t} asks nothing: it says {_answer(stage)} everywhere", f"{grown}.")
    questions = counted(len(tree) // 2, "question")
    return Said(f"Tree {t} asks {questions} and has {tree.n_leaves} leaves", grown + how)


def _answer(stage: Stage) -> str:
    """Write what a tree of one leaf answers."""
    assert stage.tree is not None
    if stage.data.n_classes:
        return class_name(stage.data, int(stage.tree.value[0].argmax()))
    return signed(float(stage.tree.value[0]))


def _vote(stage: Stage) -> Said:
    t = stage.round
    if not stage.data.n_classes:
        error = fixed(squared_error(stage, t))
        who = "Tree 1 answers alone" if t == 1 else f"Tree {t} joins the mean of {t} trees"
        return Said(who, f"The mean squared error is {error} now.")
    missed = missed_together(stage, t)
    soft = stage.run.params.vote == "soft"
    how = f"The class shares of {counted(t, 'tree')} are averaged" if soft else _who(t)
    result = f"{how}: {of_all(stage, missed)} {'is' if missed == 1 else 'are'} missed."
    return Said(f"Tree {t} joins the vote", joined(result, ties_sentence(stage, t)))


def _who(t: int) -> str:
    return "It votes alone" if t == 1 else f"{t} trees have a vote each"


def _oob(stage: Stage) -> Said:
    t, out = stage.round, bag(stage).n_left_out
    sentence = _asked(stage, out_of_bag(stage, t))
    if not out:
        return Said(f"Tree {t} saw every point", sentence)
    headline = f"Tree {t} never saw {counted(out, 'point')}"
    if not stage.data.n_classes:
        return Said(headline, sentence)
    right = right_out_of_bag(stage)
    rows = ((f"tree {t} never saw", f"{out}"), ("of them right", f"{right}"))
    return Said(f"{headline} and gets {right} right", sentence, rows=rows)


def _asked(stage: Stage, known: OutOfBag) -> str:
    """Say what comes out when each point asks only trees that never saw it."""
    covered = int(known.covered.sum())
    if known.error is None:
        return "So far no point has a tree that never saw it."
    if stage.data.n_classes:
        what = f"{known.wrong} of {covered} {'is' if known.wrong == 1 else 'are'} wrong"
    else:
        what = f"the mean squared error is {fixed(known.error)}"
    rest = len(stage.data) - covered
    never = f" {rest} {'was' if rest == 1 else 'were'} in every bag." if rest else ""
    return f"Each point asks only trees that never saw it: {what}.{never}"


_STEPS = {"draw": _draw, "train": _train, "vote": _vote, "oob": _oob}
