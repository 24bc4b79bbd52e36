"""Start: from nothing to the first picture, in fresh processes, beside the bare imports.

Both are measured by the clock, in turn, after one start each that writes the bytecode.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.goals import start_goal
from tests.bench.row import Job, Row
from tests.screens import offscreen

TIMES, SHORT_TIMES = 7, 1
FIRST_PICTURE = Path(__file__).with_name("first_picture.py")
BARE = "import numpy, PySide6.QtWidgets, time; print(time.time(), time.process_time())"
ROOT = Path(__file__).resolve().parents[2]


def jobs(short: bool) -> Iterator[Job]:
    """Start a few times."""
    yield Job(("start", "first", "picture"), lambda: [start(SHORT_TIMES if short else TIMES)])


def start(times: int) -> Row:
    """Start both in turn; the best of each counts."""
    with tempfile.TemporaryDirectory() as folder:
        commands = {"picture": [str(FIRST_PICTURE)], "bare": ["-c", BARE]}
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        warm = int(times > 1)
        for _ in range(times + warm):
            for name, command in commands.items():
                taken[name].append(seconds(command, folder))
    (picture, cpu), (bare, bare_cpu) = (zip(*taken[name][warm:], strict=True) for name in commands)
    note = (
        f"best of {times}; median {median(picture):.3g} s, CPU {min(cpu):.3g} s; "
        f"the bare imports: median {median(bare):.3g} s, CPU {min(bare_cpu):.3g} s"
    )
    goal = start_goal(min(bare))
    peer = "numpy and Qt"
    return Row("start", "first picture", 10, 0, "s", min(picture), peer, min(bare), goal, note=note)


def seconds(command: list[str], folder: str) -> tuple[float, float]:
    """Start a process that ends by printing the time; say how long it took, and how much CPU."""
    home = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPYCACHEPREFIX"), folder)
    home["PYTHONPATH"] = str(ROOT)
    keep = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    keep |= home | {"QT_QPA_PLATFORM": offscreen(Path(folder), 1920, 1080)}
    started = time.time()
    done = subprocess.run(
        [sys.executable, *command], check=True, env=keep, cwd=ROOT, capture_output=True, text=True
    )
    ended, cpu = map(float, done.stdout.split()[-2:])
    return ended - started, cpu
