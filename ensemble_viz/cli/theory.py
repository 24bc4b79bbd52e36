"""The command `theory`: the demonstrations of the lecture notes, as figures."""

import argparse
import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from ensemble_viz.cli.requests import (
    add_output,
    add_points,
    data_of,
    output,
    settings_of,
    whole,
)
from ensemble_viz.cli.speech import Progress
from ensemble_viz.engine import methods, theory
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Drawn, Material

FORMAT, VERSION = "ensemble-viz-theory", 1
WIDTH = 92
MOST_SHOWN = 12  # entries of a list, in text

HELP = """\
Show a demonstration of the lecture notes in figures: on its own example, or on points and a run of
yours. Without a name all of them are listed.
"""
EXAMPLES = """\
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
        """Take one setting."""
        where = "set_before" if namespace.method is None else "set_after"
        setattr(namespace, where, [*getattr(namespace, where), str(values)])


def show(arguments: argparse.Namespace) -> None:
    """Write the list, or the figures of a demonstration."""
    lines = _list(arguments) if arguments.name is None else _figures(arguments)
    text = list(lines)
    with output(arguments.out) as out:
        out.writelines(f"{line}\n" for line in text)


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
    parser.add_argument("--seed", type=whole, default=0, help="what chance depends on (0)")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="for people, or for programs"
    )
    add_output(parser, required=False, what="instead of standard output (-)")
    parser.set_defaults(command=show, set_before=[], set_after=[])


def _list(arguments: argparse.Namespace) -> Iterator[str]:
    """List every demonstration with every setting."""
    from ensemble_viz.export.catalogue import demonstration_dict

    if arguments.set_before or arguments.set_after or _gives_points(arguments) or arguments.method:
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
    """Compute a demonstration."""
    one = theory.demonstration(arguments.name)
    own, of_method = _parted(one, arguments)
    params = one.params.from_texts(own)
    material = _material(one, arguments, of_method)
    if material is not None and _gives_points(arguments):
        _refuse_decided(one, own)
    figures = _computed(one, params, material)
    settings = one.settings_shown(params, material)
    if arguments.format == "json":
        found = {"name": one.name, "settings": settings, "figures": figures}
        yield json.dumps({"format": FORMAT, "version": VERSION, **found}, indent=1, allow_nan=False)
        return
    yield from _text(one, settings, figures)


def _computed(one: Demonstration, params: Params, material: Material | None) -> dict[str, Any]:
    """Compute the figures, to the last; say how far they are where that takes long."""
    report = Progress(params.values().get("sets", 0), "training set")
    figures: dict[str, Any] = {}
    for figures in one.refined(params, material):
        if "sets" in figures:
            report(figures["sets"])
    return figures


def _gives_points(arguments: argparse.Namespace) -> bool:
    return arguments.data is not None or arguments.sample is not None


def _parted(
    one: Demonstration, arguments: argparse.Namespace
) -> tuple[dict[str, str], dict[str, str]]:
    """Deal the settings out: before --method to the demonstration, behind it to the method.

    A name that only one of them has may stand anywhere.
    """
    method = arguments.method or one.method
    known = _names(one.params), _names(methods.method(method).params) if method else set()
    parted: tuple[dict[str, str], dict[str, str]] = {}, {}
    for behind, texts in enumerate((arguments.set_before, arguments.set_after)):
        for name, value in settings_of(texts).items():
            place = behind
            if name not in known[behind] and name in known[1 - behind]:
                place = 1 - behind
            parted[place][name] = value
    return parted


def _names(params: type[Params]) -> set[str]:
    return {field.name for field in params.fields()}


def _material(
    one: Demonstration, arguments: argparse.Namespace, settings: dict[str, str]
) -> Material | None:
    """Read points and train the method, as far as they are asked for; else take the example."""
    seeded = bool(arguments.seed) and one.takes == "run"
    trains = arguments.method is not None or bool(settings) or seeded
    if one.takes == "nothing" and (trains or _gives_points(arguments)):
        raise Refusal(f"{one.name} has settings only: it takes no points and no method")
    if not _gives_points(arguments):
        for name in ("test_data", "columns", "task"):
            if getattr(arguments, name) is not None:
                raise Refusal(f"--{name.replace('_', '-')}: no points are read; see --data")
        drawn = one.example
        if trains and drawn is None:
            raise Refusal(f"{one.name} needs points for a method; name them by --sample or --data")
        data = None if drawn is None else drawn.build()
    else:
        drawn, data = None, data_of(arguments)
        if arguments.sample is not None and arguments.test_data is None:
            drawn = Drawn(*parse_sample(arguments.sample))
    run = _run(one, arguments, (data, settings)) if trains and data is not None else None
    return one.material(data, run, drawn)


def _run(
    one: Demonstration, arguments: argparse.Namespace, asked: tuple[Dataset, dict[str, str]]
) -> Run:
    """Start the method; train it to its end, if the demonstration looks at rounds."""
    data, texts = asked
    chosen = methods.method(arguments.method or one.method)
    given = chosen.params.from_texts(texts).values()
    usual = {} if arguments.method else one.method_settings
    params = chosen.params.from_values({**usual, **{name: given[name] for name in texts}})
    run = Run(data, chosen, params, arguments.seed)
    if one.takes == "run":
        report = Progress(params.values()["rounds"])
        while run.advance():
            report(len(run))
    return run


def _refuse_decided(one: Demonstration, own: dict[str, str]) -> None:
    for name in one.decided:
        if name in own:
            raise Refusal(f"--set {name}: on points of yours it is what they say; leave it out")


def _text(one: Demonstration, settings: dict[str, Any], figures: dict[str, Any]) -> Iterator[str]:
    """Write the figures for people, with what they mean."""
    from ensemble_viz.scene.theory import words_of

    words = words_of(one.name)
    yield words.headline if words is not None else one.title
    yield ""
    for sentence in words.explanation if words is not None else (one.summary,):
        yield from textwrap.wrap(sentence, WIDTH)
        yield ""
    yield from (f"  {name} = {_short(value)}" for name, value in settings.items())
    yield ""
    meanings = {} if words is None else words.figures
    for name, value in figures.items():
        yield f"{name}: {_short(value)}"
        if name in meanings:
            yield from textwrap.wrap(meanings[name], WIDTH, initial_indent="    ",
                                     subsequent_indent="    ")  # fmt: skip
    for sentence in words.sentences(settings, figures) if words is not None else ():
        yield ""
        yield from textwrap.wrap(sentence, WIDTH)


def _short(value: Any) -> str:
    """Write a figure in one line; of long lists the first entries."""
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, dict):
        return _several([f"{key}: {_short(own)}" for key, own in value.items()])
    if isinstance(value, list | tuple):
        return _several([_short(own) for own in value])
    said = value is None or isinstance(value, bool)
    return {None: "none", True: "yes", False: "no"}[value] if said else str(value)


def _several(parts: list[str]) -> str:
    if not parts:
        return "none"
    more = f", … ({len(parts)})" if len(parts) > MOST_SHOWN else ""
    return ", ".join(f"[{part}]" if ", " in part else part for part in parts[:MOST_SHOWN]) + more
