"""The command `render`: figures as PNG, SVG, PDF and PGF, tables as text; no Qt, no display."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from ensemble_viz.cli.figure_options import add_figure, layers_of
from ensemble_viz.cli.requests import (
    STANDARD,
    data_of,
    output,
    reach,
    settings_of,
    title_of,
)
from ensemble_viz.cli.speech import Progress
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import Run

if TYPE_CHECKING:  # loaded when a figure is wanted, so that the other commands start at once
    from ensemble_viz.document.where import Moment
    from ensemble_viz.export.publishing import Order
    from ensemble_viz.export.styles import Medium
    from ensemble_viz.scene.stage import Stage

HELP = """\
Train a method and draw a figure of it: a PNG for slides, an SVG for the web, a PDF or PGF for
papers; tables and formulas as .csv, .md or .tex, too. Areas and positions are exact; the same
request gives the same bytes. With --width or --style no word lies on a point; without them it is
the canvas as it would be in the window.
"""
EXAMPLES = """\
  a figure for a column of a paper:
      PROGRAM render --sample moons --method adaboost --round 7 --width 8.5cm -o round-7.pdf
  six rounds side by side, across both columns, for a black-and-white print:
      PROGRAM render --sample moons --method adaboost --what strip --rounds 1,2,3,5,10,50 \\
          --width 17.5cm --style grey -o strip.pdf
  the steps of a round on a slide:
      PROGRAM render --sample ten-points --method adaboost --what strip --steps --round 2 \\
          --style slide -o steps.png
  the points with their numbers, for LaTeX:
      PROGRAM render --sample ten-points --method adaboost --round 1 --what table -o round-1.tex
  your own points as the window shows them, twice as many pixels, without what came before:
      PROGRAM render --data points.csv --method tree --scale 2 --layers earlier=off -o tree.png
