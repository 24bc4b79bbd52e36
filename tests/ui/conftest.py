"""A window as a person has it before them: the ten points, round 0, everything learned."""

import dataclasses
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from ensemble_viz.document.document import Document, Setup, first_setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.ui.pace import collect_due
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window

PATIENCE = 60_000  # milliseconds: a busy machine gets there, too
LEARNING = 10 * PATIENCE  # until a forest of 10 000 points is grown on one
MOST_LEFT = 4  # closed windows that wait to be collected: each holds what it has learned


class Patient(QtBot):
    """Waits for what is to come, however long that takes on a busy machine."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **wanted: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **wanted)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE) -> Any:
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: Any, request: pytest.FixtureRequest) -> QtBot:
    """Drive Qt with patience."""
    assert qapp is not None
    return Patient(request)


@pytest.fixture(scope="session", autouse=True)
def _empty_clipboard(qapp: Any) -> Iterator[None]:
    """Leave nothing on the clipboard: without a screen it is freed after Python is gone."""
    yield
    qapp.clipboard().clear()


class Answers:
    """Answers file dialogs in a person's place."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.answer = "discard"
        self.asked: list[tuple[str, str]] = []
        self.adds = False
        """Whether points are put beside those that are there."""
        self.given: dict[str, Any] = {}
        """Numbers that are typed in place of the usual ones."""

    def open_path(self, title: str, kinds: str) -> Path | None:
        self.asked.append((title, kinds))
        return self.path

    def save_path(self, title: str, kinds: str, name: str) -> Path | None:
        self.asked.append((f"{title}: {name}", kinds))
        return self.path

    def leave(self, title: str, lost: str) -> str:
        self.asked.append((title, lost))
        return self.answer

    def numbers(self, title: str, options: Any) -> dict[str, Any] | None:
        self.asked.append((title, ", ".join(option.name for option in options)))
        usual = {option.name: option.default for option in options}
        return None if self.answer == "cancel" else usual | self.given

    def points(self, reader: Any, adds: bool) -> Any:
        self.asked.append((reader.reading.raw.name, "adds" if adds else ""))
        return None if self.answer == "cancel" else (reader.finish(), self.adds)

    def recover(self, found: Any, others: int) -> bool:
        self.asked.append((found.saved.document.title, str(others)))
        return self.answer == "save"


def document(sample: str = "ten-points", method: str = "adaboost", **settings: Any) -> Document:
    chosen, options = parse_sample(sample)
    setup = first_setup(method)
    if settings:
        setup = Setup(method, methods.method(method).params.from_values(settings))
    return Document(chosen.build(**options), (setup,), chosen.title, source=sample)


@pytest.fixture(autouse=True)
def _sheet_stays(qapp: Any) -> Iterator[None]:
    """Nobody takes the style sheet off: Qt then loses sight of widgets that were never shown.

    It keeps what it knows of them when they are freed, and crashes when the next sheet comes.
    """
    was = bool(qapp.styleSheet())
    yield
    assert qapp.styleSheet() or not was


@pytest.fixture(scope="session")
def _left() -> list[int]:
    """Number the windows that are closed, and not yet collected."""
    return []


@pytest.fixture(autouse=True)
def _garbage_stays_in_this_thread(_left: list[int]) -> Iterator[None]:
    """Threads of earlier tests must not free what Qt owns; these tests are the last ones."""
    gc.disable()
    yield
    if len(_left) > MOST_LEFT:
        _left.clear()
        gc.collect()
    collect_due()


Open = Callable[..., Window]


@pytest.fixture
def open_window(qtbot: Any, tmp_path: Path, _left: list[int]) -> Open:
    """Open windows that remember nothing, and close them at the end."""

    opened = []  # one that is painted must not be collected

    def rest(window: Window) -> None:
        window.player.pause()
        qtbot.waitUntil(lambda: not window.session.is_learning, timeout=LEARNING)

    def open_one(*args: Any, size: tuple[int, int] = (1280, 800), **settings: Any) -> Window:
        kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
        window = Window(Session(document(*args, **settings)), kept)
        opened.append(window)
        _left.append(id(window))
        window.files.ask = Answers()
        qtbot.addWidget(window, before_close_func=rest)
        window.resize(*size)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        qtbot.waitUntil(lambda: not window.session.is_learning)
        return window

    return open_one


@pytest.fixture
def window(open_window: Open) -> Window:
    """Open the window as the program does."""
    return open_window()


def bits(thing: Any) -> Any:
    """Write anything a scene is made of as plain values: arrays bit for bit."""
    if isinstance(thing, np.ndarray):
        thing = (str(thing.dtype), thing.shape, thing.tobytes())
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        thing = {one.name: bits(getattr(thing, one.name)) for one in dataclasses.fields(thing)}
    elif isinstance(thing, dict):
        thing = {key: bits(value) for key, value in thing.items()}
    elif isinstance(thing, (list, tuple)):
        thing = [bits(one) for one in thing]
    return thing


PARTS = (
    "field", "markers", "test_markers", "learner_mark", "earlier", "line_plot", "caption", "legend",
    "card", "controls", "tree", "search", "formulas", "table", "curves", "gallery",
)  # fmt: skip


def scene_bits(scene: Any) -> dict[str, Any]:
    """Write all parts of a scene, to compare two of them."""
    return {part: bits(getattr(scene, part)) for part in PARTS}
