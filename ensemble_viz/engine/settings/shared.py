"""The settings that several methods share: declared here once, so that they mean the same."""

from typing import Annotated, Literal

from ensemble_viz.engine.settings.params import Setting

Rounds = Annotated[
    int, Setting("rounds", "How many learners are trained, one a round.", "T", low=1, high=10_000)
]
MemberRounds = Annotated[
    int,
    Setting(
        "rounds at most",
        "There are as many rounds as members, and one for a blender; fewer stop before the end.",
        "T",
        low=1,
        high=10_000,
    ),
]
MaxDepth = Annotated[
    int | None,
    Setting(
        "tree depth",
        "How many questions a tree may ask on the way to a leaf: 1 is a stump.",
        "d",
        low=1,
        high=1_000,
    ),
]
MinSamplesLeaf = Annotated[
    int,
    Setting(
        "points in a leaf",
        "A leaf keeps at least so many different points.",
        r"n_{\min}",
        low=1,
        high=1_000_000,
    ),
]
MaxLeafNodes = Annotated[
    int | None,
    Setting(
        "leaves",
        "At most so many leaves, the most useful split first: every split makes one leaf more.",
        "J",
        low=2,
        high=1_000_000,
    ),
]
MinGain = Annotated[
    float,
    Setting(
        "least gain",
        "A split must lower the impurity of its node by at least so much; 0 splits on regardless.",
        r"\Delta_{\min}",
        low=0.0,
    ),
]
ClassCriterion = Literal["gini", "entropy", "gain-ratio", "error"]
Criterion = Annotated[
    ClassCriterion,
    Setting(
        "split by",
        "What makes a split good: Gini impurity, entropy in bits, Quinlan's gain ratio or the "
        "weighted error. Values are always split by squared error.",
    ),
]
Vote = Annotated[
    Literal["hard", "soft"],
    Setting(
        "vote", "Hard: every tree names one class. Soft: the trees' class shares are averaged."
    ),
]
MaxSamples = Annotated[
    float,
    Setting(
        "sample size",
        "The share of the points that is drawn for each tree, with replacement.",
        "a",
        low=0.0,
        high=1.0,
        above=True,
    ),
]
TreeFeatures = Annotated[
    Literal[1, 2],
    Setting(
        "axes per tree",
        "How many axes a tree may look at, drawn anew for each tree. There are only 2 here, so "
        "with 1 every tree cuts across x1 only or across x2 only; with 2 it knows both.",
        "m",
        aliases=(("sqrt", 1), ("log2", 2)),
    ),
]
Base = Annotated[
    Literal["tree", "naive-bayes", "logistic", "linear", "knn"],
    Setting(
        "learner",
        "What is trained in every round: a tree, Gaussian naive Bayes, logistic regression (C = "
        "1), least squares or the 5 nearest neighbours. One that its points cannot teach (one "
        "class only, fewer than 5 points) is a constant.",
        "h",
    ),
]
LearningRate = Annotated[
    float,
    Setting(
        "learning rate",
        "Every learner's part is multiplied by this: smaller steps need more rounds.",
        r"\nu",
        low=0.0,
        high=10.0,
        above=True,
    ),
]
Subsample = Annotated[
    float,
    Setting(
        "subsample",
        "The share of the points, drawn anew without replacement, that each tree sees.",
        "a",
        low=0.0,
        high=1.0,
        above=True,
    ),
]
