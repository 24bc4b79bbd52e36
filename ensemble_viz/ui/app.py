"""The program with a window: makes it, shows it, and says what goes wrong instead of dying."""

import ctypes
import gc
import signal
import sys
import traceback
from pathlib import Path
from types import TracebackType

import numpy as np
from PySide6.QtCore import QObject, QSettings, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QStyleFactory

from ensemble_viz.document.document import Change, Document, first_setup
from ensemble_viz.document.session_file import Saved
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.ui import memory
from ensemble_viz.ui.look.icons import app_icon
from ensemble_viz.ui.recovery import Store, recovery_folder
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window

FIRST_SAMPLE, FIRST_TITLE, FIRST_METHOD = "ten-points", "Ten points", "adaboost"

YOUNG = 20_000  # objects more than before: a run of a hundred rounds has some thousand
ARENA_MAX = -8  # glibc's number for the setting: how many heaps there may be
MAXIMIZED, FULL = Qt.WindowState.WindowMaximized, Qt.WindowState.WindowFullScreen
TITLE_BAR = 40  # pixels: it is not there before the window is
LARGEST_PIECE = 31 * 2**20  # bytes; of larger ones nothing is kept


def first_document() -> Document:
    """Begin with the ten points of the lecture notes, before the first round of AdaBoost."""
    setup = first_setup(FIRST_METHOD)
    return Document(sample(FIRST_SAMPLE), (setup,), FIRST_TITLE, source=FIRST_SAMPLE)


def run(saved: Saved | None = None, path: str | None = None) -> int:
    """Open the window, on a session that may be in a file, and stay until it is closed."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("ensemble_viz")
    app.setStyle(QStyleFactory.create("Fusion"))
    app.setWindowIcon(app_icon())
    window = window_on(saved, path, memory.settings())
    sys.excepthook = Reporter(window).report
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program
    open_on(window, window.screen().availableSize())
    spare_memory()
    window.safety.start(Store(recovery_folder()))
    return app.exec()


def window_on(saved: Saved | None, path: str | None, kept: QSettings) -> Window:
    """Make the window of a session that may be in a file; its look is the file's then."""
    look = memory.recall_look(kept)
    saved = saved or Saved(first_document(), look=look)
    session = Session(saved.document, View(saved.where, saved.look if path else look))
    window = Window(session, kept)
    if path is not None:
        window.files.path = Path(path)
        session.tell(Change.TITLE)
    return window


def open_on(window: Window, room: QSize) -> None:
    """Show a window on a screen with so much room: it fills one that is too small for it."""
    is_small = window.width() > room.width() or window.height() + TITLE_BAR > room.height()
    window.setWindowState(MAXIMIZED if is_small else window.windowState() & ~FULL)
    if window.session.view.look.projector.is_on:
        window.screen_fill.fill()
    window.show()


def spare_memory() -> None:
    """Ask the system for memory, and look for garbage, less often: both cost time in every frame.

    The C library keeps freed memory for later, up to the size of the largest piece it saw freed;
    and what the window is made of is no garbage, however often one looks.
    """
    np.empty(LARGEST_PIECE, dtype=np.uint8)
    share_heap()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


def share_heap() -> None:
    """Let both threads take memory from the same heap: else each would keep what it has freed."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):  # glibc
        libc.mallopt(ARENA_MAX, 1)


class Reporter(QObject):
    """Shows an error that nobody caught: the work is kept, and the program goes on."""

    reported = Signal(str)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._known: set[tuple[type, str, str, int]] = set()
        # later: what failed may be in the middle of painting, or in another thread
        self.reported.connect(window.notice.say, Qt.ConnectionType.QueuedConnection)

    def report(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Write the trace to stderr, and its last line where people look; the same one once."""
        place = traceback.extract_tb(trace)[-1:]
        key = (kind, str(error), *((place[0].filename, place[0].lineno or 0) if place else ("", 0)))
        if key in self._known:
            return
        self._known.add(key)
        traceback.print_exception(kind, error, trace)
        if issubclass(kind, Exception):
            self.reported.emit(f"Something went wrong: {error}. Your points are kept.")
