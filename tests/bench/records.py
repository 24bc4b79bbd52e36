"""Memory: what the records of a run hold, and the most that is needed while they are made."""

import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.runs import run
from tests.bench.fit_cases import LARGE, LARGE_ROUNDS, ROUNDS
from tests.bench.goals import LARGE_BYTES
from tests.bench.points import moons
from tests.bench.row import Goal, Job, Row

METHODS = ("bagging", "random-forest", "adaboost", "gradient-boosting")
MEGA = 2.0**20
WARM = 20


def jobs(short: bool) -> Iterator[Job]:
    """List the methods of the card, small and large."""
    for n, rounds in ((60, 5),) if short else ((1000, ROUNDS), (LARGE, LARGE_ROUNDS)):
        for method in METHODS:
            words = ("memory", method, str(n))
            yield Job(words, lambda m=method, n=n, r=rounds: [memory(m, n, r)])


def memory(method: str, n: int, rounds: int) -> Row:
    """Measure one run; the points themselves were there before."""
    run(moons(WARM).data(), method, {"rounds": 1}).finish()  # what is imported late is no record
    data = moons(n).data()
    gc.collect()
    tracemalloc.start()
    done = run(data, method, {"rounds": rounds}, seed=1)
    done.finish()
    peak = tracemalloc.get_traced_memory()[1] / MEGA
    tracemalloc.stop()
    arrays: dict[int, np.ndarray] = {}
    gather([done.start, *done.rounds], arrays)
    held = sum(array.nbytes for array in arrays.values()) / MEGA
    return Row(
        "memory", method, n, rounds, "MB", peak,
        goal=LARGE_BYTES if n == LARGE else Goal("MB"),
        note=f"at the most; the records hold {held:.3g} MB in {len(arrays)} arrays",
    )  # fmt: skip


def gather(thing: Any, into: dict[int, np.ndarray]) -> None:
    """Collect the arrays in something, each once: views by what they look at."""
    if isinstance(thing, np.ndarray):
        while isinstance(thing.base, np.ndarray):
            thing = thing.base
        into[id(thing)] = thing
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            gather(part, into)
    elif isinstance(thing, dict):
        gather(list(thing.values()), into)
    elif is_dataclass(thing):
        for one in fields(thing):
            gather(getattr(thing, one.name), into)
