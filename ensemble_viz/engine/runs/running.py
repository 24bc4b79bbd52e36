"""A run: the rounds of one method on one set of points, computed as they are asked for.

Records never change afterwards. Raising the number of rounds goes on where the run stands.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, dataset
from ensemble_viz.engine.ensembles import (
    Method,
    Round,
    Start,
    Steps,
    Stop,
    asked_together,
    decide,
    votes,
)
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.trees import Tree, TreeRules

LARGEST_SEED = 2**63 - 1
MOST_ANSWERS = 64
MOST_TOGETHER = 64  # rounds, so that they do not take long


class Run:
    """Trains a method round by round, on demand."""

    def __init__(self, data: Dataset, method: Method, params: Params, seed: int = 0) -> None:
        """Take the first step; refuse what the method cannot take."""
        methods.refuse(method, data)
        self.data = data
        self.method = method
        self.params: Any = params.resolved(data) if len(data) else params
        self.seed = _seed(seed)
        self.last = self._most()
        """The rounds that there can be at most."""
        self.stop: Stop | None = None
        self._rounds: list[Round] = []
        self._answers: dict[tuple[int, int], FloatArray] = {}
        """By round and learner: what some answer at the training points, who take long to."""
        self._steps: Steps | None = None
        if len(data):
            self._steps = method.train(data, self.params, seed)
            self.start = self._first(self._steps)
        else:
            self.start = Start(None, data.target)
            self.stop = Stop("nothing-to-split", 0, why="no-points")

    @property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(self._rounds)

    def __len__(self) -> int:
        return len(self._rounds)

    def round(self, t: int) -> Round:
        """Give round t, counted from 1, computing up to it; the run must reach it."""
        if not 1 <= t <= self.upto(t):
            raise Refusal(f"round {t}: {self._range()}")
        return self._rounds[t - 1]

    def upto(self, t: int) -> int:
        """Compute rounds up to t, or as far as the run goes; say how many there are."""
        while len(self._rounds) < t and self.advance():
            pass
        return len(self)

    def finish(self) -> Stop:
        while self.advance():
            pass
        assert self.stop is not None
        return self.stop

    def advance(self) -> bool:
        """Compute one more round; say whether the run goes on behind it."""
        if self.stop is not None:
            return False
        if len(self._rounds) >= self.last and not self.method.stops_itself(self.params):
            self.stop = Stop("all-rounds", len(self))
            return False
        assert self._steps is not None
        try:
            step = next(self._steps)
        except StopIteration as end:
            self.stop = end.value
            return False
        assert isinstance(step, Round)
        self._rounds.append(step)
        self.stop = step.ends
        return True

    def extend(self, rounds: int) -> bool:
        """Raise the number of rounds and go on from here; False where a new run is needed."""
        longer = replace(self.params, rounds=rounds)
        if rounds < len(self) or self.method.stops_itself(self.params):
            return False
        self.params = longer
        self.last = self._most()
        if self.stop is not None and self.stop.rule == "all-rounds" and len(self) < self.last:
            self.stop = None
        return True

    def rules(self, t: int) -> TreeRules:
        """Say how the trees of round t are grown; t = 0: those of any, as the settings say."""
        own = self.round(t).rules if t else None
        return own or self.method.rules(self.data, self.params)

    def score(self, t: int) -> FloatArray | None:
        """Give the score at the training points after round t; t = 0: before any learner."""
        if t:
            return self.round(t).score
        initial = self.start.initial_score
        if initial is None:
            return None
        n = len(self.data)
        return np.repeat(initial, n) if len(initial) == 1 else np.tile(initial, (n, 1))

    def prediction(self, t: int) -> NDArray[np.float64] | IntArray:
        """Decide at the training points after round t: class numbers or values.

        Before any learner, at t = 0, the initial score decides; where there is no score yet, that
        is refused.
        """
        score = self.score(t)
        if score is None:
            raise Refusal(f"after round {t} nothing is predicted yet")
        return decide(score, self.data.n_classes)

    def answer(self, t: int, k: int = 0) -> FloatArray:
        """Say what learner k of round t answers at the training points."""
        learner = self.round(t).learners[k]
        if isinstance(learner, Tree):
            return learner.answer(self.data.points)
        answer = self._answers.get((t, k))
        if answer is None:
            answer = learner.answer(self.data.points)
            dataset.freeze(answer)
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[t, k] = answer
        return answer

    def part(self, t: int, points: FloatArray) -> FloatArray:
        """Say what the learners of round t contribute at some points, before their weight.

        Of stacking, that is what the learner answers which was trained last.
        """
        say = self.method.say(self.data, self.params)
        learners = self.round(t).learners
        if self.method.combine == "blend":
            learners = learners[-1:]
        parts = [say(learner.answer(points)) for learner in learners]
        return parts[0] if len(parts) == 1 else np.column_stack(parts)

    def _range(self) -> str:
        if self.stop is not None and not self._rounds:
            return f"there is no round: {self.stop.rule}"
        if self.stop is None and self.method.stops_itself(self.params):
            return "rounds count from 1"
        return f"rounds go from 1 to {self.last if self.stop is None else len(self)}"

    def _most(self) -> int:
        most: int = self.params.rounds
        own = self.method.length
        return most if own is None else min(most, own(self.params))

    def _first(self, steps: Steps) -> Start:
        start = next(steps)
        assert isinstance(start, Start)
        return start


def _seed(given: object) -> int:
    if not isinstance(given, int | np.integer) or not 0 <= given <= LARGEST_SEED:
        raise Refusal(f"seed={given}: a whole number from 0 to {LARGEST_SEED}")
    return int(given)


def run(data: Dataset, name: str, settings: Mapping[str, Any] | None = None, seed: int = 0) -> Run:
    """Start a run of the method with this name; settings not given have their defaults."""
    chosen = methods.method(name)
    return Run(data, chosen, chosen.params.from_values(settings or {}), seed)


class Scores:
    """The score at points of one's own, round after round."""

    def __init__(self, source: Run, points: FloatArray) -> None:
        self.run = source
        self.points = points
        self.round = 0
        self._score: FloatArray | None = None
        self._is_known = True
        classes = source.data.classes is not None
        self._mean = votes.Mean(classes)
        self._sum: votes.Sum | None = None
        initial = source.start.initial_score
        if initial is not None:
            shape = (len(points),) if len(initial) == 1 else (len(points), len(initial))
            self._score = np.broadcast_to(initial, shape)
            self._sum = votes.Sum(self._score, classes)

    @property
    def score(self) -> FloatArray | None:
        """Give the score after that round; None while there is none."""
        if not self._is_known:
            self._score, self._is_known = self._mean.score(), True
        return self._score

    def next(self) -> FloatArray | None:
        """Take one more round in, and give the score after it; None while there is none yet."""
        self.go_on(self.round + 1)
        return self.score

    def go_on(self, last: int) -> None:
        """Take in the next round, and with it those up to the last that are asked together."""
        first = self.run.round(self.round + 1)
        self.round += 1
        if first.score is None:
            return
        if self.run.method.combine == "mean":
            self._average(first, last)
            return
        part = self.run.part(self.round, self.points)
        self._score = part if self._sum is None else self._sum.add(_weight(first) * part)

    def _average(self, first: Round, last: int) -> None:
        """Let the next round vote, or more of them."""
        self._is_known = False
        rounds = range(self.round, min(last, self.round + MOST_TOGETHER - 1) + 1)
        learners = (self.run.round(t).learners[0] for t in rounds)
        answers = asked_together(learners, self.points)
        if not answers:
            self._mean.take(self.run.part(self.round, self.points), _weight(first))
            return
        say = self.run.method.say(self.run.data, self.run.params)
        for t, answer in zip(rounds, answers, strict=False):
            self._mean.take(say(answer), _weight(self.run.round(t)))
        self.round += len(answers) - 1


def _weight(record: Round) -> float:
    return 1.0 if record.learner_weight is None else record.learner_weight
