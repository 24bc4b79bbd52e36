"""What Qt for Python does at every import is left out, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START = """
import linecache
from ensemble_viz.cli import main
from PySide6 import QtWidgets

class Closed(QtWidgets.QApplication):
    def exec(self):
        return 0

QtWidgets.QApplication = Closed
assert main([]) == 0
print(*linecache.cache, sep="\\n")
"""
SNAKE = """
from ensemble_viz.ui.display import read_no_sources
read_no_sources()
from __feature__ import snake_case
from PySide6.QtCore import QObject
QObject().set_object_name("asked for")
"""


def printed(program, folder):
    variables = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder),
                              "XDG_DATA_HOME": str(folder)}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_no_source_is_read_while_the_window_is_loaded(tmp_path):
    read = [Path(path) for path in printed(START, tmp_path)]
    ours = {path.name for path in read if "ensemble_viz" in path.parts}
    assert ours <= {"display.py"}  # which comes before it is left out
    assert [path for path in read if "pyqtgraph" in path.parts] == []


def test_who_asks_for_a_feature_of_qt_still_gets_it(tmp_path):
    assert printed(SNAKE, tmp_path) == []
