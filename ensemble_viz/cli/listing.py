"""The commands `methods` and `samples`: what there is, for people and for programs."""

import argparse
import json
from typing import Any

from ensemble_viz.cli.speech import show
from ensemble_viz.engine import methods
from ensemble_viz.engine.samples import SAMPLES
from ensemble_viz.export.catalogue import method_dict, sample_dict

METHODS_HELP = """\
List the methods with their settings: what each is called, its default, its range and its help.
"""
SAMPLES_HELP = """\
List the samples with their options, written as `--sample` takes them.
"""


def list_methods(arguments: argparse.Namespace) -> None:
    """List every method with every setting."""
    known = methods.methods()
    if arguments.name is not None:
        known = {arguments.name: methods.method(arguments.name)}
    if arguments.format == "json":
        show(json.dumps([method_dict(method) for method in known.values()], indent=1))
        return
    for method in known.values():
        show(f"{method.name}: {method.summary}")
        for field in method.params.fields():
            show(f"  {field.name} = {_text(field.default)}  ({field.range})")
            show(f"      {field.setting.help}")


def list_samples(arguments: argparse.Namespace) -> None:
    """List the samples with their options."""
    if arguments.format == "json":
        show(json.dumps([sample_dict(sample) for sample in SAMPLES.values()], indent=1))
        return
    for sample in SAMPLES.values():
        options = ", ".join(f"{option.name}={option.default}" for option in sample.options)
        show(f"{sample.name}  ({sample.task}; {options or 'no options'})\n      {sample.summary}")


def add_lists(commands: Any, **look: Any) -> None:
    """Take what the lists are asked with; `look` is how their help is written."""
    for name, about, command in (
        ("methods", METHODS_HELP, list_methods),
        ("samples", SAMPLES_HELP, list_samples),
    ):
        listing = commands.add_parser(
            name, help=about.splitlines()[0], description=about, **look
        )  # fmt: skip
        listing.add_argument(
            "--format", choices=("text", "json"), default="text", help="for people, or for programs"
        )
        listing.set_defaults(command=command)
        if name == "methods":
            listing.add_argument("name", nargs="?", help="one method only")


def _text(value: Any) -> str:
    return "none" if value is None else str(value)
