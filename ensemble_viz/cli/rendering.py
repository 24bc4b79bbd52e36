"""The command `render`: the canvas at a moment, as a PNG or SVG file, without Qt or a display."""

import argparse
import re
from typing import TYPE_CHECKING, Any

from ensemble_viz.cli.requests import (
    STANDARD,
    add_output,
    add_request,
    data_of,
    output,
    reach,
    settings_of,
    title_of,
    whole,
)
from ensemble_viz.cli.speech import Progress
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.runs import Run

if TYPE_CHECKING:  # loaded when a figure is wanted, so that the other commands start at once
    from ensemble_viz.document.look import Layers
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
  a step inside a round, for another program:
      PROGRAM render --sample ten-points --method adaboost --step weights --format svg -o -
"""
WHAT = ("canvas", "tree", "search", "curves", "gallery")
PALETTES = ("light", "dark", "projector", "projector-dark")
SWITCH = {"on": True, "off": False}


def render(arguments: argparse.Namespace) -> None:
    """Draw the canvas of a run into a file."""
    from ensemble_viz.document.document import Document, Setup
    from ensemble_viz.export.figure import FigureLayout, draw, form_of
    from ensemble_viz.scene.lens import Lens
    from ensemble_viz.scene.scene import Scene
    from ensemble_viz.scene.stage import Stage
    from ensemble_viz.scene.view import View

    form = form_of(arguments.out, arguments.format, arguments.out == STANDARD)
    sheet = FigureLayout(
        arguments.size, arguments.scale, arguments.caption, arguments.key, arguments.what
    )
    layers = layers_of(arguments.layers)
    method = methods.method(arguments.method)
    params = method.params.from_texts(settings_of(arguments.set))
    data = data_of(arguments)
    run = Run(data, method, params, arguments.seed)
    moment = moment_of(run, arguments.round, arguments.step)
    view = View.of(moment=moment, layers=layers, palette=arguments.palette,
                relative_to=arguments.relative_to)  # fmt: skip
    document = Document(data, (Setup(method.name, params, arguments.seed),), title(arguments))
    lens = Lens(run)
    while arguments.what == "curves" and lens.measure():
        pass
    drawn = draw(Scene(Stage(document, lens, view)), form, sheet)
    with output(arguments.out, binary=True) as out:
        out.write(drawn)


def add_render(parser: argparse.ArgumentParser) -> None:
    """Take what a figure is asked with."""
    add_request(parser)
    add_output(parser, required=True, what="a file that ends in .png or .svg (-: standard output)")
    parser.add_argument(
        "--format", choices=("png", "svg"), help="what standard output is given (png)"
    )
    parser.add_argument("--round", type=whole, help="the round that is shown (the last)")
    parser.add_argument("--step", metavar="KEY", help="a step of the round, as weights (the last)")
    parser.add_argument(
        "--size", type=_size, default=(1280, 800), metavar="1280x800", help="in pixels at 96 dpi"
    )
    parser.add_argument(
        "--scale", type=_scale, default=1.0, metavar="1…8", help="by what a PNG has more pixels (1)"
    )
    parser.add_argument("--palette", choices=PALETTES, default="light", help="colours (light)")
    parser.add_argument(
        "--layers",
        default="",
        metavar="misses=off,surface=hard",
        help="what is drawn, and what not",
    )
    parser.add_argument(
        "--relative-to", choices=("uniform", "largest"), default="uniform",
        help="what weights are measured by: 1/n, or the largest (uniform)",
    )  # fmt: skip
    parser.add_argument(
        "--what", default="canvas", metavar="|".join(WHAT), help="what is drawn (canvas)"
    )
    parser.add_argument("--caption", action="store_true", help="write above it what happened")
    parser.add_argument("--no-key", dest="key", action="store_false", help="leave out the key")
    parser.set_defaults(command=render)


def moment_of(run: Run, t: int | None, step: str | None) -> "Moment":
    """Compute the rounds up to a moment, and find it."""
    from ensemble_viz.document.where import START, Moment
    from ensemble_viz.scene.steps import steps

    report = Progress(run.last if t is None else t)
    if t is None:
        while run.advance():
            report(len(run))
    else:
        reach(run, t, report)
    last = len(run) if t is None else t
    if not last:
        if step is not None:
            raise Refusal(f"--step {step[:40]}: there are no steps before the first round")
        return START
    keys = [each.key for each in steps(run, last)]
    if step is not None and step not in keys:
        raise Refusal(f"--step {step[:40]!r}: the steps of round {last} are {', '.join(keys)}")
    return Moment(last, keys.index(step) + 1 if step is not None else len(keys))


def layers_of(text: str) -> "Layers":
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
    return Layers(**chosen)


def title(arguments: argparse.Namespace) -> str:
    """Call the figure by the points it is drawn from."""
    return arguments.sample or title_of(arguments.data)


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"\s*([0-9]{1,5})\s*[x×]\s*([0-9]{1,5})\s*", text)
    if sides is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no size like 1280x800")
    return int(sides[1]), int(sides[2])


def _scale(text: str) -> float:
    if not re.fullmatch(r"\s*[0-9]{1,3}(\.[0-9]{1,6})?\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no scale from 1 to 8")
    return float(text)
