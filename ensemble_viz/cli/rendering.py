"""The command `render`: figures as PNG, SVG, PDF and PGF, tables as text; no Qt, no display."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ensemble_viz.cli.documents import front_of, moment_of, run_of, saved_of
from ensemble_viz.cli.figure_options import add_figure, layers_of
from ensemble_viz.cli.requests import STANDARD, output
from ensemble_viz.cli.speech import Progress
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.runs import Run

if TYPE_CHECKING:  # loaded when a figure is wanted, so that the other commands start at once
    from ensemble_viz.document.look import Look
    from ensemble_viz.document.session_file import Saved
    from ensemble_viz.document.where import Moment
    from ensemble_viz.export.publishing import Order
    from ensemble_viz.export.styles import Medium
    from ensemble_viz.scene.beside.side_by_side import SideBySide
    from ensemble_viz.scene.moment.stage import Stage
    from ensemble_viz.scene.scene import Scene

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
  what was saved in the window, as it was:
      PROGRAM render --session lecture.ensemble -o lecture.png
"""
IN_PRINT = ("width", "height", "dpi", "type", "style", "font")


def render(arguments: argparse.Namespace) -> None:
    """Draw a figure of a run into a file."""
    from ensemble_viz.export.texts import FORMS as TEXTS
    from ensemble_viz.export.texts import form_of
    from ensemble_viz.scene.scene import Scene

    form = form_of(arguments.out, arguments.format, arguments.out == STANDARD)
    medium = medium_of(arguments)
    stage, beside = stage_of(arguments, medium), None
    if arguments.setup is None and len(stage.document.setups) > 1:
        beside = beside_of(stage)
    if form in TEXTS:
        drawn = _text(arguments, stage, form)
    elif arguments.what == "rounds":
        raise Refusal("--what rounds is text: the file ends in .csv, .md or .tex")
    elif medium is None:
        drawn = _window(arguments, Scene(stage, beside=beside), form)
    else:
        from ensemble_viz.export.publishing import publish

        drawn = publish(replace(order_of(arguments, stage, medium), beside=beside), form)
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
    from ensemble_viz.export.styles import INCH, SCREEN, Medium, sized
    from ensemble_viz.scene.picture import Parts

    parts = Parts(arguments.key, arguments.labels, arguments.ticks, arguments.caption)
    width, height, dpi = arguments.width, arguments.height, arguments.dpi
    if arguments.size is not None:
        unit = INCH / (dpi or SCREEN)
        width, height = (f"{side * unit:.4f}pt" for side in arguments.size)
        dpi = dpi or SCREEN * arguments.scale
    medium = Medium(arguments.style or "paper", dpi=dpi, type=arguments.type,
                    family=arguments.font or "sans", transparent=arguments.transparent,
                    parts=parts, ranges=arguments.range)  # fmt: skip
    return sized(medium, width, height)


def stage_of(arguments: argparse.Namespace, medium: "Medium | None") -> "Stage":
    """Learn up to the moment that is asked for, and look at it."""
    from ensemble_viz.document.where import Focus
    from ensemble_viz.scene.moment.lens import Lens
    from ensemble_viz.scene.moment.stage import Stage
    from ensemble_viz.scene.moment.view import View

    switches = layers_of(arguments.layers)
    saved = saved_of(arguments)
    t = max(arguments.rounds) if arguments.rounds else arguments.round
    if t is None and arguments.session is not None:
        t = saved.where.moment.round
    k, run = front_of(saved, arguments, t)
    if medium is not None and medium.style == "grey":
        switches = {"surface": "hard" if run.data.classes is not None else "soft"} | switches
    where = replace(saved.where, setup=k, moment=_moment(run, saved, arguments))
    if arguments.point is not None:
        if not 1 <= arguments.point <= len(run.data):
            raise Refusal(f"--point {arguments.point}: there are points 1 to {len(run.data)}")
        where = replace(where, pinned=Focus(point=arguments.point - 1))
    look = _look(saved.look, arguments, switches)
    if medium is not None and arguments.palette is None:
        look = replace(look, palette=medium.palette)
    return Stage(saved.document, Lens(run), View(where, look))


def _moment(run: Run, saved: "Saved", arguments: argparse.Namespace) -> "Moment":
    """Find the moment that is asked for: that of a session, else the end of the run."""
    from ensemble_viz.scene.moment.steps import nearest

    t = max(arguments.rounds) if arguments.rounds else arguments.round
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


def order_of(arguments: argparse.Namespace, stage: "Stage", medium: "Medium") -> "Order":
    """Say what is to be drawn, of which moments."""
    from ensemble_viz.document.where import Moment
    from ensemble_viz.export.publishing import Order
    from ensemble_viz.scene.moment.steps import whole as whole_round

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


def beside_of(stage: "Stage") -> "SideBySide":
    """Put all setups of a session side by side, each learned as far as it is shown."""
    from ensemble_viz.scene.beside.side_by_side import SideBySide
    from ensemble_viz.scene.moment.lens import Lens

    front, document = stage.where.setup, stage.document
    lenses = [
        stage.lens if k == front else Lens(run_of(document, k)) for k in range(len(document.setups))
    ]
    return SideBySide(document, lenses, stage.view)


def _window(arguments: argparse.Namespace, scene: "Scene", form: str) -> bytes:
    """Draw the canvas as the window shows it."""
    from ensemble_viz.export.figure import FigureLayout, draw

    size = arguments.size or (1280, 800)
    sheet = FigureLayout(size, arguments.scale, arguments.caption, arguments.key)
    return draw(scene, form, sheet)


def _text(arguments: argparse.Namespace, stage: "Stage", form: str) -> bytes:
    from ensemble_viz.export.texts import text

    return text(stage, arguments.what, form).encode()
