"""The command `render`: the canvas at a moment, as a PNG or SVG file, without Qt or a display."""

import argparse
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ensemble_viz.cli.documents import moment_of, number_of, run_of, saved_of
from ensemble_viz.cli.requests import STANDARD, add_moment, add_output, add_request, output
from ensemble_viz.cli.speech import Progress
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.runs import Run

if TYPE_CHECKING:  # loaded when a figure is wanted, so that the other commands start at once
    from ensemble_viz.document.look import Look
    from ensemble_viz.document.session_file import Saved
    from ensemble_viz.document.where import Moment

HELP = """\
Train a method and draw the canvas at a round, as it would be in the window: a PNG for slides, an
SVG for papers. Areas and positions are exact; the same request gives the same bytes.
"""
EXAMPLES = """\
  the canvas after round 7, to be put on a slide:
      PROGRAM render --sample moons --method adaboost --round 7 -o round-7.svg
  your own points, twice as many pixels, without what came before:
      PROGRAM render --data points.csv --method tree --scale 2 --layers earlier=off -o tree.png
  what was saved in the window, as it was:
      PROGRAM render --session lecture.ensemble -o lecture.png
  a step inside a round, for another program:
      PROGRAM render --sample ten-points --method adaboost --step weights --format svg -o -
"""
PALETTES = ("light", "dark", "projector", "projector-dark")
SWITCH = {"on": True, "off": False}


def render(arguments: argparse.Namespace) -> None:
    """Draw the canvas of a run into a file."""
    from ensemble_viz.export.figure import Sheet, draw, form_of
    from ensemble_viz.scene.lens import Lens
    from ensemble_viz.scene.scene import Scene
    from ensemble_viz.scene.stage import Stage
    from ensemble_viz.scene.view import View

    form = form_of(arguments.out, arguments.format, arguments.out == STANDARD)
    sheet = Sheet(arguments.size, arguments.scale, arguments.caption, arguments.key)
    switches = layers_of(arguments.layers)
    saved = saved_of(arguments)
    run = run_of(saved.document, k := number_of(saved, arguments))
    moment = _moment(run, saved, arguments)
    look = _look(saved.look, arguments, switches)
    view = View(replace(saved.where, setup=k, moment=moment), look)
    drawn = draw(Scene(Stage(saved.document, Lens(run), view)), form, sheet)
    with output(arguments.out, binary=True) as out:
        out.write(drawn)


def add_render(parser: argparse.ArgumentParser) -> None:
    """Take what a figure is asked with."""
    add_request(parser)
    add_output(parser, required=True, what="a file that ends in .png or .svg (-: standard output)")
    parser.add_argument(
        "--format", choices=("png", "svg"), help="what standard output is given (png)"
    )
    add_moment(parser)
    parser.add_argument(
        "--size", type=_size, default=(1280, 800), metavar="1280x800", help="in pixels at 96 dpi"
    )
    parser.add_argument(
        "--scale", type=_scale, default=1.0, metavar="1…8", help="by what a PNG has more pixels (1)"
    )
    parser.add_argument("--palette", choices=PALETTES, help="colours (light)")
    parser.add_argument(
        "--layers",
        default="",
        metavar="misses=off,surface=hard",
        help="what is drawn, and what not",
    )
    parser.add_argument(
        "--relative-to", choices=("uniform", "largest"),
        help="what weights are measured by: 1/n, or the largest (uniform)",
    )  # fmt: skip
    parser.add_argument("--caption", action="store_true", help="write above it what happened")
    parser.add_argument("--no-key", dest="key", action="store_false", help="leave out the key")
    parser.set_defaults(command=render)


def _moment(run: Run, saved: "Saved", arguments: argparse.Namespace) -> "Moment":
    """Find the moment that is asked for: that of a session, else the end of the run."""
    from ensemble_viz.scene.steps import nearest

    t = arguments.round
    if t is None and arguments.session is not None:
        there = nearest(run, saved.where.moment)
        if arguments.step is None:
            return there
        t = there.round
    return moment_of(run, t, arguments.step, Progress(run.last if t is None else t))


def _look(look: "Look", arguments: argparse.Namespace, switches: dict[str, Any]) -> "Look":
    """Look as a session does, but for what is said otherwise."""
    named = {name: getattr(arguments, name) for name in ("palette", "relative_to")}
    said = {name: value for name, value in named.items() if value is not None}
    return replace(look, layers=replace(look.layers, **switches), **said)


def layers_of(text: str) -> dict[str, Any]:
    """Read switches, written name=on, name=off, surface=hard."""
    from ensemble_viz.document.look import SURFACES, Layers

    chosen: dict[str, Any] = {}
    for switch in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = switch.partition("=")
        if name not in Layers.__slots__:
            raise Refusal(f"--layers {name[:40]!r}: there are {', '.join(Layers.__slots__)}")
        allowed = SURFACES if name == "surface" else tuple(SWITCH)
        if value not in allowed:
            raise Refusal(f"--layers {name}={value[:40]}: one of {', '.join(allowed)}")
        chosen[name] = SWITCH[value] if value in SWITCH and name != "surface" else value
    return chosen


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"\s*([0-9]{1,5})\s*[x×]\s*([0-9]{1,5})\s*", text)
    if sides is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no size like 1280x800")
    return int(sides[1]), int(sides[2])


def _scale(text: str) -> float:
    if not re.fullmatch(r"\s*[0-9]{1,3}(\.[0-9]{1,6})?\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no scale from 1 to 8")
    return float(text)
