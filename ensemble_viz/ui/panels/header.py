"""The header: what is learned from and by what, at the left; what the program can do, right."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QMenuBar, QSizePolicy, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.popup import LinkLabel, Popup
from ensemble_viz.ui.look.widgets import IconButton, words

HEIGHT, MARGIN, GAP = 48, 8, 4
MOST = 3  # settings in the header
RIGHT = (("layers", "Layers"), ("export", "Export"), ("projector", "Projector"), ("keys", "Keys"))
ICONS = {"keys": "keyboard"}


@runtime_checkable
class Inline(Protocol):
    """A panel in a line that can do with less room."""

    def show_first(self, count: int) -> None:
        """Show only so many fields."""

    def width_with(self, count: int) -> int:
        """Say how much room so many fields need."""


class Header(QWidget):
    """A line over the window; in a narrow one icons stand without words, and fields give way."""

    def __init__(
        self,
        desk: Desk,
        fields: Sequence[QWidget],
        actions: Mapping[str, QAction],
        layers: QWidget | None = None,
    ) -> None:
        """Put panels in a line between the menu and the buttons; the layers open from a button."""
        super().__init__()
        self.desk = desk
        self.fields = tuple(fields)
        named(self, "header", "Header")
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.bar: QMenuBar | None = None
        self._fitted: tuple[int, ...] = ()
        self.title = words(role="head")
        self.title.hide()
        self.mark = _mark(self)
        self._make_buttons(actions)
        self.popup = Popup(layers, self.buttons["layers"]) if layers is not None else None
        if self.popup is not None:
            self.buttons["layers"].clicked.connect(self.popup.toggle)
        self.buttons["layers"].setVisible(layers is not None)
        self._lay_out()

    def _make_buttons(self, actions: Mapping[str, QAction]) -> None:
        """Make the buttons, and let them do what the actions of their names do."""
        theme = self.desk.theme
        self.menu_button = IconButton("menu", "menu", theme, "Menu")
        self.menu_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.all_settings = IconButton("settings", "All settings", theme)
        self.buttons = {
            name: IconButton(ICONS.get(name, name), text, theme) for name, text in RIGHT
        }
        linked = {"settings": self.all_settings, **self.buttons}
        self.links = [
            LinkLabel(button, actions[name]) for name, button in linked.items() if name in actions
        ]

    def _lay_out(self) -> None:
        fields = [part for field in self.fields for part in (GAP, field)]
        left = (self.menu_button, *fields, GAP, self.all_settings)
        parts = (*left, None, self.title, None, *self.buttons.values())
        self.row = fill(QHBoxLayout(self), *parts, gap=GAP, edges=(MARGIN, 0, MARGIN, 0))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_menu(self, menu: QMenu, bar: QMenuBar | None = None) -> None:
        """Open a menu from the button at the left; a bar stands there where there is room."""
        self.menu_button.setMenu(menu)
        self.bar = bar
        if bar is not None:
            bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            bar.hide()
            self.row.insertWidget(1, bar)

    def refresh(self, _scene: Scene, change: Change) -> None:
        """Take the look; fit again what may have become longer."""
        if change & Change.LOOK:
            for button in (self.menu_button, self.all_settings, *self.buttons.values()):
                button.dress(self.desk.theme)
            self.setFixedHeight(self.desk.theme.px(HEIGHT))
        self._mark()
        if change & (Change.LOOK | Change.SETUPS | Change.TITLE):
            self.fit()

    def _mark(self) -> None:
        """Mark what is not saved: beside the title, or on the button of the menu."""
        is_modified, title = self.desk.session.save_state.is_modified, self.desk.document.title
        self.title.setText(f"{title} ●" if is_modified else title)
        self.mark.setVisible(is_modified and not self.menu_button.isHidden())
        corner = self.menu_button.geometry().topRight()
        self.mark.adjustSize()
        self.mark.move(corner.x() - self.mark.width(), corner.y())
        self.mark.raise_()

    def show_fields(self, shown: bool) -> None:
        """Show the fields; or the title alone, where the settings stand beside the canvas."""
        for field in self.fields:
            field.setVisible(shown)
        self.all_settings.setVisible(shown)
        self.title.setVisible(not shown)
        if self.bar is not None:
            self.bar.setVisible(not shown)
            self.menu_button.setVisible(shown)
        self.fit()

    # --- room ---------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(640, self.desk.theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Give way: what has no room leaves in its order."""
        return QSize(320, self.desk.theme.px(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Fit again where a field needs more or less than before."""
        if event.type() == QEvent.Type.LayoutRequest and self._wanted() != self._fitted:
            self.fit()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure again: only now do the words have their size."""
        super().showEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give up words from the right, then settings, until everything has room."""
        self._fitted = self._wanted()
        names = list(self.buttons)
        levels = [(count, True, MOST) for count in range(len(names), -1, -1)]
        levels += [(0, False, count) for count in range(MOST, -1, -1)]
        for worded, is_worded, count in levels:
            self._take(names[:worded], count)
            self.all_settings.show_words(is_worded)
            if self._needed(count) <= self.width():
                break

    def _wanted(self) -> tuple[int, ...]:
        """Say how much everything would need with all its fields."""
        title = self.title.sizeHint().width()
        return (self.width(), title, *(_width(field, MOST) for field in self.fields))

    def _take(self, worded: Sequence[str], count: int) -> None:
        """Show these words, and so many settings."""
        for name, button in self.buttons.items():
            button.show_words(name in worded)
        for field in self.fields:
            if isinstance(field, Inline):
                field.show_first(count)

    def _needed(self, count: int) -> int:
        parts: list[QWidget] = [self.menu_button, *self.buttons.values(), self.all_settings]
        parts += [self.title, *([self.bar] if self.bar else [])]
        shown = [part.sizeHint().width() for part in parts if not part.isHidden()]
        for field in self.fields:
            if not field.isHidden():
                shown.append(_width(field, count))
        return sum(shown) + GAP * len(shown) + GAP * (2 + 2 * len(self.fields)) + 2 * MARGIN


def _mark(parent: QWidget) -> QLabel:
    """Make the mark of what is not saved: it lies on the button of the menu, and takes no room."""
    mark = named(words("●", "mark", parent=parent), "unsaved", "Not saved")
    mark.setToolTip("Not saved (Ctrl+S saves)")
    mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    mark.hide()
    return mark


def _width(field: QWidget, count: int) -> int:
    return field.width_with(count) if isinstance(field, Inline) else field.sizeHint().width()
