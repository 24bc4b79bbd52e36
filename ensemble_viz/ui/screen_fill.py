"""A window that fills the screen for the projector, and how it stood before."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from ensemble_viz.ui import memory


class ScreenFill:
    """Fills the screen with a window, and puts it back."""

    def __init__(self, window: QMainWindow) -> None:
        """Leave the window as it is."""
        self.window = window
        self.is_on = False
        self._was = window.windowState()
        self._stood: memory.Stand | None = None

    def turn(self, is_on: bool) -> bool:
        """Turn it on or off; say whether that is another state."""
        if is_on == self.is_on:
            return False
        self.is_on = is_on
        if is_on:
            self._stood = memory.stand(self.window) if self.window.isVisible() else None
            self.fill()
        else:
            self.window.setWindowState(self._was)
        return True

    def fill(self) -> None:
        """Leave nothing else on the screen."""
        self._was = self.window.windowState()
        self.window.setWindowState(self._was | Qt.WindowState.WindowFullScreen)

    def stand(self) -> memory.Stand | None:
        """Say how the window stands when it fills no screen; None where it never did."""
        return self._stood if self.is_on else memory.stand(self.window)
