"""Cross-validation of several setups, computed beside the window; what is known is kept."""

from collections import OrderedDict

from PySide6.QtCore import QObject, QTimer, Signal

from ensemble_viz.document.document import Document
from ensemble_viz.scene.beside.scores import Validation, least_known
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.worker import Job, Worker

SLICE = 0.03  # seconds of a job: so soon it can be cancelled
PAUSE = 40  # milliseconds until it is tried again, while a point is dragged
KEPT = 32  # validations


class Scoring(QObject):
    """Knows the validations of the setups of a desk, and has them computed."""

    changed = Signal()
    """There is more to know than before, or it began, or it ended."""

    def __init__(self, desk: Desk) -> None:
        """Compute nothing before somebody asks."""
        super().__init__(desk.session)
        self.desk = desk
        self.is_running = False
        self._kept: OrderedDict[tuple[int, object], Validation] = OrderedDict()
        self._at: Validation | None = None
        self._job: Job | None = None
        self._worker = Worker(self)
        self._worker.done.connect(self._take_in)
        self._later = QTimer(self, singleShot=True, interval=PAUSE)
        self._later.timeout.connect(self._go_on)

    def validations(self, document: Document) -> list[Validation]:
        """Find those of all setups of a document, known or not."""
        found = []
        for setup in document.setups:
            key = id(document.data), setup
            if key not in self._kept:
                self._kept[key] = Validation(document.data, setup)
            self._kept.move_to_end(key)
            found.append(self._kept[key])
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    @property
    def is_done(self) -> bool:
        """True if all is known of what is shown."""
        return all(one.is_done for one in self.validations(self.desk.document))

    def score(self) -> None:
        """Begin, or stop where it is."""
        self.is_running = not self.is_running and not self.is_done
        self._go_on()
        self.changed.emit()

    def _go_on(self) -> None:
        """Give the worker what is known least of all that is shown."""
        if not self.is_running or self._job is not None:
            return
        if self.desk.pace.is_held:
            self._later.start()
            return
        following = least_known(self.validations(self.desk.document))
        if following is None:
            self.is_running = False
            self.changed.emit()
            return
        self._at, self._job = following, Job(_Piece(following).work)
        self._worker.take(self._job)

    def _take_in(self, job: Job) -> None:
        if job is not self._job:
            return
        self._job = None
        if job.error is not None:
            self.is_running = False
            self.changed.emit()
            raise job.error
        self._go_on()
        self.changed.emit()


class _Piece:
    """A slice of a validation."""

    def __init__(self, validation: Validation) -> None:
        self.validation = validation

    def work(self) -> None:
        """Compute it."""
        self.validation.work(SLICE)
