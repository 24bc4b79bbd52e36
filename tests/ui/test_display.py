"""Where there is no screen, one line says so before Qt could abort the process."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ensemble_viz.ui.display import missing_display

ROOT = Path(__file__).resolve().parents[2]
only_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland")


@only_linux
def test_no_display_is_said():
    assert missing_display({}) == "there is no display"


@only_linux
def test_a_display_that_does_not_answer_is_named():
    assert "the display :987 does not answer" in missing_display({"DISPLAY": ":987"})


@only_linux
@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc:port=5900"])
def test_without_a_screen_on_purpose_nothing_is_missing(platform):
    assert missing_display({"QT_QPA_PLATFORM": platform}) == ""


@only_linux
def test_a_wayland_socket_must_answer(tmp_path):
    variables = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert "there is no display" in missing_display(variables)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "wayland-9"))
        server.listen()
        assert missing_display(variables) == ""
        assert missing_display(variables | {"QT_QPA_PLATFORM": "xcb"})


@only_linux
def test_the_program_ends_with_3_and_one_line():
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    ended = subprocess.run(
        [sys.executable, "-m", "ensemble_viz"],
        check=False, cwd=ROOT, env=kept, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 3
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.startswith("ensemble-viz: there is no display, so no window can be opened; ")
    assert "`python -m ensemble_viz render --out plot.png" in line
