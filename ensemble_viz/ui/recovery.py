"""Work that is not saved, kept safe in the platform's own place for as long as it is not.

Each window writes a file of its own, under a lock that ends with the program, however that ends.
What is left without a lock is offered at the next start; what is declined is kept for a while.
"""

import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from ensemble_viz.document.document import Change
from ensemble_viz.document.files import clear_drafts
from ensemble_viz.document.session_file import ENDING, Saved, read_session, write_session
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.notice import Notice
from ensemble_viz.ui.pace import Job, Worker
from ensemble_viz.ui.session import Session

BEHIND = 1000  # milliseconds that the file may be behind, and then the writing of it
KEPT = 30 * 24 * 3600  # seconds for which declined work is kept
DECLINED = "declined"


def recovery_folder() -> Path:
    place = QStandardPaths.StandardLocation.AppLocalDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "recovery"


@dataclass(frozen=True, slots=True)
class Found:
    """Work that somebody left, and when it was written last."""

    path: Path
    saved: Saved
    written: float

    @property
    def when(self) -> str:
        """When it was written, as people say it."""
        return datetime.fromtimestamp(self.written).strftime("%-d %B, %H:%M")


class Store:
    """The folder in which windows keep their work safe."""

    def __init__(self, folder: Path) -> None:
        """Keep work in a folder, which need not be there yet."""
        self.folder = folder
        self.path = folder / f"{secrets.token_hex(8)}{ENDING}"
        self._lock: QLockFile | None = None

    def write(self, saved: Saved) -> None:
        """Write the work of this window; the file is there when it is whole."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal(f"{self.folder}: {error.strerror}") from None
        if self._lock is None:
            self._lock = _lock(self.path)
            self._lock.tryLock(0)
        write_session(saved, self.path)

    def clear(self) -> None:
        """Keep nothing any more: it is safe elsewhere, or nobody wants it."""
        with suppress(NotADirectoryError):  # there was no place, and that was said
            self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def left(self) -> list[Found]:
        """List what windows have left that are gone, the latest first."""
        for lock in self.folder.glob("*.lock"):
            path = lock.with_suffix(ENDING)
            if not path.exists() and _is_left(path):  # it went while it first wrote
                clear_drafts(path)
        return self._found(self.folder, only_left=True)

    def declined(self) -> list[Found]:
        """List what was declined, the latest first; what is too old is thrown away."""
        for path in (self.folder / DECLINED).glob(f"*{ENDING}"):
            if time.time() - _written(path) > KEPT:
                path.unlink(missing_ok=True)
        return self._found(self.folder / DECLINED, only_left=False)

    def decline(self, found: Found) -> None:
        """Put work away; it is kept for a while."""
        away = self.folder / DECLINED
        away.mkdir(exist_ok=True)
        found.path.replace(away / found.path.name)
        _lock(found.path).removeStaleLockFile()

    def take(self, found: Found) -> None:
        """Take work over: it is in a window again, which keeps it safe from now on."""
        found.path.unlink(missing_ok=True)
        _lock(found.path).removeStaleLockFile()

    def _found(self, folder: Path, only_left: bool) -> list[Found]:
        found = []
        for path in folder.glob(f"*{ENDING}"):
            if path == self.path or (only_left and not _is_left(path)):
                continue
            clear_drafts(path)
            try:
                found.append(Found(path, read_session(path), _written(path)))
            except Refusal:
                continue  # of a newer program: that one will find it
        return sorted(found, key=lambda one: -one.written)


class Autosave(QObject):
    """Writes unsaved work off the window's thread, a second behind at most."""

    def __init__(self, session: Session, store: Store, notice: Notice) -> None:
        super().__init__(session)
        self.session, self.store, self.notice = session, store, notice
        self._written: Saved | None = None
        self._job: Job | None = None
        self._failed = ""
        self._worker = Worker(self)
        self._worker.done.connect(self._done)
        self._clock = QTimer(self, singleShot=True, interval=BEHIND)
        self._clock.timeout.connect(self._write)
        session.changed.connect(self._on_changed)

    def stop(self, keep: bool = False) -> None:
        """Write no more: what there is is safe elsewhere, or nobody wants it."""
        self._clock.stop()
        self.session.changed.disconnect(self._on_changed)
        if self._job is not None:
            self._job.is_done.wait()
        if not keep:
            self.store.clear()

    def write_now(self) -> bool:
        """Write what there is, and wait for it; False where it cannot be written."""
        self._write()
        if self._job is not None:
            self._job.is_done.wait()
        return self.store.path.exists()

    def _on_changed(self, _scene: Scene, _change: Change) -> None:
        if not self._clock.isActive() and self._job is None:
            self._clock.start()

    def _write(self) -> None:
        """Hand over what there is now: it is frozen, so nobody has to wait."""
        saved = self.session.save_state.now
        if not self.session.save_state.is_modified:
            self.store.clear()
            self._written = None
        elif not _same(saved, self._written):
            self._written = saved
            self._job = Job(lambda: self.store.write(saved))
            self._worker.take(self._job)

    def _done(self, job: Job) -> None:
        self._job = None
        failed = str(job.error) if job.error is not None else ""
        if isinstance(job.error, Refusal | OSError) or job.error is None:
            if failed and failed != self._failed:
                self.notice.say(f"Your work cannot be kept safe: {failed}. Save it elsewhere.")
            self._failed = failed
        else:
            raise job.error
        state = self.session.save_state
        if not state.is_modified or not _same(state.now, self._written):
            self._clock.start()  # it was saved, or went on, meanwhile


def _same(one: Saved, other: Saved | None) -> bool:
    if other is None:
        return False
    return one.document is other.document and (one.where, one.look) == (other.where, other.look)


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # only a process that is gone leaves it
    return lock


def _is_left(path: Path) -> bool:
    """True if the program is gone that wrote a file."""
    lock = _lock(path)
    if not lock.tryLock(0):
        return False
    lock.unlock()
    return True


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
