"""The facts SF01 to SF63: where each is seen, what proves it, and what a reader must take on trust.

A proof is a generator: it opens its place, reads the texts and yields them beside what was
recomputed; then it changes a setting, a point or a round, and yields again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.ui.facts import bagging, boosting, combining, gradients, trees


@dataclass(frozen=True)
class Fact:
    """A row of the table."""

    name: str
    seen: str
    proof: Callable
    partly: str = ""
    """What is seen but not recomputed from nothing; "": all of it is."""


VOTES, TABLE, ALPHA = "theory: votes", "theory: vote-table", "theory: alpha"
LOSSES, RESIDUALS, TEN = "theory: losses", "theory: residuals, on the run", "ten-points, AdaBoost"
FACTS = (
    Fact("SF01", VOTES, combining.votes),
    Fact("SF02", VOTES, combining.more_voters),
    Fact("SF03", VOTES, combining.as_a_slide_prints_it),
    Fact("SF04", VOTES, combining.a_coin),
    Fact("SF05", TABLE, combining.hard_vote),
    Fact("SF06", TABLE, combining.soft_vote),
    Fact("SF07", TABLE, combining.values),
    Fact("SF08", TABLE, combining.weighted),
    Fact("SF09", TABLE, combining.proportions),
    Fact("SF10", "theory: bootstrap", bagging.not_drawn),
    Fact("SF11", "theory: bootstrap, on the run", bagging.duplicates),
    Fact("SF12", "pasting, table of points and figures", bagging.pasting),
    Fact("SF13", "random-patches and -subspaces, caption and table", bagging.patches),
    Fact("SF14", "theory: committee, on the run", combining.committee),
    Fact("SF15", "theory: variance-of-mean", bagging.variance),
    Fact("SF16", f"{TEN}, formulas of rounds 1 to 4", boosting.three_stumps),
    Fact("SF17", f"{TEN}, column D of round 2", boosting.lighter_points),
    Fact("SF18", f"{TEN}, column D of round 3", boosting.right_twice),
    Fact("SF19", f"{TEN}, formula Z and the readout of the bound", boosting.normaliser),
    Fact("SF20", ALPHA, boosting.least_loss),
    Fact("SF21", ALPHA, boosting.smaller_errors),
    Fact("SF22", ALPHA, boosting.reverse),
    Fact("SF23", ALPHA, boosting.two_forms),
    Fact("SF24", "theory: weight-products, on the run", boosting.products),
    Fact("SF25", "theory: weight-products, on the run", boosting.exponential_weights),
    Fact("SF26", "blobs, AdaBoost, formula α by both rules", boosting.several_classes),
    Fact("SF27", f"{TEN} without three points, caption", boosting.stops),
    Fact("SF28", "xor4, AdaBoost, caption", boosting.no_better_than_a_coin),
    Fact("SF29", "theory: stumps, on the points", trees.candidates),
    Fact("SF30", f"{LOSSES}, and on the run", boosting.bound),
    Fact("SF31", f"{LOSSES}; {TABLE}", boosting.ties),
    Fact("SF32", RESIDUALS, gradients.start),
    Fact("SF33", RESIDUALS, gradients.residuals),
    Fact("SF34", RESIDUALS, gradients.third_point),
    Fact("SF35", RESIDUALS, gradients.gradient),
    Fact("SF36", RESIDUALS, gradients.from_zero),
    Fact("SF37", LOSSES, boosting.table_of_losses),
    Fact("SF38", LOSSES, boosting.huber),
    Fact("SF39", "blobs, gradient boosting, formulas of the start; table of round 1",
         gradients.class_scores),
    Fact("SF40", "theory: shrinkage, on the run; the setting learning rate", gradients.shrunk),
    Fact("SF41", "theory: impurity", trees.impurity),
    Fact("SF42", "theory: impurity; xor4, theory: rules", trees.xor),
    Fact("SF43", "theory: drawn-axes", bagging.axes),
    Fact("SF44", "moons, bagging, page of figures", bagging.out_of_bag),
    Fact("SF45", "theory: importance, on the run", trees.saved),
    Fact("SF46", "theory: importance, on the run", trees.shuffled),
    Fact("SF47", "extra-trees, caption of the draw", trees.random_cuts),
    Fact("SF48", "moons, XGBoost, table of points", trees.bins),
    Fact("SF49", "moons, stacking, table of points of the first step",
         combining.splits_of_a_stack),
    Fact("SF50", "voting, theory: committee, on the run", combining.clones),
    Fact("SF51", "theory: stumps", trees.cost),
    Fact("SF52", TABLE, combining.sure_and_doubtful),
    Fact("SF53", "theory: resampling", boosting.samples_or_weights),
    Fact("SF54", "theory: rules, on the run", trees.midpoints),
    Fact("SF55", TABLE, combining.plurality),
    Fact("SF56", "theory: bias-variance", bagging.bias_and_variance),
    Fact("SF57", "theory: out-of-bag", bagging.pessimistic),
    Fact("SF58", "theory: rules, on the run", trees.stump),
    Fact("SF59", "theory: leakage", combining.leakage,
         "what blenders and members learned is read; what is made of it is redone"),
    Fact("SF60", ALPHA, boosting.log_odds),
    Fact("SF61", "theory: pessimistic-error", trees.pruning),
    Fact("SF62", "xor4, tree; theory: rules, on the run", trees.no_gain),
    Fact("SF63", "theory: rules, on the run", trees.set_of_rules),
)  # fmt: skip
