"""What all tests share: a steady environment, their order, and the command line as a function."""

import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# before Qt, and before numpy: neither looks again
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # sums in the same order on every machine

settings.register_profile("ensemble-viz", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("ensemble-viz")

TESTS = Path(__file__).parent
LAYERS = ("engine", "brute", "document", "scene", "export", "cli", "ui")  # from the ground up
ON_TOP = "cli"  # where tests without a folder of their own belong


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a person ask for a few of all tests."""
    parser.addoption("--one-case", action="store_true", help="one case of each test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests of lower layers first: they are quick, and say best what broke."""
    items.sort(key=_layer)
    if config.getoption("--one-case"):
        _keep_one_case(config, items)


def _keep_one_case(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the case in the middle of each test: at the ends there is often little to see."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {id(each[len(each) // 2]) for each in cases.values()}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = [item for item in items if id(item) in kept]


def pytest_runtest_setup() -> None:
    """Keep what Qt stores away from the user's own files, as soon as there is a Qt."""
    core = sys.modules.get("PySide6.QtCore")
    if core is not None:
        core.QStandardPaths.setTestModeEnabled(True)


def _layer(item: pytest.Item) -> int:
    folder = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ON_TOP
    return LAYERS.index(folder if folder in LAYERS else ON_TOP)


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Read stdout as standard JSON, which has no NaN and no Infinity."""
        assert self.code == 0, self
        return json.loads(self.out, parse_constant=_no_constant)

    @property
    def refusal(self) -> str:
        """Give the one line by which a request was refused, without the program's name."""
        assert self.code == 2, self
        assert self.out == ""
        line = self.err.removesuffix("\n")
        assert line.isprintable(), self  # so it is one line, and moves no cursor
        assert line.startswith("ensemble-viz: "), self
        return line.removeprefix("ensemble-viz: ")


def _no_constant(text: str) -> None:
    raise AssertionError(f"{text} is no JSON")


Cli = Callable[..., Outcome]


@pytest.fixture(scope="session")
def cli() -> Cli:
    """Run a command in this process, on streams that begin as those of a poor terminal."""

    def run(*arguments: object) -> Outcome:
        from ensemble_viz.cli import main

        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="") for _ in range(2))
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = main([str(argument) for argument in arguments])
            except SystemExit as end:  # --help and --version
                code = int(end.code or 0)
            out.flush()
            err.flush()
        written = [stream.buffer.getvalue().decode() for stream in (out, err)]
        return Outcome(code, *written)

    return run
