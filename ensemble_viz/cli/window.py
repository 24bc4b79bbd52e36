"""The window: opened when no command is given, or by `open` with points and a method of one's own.

Qt is loaded only behind the question whether there is a display at all.
"""

import argparse
import gc
from typing import TYPE_CHECKING

from ensemble_viz.cli.requests import STANDARD, add_moment, add_points, add_setup
from ensemble_viz.cli.speech import Progress, program, say
from ensemble_viz.engine.data import Refusal

if TYPE_CHECKING:  # loaded with the window
    from ensemble_viz.document.session_file import Saved

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
  what was saved, at another round:
      PROGRAM open --session lecture.ensemble --round 3
"""
FIRST_SAMPLE = "ten-points"


def open_first(_arguments: argparse.Namespace) -> int:
    """Open the window as it opens for everybody."""
    return _open(None, None)


def open_document(arguments: argparse.Namespace) -> int:
    """Open the window with what was asked for."""
    if arguments.setup == "all":
        raise Refusal("--setup all: one setup is in front; name its number")
    if (arguments.data, arguments.sample, arguments.session) == (None, None, None):
        arguments.sample = FIRST_SAMPLE
    return _open(saved_of_window(arguments), arguments.session)


def saved_of_window(arguments: argparse.Namespace) -> "Saved":
    """Put together what is to be opened, at its moment."""
    from ensemble_viz.cli.documents import at_moment, front_of, moment_of, saved_of

    saved = saved_of(arguments)
    if arguments.round is None and arguments.step is None:
        return saved
    t = saved.where.moment.round if arguments.round is None else arguments.round
    k, run = front_of(saved, arguments, t)
    return at_moment(saved, k, moment_of(run, t, arguments.step, Progress(t)))


def add_window(parser: argparse.ArgumentParser) -> None:
    """Take what a document is made of."""
    add_points(parser, required=False)
    add_setup(parser)
    parser.set_defaults(needs_method=False)
    add_moment(parser, without="0")
    parser.set_defaults(command=open_document)


def _open(saved: "Saved | None", path: str | None) -> int:
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
    from ensemble_viz.ui.display import read_no_sources

    read_no_sources()
    from ensemble_viz.ui.app import run  # Qt

    return run(saved, None if path in (None, STANDARD) else path)
