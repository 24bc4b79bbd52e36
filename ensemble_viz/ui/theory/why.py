"""A small "why?" beside a number or a setting: it opens the demonstration that answers it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QToolButton

from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.row import SettingRow

WHY, HINT = "why?", "The theory of this"
SETTINGS = frozenset((
    "criterion", "final", "folds", "init", "learning_rate", "loss", "max_depth", "max_features",
    "max_samples", "prune", "vote",
))  # fmt: skip
"""The settings of methods that have one beside them; a test keeps it true."""
Find = Callable[[], tuple[str, ...]]


class WhyButton(QToolButton):
    """Opens what answers a question; asked again, the next that does."""

    def __init__(self, desk: Desk, find: Find, what: str, hint: str = HINT) -> None:
        """Stand beside something; `find` names the demonstrations when somebody asks."""
        super().__init__()
        self.desk, self.answers = desk, find
        self.setText(WHY)
        self.setObjectName(f"why {what}")
        self.setAccessibleName(f"Why? The theory of {what}")
        self.setToolTip(hint)
        self.setProperty("role", "link")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self._ask)

    def _ask(self) -> None:
        self.desk.session.wondered.emit(self.answers())


class WhyLink(QObject):
    """Asks for a place when an action of a menu is taken."""

    def __init__(self, parent: QObject, desk: Desk, find: Find) -> None:
        """Live as long as the menu."""
        super().__init__(parent)
        self.desk, self.find = desk, find

    def ask(self) -> None:
        """Ask."""
        self.desk.session.wondered.emit(self.find())


def beside(place: str) -> tuple[str, ...]:
    """Name the demonstrations beside a place; they are loaded when somebody asks."""
    from ensemble_viz.scene import theory

    return theory.beside(place)


def add_why(row: SettingRow, desk: Desk) -> None:
    """Put a "why?" beside a setting that theory has something to say about."""
    if row.name in SETTINGS and not row.brief:
        row.beside.insertWidget(0, WhyButton(desk, partial(beside, row.name), row.said))
