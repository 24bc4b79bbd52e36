"""Opens the program as a person does, prints the time when its canvas is painted, and closes it.

A process of its own: it loads nothing that the program does not load.
"""

import sys
import time

from ensemble_viz.cli import main

# Qt is loaded behind it, as when the program starts
# isort: split
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QTimer


class Watched(QtWidgets.QApplication):
    """The application; once it runs, it looks for the first picture."""

    def exec(self) -> int:
        """Run until there is a picture."""
        self.installEventFilter(self)
        return super().exec()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Find the first paint inside of the canvas; the others of that turn are waited for."""
        if event.type() == QEvent.Type.Paint and is_in_canvas(watched):
            self.removeEventFilter(self)
            QTimer.singleShot(0, self.end)
        return False

    def end(self) -> None:
        """Say when, and how much CPU it took; then close."""
        sys.stdout.write(f"{time.time()} {time.process_time()}\n")
        sys.stdout.flush()
        self.closeAllWindows()
        self.quit()


def is_in_canvas(watched: QObject | None) -> bool:
    """Say whether something is the canvas, or in it."""
    while watched is not None and watched.objectName() != "canvas":
        watched = watched.parent()
    return watched is not None


QtWidgets.QApplication = Watched
sys.exit(main([]))
