"""The symbols of formulas, settings and figures: in one window each has one meaning.

A window shows one method with its tree, table, formulas and figures; two methods may use a letter
for different things, as the lecture notes do, one method may not.
"""

from dataclasses import dataclass

from ensemble_viz.engine.methods import methods

BAGS = (
    "bagging", "pasting", "random-subspaces", "random-patches", "random-forest", "extra-trees",
)  # fmt: skip
BOOSTED = ("gradient-boosting", "xgboost")
MEMBERS = ("voting", "stacking")
MEANS = (*BAGS, "voting")
BASED = ("adaboost", "bagging", "pasting", "random-subspaces", "random-patches", *MEMBERS)
"""Methods whose learners may be something else than trees."""
GROWN = ("tree", "extra-trees")
ALL = tuple(methods())


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol, and what it means."""

    symbol: str
    """As LaTeX; what stands below the line has one before it: _i."""
    text: str
    """As plain text."""
    meaning: str
    windows: tuple[str, ...] = ALL
    """The methods in whose windows it means that."""
    settings: tuple[str, ...] = ()
    """The settings that are called so, or with something below the line."""


def of_window(method: str) -> tuple[Symbol, ...]:
    """List the symbols that the window of a method may show."""
    return tuple(row for row in SYMBOLS if method in row.windows)


def _every() -> tuple[Symbol, ...]:
    """Symbols that mean the same everywhere."""
    return (
        Symbol("T", "T", "rounds, all of them", settings=("rounds",)),
        Symbol(
            "n", "n", "number of points; least number in a leaf", settings=("min_samples_leaf",)
        ),
        Symbol("d", "d", "depth of a tree", settings=("max_depth",)),
        Symbol("J", "J", "leaves of a tree at most", settings=("max_leaf_nodes",)),
        Symbol("x", "x", "a point, a coordinate"),
        Symbol("y", "y", "class or value of a point"),
        Symbol(r"\bar{y}", "ȳ", "mean of values"),
        Symbol("F", "F", "what all learners say together", settings=("init", "base_score")),
        Symbol("D", "D", "weight of a point"),
        Symbol("K", "K", "number of classes"),
        Symbol("k", "k", "a class"),
        Symbol("l", "l", "any class"),
        Symbol("i", "i", "a point"),
        Symbol("e", "e", "2.718…", tuple(name for name in ALL if name != "tree")),
        Symbol("p", "p", "share or probability of a class"),
        Symbol("P", "P", "probability of an event"),
        Symbol("_i", "ᵢ", "of point i"),
        Symbol("_k", "ₖ", "of class k"),
        Symbol("_l", "ₗ", "of any class"),
        Symbol("_t", "ₜ", "of round t"),
        Symbol("_L", "_L", "left side of a cut"),
        Symbol("_R", "_R", "right side of a cut"),
    )


def _sums() -> tuple[Symbol, ...]:
    """Symbols of AdaBoost, gradient boosting and XGBoost."""
    boosting, second = ("gradient-boosting",), ("xgboost",)
    return (
        Symbol(r"\nu", "ν", "learning rate", ("adaboost", *BOOSTED), ("learning_rate",)),
        Symbol(r"\alpha", "α", "weight of a learner", ("adaboost",), ("alpha",)),
        Symbol(r"\varepsilon", "ε", "weighted error of a learner", ("adaboost",)),
        Symbol("Z", "Z", "sum of the weights before they are normalised", ("adaboost",)),
        Symbol("S", "S", "sum of the weights when the missed have grown", ("adaboost",)),
        Symbol(r"\bar{F}", "F̄", "mean of the sums of all classes", ("adaboost",)),
        Symbol("w", "w", "weight given to a point", ("adaboost",)),
        Symbol("a", "a", "share of the points that is drawn", (*BAGS, *BOOSTED),
               ("max_samples", "subsample")),
        Symbol("R", "R", "a leaf", BOOSTED),
        Symbol("j", "j", "a leaf", BOOSTED),
        Symbol("_j", "ⱼ", "of leaf j", BOOSTED),
        Symbol("L", "L", "the loss", boosting, ("loss",)),
        Symbol("r", "r", "minus the slope of the loss: what is fitted", boosting),
        Symbol("u", "u", "y − F inside a loss", boosting),
        Symbol("m", "m", "lower median of a leaf", boosting),
        Symbol("q", "q", "the quantile that δ is", boosting, ("huber_quantile",)),
        Symbol(r"\delta", "δ", "how far squares reach in Huber's loss", boosting, ("huber_delta",)),
        Symbol(r"\gamma", "γ", "answer of a leaf", boosting, ("leaf",)),
        Symbol(r"\gamma", "γ", "price of a split", second, ("gamma",)),
        Symbol(r"\lambda", "λ", "leaf penalty", second, ("reg_lambda",)),
        Symbol("g", "g", "slope of the loss at a point", second),
        Symbol("h", "h", "curvature of the loss at a point", second),
        Symbol("G", "G", "Σ g over a node", second),
        Symbol("H", "H", "Σ h over a node; the least in a leaf", second, ("min_child_weight",)),
        Symbol("S", "S", "score of a node, G²/(H + λ)", second),
        Symbol("w", "w", "answer of a leaf", second),
        Symbol("f", "f", "a tree", second),
        Symbol("b", "b", "bins along an axis", second, ("max_bin",)),
    )  # fmt: skip


def _trees_and_means() -> tuple[Symbol, ...]:
    """Symbols of trees and of their means."""
    others = tuple(name for name in ALL if name != "xgboost")
    return (
        Symbol("h", "h", "a learner", others, ("base", "members")),
        Symbol("G", "G", "Gini impurity", GROWN),
        Symbol("H", "H", "entropy in bits", GROWN),
        Symbol("E", "E", "error share of a node", GROWN),
        Symbol("V", "V", "variance in a node", GROWN),
        Symbol(r"\Delta", "Δ", "gain of a cut", GROWN, ("min_gain",)),
        Symbol(r"\alpha", "α", "price of a leaf", ("tree",), ("ccp_alpha",)),
        Symbol("U", "U", "errors that C4.5 expects of a leaf", ("tree",)),
        Symbol("e", "e", "points of a leaf that are missed", ("tree",)),
        Symbol("c", "c", "how many deviations C4.5 adds", ("tree",)),
        Symbol("Q", "Q", "impurity of a node by its share of the points", ("tree",)),
        Symbol("m", "m", "axes that are drawn",
               ("random-forest", "random-subspaces", "random-patches"), ("max_features",)),
        Symbol("c", "c", "random cuts at a node", ("extra-trees",), ("max_features",)),
        Symbol(r"\hat{y}", "ŷ", "answer of the vote", MEANS),
        Symbol("b", "b", "a tree", BAGS),
        Symbol("_b", "_b", "of tree b", BAGS),
        Symbol("t", "t", "trees so far", MEANS),
        Symbol("r", "r", "correlation over points", MEANS),
        Symbol(r"\sigma", "σ", "standard deviation of a tree over training sets", MEANS),
        Symbol(r"\rho", "ρ", "correlation over training sets", MEANS),
        Symbol("I", "I", "importance of an axis by savings"),
        Symbol("I*", "I*", "importance of an axis by shuffling", BAGS),
    )  # fmt: skip


def _members() -> tuple[Symbol, ...]:
    """Symbols of votes and stacks, and of learners that are no trees."""
    return (
        Symbol("w", "w", "weight of a member", ("voting",), ("weights",)),
        Symbol("t", "t", "number of a member", ("stacking",)),
        Symbol("b", "b", "the blender", ("stacking",), ("final",)),
        Symbol("f", "f", "number of folds", ("stacking",), ("folds",)),
        Symbol("L", "L", "number of layers", ("stacking",), ("layers",)),
        Symbol("z", "z", "a member's answer held out; a coordinate", BASED),
        Symbol(r"\hat{z}", "ẑ", "a member's answer after it was refitted", ("stacking",)),
        Symbol("s", "s", "linear sum of logistic regression", BASED),
        Symbol(r"\beta", "β", "coefficient of a linear sum", BASED),
        Symbol(r"\pi", "π", "share of a class", BASED),
        Symbol(r"\phi", "φ", "normal density", BASED),
        Symbol(r"\mu", "μ", "mean along an axis", BASED),
        Symbol("v", "v", "variance along an axis", BASED),
        Symbol("N", "N", "nearest neighbours", BASED),
        Symbol("j", "j", "an axis, a member", BASED),
        Symbol("_j", "ⱼ", "along axis j, of member j", BASED),
    )  # fmt: skip


SYMBOLS = (*_every(), *_sums(), *_trees_and_means(), *_members())
