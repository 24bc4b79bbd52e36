"""A menu that lists what there is when it is opened: files used last, work of before."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

NOTHING = "Nothing yet"


class ListMenu(QMenu):
    """Offers some things by their names."""

    def __init__(
        self,
        title: str,
        parent: QWidget,
        find: Callable[[], Sequence[tuple[str, Any]]],
        take: Callable[[Any], None],
    ) -> None:
        """List what `find` finds, by names; `take` takes what is chosen."""
        super().__init__(title, parent)
        self.setObjectName(title.lower())
        self._find, self._take = find, take
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._chosen)

    def fill(self) -> None:
        """List what there is now."""
        self.clear()
        for name, thing in self._find():
            self.addAction(name.replace("&", "&&")).setData(thing)
        if self.isEmpty():
            self.addAction(NOTHING).setEnabled(False)

    def _chosen(self, action: QAction) -> None:
        self._take(action.data())
