"""Several setups compared: where they part, what they say of a point, how well they do."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.beside import scores as listing
from ensemble_viz.scene.beside.scores import paired, scores
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.picture.beside.rows import Rows
from ensemble_viz.scene.picture.beside.scores import score_rows
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.commands.run import BesideCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import WordButton, words
from ensemble_viz.ui.pictures.scores import PartingPicture, RowsPicture, ScoresPicture, Scoring
from ensemble_viz.ui.section import Section

RELEVANT = ~(Change.PLAY | Change.TITLE | Change.PANELS)
SCORE = "Cross-validate"


class Comparison(Section):
    """A section of several setups; nothing where there is nothing to compare."""

    unheard = Change.FOCUS
    """What changes nothing in it."""

    def __init__(self, desk: Desk, title: str, *parts: QWidget) -> None:
        super().__init__(desk, title.lower(), title, *parts, None)
        self.parts = parts

    def refresh(self, scene: Scene, change: Change) -> None:
        beside = scene.beside
        if beside is not None and change & RELEVANT & ~self.unheard:
            self.show_parts(() if beside.is_single else self.fill_in(beside, scene))

    def fill_in(self, beside: SideBySide, scene: Scene) -> Sequence[QWidget]:
        """Fill the parts, and give those of them in which there is something to see."""
        raise NotImplementedError  # classes of Qt cannot be abstract

    def show_parts(self, shown: Sequence[QWidget]) -> None:
        """Show some of the parts below the head; where there are none, take no room."""
        has_something = bool(shown)
        self.surround((16, 9, 16, 8) if has_something else (0, 0, 0, 0), 5)
        self.head.setVisible(has_something)
        for part in self.parts:
            part.setVisible(part in shown)
        self.filled.emit(has_something)
        self.updateGeometry()


class PartingSection(Comparison):
    """The map of where they part, and the round in which they do first."""

    def __init__(self, desk: Desk) -> None:
        self.picture, self.first = PartingPicture(desk), WordButton("", "word", "first round")
        super().__init__(desk, "Where they part", self.picture, self.first)
        self.first.setToolTip("Go there (Ctrl+G)")
        self.commands = BesideCommands(desk)
        self.first.clicked.connect(self.commands.go_to_parting)

    def fill_in(self, beside: SideBySide, _scene: Scene) -> Sequence[QWidget]:
        self.head.right.setText(listing.headline(beside))
        self.picture.show_beside(beside)
        self.first.setText(listing.first_round(beside))
        self.first.setEnabled(beside.parts_in is not None)
        return [self.first] if beside.parting is None else [self.picture, self.first]


class SplitsSection(Comparison):
    """The points they split on, with what each says; a press pins one."""

    unheard = Change.NOTHING

    def __init__(self, desk: Desk) -> None:
        self.rows, self.more = RowsPicture("The points they split on", desk), words(role="hint")
        super().__init__(desk, "Points they split on", self.rows, self.more)
        self.rows.pressed.connect(self._pin)

    def fill_in(self, beside: SideBySide, scene: Scene) -> Sequence[QWidget]:
        head, points, cells, more = listing.split_points(beside)
        pinned = scene.view.where.pinned.point
        keys = [f"point {row}" for row in points]
        lit = points.index(pinned) if pinned in points else None
        many, n = len(beside.splits.rows), len(scene.stage.data)
        is_class = scene.stage.data.classes is not None
        self.head.right.setText(f"{many} of {n}" if is_class else "farthest apart first")
        self.rows.setToolTip(beside.splits.sentence)
        self.rows.show_rows(Rows(head, cells, (True, *(False for _ in head[1:])), keys, lit))
        self.more.setText(more or ("" if cells else "none"))
        return [*([self.rows] if cells else []), *([] if cells and not more else [self.more])]

    def _pin(self, key: str) -> None:
        row = Focus(point=int(key.rpartition(" ")[2]))
        is_pinned = self.desk.view.where.pinned == row
        self.desk.look(pinned=NOTHING if is_pinned else row, hovered=NOTHING)


class FlipsSection(Comparison):
    """What each says of the pinned point, and the shortest move to another answer."""

    unheard = Change.NOTHING

    def __init__(self, desk: Desk) -> None:
        self.rows = RowsPicture("The shortest move to another answer", desk)
        super().__init__(desk, "Shortest move", self.rows)

    def fill_in(self, beside: SideBySide, scene: Scene) -> Sequence[QWidget]:
        found = listing.flips(beside)
        if not found:
            return []
        row = scene.view.where.pinned.point
        self.head.left.setText(f"Point {(row or 0) + 1}")
        self.head.right.setText("the shortest move to another answer")
        self.rows.show_rows(_rows(("", "says", "answered otherwise"), found))
        return [self.rows]


class GhostSection(Comparison):
    """How much the last edit has changed in each."""

    def __init__(self, desk: Desk) -> None:
        self.rows = RowsPicture("What the last edit has changed", desk)
        super().__init__(desk, "Since the last edit", self.rows)

    def fill_in(self, beside: SideBySide, scene: Scene) -> Sequence[QWidget]:
        found = list(listing.since_edit(beside)) if scene.view.look.layers.before else []
        if not found:
            return []
        self.head.right.setText("Esc lets go of it")
        self.rows.show_rows(_rows(("", "area", "points", "questions"), found, numbers=True))
        return [self.rows]


class ScoresSection(Comparison):
    """Errors after the last rounds, and on folds; these are computed when they are asked for."""

    unheard = Change.FOCUS | Change.FRAME

    def __init__(self, desk: Desk, scoring: Scoring) -> None:
        self.rows, self.picture = RowsPicture("Scores", desk), ScoresPicture(desk)
        self.compare, self.button = words(role="hint", wraps=True), WordButton(SCORE, "word")
        super().__init__(desk, "Scores", self.rows, self.picture, self.compare, self.button)
        self.scoring = scoring
        self.button.setToolTip("Cross-validate on the same folds, or stop (Shift+F10)")
        self.button.clicked.connect(scoring.score)
        scoring.changed.connect(self._renew)
        self.rows.pressed.connect(self._bring)

    def _renew(self) -> None:
        """Show what is known now, where anybody sees it."""
        if self.isVisible():
            self.refresh(self.desk.scene, Change.LEARNED)

    def fill_in(self, beside: SideBySide, _scene: Scene) -> Sequence[QWidget]:
        found = scores(beside, self.scoring.validations(beside.document))
        self.head.right.setText("after the last round")
        self.rows.show_rows(score_rows(found))
        self.picture.show_scores(found)
        notes = [f"{each.name}: {each.note}" for each in found if each.note]
        pairs = [sentence for each in found[1:] if (sentence := paired(found[0], each))]
        self.compare.setText("\n".join([*pairs, *notes]))
        is_running = self.scoring.is_running
        self.button.setText("Stop cross-validation" if is_running else SCORE)
        has = {
            self.rows: True,
            self.picture: any(each.folds is not None for each in found),
            self.compare: bool(pairs or notes),
            self.button: is_running or not self.scoring.is_done,
        }
        return [part for part, is_there in has.items() if is_there]

    def _bring(self, key: str) -> None:
        self.desk.session.show_front(int(key.rpartition(" ")[2]))


def _rows(head: tuple[str, ...], found: listing.Listed, numbers: bool = False) -> Rows:
    return Rows(head, found, (False, *(numbers for _ in head[1:])))
