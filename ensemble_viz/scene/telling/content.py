"""What captions and cards hold, and the point or the place that a card tells of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.runs import Scores
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import agreed, class_name, difference, shown


@dataclass(frozen=True, slots=True)
class CardRow:
    label: str
    value: str
    now: bool = False
    """What this step computes: in the accent."""
    rule: bool = False
    """A line above it: what follows is the result."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What one learner says here, as a block as wide as its weight."""

    text: str
    k: int
    """The class, or 0 below and 1 above for values."""
    width: float
    """The share of the widest."""
    counts: bool = True
    """False for learners that do not count here: they saw the point (out of bag)."""
    joined: bool = True
    """False for this round's learner before it has joined: dashed."""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Content:
    """The rows of a card, and the votes between them."""

    rows: tuple[CardRow, ...]
    votes: tuple[Vote, ...] = ()
    after_votes: tuple[CardRow, ...] = ()
    earlier: int = 0
    at: tuple[str, ...] = ()
    """The coordinates, where the rows need more digits of them than usual."""


@dataclass(frozen=True, slots=True)
class StepText:
    """What happened, what it means, what to try."""

    headline: str
    sentence: str = ""
    hint: str = ""
    stopped: bool = False
    rows: tuple[tuple[str, str], ...] = ()
    """The headline in short rows, each with its number, for those who sit far away."""


def joined(*sentences: str) -> str:
    """Put sentences behind one another, leaving out the empty ones."""
    return " ".join(sentence for sentence in sentences if sentence)


MOST_VOTES = 12


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    stage: Stage
    row: int | None
    """The row of a point; None for a place."""
    at: FloatArray
    """(1, axes)."""

    @property
    def y(self) -> float:
        """The value of the point, or the number of its class."""
        assert self.row is not None
        return float(self.stage.data.target[self.row])

    def answer(self, t: int, k: int = 0) -> Any:
        """Give what a learner of round t answers here: (K,) shares or a value."""
        return self.stage.run.round(t).learners[k].answer(self.at)[0]

    def says(self, t: int) -> int:
        return int(np.argmax(self.answer(t)))

    def score(self, t: int) -> FloatArray | None:
        """Give the score after round t here, (1,) or (K,); None before any learner has one."""
        score = self.stage.run.score(t)
        if score is None:
            return None
        if self.row is not None:
            return np.atleast_1d(score[self.row])
        if self.stage.lens.is_exact(t):
            return np.asarray(self.stage.lens.surface.grid(t, *self.at.T).reshape(-1))
        scores = Scores(self.stage.run, self.at)
        asked = [scores.next() for _ in range(t)]
        return np.asarray(asked[-1]).reshape(-1)

    def leaf(self, tree: Tree) -> int:
        return int(tree.apply(self.at)[0])

    def path(self, tree: Tree) -> list[int]:
        """List the nodes from the root to the leaf this is in."""
        nodes = [0]
        while tree.feature[nodes[-1]] >= 0:
            node = nodes[-1]
            low = self.at[0, tree.feature[node]] <= tree.threshold[node]
            nodes.append(int(tree.left[node] if low else tree.right[node]))
        return nodes

    def latest_votes(
        self,
        weight: Callable[[int], float],
        most: int = MOST_VOTES,
        counts: Callable[[int], bool] = lambda _t: True,
    ) -> tuple[Vote, ...]:
        """Show what the latest learners say here, as wide as the weight of each of their rounds."""
        stage = self.stage
        last = stage.round if stage.learner_is_known else stage.joined
        rounds = range(max(1, last - most + 1), last + 1)
        weights = [weight(t) for t in rounds]
        widest = max(weights, default=0.0) or 1.0
        return tuple(
            Vote(class_name(stage.data, k), k, width / widest, counts(t), t <= stage.joined, t)
            for t, width in zip(rounds, weights, strict=True)
            for k in (self.says(t),)
        )

    def rest_rows(self, mean: float) -> list[CardRow]:
        """Give what a mean leaves over of the value of a point; nothing at a place."""
        if self.row is None:
            return []
        rest = agreed(difference(self.y, mean), shown(self.y) - shown(mean), sign=True)
        return [CardRow("residual, y − mean", rest)]


def winner(data: Dataset, score: FloatArray) -> str:
    """Name the class with the largest score, and say where it is the first of several."""
    wins = class_name(data, int(score.argmax()))
    return f"{wins}, by a tie" if np.count_nonzero(score == score.max()) > 1 else wins


def spot(stage: Stage) -> tuple[Spot, bool] | None:
    """Find the point or place that is hovered, else the one pinned; say whether it is pinned."""
    for focus, pinned in ((stage.hand.hovered, False), (stage.where.pinned, True)):
        found = _spot(stage, focus)
        if found is not None:
            return found, pinned
    return None


def _spot(stage: Stage, focus: Focus) -> Spot | None:
    data = stage.data
    if focus.point is not None and focus.point < len(data):
        return Spot(stage, focus.point, data.points[focus.point][None])
    if focus.place is not None and len(data):
        return Spot(stage, None, np.array([focus.place[: data.dimension]], dtype=np.float64))
    return None
