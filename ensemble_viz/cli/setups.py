"""Setups in one word: random-forest(rounds=60, seed=3)."""

from ensemble_viz.document.document import Setup
from ensemble_viz.engine.runs import read_setup, split_list


def setups_of(text: str) -> tuple[Setup, ...]:
    """Read several setups, parted by commas."""
    return tuple(setup_of(part) for part in split_list(text))


def setup_of(text: str) -> Setup:
    """Read a method, its settings and its seed."""
    method, params, seed = read_setup(text)
    return Setup(method.name, params, seed)
