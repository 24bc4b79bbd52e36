"""What stands beside the title of a tree: on what it is grown, along which axes, and how."""

import numpy as np

from ensemble_viz.engine.data import IntArray
from ensemble_viz.scene.bag import allowed_axes, draws_again
from ensemble_viz.scene.learners.members import is_reversed
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words.names import axis_name
from ensemble_viz.scene.words.numbers import counted, subscript


def drawn_from(stage: Stage, in_bag: IntArray) -> str:
    """Say on how many draws a tree is grown, or on how many of the points."""
    distinct = int(np.count_nonzero(in_bag))
    drawn = f"{counted(int(in_bag.sum()), 'draw')} of {counted(distinct, 'point')}"
    if axes := _axes(stage):
        return f"{drawn}, {axes} alone"
    if not draws_again(stage.run):
        return f"grown on {distinct} of {counted(len(stage.data), 'point')}"
    return f"on {drawn}"


def along(stage: Stage) -> str:
    """Say along which axes the learner may look, where not along all."""
    axes = _axes(stage)
    return f"along {axes} alone" if axes else ""


def _axes(stage: Stage) -> str:
    axes = allowed_axes(stage)
    return " and ".join(axis_name(stage.data, axis) for axis in axes or ())


def weighted(stage: Stage) -> str:
    """Say how a learner came to its answers under the weights."""
    how = "drawn, not searched" if stage.run.rules(stage.round).drawn else "fitted to"
    of = "" if stage.run.rules(stage.round).drawn else f" D{subscript(stage.round)}"
    turned = is_reversed(stage, stage.round) and stage.learner is not None
    return f"{how}{of}, reversed" if turned else f"{how}{of}"


def grown(stage: Stage) -> str:
    """Say how a tree of second order is grown."""
    leaf_wise = getattr(stage.run.params, "grow", "") == "leaf-wise"
    return "by the gain, leaf by leaf" if leaf_wise else "grown by the gain"
