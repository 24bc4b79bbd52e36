"""The painted parts of the panel of several setups: rows that can be pressed, the map, scores."""

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent

from ensemble_viz.document.document import Document
from ensemble_viz.scene.beside.scores import Score, Validation, least_known
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.parting import parting_map
from ensemble_viz.scene.picture.beside.rows import Rows, rows_height, rows_picture
from ensemble_viz.scene.picture.beside.scores import scores_height, scores_picture
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pace import Job, Worker
from ensemble_viz.ui.pictures.picture import PictureWidget

MAP = 168  # pixels of height


class RowsPicture(PictureWidget):
    """Shows rows; a press on one that stands for something says for what."""

    pressed = Signal(str)

    def __init__(self, name: str, desk: Desk) -> None:
        super().__init__(name, desk)
        self.rows: Rows | None = None

    def show_rows(self, rows: Rows) -> None:
        self.rows = rows
        self.setAccessibleDescription(rows.text)
        self.be_high(rows_height(rows))
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        return None if self.rows is None else rows_picture(self.rows, sheet)

    def _key_at(self, place: QPointF) -> str:
        return self.shown.key_at(place.x(), place.y()) if self.shown is not None else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        key = self._key_at(event.position())
        if key and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(key)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.show_hand(bool(self._key_at(event.position())))


class PartingPicture(PictureWidget):
    """Shows where setups part, by itself."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("Where they part", desk)
        self.beside: SideBySide | None = None

    def show_beside(self, beside: SideBySide) -> None:
        self.beside = beside
        self.be_high(MAP)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        if self.beside is None:
            return None
        return parting_map(self.beside.parting, self.beside.splits, self.beside.stage(0), sheet)


class ScoresPicture(PictureWidget):
    def __init__(self, desk: Desk) -> None:
        super().__init__("Errors on the folds", desk)
        self.scores: Sequence[Score] = ()

    def show_scores(self, scores: Sequence[Score]) -> None:
        self.scores = scores
        self.be_high(scores_height(scores))
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        return scores_picture(self.scores, sheet)


SLICE = 0.03  # seconds of a job: so soon it can be cancelled
PAUSE = 40  # milliseconds until it is tried again, while a point is dragged
KEPT = 32  # validations


class Scoring(QObject):
    """Knows the validations of the setups of a desk, and has them computed."""

    changed = Signal()
    """There is more to know than before, or it began, or it ended."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.session)
        self.desk = desk
        self.is_running = False
        self._kept: OrderedDict[tuple[int, object], Validation] = OrderedDict()
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
        if self.desk.session.pace.is_held:
            self._later.start()
            return
        following = least_known(self.validations(self.desk.document))
        if following is None:
            self.is_running = False
            self.changed.emit()
            return
        self._job = Job(partial(following.work, SLICE))
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
