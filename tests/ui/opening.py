"""The real program: opens a file, takes every method to its end, and quits; for test_guard.

A line on stdout says how far it came; errors go where the program writes them.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from ensemble_viz.document import edits
from ensemble_viz.engine.methods import methods
from ensemble_viz.ui import app
from ensemble_viz.ui.window import Window

PAUSE = 20  # milliseconds, in which everything is painted


class Walk(QObject):
    """Does one thing after the other, whenever nothing is being learned."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.todo = [name for method in methods() for name in (method, "first", "forward", "last")]
        self.ends = 0
        self.clock = QTimer(self, interval=PAUSE)
        self.clock.timeout.connect(self.go_on)
        self.clock.start()

    def go_on(self) -> None:
        (window,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, Window)]
        if self.path is not None:
            window.named["points"].trigger()
            window.named["figures"].trigger()
            window.files.ask.points = lambda reader, _adds: (reader.finish(), False)
            window.files.take_points(self.path)
            self.path = None
        elif window.session.is_learning:
            return
        elif self.todo:
            name = self.todo.pop(0)
            if name in methods():
                window.session.edit("Method", edits.choose_method, 0, name)
            else:
                window.named[name].trigger()
                self.ends += name == "last"
        else:
            self.clock.stop()
            sys.stdout.write(f"{self.ends} methods, {len(window.session.document.data)} points")
            window.files.ask.leave = lambda *_asked: "discard"
            window.close()


def main() -> int:
    QApplication(sys.argv[:1])
    walk = Walk(Path(sys.argv[1]))
    code = app.run()
    walk.clock.stop()
    return code


if __name__ == "__main__":
    sys.exit(main())
