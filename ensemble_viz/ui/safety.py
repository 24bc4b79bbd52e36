"""Keeps the work of a window safe while it is not saved, and offers what was left."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMenu, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.document.session_file import Saved
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.numbers import counted
from ensemble_viz.ui import memory
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.commands.files import FileCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.list_menu import ListMenu
from ensemble_viz.ui.notice import Notice
from ensemble_viz.ui.recovery import Autosave, Found, Store
from ensemble_viz.ui.session import Session


class Safety(QObject):
    """Writes what is not saved, from when it is given a place; offers what others have left."""

    def __init__(self, session: Session, files: FileCommands, notice: Notice) -> None:
        """Keep nothing yet."""
        super().__init__(session)
        self.session, self.files, self.notice = session, files, notice
        self.store: Store | None = None
        self.autosave: Autosave | None = None

    def start(self, store: Store) -> None:
        """Keep the work safe in a folder, and offer what is left there."""
        self.store = store
        self.autosave = Autosave(self.session, store, self.notice)
        left = store.left()
        if not left:
            return
        latest, *others = left
        for found in others:
            store.decline(found)
        if self.files.ask.recover(latest, len(others)):
            self._recover(latest)
        else:
            store.decline(latest)

    def stop(self) -> None:
        """Keep nothing any more: it is saved, or nobody wants it."""
        if self.autosave is not None:
            self.autosave.stop()
            self.autosave = None

    def earlier(self) -> list[tuple[str, Found]]:
        """List the work that was declined, by what it is."""
        found = [] if self.store is None else self.store.declined()
        return [(f"{one.saved.document.title}, {one.when}", one) for one in found]

    def take_earlier(self, found: Found) -> None:
        """Go on with work that was declined before."""
        if self.files.may_leave():
            self._recover(found)

    def _recover(self, found: Found) -> None:
        assert self.store is not None
        self.files.recover(found.saved)
        if self.autosave is not None and self.autosave.write_now():
            self.store.take(found)


def file_lists(
    parent: QWidget, files: FileCommands, safety: Safety
) -> Mapping[str, Sequence[QMenu]]:
    """Make the menus of files used last, and of earlier work, by the action they stand below."""

    def recent() -> list[tuple[str, object]]:
        found = [] if files.kept is None else memory.recent(files.kept)
        return [(path.name, path) for path in found]

    return {
        "open_file": (ListMenu("Open recent", parent, recent, files.take_file),),
        "save_points": (ListMenu("Earlier work", parent, safety.earlier, safety.take_earlier),),
    }


SEEN, SHOWN = QSize(900, 620), QSize(480, 330)  # as the canvas is drawn, and in the offer
MARGIN, GAP = 24, 12


class RecoveryOffer(QDialog):
    """Asks whether to go on where the program ended."""

    def __init__(self, parent: QWidget, found: Found, others: int = 0) -> None:
        """Offer the latest of what was found; the others can be found in the menu."""
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle("ensemble_viz")
        box = QVBoxLayout(self)
        box.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        box.setSpacing(GAP)
        for words, role in ((f"Go on with “{found.saved.document.title}”?", "title"),
                            (told(found, others), "")):  # fmt: skip
            label = QLabel(words)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", role)
            label.setWordWrap(True)
            box.addWidget(label)
        self.picture = QLabel()
        self.picture.setAccessibleName("What was seen")
        self.picture.setPixmap(picture_of(found.saved, self.devicePixelRatioF()))
        box.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignCenter)
        buttons = QDialogButtonBox()
        self.recover = buttons.addButton("Go on with it", QDialogButtonBox.ButtonRole.AcceptRole)
        self.decline = buttons.addButton("Not now", QDialogButtonBox.ButtonRole.RejectRole)
        self.recover.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)


def told(found: Found, others: int = 0) -> str:
    """Say what was kept safe, and what becomes of it."""
    document, moment = found.saved.document, found.saved.where.moment
    setup = document.setups[found.saved.where.setup]
    more = f" {counted(others, 'other')} can be found there now." if others else ""
    return (
        f"The program ended before it was saved: {counted(len(document.data), 'point')}, "
        f"{setup.declaration.title}, round {moment.round}, on {found.when}. What you leave now is "
        f"kept for 30 days under File, Earlier work.{more}"
    )


def picture_of(saved: Saved, ratio: float = 1.0) -> QPixmap:
    """Draw the canvas as it was left."""
    session = Session(saved.document, View(saved.where, saved.look))
    canvas = Canvas(Desk(session))
    canvas.resize(SEEN)
    canvas.refresh(session.scene, Change.ALL)
    picture = canvas.grab()
    canvas.deleteLater()
    session.deleteLater()
    smooth = Qt.TransformationMode.SmoothTransformation
    shown = picture.scaled(SHOWN * ratio, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    shown.setDevicePixelRatio(ratio)
    return shown