"""
IN_PRINT = ("width", "height", "dpi", "type", "style", "font")


def render(arguments: argparse.Namespace) -> None:
    """Draw a figure of a run into a file."""
    from ensemble_viz.export.texts import FORMS as TEXTS
    from ensemble_viz.export.texts import form_of

    form = form_of(arguments.out, arguments.format, arguments.out == STANDARD)
    medium = medium_of(arguments)
    stage = stage_of(arguments, medium)
    if form in TEXTS:
        drawn = _text(arguments, stage, form)
    elif arguments.what in ("rounds", "point", "formulas"):
        raise Refusal(f"--what {arguments.what} is text: the file ends in .csv, .md or .tex")
    elif medium is None:
        drawn = _window(arguments, stage, form)
    else:
        from ensemble_viz.export.publishing import publish

        drawn = publish(order_of(arguments, stage, medium), form)
    with output(arguments.out, binary=True) as out:
        out.write(drawn)


def add_render(parser: argparse.ArgumentParser) -> None:
    """Take what a figure is asked with."""
    add_figure(parser)
    parser.set_defaults(command=render)


# --- what was asked for ---------------------------------------------------------------------------


def medium_of(arguments: argparse.Namespace) -> "Medium | None":
    """Put together what a figure is made for; None: it is to be as in the window."""
    printed = any(getattr(arguments, name) is not None for name in IN_PRINT)
    printed |= arguments.what != "canvas" or bool(arguments.range) or arguments.transparent
    printed |= not (arguments.labels and arguments.ticks) or arguments.rounds is not None
    if not (printed or arguments.steps):
        return None
    from ensemble_viz.export.styles import SCREEN, Medium, sized
    from ensemble_viz.scene.picture import Parts

    parts = Parts(arguments.key, arguments.labels, arguments.ticks, arguments.caption)
    width, height, dpi = arguments.width, arguments.height, arguments.dpi
    if arguments.size is not None:
        width, height = (f"{side}px" for side in arguments.size)
        dpi = dpi or SCREEN * arguments.scale
    medium = Medium(arguments.style or "paper", dpi=dpi, type=arguments.type,
                    family=arguments.font or "sans", transparent=arguments.transparent,
                    parts=parts, ranges=arguments.range)  # fmt: skip
    return sized(medium, width, height)


def stage_of(arguments: argparse.Namespace, medium: "Medium | None") -> "Stage":
    """Learn up to the moment that is asked for, and look at it."""
    from ensemble_viz.document.document import Document, Setup
    from ensemble_viz.document.where import Focus
    from ensemble_viz.scene.lens import Lens
    from ensemble_viz.scene.stage import Stage
    from ensemble_viz.scene.view import View

    layers = layers_of(arguments.layers)
    method = methods.method(arguments.method)
    params = method.params.from_texts(settings_of(arguments.set))
    data = data_of(arguments)
    if medium is not None and medium.style == "grey" and "surface" not in arguments.layers:
        layers = replace(layers, surface="hard" if data.classes is not None else "soft")
    run = Run(data, method, params, arguments.seed)
    last = max(arguments.rounds) if arguments.rounds else arguments.round
    moment = moment_of(run, last, arguments.step)
    palette = arguments.palette or ("light" if medium is None else medium.palette)
    pinned = Focus()
    if arguments.point is not None:
        if not 1 <= arguments.point <= len(data):
            raise Refusal(f"--point {arguments.point}: there are points 1 to {len(data)}")
        pinned = Focus(point=arguments.point - 1)
    view = View.of(moment=moment, layers=layers, palette=palette, pinned=pinned,
                   relative_to=arguments.relative_to)  # fmt: skip
    document = Document(data, (Setup(method.name, params, arguments.seed),), title(arguments))
    return Stage(document, Lens(run), view)


def order_of(arguments: argparse.Namespace, stage: "Stage", medium: "Medium") -> "Order":
    """Say what is to be drawn, of which moments."""
    from ensemble_viz.document.where import Moment
    from ensemble_viz.export.publishing import Order
    from ensemble_viz.scene.steps import whole as whole_round

    what, run = arguments.what, stage.run
    if arguments.rounds is not None and arguments.steps:
        raise Refusal("--rounds and --steps: a strip is of rounds, or of the steps of one")
    if (arguments.rounds or arguments.steps) and what == "canvas":
        what = "strip"
    moments: tuple[Moment, ...] = ()
    if arguments.steps:
        moments = tuple(Moment(stage.round, k + 1) for k in range(len(stage.steps)))
    elif arguments.rounds:
        moments = tuple(whole_round(run, t) for t in arguments.rounds)
    elif what == "strip":
        raise Refusal("--what strip: of which rounds? --rounds 1,2,3,10, or --steps")
    return Order(stage, medium, what, moments, arguments.steps)


def _window(arguments: argparse.Namespace, stage: "Stage", form: str) -> bytes:
    """Draw the canvas as the window shows it."""
    from ensemble_viz.export.figure import Sheet, draw
    from ensemble_viz.scene.scene import Scene

    size = arguments.size or (1280, 800)
    sheet = Sheet(size, arguments.scale, arguments.caption, arguments.key)
    return draw(Scene(stage), form, sheet)


def _text(arguments: argparse.Namespace, stage: "Stage", form: str) -> bytes:
    from ensemble_viz.export.texts import text

    return text(stage, arguments.what, form).encode()


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
    if step is not None and step.isdigit() and 1 <= int(step) <= len(keys):
        return Moment(last, int(step))
    if step is not None and step not in keys:
        raise Refusal(f"--step {step[:40]!r}: the steps of round {last} are {', '.join(keys)}")
    return Moment(last, keys.index(step) + 1 if step is not None else len(keys))


def title(arguments: argparse.Namespace) -> str:
    """Call the figure by the points it is drawn from, as the window does."""
    if arguments.sample is not None:
        return parse_sample(arguments.sample)[0].title
    return title_of(arguments.data)
