"""Ties a button to an action, without taking the action's words or icon."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton


class LinkLabel(QObject):
    """Lets a button do what an action does, when it can be done; the button keeps its looks."""

    def __init__(self, button: QToolButton, action: QAction) -> None:
        """Join them as long as the button lives."""
        super().__init__(button)
        self.button = button
        self.action = action
        button.setCheckable(action.isCheckable())
        button.clicked.connect(action.trigger)
        action.changed.connect(self.follow)
        action.toggled.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Be enabled, checked, and say, what the action is and says."""
        self.button.setEnabled(self.action.isEnabled())
        self.button.setToolTip(self.action.toolTip())
        self.button.setChecked(self.action.isChecked())
