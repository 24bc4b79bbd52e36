"""The dialogs of the system, kept apart so that tests can answer in their place."""

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


class Dialogs:
    """Asks with the file dialogs of the system."""

    def __init__(self, parent: QWidget) -> None:
        """Ask on top of a window."""
        self.parent = parent

    def open_path(self, title: str, kinds: str) -> Path | None:
        """Ask for a file that is there."""
        path, _ = QFileDialog.getOpenFileName(self.parent, title, "", kinds)
        return Path(path) if path else None

    def save_path(self, title: str, kinds: str, name: str) -> Path | None:
        """Ask where to write; a name without an ending gets that of the kind."""
        path, kind = QFileDialog.getSaveFileName(self.parent, title, name, kinds)
        if not path:
            return None
        found = Path(path)
        ending = re.search(r"\*(\.\w+)", kind)
        return found if found.suffix or not ending else found.with_suffix(ending[1])
