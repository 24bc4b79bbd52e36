"""The layers: a box to tick for each, with its key."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.controls import LayerLine, layer_lines
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import discard, fill
from ensemble_viz.ui.look.widgets import CheckBox, KeyCap, WordButton
from ensemble_viz.ui.section import Section

PITCH = 26
WAYS = {"soft": "stronger where more agree", "hard": "one colour for each answer"}
SEEN = Change.DATA | Change.SETUPS | Change.VIEW | Change.LOOK | Change.ROUND | Change.LEARNED


class LayersPanel(Section):
    """A line for each layer that means something for this run."""

    def __init__(self, desk: Desk, actions: Mapping[str, QAction]) -> None:
        super().__init__(desk, "layers", "Layers", 4)
        self.box.setSpacing(1)
        self.keys = {
            name.removeprefix("layer_"): action.shortcut().toString(
                QKeySequence.SequenceFormat.NativeText
            )
            for name, action in actions.items()
            if name.startswith("layer_")
        }
        self.shown: tuple[tuple[str, str], ...] = ()
        self.rows: dict[str, LayerRow] = {}

    def refresh(self, scene: Scene, change: Change) -> None:
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
        discard(self.rows.values())
        self.rows = {}
        for line in lines:
            kind = SurfaceRow if line.state else LayerRow
            row = kind(self.desk, line, self.keys.get(line.name, ""))
            self.rows[line.name] = row
            self.box.addWidget(row)


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
        self.setMinimumHeight(self.desk.theme.px(PITCH))
        self.row = fill(QHBoxLayout(self), (self.box, 1), gap=8)
        if key:
            self.row.addWidget(KeyCap(key), 0, Qt.AlignmentFlag.AlignVCenter)

    def show_line(self, line: LayerLine) -> None:
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
        for k, way in enumerate(WAYS):
            button = WordButton(way, "way", f"surface {way}", f"{way} surface")
            button.setToolTip(f"{way.capitalize()}: {WAYS[way]}")
            button.setCheckable(True)
            self.ways.addButton(button)
            self.row.insertWidget(1 + k, button)
        self.row.setSpacing(2)
        self.row.insertSpacing(1, 8)
        self.row.insertSpacing(4, 6)
        self.ways.buttonClicked.connect(self._take)

    def show_line(self, line: LayerLine) -> None:
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
