"""Several setups compared: where they part, what they say of a point, how well they do."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.beside import scores as listing
from ensemble_viz.scene.beside.scores import paired, scores
from ensemble_viz.scene.picture.beside.scores import Rows, TextRow, score_rows
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.commands.run import BesideCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import SectionHead, words
from ensemble_viz.ui.pictures.scores import PartingPicture, RowsPicture, ScoresPicture, Scoring

RELEVANT = ~(Change.PLAY | Change.TITLE | Change.PANELS)


class Section(QWidget):
    """A part of the panel: a head, and what stands below it; nothing where it is of no use."""

    filled = Signal(bool)
    """There is something to see, or there is not."""

    def __init__(self, desk: Desk, title: str, *parts: QWidget) -> None:
        super().__init__()
        self.desk, self.parts = desk, parts
        self.setObjectName(title.lower())
        self.setAccessibleName(title)
        self.head = SectionHead(title)
        self.box = QVBoxLayout(self)
        for part in (self.head, *parts):
            self.box.addWidget(part)
        self.box.addStretch(1)

    def show_parts(self, *shown: QWidget) -> None:
        """Show some of the parts below the head; where there are none, take no room."""
        px, has_something = self.desk.theme.px, bool(shown)
        edges = (px(16), px(9), px(16), px(8)) if has_something else (0, 0, 0, 0)
        self.box.setContentsMargins(*edges)
        self.box.setSpacing(px(5))
        self.head.setVisible(has_something)
        for part in self.parts:
            part.setVisible(part in shown)
        self.filled.emit(has_something)
        self.updateGeometry()


def word_button(text: str) -> QToolButton:
    """Make a small button of a word or two."""
    made = QToolButton()
    made.setText(text)
    made.setProperty("role", "word")
    return made


class PartingSection(Section):
    """The map of where they part, and the round in which they do first."""

    def __init__(self, desk: Desk) -> None:
        self.picture, self.first = PartingPicture(desk), word_button("")
        super().__init__(desk, "Where they part", self.picture, self.first)
        self.first.setToolTip("Go there (Ctrl+G)")
        self.commands = BesideCommands(desk)
        self.first.clicked.connect(self.commands.go_to_parting)

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is None or not change & RELEVANT & ~Change.FOCUS:
            return
        if beside.is_single:
            self.show_parts()
            return
        self.head.right.setText(listing.headline(beside))
        self.picture.show_beside(beside)
        has_map = beside.parting is not None
        self.show_parts(*([self.picture] if has_map else []), self.first)
        self.first.setText(listing.first_round(beside))
        self.first.setEnabled(beside.parts_in is not None)


class SplitsSection(Section):
    """The points they split on, with what each says; a press pins one."""

    def __init__(self, desk: Desk) -> None:
        self.rows, self.more = RowsPicture("The points they split on", desk), words("", "hint")
        super().__init__(desk, "Points they split on", self.rows, self.more)
        self.rows.pressed.connect(self._pin)

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is None or not change & RELEVANT:
            return
        if beside.is_single:
            self.show_parts()
            return
        head, points, cells, more = listing.split_points(beside)
        pinned = scene.view.where.pinned.point
        rows = tuple(
            TextRow(each, f"point {row}", row == pinned)
            for row, each in zip(points, cells, strict=True)
        )
        many, n = len(beside.splits.rows), len(scene.stage.data)
        is_class = scene.stage.data.classes is not None
        self.head.right.setText(f"{many} of {n}" if is_class else "farthest apart first")
        self.rows.setToolTip(beside.splits.sentence)
        self.rows.show_rows(Rows(head, rows, (True, *(False for _ in head[1:]))))
        self.more.setText(more or ("" if rows else "none"))
        self.show_parts(*([self.rows] if rows else []), *([] if rows and not more else [self.more]))

    def _pin(self, key: str) -> None:
        row = Focus(point=int(key.rpartition(" ")[2]))
        is_pinned = self.desk.view.where.pinned == row
        self.desk.look(pinned=NOTHING if is_pinned else row, hovered=NOTHING)


class FlipsSection(Section):
    """What each says of the pinned point, and the shortest move to another answer."""

    def __init__(self, desk: Desk) -> None:
        self.rows = RowsPicture("The shortest move to another answer", desk)
        super().__init__(desk, "Shortest move", self.rows)

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is None or not change & RELEVANT:
            return
        found = [] if beside.is_single else listing.flips(beside)
        self.show_parts(*([self.rows] if found else []))
        if found:
            row = scene.view.where.pinned.point
            self.head.left.setText(f"Point {(row or 0) + 1}")
            self.head.right.setText("the shortest move to another answer")
            self.rows.show_rows(_rows(("", "says", "answered otherwise"), found))


class GhostSection(Section):
    """How much the last edit has changed in each."""

    def __init__(self, desk: Desk) -> None:
        self.rows = RowsPicture("What the last edit has changed", desk)
        super().__init__(desk, "Since the last edit", self.rows)

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is None or not change & RELEVANT & ~Change.FOCUS:
            return
        shown = not beside.is_single and scene.view.look.layers.before
        found = list(listing.since_edit(beside)) if shown else []
        self.show_parts(*([self.rows] if found else []))
        if found:
            self.head.right.setText("Esc lets go of it")
            head = ("", "area", "points", "questions")
            self.rows.show_rows(_rows(head, found, numbers=True))


class ScoresSection(Section):
    """Errors after the last rounds, and on folds; these are computed when they are asked for."""

    def __init__(self, desk: Desk, scoring: Scoring) -> None:
        self.rows, self.picture = RowsPicture("Scores", desk), ScoresPicture(desk)
        self.compare, self.button = words("", "hint"), word_button("Cross-validate")
        self.compare.setWordWrap(True)
        super().__init__(desk, "Scores", self.rows, self.picture, self.compare, self.button)
        self.scoring = scoring
        self.button.setToolTip("Cross-validate on the same folds, or stop (Shift+F10)")
        self.button.clicked.connect(scoring.score)
        scoring.changed.connect(self._hear)
        self.rows.pressed.connect(self._bring)

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is None or not change & RELEVANT & ~(Change.FOCUS | Change.FRAME):
            return
        if beside.is_single:
            self.show_parts()
        else:
            self._renew()

    def _hear(self) -> None:
        """Show what is known now, where anybody sees it."""
        if self.isVisible() and not self.desk.beside.is_single:
            self._renew()

    def _renew(self) -> None:
        beside = self.desk.beside
        found = scores(beside, self.scoring.validations(beside.document))
        self.head.right.setText("after the last round")
        self.rows.show_rows(score_rows(found))
        self.picture.show_scores(found)
        notes = [f"{each.name}: {each.note}" for each in found if each.note]
        pairs = [said for each in found[1:] if (said := paired(found[0], each))]
        self.compare.setText("\n".join([*pairs, *notes]))
        is_running = self.scoring.is_running
        self.button.setText("Stop cross-validation" if is_running else "Cross-validate")
        has = {
            self.rows: True,
            self.picture: any(each.folds is not None for each in found),
            self.compare: bool(pairs or notes),
            self.button: is_running or not self.scoring.is_done,
        }
        self.show_parts(*(part for part, is_there in has.items() if is_there))

    def _bring(self, key: str) -> None:
        self.desk.show_front(int(key.rpartition(" ")[2]))


def _rows(head: tuple[str, ...], found: listing.Listed, numbers: bool = False) -> Rows:
    rows = tuple(TextRow(each) for each in found)
    return Rows(head, rows, (False, *(numbers for _ in head[1:])))
