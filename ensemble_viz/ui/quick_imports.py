"""Imports that read no sources.

Qt for Python follows every import: it reads the source of each module, ours or not, to see whether
the name PySide6 is in it, for the sake of a feature that modules have to ask for (`__feature__`).
Nobody asks here. Without it the window is there a tenth sooner, and the sources of some hundred
modules are not kept in memory.
"""

import sys
from importlib import import_module

FOLLOWER = "shibokensupport.feature"
READS = "_mod_uses_pyside"


def read_no_sources() -> None:
    """Let modules be imported without a look at their sources; another Qt may not look at all."""
    import_module("PySide6.QtCore")  # it begins to follow imports
    follower = sys.modules.get(FOLLOWER)
    if hasattr(follower, READS):
        setattr(follower, READS, uses_no_feature)


def uses_no_feature(_module: object) -> bool:
    """Answer for a module that did not ask for a feature: names in Qt are what they are."""
    return False
