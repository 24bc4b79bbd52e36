"""Demonstrations on paper, and the list of them."""

from dataclasses import replace
from typing import Any

from ensemble_viz.engine.data.samples import Sample
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.settings import Field
from ensemble_viz.engine.theory import Demonstration, chapter_of
from ensemble_viz.export.figure import About, printed, steady
from ensemble_viz.export.paper_type import printable
from ensemble_viz.export.styles import Medium
from ensemble_viz.scene.picture.charts import headed
from ensemble_viz.scene.theory import ShownTheory


def publish_theory(shown: ShownTheory, medium: Medium, form: str) -> bytes:
    """Draw the charts of a demonstration as the bytes of a file."""
    words = About(printable(shown.title), printable(shown.description))
    with steady():
        drawn = headed(shown.headline, shown.plots, medium.layout, medium.palette)
        if medium.transparent:
            drawn = replace(drawn, ground=0)
        return printed(drawn, form, medium.how, words)


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
