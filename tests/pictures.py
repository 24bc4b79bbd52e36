"""Makes the pictures of the README, by window and command: python -m tests.pictures [FOLDER].

Not a test: it is run by hand when the window looks different, and needs no display.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz import cli
from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window
from tests.screens import offscreen

FOLDER = Path(__file__).resolve().parents[1] / "assets"
SETTLED = 0.7  # seconds after which nothing glides and every formula is typeset
PICTURES: dict[str, dict[str, Any]] = {
    "adaboost": {
        "sample": "moons:n=60,noise=0.25,seed=9,test=400",
        "method": "adaboost",
        "view": View.of(moment=Moment(7, 4), pinned=Focus(point=38)),
    },
    "boosting": {
        "sample": "sine:n=60,outliers=3,test=400",
        "method": "gradient-boosting",
        "settings": {"learning_rate": 0.5},
        "view": View.of(moment=Moment(3, 2), pinned=Focus(point=44)),
    },
    "forest": {
        "sample": "blobs:n=60,noise=0.7,test=400",
        "method": "random-forest",
        "settings": {"rounds": 100},
        "seed": 1,
        "view": View.of(moment=Moment(12, 4), pinned=Focus(point=42), palette="dark"),
    },
    "side-by-side": {
        "sample": "moons:n=100,noise=0.3,seed=3,test=400",
        "method": "bagging",
        "view": View.of(moment=Moment(10, 5), layers=Layers(parting=True, earlier=False)),
        "actions": ("add_setup", "next_setup", "beside"),
    },
    "projector": {
        "sample": "moons:n=60,noise=0.25,seed=9",
        "method": "adaboost",
        "view": View.of(moment=Moment(7, 4)),
        "actions": ("projector",),
    },
}
MOONS = ("--session", str(FOLDER / "moons.ensemble"))
FIGURES = {
    "strip.png": (*MOONS, "--what", "strip", "--rounds", "1,2,3,5,10,50", "--width", "17.5cm",
                  "--dpi", "160"),
    "column.png": (*MOONS, "--round", "7", "--width", "8.5cm", "--dpi", "160"),
    "column-grey.png": (*MOONS, "--round", "7", "--width", "8.5cm", "--style", "grey",
                        "--dpi", "160"),
}  # fmt: skip
"""What `render` is asked, by the file it writes."""


def take(
    sample: str,
    method: str,
    view: View,
    settings: dict[str, Any] | None = None,
    seed: int = 0,
    actions: tuple[str, ...] = (),
) -> Window:
    """Open a window at a moment, and let it settle."""
    chosen, options = parse_sample(sample)
    params = methods.method(method).params.from_values(settings or {})
    setup = Setup(method, params, seed)
    document = Document(chosen.build(**options), (setup,), chosen.title, source=sample)
    nothing = QSettings(tempfile.mktemp(suffix=".ini"), QSettings.Format.IniFormat)
    window = Window(Session(document, view), nothing)
    window.resize(1280, 800)
    window.show()
    for action in actions:
        window.named[action].trigger()
    settle(window)
    return window


def settle(window: Window) -> None:
    """Wait until everything is learned, typeset and at rest."""
    until, formulas = time.monotonic() + SETTLED, window.parts.formulas.picture
    while (
        window.session.is_learning
        or time.monotonic() < until
        or (formulas.isVisible() and not formulas.is_set)
    ):
        QTest.qWait(5)


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    os.environ["QT_QPA_PLATFORM"] = offscreen(Path(tempfile.mkdtemp()), 1280, 800)
    app = QApplication([])
    app.setStyle("Fusion")
    for name, how in PICTURES.items():
        window = take(**how)
        window.grab().save(str(folder / f"{name}.png"))
        window.hide()  # to close it would ask whether to save the points
    for file, asked in FIGURES.items():
        cli.main(["render", *asked, "--out", str(folder / file)])


if __name__ == "__main__":
    main()
