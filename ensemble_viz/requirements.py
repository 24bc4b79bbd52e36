"""What a start needs: packages, and libraries of the system. The standard library is enough here.

main.py asks before anything is installed, so nothing but Python may be imported.
"""

import ctypes
import importlib.metadata
import os
import re
import sys
from collections.abc import Iterable, Mapping
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path

COMPARE = {">=": ge, "<=": le, ">": gt, "<": lt, "==": eq, "!=": ne}
Limits = list[tuple[str, str]]

# what the loader looks for: the package of Debian that has it
QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
XCB = (
    "cursor0", "icccm4", "image0", "keysyms1", "randr0", "render0", "render-util0",
    "shape0", "shm0", "sync1", "util1", "xfixes0", "xkb1",
)  # fmt: skip
X11_LIBRARIES = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    **{f"libxcb-{name[:-1]}.so.{name[-1]}": f"libxcb-{name}" for name in XCB},
}


def parse_requirement(text: str) -> tuple[str, Limits, Limits]:
    """Read "name[extra]>=1,<2; python_version < '3.12'" as (name, limits, limits on Python)."""
    wanted, _, marker = text.partition(";")
    name = re.match(r"[\w.-]*", wanted)
    limit = r"([<>=!]=?)\s*['\"]?([\d.]+)"
    return name.group() if name else "", re.findall(limit, wanted), re.findall(limit, marker)


def meets(version: str, limits: Limits) -> bool:
    """Tell whether a version is within all limits."""
    pairs = [(sign, _key(version, sign), _key(limit, sign)) for sign, limit in limits]
    return all(COMPARE[sign](key, wanted) for sign, key, wanted in pairs)


def misfits(requirements: Iterable[str], path: list[str]) -> list[str]:
    """List what is not met by the distributions on the path, and what these need but is broken."""
    python, unmet, texts = "{}.{}".format(*sys.version_info), [], list(requirements)
    asked = len(texts)
    for number, text in enumerate(texts):  # it grows by what is found
        name, limits, on_python = parse_requirement(text)
        found = list(importlib.metadata.distributions(name=name, path=path))
        whole = next(filter(_is_whole, found), None)
        if whole and (not limits or meets(whole.version, limits)):  # to read a version takes time
            head = (whole.read_text("METADATA") or "").partition("\n\n")[0]
            needed = re.findall(r"(?m)^Requires-Dist: ([\w.-]+)[^;\n]*$", head)
            texts += [name for name in needed if name not in texts]
        elif meets(python, on_python) and (found or number < asked):
            unmet.append(text)
    return unmet


def needed_libraries(extra: str | None, arguments: list[str]) -> dict[str, str]:
    """Name what a start needs, and the packages; a sub-command (trace, methods) needs nothing."""
    is_command = re.match("(?!open$)[a-z][a-z-]*$|-h$|--help$|--version$", " ".join(arguments[:1]))
    platform, wayland, x11 = map(os.environ.get, ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"))
    is_window = not is_command and (platform or wayland or x11)  # else it says: no display
    if not sys.platform.startswith("linux") or not (extra or is_window):
        return {}
    needs_x11 = not extra and x11 and (platform or wayland or "xcb").startswith("xcb")
    return QT_LIBRARIES | X11_LIBRARIES if needs_x11 else QT_LIBRARIES


def missing_libraries(libraries: Mapping[str, str]) -> list[str]:
    """List the libraries that the loader does not find."""
    return [name for name in libraries if not _loads(name)]


def _loads(name: str) -> bool:
    try:
        return bool(ctypes.CDLL(name))
    except OSError:
        return False


def _key(version: str, sign: str) -> tuple[list[int], int]:
    """Make versions comparable as pip does: 6.12rc1 comes before 6.12, but is not < 6.12."""
    release, _, suffix = re.sub(r"^([\d.]*)([^+]*).*", r"\1 \2", version).partition(" ")
    numbers = [int(number) for number in release.split(".") if number]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    side = -1 if re.match("a|b|rc|dev", suffix) else int(bool(suffix))
    return numbers, 0 if sign in "<>" else side


def _is_whole(found: importlib.metadata.Distribution) -> bool:
    """Tell whether a distribution still has its metadata, and every folder that it came with."""
    lines = (found.read_text("RECORD") or "").split("\n")
    firsts = {line.partition("/")[0] for line in lines}
    tops = {first.partition(",")[0].strip('"') for first in firsts} - {"..", "__pycache__"}
    there = (Path(str(found.locate_file(top))).exists() for top in tops)
    return bool(found.read_text("METADATA")) and all(there)
