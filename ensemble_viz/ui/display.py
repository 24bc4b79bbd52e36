"""Is there a screen? Asked before Qt is loaded, which would abort where there is none.

Imports that read no sources. Qt for Python follows every import: it reads the source of each
module, ours or not, to see whether the name PySide6 is in it, for the sake of a feature that
modules have to ask for (`__feature__`). Nobody asks here. Without it the window is there a tenth
sooner, and the sources of some hundred modules are not kept in memory.
"""

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

NO_DISPLAY = 3  # the exit code


def missing_display(environment: Mapping[str, str] = os.environ) -> str:
    """Say why no window can be opened; nothing where one can."""
    if not sys.platform.startswith("linux") or _is_without_screen(environment):
        return ""
    if _wayland_answers(environment):
        return ""
    display = environment.get("DISPLAY", "")
    if not display:
        return "there is no display"
    return "" if _x_server_answers(display) else f"the display {display} does not answer"


def _is_without_screen(environment: Mapping[str, str]) -> bool:
    """Say whether Qt is told to draw without a screen: offscreen, minimal, vnc …"""
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    return platform not in ("", "xcb", "wayland", "wayland-egl")


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    """Try the socket of a Wayland compositor, unless X11 is asked for."""
    name = environment.get("WAYLAND_DISPLAY", "")
    if not name or environment.get("QT_QPA_PLATFORM", "").startswith("xcb"):
        return False
    path = Path(environment.get("XDG_RUNTIME_DIR", "/")) / name
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as attempt:
        try:
            attempt.connect(str(path))
        except OSError:
            return False
    return True


def _x_server_answers(display: str) -> bool:
    """Let libxcb knock: it knows sockets, hosts and permissions."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # nothing to ask with: main.py has named the library before
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)]
    for function in (xcb.xcb_connection_has_error, xcb.xcb_disconnect):
        function.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    try:
        return not xcb.xcb_connection_has_error(connection)
    finally:
        xcb.xcb_disconnect(connection)


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
