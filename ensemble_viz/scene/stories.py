"""The words of a story, one module for each; it is loaded when that story is first told.

A window begins with one method, and what the others say would hold up its first picture.
"""

from functools import cache
from importlib import import_module
from typing import Any


@cache
def telling(room: str, story: str) -> Any:
    """Give the module of a package of `scene` that tells a story: second-order, second_order.py."""
    return import_module(f"{__package__}.{room}.{story.replace('-', '_')}")
