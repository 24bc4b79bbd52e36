"""Points to begin with: the tables of the notes, and shapes that a seed draws.

    sample("moons", n=60, noise=0.1)                     # the points
    chosen, options = parse_sample("moons:n=60,seed=3")  # the sample and all its options, checked
    chosen.build(**options)                              # its points

Commas part the options, and the first = parts an option from its value; what stands in brackets or
quotes belongs to the value: "rule:rule=x2 >= max(x1, 0),n=200".

Saved lessons name a sample, its options and a seed: what these stand for must never change.
"""

import reprlib
from typing import Any

from ensemble_viz.engine.data.dataset import Dataset
from ensemble_viz.engine.data.lists import split_list
from ensemble_viz.engine.data.refusal import Refusal
from ensemble_viz.engine.data.samples.chance import flip_labels
from ensemble_viz.engine.data.samples.declaration import Option, Sample, TextOption, Value
from ensemble_viz.engine.data.samples.registry import LARGEST_SEED, SAMPLES

__all__ = [
    "LARGEST_SEED",
    "SAMPLES",
    "Option",
    "Sample",
    "TextOption",
    "Value",
    "flip_labels",
    "parse_sample",
    "sample",
]


def sample(name: str, /, **options: Any) -> Dataset:
    """Make the points of a sample; an option that is not given has its default."""
    return _find(name).build(**options)


def parse_sample(text: str) -> tuple[Sample, dict[str, Value]]:
    """Read "name:option=value,…": the sample that is meant, and all its options for `build`."""
    name, colon, rest = text.partition(":")
    chosen = _find(name.strip())
    given: dict[str, Value] = {}
    for item in split_list(rest) if colon else []:
        key, equals, value = (part.strip() for part in item.partition("="))
        if not key or not equals:
            hint = f"options are written like {name.strip()}:n=100,seed=3"
            raise Refusal(f"Sample '{chosen.name}' cannot read {reprlib.repr(item)}: {hint}")
        if key in given:
            raise Refusal(f"Sample '{chosen.name}' is given the option {key} twice")
        given[key] = chosen.option(key).parse(value)
    return chosen, chosen.resolve(**given)


def _find(name: str) -> Sample:
    """Find a sample by its name, or by the title that the window shows: Hill and hollow."""
    titles = {sample.title.lower(): sample.name for sample in SAMPLES.values()}
    name = titles.get(name.lower().replace("-", " "), name)
    if name not in SAMPLES:
        raise Refusal.of_word("Unknown sample", name, SAMPLES)
    return SAMPLES[name]
