"""Doing things as a person does: from within an event loop."""

from PySide6.QtCore import QEventLoop, QTimer


def in_turn(act):
    """Do something from within an event loop, as a person does: what is let go of is freed."""
    loop = QEventLoop()

    def turn():
        try:
            act()
        finally:
            QTimer.singleShot(0, loop.quit)

    QTimer.singleShot(0, turn)
    loop.exec()
