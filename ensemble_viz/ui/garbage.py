"""Garbage is looked for by the thread of the window alone.

What Qt owns must be freed by the thread it lives in. Python looks for garbage in whichever thread
happens to make objects; in another one it would pull timers and widgets from under the window.
Nor may Python look by itself when the window is gone: the worker may still be at its last job.
"""

import gc

from PySide6.QtCore import QObject, QTimer

PAUSE = 100  # milliseconds from one look to the next


class Garbage(QObject):
    """Looks for garbage in the thread it is made in, as often as Python would."""

    def __init__(self, parent: QObject) -> None:
        """Stop Python from looking by itself, from now on."""
        super().__init__(parent)
        gc.disable()
        self._clock = QTimer(self, interval=PAUSE)
        self._clock.timeout.connect(collect_due)
        self._clock.start()


def collect_due() -> None:
    """Collect the oldest generation that has had its number; then the younger ones with it."""
    due = [k for k, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
           if count > most > 0]  # fmt: skip
    if due:
        gc.collect(due[-1])
