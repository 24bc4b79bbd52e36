"""No islands: whatever settings are drawn, a tree takes about as long as with the defaults.

A hundred settings are drawn from what the methods declare. What sets the size of the trees is
the same on both sides, so that trees of equal depth are compared; runs that end after a few
rounds are drawn again, for they are mostly beginning. The row has the worst ratio.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.methods import Method, methods
from ensemble_viz.engine.runs import Run, run
from ensemble_viz.engine.settings.params import Field
from tests.bench.clock import Task, in_turn
from tests.bench.points import moons
from tests.bench.row import Goal, Job, Row

COUNT, SHORT_COUNT, SEED = 100, 3, 17
ROUNDS, SHORT_ROUNDS = 25, 3
LEAST_ROUNDS = 10  # of a run that is measured
SIZES, SHORT_SIZE = (50, 200, 1000), 50
BUDGET = 0.08  # seconds for a pair
MOST = 2.5  # times as long as with the defaults
SIZE = ("max_depth", "max_leaf_nodes", "min_samples_leaf", "min_gain", "max_samples", "disjoint",
        "max_features", "gamma", "subsample")  # fmt: skip
"""Settings that say how large the trees are, and how many axes are searched."""
NOT_DRAWN = ("rounds", "base")
"""The clock is told the rounds; another base is no tree."""
HIGHEST = {"max_depth": 6, "max_leaf_nodes": 12, "min_samples_leaf": 10, "max_bin": 64}
PLAIN = 2.0  # numbers without a limit are drawn up to this


@dataclass(frozen=True)
class Island:
    """Settings of a method, and the defaults for trees of the same size."""

    method: str
    settings: Mapping[str, Any]
    usual: Mapping[str, Any]


def drawn(count: int, n: int, rounds: int) -> Iterator[Island]:
    """Draw settings, method after method, whose runs are long enough to be measured."""
    rng = np.random.default_rng([SEED, n])
    grows = [method for method in methods().values() if method.name not in ("voting", "stacking")]
    made = 0
    while made < count:
        method = grows[made % len(grows)]
        settings = drawn_settings(method, rng)
        usual = {name: value for name, value in settings.items() if name in SIZE}
        try:
            runs = [trained(method.name, one, n, rounds) for one in (settings, usual)]
        except Refusal:
            continue
        if method.name == "tree" or min(map(len, runs)) >= min(LEAST_ROUNDS, rounds):
            made += 1
            yield Island(method.name, settings, usual)


def trained(method: str, settings: Mapping[str, Any], n: int, rounds: int) -> Run:
    """Train a run on fresh points."""
    done = run(moons(n).data(), method, {"rounds": rounds} | dict(settings), 0)
    done.finish()
    return done


def drawn_settings(method: Method, rng: np.random.Generator) -> dict[str, Any]:
    """Draw about half of the settings, and the depth; the others have their defaults."""
    fields = [field for field in method.params.fields() if field.name not in NOT_DRAWN]
    chosen = {field.name: drawn_value(field, rng) for field in fields if rng.random() < 0.5}
    return chosen | {"max_depth": int(rng.integers(1, HIGHEST["max_depth"] + 1))}


def drawn_value(field: Field, rng: np.random.Generator) -> Any:
    """Draw a value in the declared range of a setting."""
    choices = (False, True) if field.kind is bool else field.choices
    if choices:
        return choices[int(rng.integers(len(choices)))]
    if field.optional and rng.random() < 0.3:
        return None
    low = field.setting.low or 0
    high = HIGHEST.get(field.name, PLAIN if field.setting.high is None else field.setting.high)
    if field.kind is int:
        return int(rng.integers(int(low), int(high) + 1))
    return float(rng.uniform(float(low) + 0.05 * (high - low), high))


def jobs(short: bool) -> Iterator[Job]:
    """List the rows: one a size."""
    for n in (SHORT_SIZE,) if short else SIZES:
        yield Job(("cliff", "islands", str(n)), lambda n=n: rows(n, short))


def rows(n: int, short: bool) -> Iterator[Row]:
    """Measure every draw beside the defaults, and give the worst."""
    count, rounds = (SHORT_COUNT, SHORT_ROUNDS) if short else (COUNT, ROUNDS)
    budget = 0.0 if short else BUDGET
    measured = [(ratio(one, n, rounds, budget), one) for one in drawn(count, n, rounds)]
    worst, island = max(measured, key=lambda one: one[0])
    above = sum(one > MOST for one, _ in measured)
    note = f"{above} of {len(measured)} above; the worst: {island.method} {dict(island.settings)}"
    yield Row(
        "cliff", "islands", n, rounds, unit="times", ours=worst, goal=Goal("times", must=MOST),
        note=note,
    )  # fmt: skip


def ratio(island: Island, n: int, rounds: int, budget: float) -> float:
    """Say how many times as long a tree takes as with the defaults."""
    trees = dict[str, int]()

    def task(name: str, settings: Mapping[str, Any]) -> Task:
        def grow() -> None:
            done = trained(island.method, settings, n, rounds)
            trees[name] = (
                1 if island.method == "tree" else sum(len(r.learners) for r in done.rounds)
            )

        return grow

    tasks = {"drawn": task("drawn", island.settings), "usual": task("usual", island.usual)}
    best = in_turn(tasks, budget)
    return (best["drawn"] / trees["drawn"]) / (best["usual"] / trees["usual"])
