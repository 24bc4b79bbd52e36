"""The window: opened when no command is given, or by `open` with points and a method of one's own.

Qt is loaded only behind the question whether there is a display at all.
"""

import argparse
import gc
from typing import TYPE_CHECKING, Any

from ensemble_viz.cli.requests import add_points, add_setup, data_of, settings_of, title_of
from ensemble_viz.cli.speech import program, say
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import parse_sample

if TYPE_CHECKING:  # loaded with the window
    from ensemble_viz.document.document import Document

HELP = """\
Open the window with points and a method of your own; without any, with the ten points of the
lecture notes and AdaBoost.
"""
EXAMPLES = """\
  the ten points of the lecture notes with a method of your own:
      PROGRAM open --method gradient-boosting --set learning_rate=0.5
  a sample with points that are never learned from:
      PROGRAM open --sample moons:n=60,test=400 --method random-forest
  your own points (columns x1, x2, class):
      PROGRAM open --data points.csv
"""
FIRST_SAMPLE = "ten-points"
FIRST_METHOD = "adaboost"


def open_first(_arguments: argparse.Namespace) -> int:
    """Open the window as it opens for everybody."""
    return _open(None)


def open_document(arguments: argparse.Namespace) -> int:
    """Open the window with what was asked for."""
    return _open(document_of(arguments))


def add_window(parser: argparse.ArgumentParser) -> None:
    """Take what a document is made of."""
    add_points(parser, required=False)
    add_setup(parser, required=False)
    parser.set_defaults(command=open_document)


def document_of(arguments: argparse.Namespace) -> "Document":
    """Put points and method together."""
    from ensemble_viz.document.document import Document, Setup, first_setup
    from ensemble_viz.document.edits import able_setup

    if arguments.data is None and arguments.sample is None:
        arguments.sample = FIRST_SAMPLE
    data = data_of(arguments)
    name = arguments.method or able_setup(first_setup(FIRST_METHOD), data).method
    method = methods.method(name)
    methods.refuse(method, data)
    params = method.params.from_texts(settings_of(arguments.set))
    setup = Setup(name, params, arguments.seed)
    known: dict[str, Any] = {"title": title_of(arguments.data or "")}
    if arguments.sample is not None:
        known = {"title": parse_sample(arguments.sample)[0].title, "source": arguments.sample}
    return Document(data, (setup,), **known)


def _open(document: "Document | None") -> int:
    """Open the window, unless there is nothing to open it on."""
    from ensemble_viz.ui.display import NO_DISPLAY, missing_display

    missing = missing_display()
    if missing:
        say(
            f"ensemble-viz: {missing}, so no window can be opened; `{program()} render --out "
            "plot.png --sample ten-points --method adaboost` draws without one"
        )
        return NO_DISPLAY
    gc.disable()  # nothing that is loaded now is garbage; later the window looks for it
    from ensemble_viz.ui.quick_imports import read_no_sources

    read_no_sources()
    from ensemble_viz.ui.app import run  # Qt

    return run(document)
