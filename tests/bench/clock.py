"""CPU time of this thread, best of several, of several tasks in turn."""

import gc
import time
from collections.abc import Callable, Mapping
from itertools import count

import numpy as np

Task = Callable[[], object]
OFTEN = 5  # times in a row, for what takes no longer than …
QUICK = 0.01  # … these seconds


def once(task: Task) -> float:
    """Measure the CPU milliseconds of one call; what it returns is let go afterwards."""
    started = time.thread_time()
    kept = task()
    taken = time.thread_time() - started
    del kept
    return 1e3 * taken


def in_turn(tasks: Mapping[str, Task], budget: float) -> dict[str, float]:
    """Let every task have its turn until the seconds are used up, and keep its best time."""
    gc.collect()
    best = dict.fromkeys(tasks, np.inf)
    until = time.perf_counter() + budget
    for _ in count():
        for name, task in tasks.items():
            for _ in range(OFTEN if best[name] < 1e3 * QUICK else 1):
                best[name] = min(best[name], once(task))
        if time.perf_counter() > until:
            return best
    raise AssertionError
