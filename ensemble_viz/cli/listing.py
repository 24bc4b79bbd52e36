"""The commands `methods` and `samples`: what there is, for people and for programs."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from ensemble_viz.cli.requests import add_output, output
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import SAMPLES, Sample
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.settings import Field
from ensemble_viz.engine.theory import Demonstration, chapter_of


def method_dict(method: Method) -> dict[str, Any]:
    """Describe a method with its settings."""
    return {
        "name": method.name,
        "title": method.title,
        "summary": method.summary,
        "tasks": list(method.tasks),
        "settings": [field_dict(field) for field in method.params.fields()],
    }


def demonstration_dict(demonstration: Demonstration) -> dict[str, Any]:
    """Describe a demonstration with its settings."""
    return {
        "name": demonstration.name,
        "title": demonstration.title,
        "summary": demonstration.summary,
        "chapter": chapter_of(demonstration.name),
        "takes": demonstration.takes,
        "sample": demonstration.sample or None,
        "method": demonstration.method or None,
        "refines": demonstration.refines,
        "settings": [field_dict(field) for field in demonstration.params.fields()],
    }


def field_dict(field: Field) -> dict[str, Any]:
    """Describe a setting: type, default, range or choices, help and symbol."""
    setting = field.setting
    return {
        "name": field.name,
        "label": setting.label,
        "type": _type(field),
        "optional": field.optional,
        "default": field.default,
        "low": setting.low,
        "low_excluded": setting.above,
        "high": setting.high,
        "choices": list(field.choices) or None,
        "words": list(field.words) or None,
        "aliases": dict(setting.aliases) or None,
        "help": setting.help,
        "symbol": setting.symbol,
    }


def _type(field: Field) -> str:
    if field.setting.items is not None:
        return "list"
    return "choice" if field.choices else field.kind.__name__


def sample_dict(sample: Sample) -> dict[str, Any]:
    """Describe a sample with its options."""
    return {
        "name": sample.name,
        "title": sample.title,
        "task": sample.task,
        "summary": sample.summary,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "low": option.low,
                "high": option.high,
                "help": option.help,
            }
            for option in sample.options
        ],
    }


METHODS_HELP = """\
List the methods with their settings: what each is called, its default, its range and its help.
"""
SAMPLES_HELP = """\
List the samples with their options, written as `--sample` takes them.
"""


METHODS_EXAMPLES = """\
  one method, and all of them for a program:
      PROGRAM methods adaboost
      PROGRAM methods --format json --out methods.json
"""
SAMPLES_EXAMPLES = """\
  for people, and for a program:
      PROGRAM samples
      PROGRAM samples --format json
"""


def show(arguments: argparse.Namespace) -> None:
    """Write the lines of a list."""
    lines = list(arguments.lines(arguments))
    with output(arguments.out) as out:
        out.writelines(f"{line}\n" for line in lines)


def method_lines(arguments: argparse.Namespace) -> Iterator[str]:
    """List every method with every setting."""
    known = methods.methods()
    if arguments.name is not None:
        known = {arguments.name: methods.method(arguments.name)}
    if arguments.format == "json":
        yield json.dumps([method_dict(method) for method in known.values()], indent=1)
        return
    for method in known.values():
        yield f"{method.name}: {method.summary}"
        for field in method.params.fields():
            yield f"  {field.name} = {_text(field.default)}  ({field.range})"
            yield f"      {field.setting.help}"


def sample_lines(arguments: argparse.Namespace) -> Iterator[str]:
    """List the samples with their options."""
    if arguments.format == "json":
        yield json.dumps([sample_dict(sample) for sample in SAMPLES.values()], indent=1)
        return
    for sample in SAMPLES.values():
        options = ", ".join(f"{option.name}={option.default}" for option in sample.options)
        yield f"{sample.name}  ({sample.task}; {options or 'no options'})\n      {sample.summary}"


def add_methods(parser: argparse.ArgumentParser) -> None:
    """Take what the list of methods is asked with."""
    parser.add_argument("name", nargs="?", help="one method only")
    _add_list(parser)
    parser.set_defaults(lines=method_lines)


def add_samples(parser: argparse.ArgumentParser) -> None:
    """Take what the list of samples is asked with."""
    _add_list(parser)
    parser.set_defaults(lines=sample_lines)


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="for people, or for programs"
    )
    add_output(parser, required=False, what="instead of standard output (-)")
    parser.set_defaults(command=show)


def _text(value: Any) -> str:
    return "none" if value is None else str(value)
