"""The layers: a box to tick for each, with its key."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.controls import LayerLine, layer_lines
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import CheckBox, KeyCap, SectionHead, pressed_by_enter

PITCH = 26
SEEN = Change.DATA | Change.SETUPS | Change.VIEW | Change.LOOK | Change.ROUND | Change.LEARNED


class LayersPanel(QWidget):
    """A line for each layer that means something for this run."""

    def __init__(self, desk: Desk, actions: Mapping[str, QAction]) -> None:
        """Read the keys from the actions that switch the layers."""
        super().__init__()
        self.desk = desk
        self.keys = {
            name.removeprefix("layer_"): action.shortcut().toString(
                QKeySequence.SequenceFormat.NativeText
            )
            for name, action in actions.items()
            if name.startswith("layer_")
        }
        self.shown: tuple[tuple[str, str], ...] = ()
        self.rows: dict[str, LayerRow] = {}
        self.setObjectName("layers")
        self.setAccessibleName("Layers")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(1)
        self.column.addWidget(SectionHead("Layers"))
        self.column.addSpacing(4)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show which layers there are, and which are on."""
        if not change & SEEN:
            return
        lines = layer_lines(scene.stage)
        found = tuple((line.name, line.words) for line in lines)
        if found != self.shown:
            self.shown = found
            self._rebuild(lines)
        for line in lines:
            self.rows[line.name].show_line(line)

    def _rebuild(self, lines: tuple[LayerLine, ...]) -> None:
        for row in self.rows.values():
            self.column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {}
        for line in lines:
            kind = SurfaceRow if line.state else LayerRow
            row = kind(self.desk, line, self.keys.get(line.name, ""))
            self.rows[line.name] = row
            self.column.addWidget(row)


class LayerRow(QWidget):
    """A box to tick, its words and its key."""

    def __init__(self, desk: Desk, line: LayerLine, key: str) -> None:
        super().__init__()
        self.desk = desk
        self.name = line.name
        self.box = CheckBox(line.words)
        self.box.setObjectName(f"layer {line.name}")
        self.box.clicked.connect(self.switch)
        self.setToolTip(f"{line.words} ({key})" if key else line.words)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(8)
        self.setMinimumHeight(self.desk.theme.px(PITCH))
        self.row.addWidget(self.box, 1)
        if key:
            self.row.addWidget(KeyCap(key), 0, Qt.AlignmentFlag.AlignVCenter)

    def show_line(self, line: LayerLine) -> None:
        """Show whether the layer is on."""
        with QSignalBlocker(self.box):
            self.box.setChecked(line.on)

    def switch(self, on: bool) -> None:
        self.desk.switch_layers(**{self.name: on})


class SurfaceRow(LayerRow):
    """The surface: on or off, soft or hard."""

    def __init__(self, desk: Desk, line: LayerLine, key: str) -> None:
        super().__init__(desk, line, key)
        self.last = "soft"
        self.ways = QButtonGroup(self)
        for k, way in enumerate(("soft", "hard")):
            button = WayButton(way)
            self.ways.addButton(button)
            self.row.insertWidget(1 + k, button)
        self.row.setSpacing(2)
        self.row.insertSpacing(1, 8)
        self.row.insertSpacing(4, 6)
        self.ways.buttonClicked.connect(self._take)

    def show_line(self, line: LayerLine) -> None:
        """Show which way it is shown."""
        super().show_line(line)
        if line.on:
            self.last = line.state
        for button in self.ways.buttons():
            with QSignalBlocker(self.ways):
                button.setEnabled(line.on)
                button.setChecked(button.objectName() == f"surface {self.last}")

    def switch(self, on: bool) -> None:
        """Show it as it was shown last, or hide it."""
        surface = self.last if on else "off"
        self.desk.switch_layers(surface=surface)

    def _take(self, button: QToolButton) -> None:
        way = button.objectName().removeprefix("surface ")
        self.desk.switch_layers(surface=way)


class WayButton(QToolButton):
    """One of the ways to show a surface."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.setText(way)
        self.setObjectName(f"surface {way}")
        self.setProperty("role", "way")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        told = {"soft": "stronger where more agree", "hard": "one colour for each answer"}
        self.setToolTip(f"{way.capitalize()}: {told[way]}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)
