"""What is said before the first round."""

import numpy as np

from ensemble_viz.scene.bag import bag_draws
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_bags, many_of, one_of
from ensemble_viz.scene.telling import Said, joined
from ensemble_viz.scene.words.numbers import counted


def said(stage: Stage) -> Said:
    """Say where the run begins."""
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
