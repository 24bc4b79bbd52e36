"""The figures of the run after the round that is shown; what takes long comes a piece at a time."""

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import emptied, fill
from ensemble_viz.ui.look.popup import Scrolling
from ensemble_viz.ui.look.widgets import WordButton, line, paragraph, words
from ensemble_viz.ui.section import Section
from ensemble_viz.ui.theory.page import WhyButton, beside

if TYPE_CHECKING:  # loaded when the page is opened
    from ensemble_viz.scene.figures.page import FigureGroup, FigureLine, FiguresPage

RELEVANT = Change.ROUND | Change.DATA | Change.SETUPS | Change.LOOK | Change.LEARNED
SLICE = 0.008  # seconds of computing between two looks at the mouse
BEFORE = "before"
PIECES = "Show what it is made from"
PAUSE = 30  # milliseconds to look again, while the run is learned, or nobody sees the page
LONGEST = 8  # letters of a symbol that stands beside its words
Align = Qt.AlignmentFlag


class FiguresPanel(Section):
    def __init__(self, desk: Desk) -> None:
        """Lay out head and groups; nothing is computed before somebody looks."""
        inside = QWidget()
        inside.setProperty("role", "panel")
        self.area = Scrolling(inside, "figures column")
        super().__init__(desk, "figures panel", "Figures", (self.area, 1))
        self.groups = QVBoxLayout(inside)
        self.page: FiguresPage | None = None
        self._of: tuple[str, int] | None = None
        """The method whose figures they are, and how many classes there were."""
        self.sections: list[GroupSection] = []
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._compute)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Be as wide as the other panels beside the canvas."""
        return QSize(320, self.desk.theme.px(360))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.desk.theme.px(160))

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the figures of a scene, and begin with what is not known yet."""
        if change & Change.VIEW and self.sections:
            self._list_pieces()
        if not change & RELEVANT:
            return
        self.surround((16, 10, 4, 8), 8)
        self.head.row.setContentsMargins(0, 0, self.desk.theme.px(12), 0)
        self._show(self._kept(scene))
        if scene.figures.computing:
            self._clock.start(PAUSE if self.desk.session.is_learning else 0)

    def hideEvent(self, event: QHideEvent) -> None:
        self._clock.stop()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Go on where something is left to compute."""
        super().showEvent(event)
        if self.page is not None and self.page.computing:
            self._clock.start(0)

    def _compute(self) -> None:
        """Compute for a slice of time, when the run itself is there."""
        if self.desk.session.is_learning or self.visibleRegion().isEmpty():  # or behind another tab
            self._clock.setInterval(PAUSE)
            return
        self._clock.setInterval(0)
        from ensemble_viz.scene.figures.pieces import studies

        stage, until = self.desk.scene.stage, time.monotonic() + SLICE
        known, t, going = studies(stage.lens), stage.joined, True
        while going and time.monotonic() < until:
            going = known.advance(t)
        if not going:
            self._clock.stop()
            self.desk.session.tell(Change.LEARNED)

    def _kept(self, scene: Scene) -> "FiguresPage":
        """Keep the numbers there were while those of now are computed: nothing jumps in a drag."""
        from ensemble_viz.scene.figures.page import with_last

        stage, page = scene.stage, scene.figures
        of = stage.run.method.name, stage.data.n_classes
        if self.page is not None and of == self._of:
            page = with_last(page, self.page)
        self._of = of
        return page

    # --- showing ------------------------------------------------------------------------------

    def _show(self, page: "FiguresPage") -> None:
        if page == self.page:
            return
        before, self.page = self.page, page
        self.head.right.setText(page.head)
        if before is None or _shape(before) != _shape(page):
            self._build(page)
        for section, group in zip(self.sections, page.groups, strict=True):
            section.show_group(group)
        if self.opened:
            self._list_pieces()
        self.setAccessibleDescription("\n".join(written(page)))

    def _show_pieces(self, symbol: str) -> None:
        """List what a figure is made from, or put that away."""
        self.desk.look(figure="" if symbol == self.opened else symbol)

    @property
    def opened(self) -> str:
        return self.desk.view.look.figure

    def _list_pieces(self) -> None:
        from ensemble_viz.scene.figures.pieces import pieces

        listed = pieces(self.desk.scene.stage, self.opened) if self.opened else ()
        for section in self.sections:
            section.show_pieces(self.opened, listed)

    def _build(self, page: "FiguresPage") -> None:
        """Make the sections anew: there are other figures than before."""
        emptied(self.groups)
        px = self.desk.theme.px
        self.sections = [GroupSection(self.desk, group) for group in page.groups]
        parts: list[QWidget] = []
        for section in self.sections:
            section.asked.connect(self._show_pieces)
            parts += [section, line()]
        fill(self.groups, *parts, None, gap=px(9), edges=(0, 0, px(12), 0))


class GroupSection(QWidget):
    """A group of figures: its title, the note, and a row for each."""

    asked = Signal(str)
    """Somebody wants to see what the figure with a symbol is made from."""

    def __init__(self, desk: Desk, group: "FigureGroup") -> None:
        super().__init__()
        self.title, self.note = words(role="head"), words(role="hint", wraps=True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.title, 0, 0)
        if group.asks:
            find = partial(beside, group.asks)
            self.why = WhyButton(desk, find, group.title.lower())
            grid.addWidget(self.why, 0, 1, 1, 2, Align.AlignRight)
        grid.addWidget(self.note, 1, 0, 1, 3)
        self.pieces: dict[str, QLabel] = {}
        self.rows = [self._row(grid, figure) for figure in group.lines]

    def _row(
        self, grid: QGridLayout, figure: "FigureLine"
    ) -> tuple[QLabel, QLabel, QLabel | QToolButton]:
        """Put symbol and number beside the words; below them where the symbol is long."""
        about, symbol = words(wraps=True), words(role="label")
        value = self._button(figure.symbol) if figure.has_pieces else words(role="label")
        if figure.result:
            symbol.setProperty("role", "head")
            value.setProperty("role", "head")
        k, below = grid.rowCount(), _is_long(figure)
        grid.addWidget(about, k, 0, 1, 3 if below else 1)
        corner = Align.AlignRight | Align.AlignTop
        grid.addWidget(symbol, k + below, 0 if below else 1, 1, 2 if below else 1, corner)
        grid.addWidget(value, k + below, 2, corner)
        if figure.has_pieces:
            listed = self.pieces[figure.symbol] = paragraph(role="hint")
            listed.hide()
            grid.addWidget(listed, k + below + 1, 0, 1, 3)
        return about, symbol, value

    def _button(self, symbol: str) -> QToolButton:
        title = f"What {symbol} is made from"
        button = WordButton("", "figure", f"pieces of {symbol}", title)
        button.setProperty("symbol", symbol)
        button.clicked.connect(self._ask)
        return button

    def _ask(self) -> None:
        self.asked.emit(self.sender().property("symbol"))

    def show_pieces(self, symbol: str, listed: Sequence[str]) -> None:
        for name, label in self.pieces.items():
            label.setText("\n".join(listed) if name == symbol else "")
            label.setVisible(name == symbol and bool(listed))

    def show_group(self, group: "FigureGroup") -> None:
        self.title.setText(group.title)
        self.note.setText(group.note)
        self.note.setVisible(bool(group.note))
        for row, figure in zip(self.rows, group.lines, strict=True):
            texts = (figure.words, figure.symbol, figure.before or figure.value)
            for label, text in zip(row, texts, strict=True):
                label.setText(text)
            row[2].setEnabled(not figure.is_computing)  # faint
            made_from = PIECES if figure.has_pieces else ""
            row[2].setToolTip(BEFORE if figure.before else made_from)


def written(page: "FiguresPage") -> list[str]:
    """Write all lines for who listens."""
    return [_in_words(line) for group in page.groups for line in group.lines]


def _in_words(line: "FigureLine") -> str:
    before = f" {BEFORE}: {line.before}" if line.before else ""
    return f"{line.words} {line.symbol} = {line.value}{before}"


def _is_long(line: "FigureLine") -> bool:
    """Say whether a symbol would leave the words of all lines too little room."""
    return len(line.symbol) > LONGEST


def _shape(page: "FiguresPage") -> list[list[tuple[bool, bool, str]]]:
    return [
        [(line.result, _is_long(line), line.symbol * line.has_pieces) for line in group.lines]
        for group in page.groups
    ]
