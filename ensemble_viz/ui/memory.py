"""What the program remembers from one start to the next: the window, the look, the layers."""

from dataclasses import fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from ensemble_viz.document.look import SCALES, SURFACES, Layers, Look

MOST_RECENT = 8  # files
LAYOUT = 3  # raised when docks are added or renamed: an older state would not fit
Stand = tuple[QByteArray, QByteArray]
"""Size and place of a window, and how its docks stand."""


def settings() -> QSettings:
    return QSettings("ensemble_viz", "ensemble_viz")


def keep_look(memory: QSettings, look: Look) -> None:
    for layer in fields(Layers):
        memory.setValue(f"layers/{layer.name}", getattr(look.layers, layer.name))
    memory.setValue("view/dark", look.palette.endswith("dark"))
    for part in ("small_steps", "fractions", "scale"):
        memory.setValue(f"view/{part}", getattr(look, part))


def recall_look(memory: QSettings) -> Look:
    """Look at things as before; what is not known, or damaged, has its default."""
    layers: dict[str, Any] = {}
    for layer in fields(Layers):
        key, default = f"layers/{layer.name}", layer.default
        if layer.name == "surface":
            word = memory.value(key, default, type=str)
            layers[layer.name] = word if word in SURFACES else default
        else:
            layers[layer.name] = memory.value(key, default, type=bool)
    scale = memory.value("view/scale", 1.0, type=float)
    return Look(
        layers=Layers(**layers),
        palette="dark" if memory.value("view/dark", False, type=bool) else "light",
        small_steps=bool(memory.value("view/small_steps", True, type=bool)),
        fractions=bool(memory.value("view/fractions", False, type=bool)),
        scale=scale if isinstance(scale, float) and scale in SCALES else 1.0,
    )


def stand(window: QMainWindow) -> Stand:
    return window.saveGeometry(), window.saveState(LAYOUT)


def keep_window(memory: QSettings, stand: Stand, wide: bool) -> None:
    """Remember how a window stands, and its docks in one as wide."""
    geometry, docks = stand
    memory.setValue("window/geometry", geometry)
    memory.setValue(_docks_key(wide), docks)


def recall_geometry(memory: QSettings, window: QMainWindow) -> bool:
    """Put size and place back; False where there was nothing to put back."""
    geometry = memory.value("window/geometry")
    return isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)


def recall_docks(memory: QSettings, window: QMainWindow, wide: bool) -> bool:
    """Put the docks back as they stood in a window as wide; False where none is remembered."""
    docks = memory.value(_docks_key(wide))
    return isinstance(docks, QByteArray) and window.restoreState(docks, LAYOUT)


def _docks_key(wide: bool) -> str:
    return f"window/{'wide' if wide else 'narrow'} docks"


def recent(memory: QSettings) -> list[Path]:
    """List the files used last, the latest first, as far as they are there."""
    found = memory.value("files/recent", [])
    names = found if isinstance(found, list) else [found]  # a list of one comes back as a text
    paths = [Path(name) for name in names if isinstance(name, str) and name]
    return [path for path in paths if path.is_file()][:MOST_RECENT]


def add_recent(memory: QSettings, path: Path) -> None:
    path = path.absolute()
    others = [other for other in recent(memory) if other != path]
    memory.setValue("files/recent", [str(one) for one in (path, *others)][:MOST_RECENT])
