"""The command `theory`: the demonstrations of the lecture notes, as figures."""

import argparse
import json
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ensemble_viz.cli.figure_options import add_print
from ensemble_viz.cli.requests import STANDARD, add_output, add_points, output, setup_number, whole
from ensemble_viz.cli.speech import Progress
from ensemble_viz.cli.theory_material import gives_points, material_of, method_of, parted
from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Figures, Material

FORMAT, VERSION = "ensemble-viz-theory", 1
WIDTH = 92

HELP = """\
Show a demonstration of the lecture notes in figures: on its own example, or on points and a run of
yours; or its picture. Without a name all of them are listed.
"""
EXAMPLES = """\
  its picture, for a slide:
      PROGRAM theory votes --set n=101 --style slide --out votes.png
  all demonstrations with their settings:
      PROGRAM theory
  21 independent classifiers, each wrong with probability 0.3:
      PROGRAM theory votes --set n=21 --set p=0.3
  a weighted soft vote, for a program:
      PROGRAM theory vote-table --set "shares=.9 .1; .8 .2; .3 .7" --set "weights=.2 .3 .5" --format json
  on points and a run of yours; what stands before --method is set for the demonstration:
      PROGRAM theory committee --sample surface:n=60,test=200 --set where=test --method bagging --set rounds=30
"""  # noqa: E501 - lines that can be typed as they stand


class _Assign(argparse.Action):
    """Keeps with each setting whether the method was named before it."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse calls it so
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        where = "set_before" if namespace.method is None else "set_after"
        setattr(namespace, where, [*getattr(namespace, where), str(values)])


def show(arguments: argparse.Namespace) -> None:
    """Write the list, or the figures of a demonstration; or draw its picture."""
    form = _picture_form(arguments)
    if form:
        _draw(arguments, form)
        return
    lines = _list(arguments) if arguments.name is None else _figures(arguments)
    text = list(lines)
    with output(arguments.out) as out:
        out.writelines(f"{line}\n" for line in text)


def _picture_form(arguments: argparse.Namespace) -> str:
    """Name what the file is, where its ending is that of a figure; "": it is text."""
    if arguments.out in (None, STANDARD) or arguments.name is None:
        return ""
    from ensemble_viz.export.figure import FORMS

    form = Path(arguments.out).suffix.lower().removeprefix(".")
    if form in FORMS and arguments.format is not None:
        raise Refusal(f"--format {arguments.format} is text, and {arguments.out} is a picture")
    return form if form in FORMS else ""


def _draw(arguments: argparse.Namespace, form: str) -> None:
    from ensemble_viz.export.publishing import publish_theory
    from ensemble_viz.export.styles import Medium, sized
    from ensemble_viz.scene.theory import ShownTheory

    one = theory.demonstration(arguments.name)
    medium = Medium(arguments.style or "paper", dpi=arguments.dpi)
    medium = sized(medium, arguments.width, arguments.height)
    drawn = publish_theory(ShownTheory(one.name, *_shown(one, arguments)), medium, form)
    with output(arguments.out, binary=True) as out:
        out.write(drawn)


def add_theory(parser: argparse.ArgumentParser) -> None:
    """Take what a demonstration is asked with."""
    names = textwrap.fill(", ".join(theory.names()), WIDTH, break_on_hyphens=False)
    parser.description = f"{HELP}\nThere are {names}."
    parser.add_argument("name", nargs="?", help="a demonstration; none: the list of all")
    add_points(parser, required=False)
    parser.add_argument("--method", metavar="NAME", help="what is trained, see `methods`")
    parser.add_argument(
        "--set",
        action=_Assign,
        metavar="NAME=VALUE",
        help="a setting: before --method of the demonstration, after it of the method",
    )
    parser.add_argument("--seed", type=whole, help="what chance depends on (0)")
    parser.add_argument(
        "--setup", type=setup_number, metavar="K", help="which setup of a session, from 1"
    )
    parser.add_argument("--format", choices=("text", "json"), help="for people, or for programs")
    files = "instead of standard output (-); one that ends in .png, .svg, .pdf or .pgf is a picture"
    add_output(parser, required=False, what=files)
    add_print(parser)
    parser.set_defaults(command=show, set_before=[], set_after=[])


def _list(arguments: argparse.Namespace) -> Iterator[str]:
    """List every demonstration with every setting."""
    from ensemble_viz.cli.listing import demonstration_dict

    if arguments.set_before or arguments.set_after or gives_points(arguments) or arguments.method:
        raise Refusal("settings, points and a method belong to a demonstration: name one of them")
    known = theory.demonstrations()
    if arguments.format == "json":
        yield json.dumps([demonstration_dict(one) for one in known.values()], indent=1)
        return
    for name, one in known.items():
        yield f"{name}: {one.summary}"
        yield f"  ({theory.chapter_of(name)}; {_shown_on(one)})"
        for field in one.params.fields():
            yield f"  {field.name} = {field.text(field.default)}  ({field.range})"
            yield f"      {field.setting.help}"


def _shown_on(one: Demonstration) -> str:
    """Say what it can be shown on."""
    if one.takes == "nothing":
        return "settings only"
    what = "points" if one.takes == "points" else f"a run, like {one.method}"
    return f"{what}; its own: {one.sample or 'its settings'}"


def _figures(arguments: argparse.Namespace) -> Iterator[str]:
    one = theory.demonstration(arguments.name)
    settings, figures = _shown(one, arguments)
    if arguments.format == "json":
        found = {"name": one.name, "settings": settings, "figures": figures}
        yield json.dumps({"format": FORMAT, "version": VERSION, **found}, indent=1, allow_nan=False)
        return
    yield from _text(one, settings, figures)


def _shown(one: Demonstration, arguments: argparse.Namespace) -> tuple[dict[str, Any], Figures]:
    """Compute a demonstration: its settings, and its figures."""
    own, of_method = parted(one, arguments, method_of(one, arguments))
    params = one.params.from_texts(own)
    material = material_of(one, arguments, of_method)
    if material is not None and gives_points(arguments):
        _refuse_decided(one, own)
    figures = _computed(one, params, material)
    return one.settings_shown(params, material), figures


def _computed(one: Demonstration, params: Params, material: Material | None) -> dict[str, Any]:
    """Compute the figures, to the last; say how far they are where that takes long."""
    report = Progress(params.values().get("sets", 0), "training set")
    figures: dict[str, Any] = {}
    for figures in one.refined(params, material):
        if "sets" in figures:
            report(figures["sets"])
    return figures


def _refuse_decided(one: Demonstration, own: dict[str, str]) -> None:
    for name in one.decided:
        if name in own:
            raise Refusal(f"--set {name}: on points of yours it is what they say; leave it out")


def _text(one: Demonstration, settings: dict[str, Any], figures: dict[str, Any]) -> Iterator[str]:
    """Write the figures for people, with what they mean."""
    from ensemble_viz.scene.theory import ShownTheory, one_line

    short = partial(one_line, write="{:.10g}".format)
    shown = ShownTheory(one.name, settings, figures)
    yield shown.words.headline
    yield ""
    for sentence in shown.words.explanation:
        yield from textwrap.wrap(sentence, WIDTH)
        yield ""
    yield from (f"  {name} = {short(value)}" for name, value in settings.items())
    yield ""
    for name, value in figures.items():
        yield f"{name}: {short(value)}"
        meaning = shown.words.figures.get(name, "")
        yield from textwrap.wrap(meaning, WIDTH, initial_indent="    ", subsequent_indent="    ")
    for sentence in shown.sentences:
        yield ""
        yield from textwrap.wrap(sentence, WIDTH)
