"""A demonstration as a page beside the canvas or in its place; the small 'why?' that opens it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QHideEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.row import SettingRow
from ensemble_viz.ui.guard import guard_overrides
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.popup import LinkLabel, Scrolling
from ensemble_viz.ui.look.style import rules_in_full
from ensemble_viz.ui.look.widgets import IconButton, WordButton

RELEVANT = Change.THEORY | Change.LOOK
OF_RUN = Change.ROUND | Change.DATA | Change.SETUPS | Change.LEARNED
BUTTONS = (
    ("back", "theory_list", "All demonstrations"),
    ("projector", "theory_in_full", "In full"),
    ("export", "export_theory", "Export the plots"),
)


class TheoryPanel(QWidget):
    """The list of demonstrations, or one of them; nothing is loaded before somebody looks."""

    def __init__(self, desk: Desk, actions: Mapping[str, QAction], in_full: bool = False) -> None:
        super().__init__()
        self.desk, self.links, self.in_full = desk, actions, in_full
        named(self, "theory in full" if in_full else "theory panel", "Theory")
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.stack = QStackedLayout(self)
        self.made = False

    def sizeHint(self) -> QSize:
        """Be as wide as the other panels beside the canvas."""
        return QSize(320, self.desk.theme.px(360))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.desk.theme.px(160))

    def refresh(self, scene: Scene, change: Change) -> None:
        theory = scene.view.look.theory
        if not self.made:
            self._make()
            change = Change.ALL
        of_run = change & OF_RUN and theory.own
        if not change & RELEVANT and not of_run:
            return
        if change & Change.LOOK and self.in_full:
            self._dress_list()
        if not theory.name:
            self.page.leave()
            self.stack.setCurrentWidget(self.listed)
            return
        self.stack.setCurrentWidget(self.page.root)
        self.page.show_theory(scene, bool(change & Change.LOOK))

    def hideEvent(self, event: QHideEvent) -> None:
        if self.made:
            self.page.leave()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Go on where something was left: it is seen again."""
        super().paintEvent(event)
        if self.made:
            self.page.computation.go_on()

    def _make(self) -> None:
        from ensemble_viz.ui.theory.demonstration_page import DemonstrationPage
        from ensemble_viz.ui.theory.list_page import ListPage

        guard_overrides()
        self.made = True
        self.list = ListPage(columns=2 if self.in_full else 1)
        self.list.chosen.connect(self._choose)
        self.listed = Scrolling(_padded(self.list, self.desk), "theory list column")
        self.page = DemonstrationPage(self.desk, self.in_full, self._buttons())
        self.stack.addWidget(self.listed)
        self.stack.addWidget(self.page.root)

    def _dress_list(self) -> None:
        """Write the list as large as a page."""
        self.listed.setStyleSheet(rules_in_full(self.desk.theme))

    def _buttons(self) -> QWidget:
        row = QWidget()
        box = fill(QHBoxLayout(row), gap=0)
        for icon, action, hint in BUTTONS:
            button = IconButton(icon, hint, self.desk.theme)
            button.setProperty("role", "small")
            if action in self.links:
                LinkLabel(button, self.links[action])
            box.addWidget(button)
        return row

    def _choose(self, name: str) -> None:
        self.desk.look(theory=replace(self.desk.view.look.theory, name=name))


def _padded(content: QWidget, desk: Desk) -> QWidget:
    room = QWidget()
    room.setProperty("role", "panel")
    px = desk.theme.px
    fill(QVBoxLayout(room), content, edges=(px(16), px(6), px(16), px(12)))
    return room


WHY, HINT = "why?", "The theory of this"
SETTINGS = frozenset((
    "criterion", "final", "folds", "init", "learning_rate", "loss", "max_depth", "max_features",
    "max_samples", "prune", "vote",
))  # fmt: skip
"""The settings of methods that have one beside them; a test keeps it true."""
Find = Callable[[], tuple[str, ...]]


class WhyButton(WordButton):
    """Opens what answers a question; asked again, the next that does."""

    def __init__(self, desk: Desk, find: Find, what: str, hint: str = HINT) -> None:
        """Stand beside something; `find` names the demonstrations when somebody asks."""
        super().__init__(WHY, name=f"why {what}", title=f"Why? The theory of {what}")
        self.desk, self.answers = desk, find
        self.setToolTip(hint)
        self.clicked.connect(self._ask)

    def _ask(self) -> None:
        self.desk.session.question_asked.emit(self.answers())


def beside(place: str) -> tuple[str, ...]:
    """Name the demonstrations beside a place; they are loaded when somebody asks."""
    from ensemble_viz.scene import theory

    return theory.beside(place)


def add_why(row: SettingRow, desk: Desk) -> None:
    """Put a "why?" beside a setting that theory has something to say about."""
    if row.name in SETTINGS and not row.brief:
        row.beside.insertWidget(0, WhyButton(desk, partial(beside, row.name), row.title))
