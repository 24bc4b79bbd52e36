"""Which actions can be used now, and which are switched on: read from the session, never kept."""

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtGui import QAction

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.player import Player
from ensemble_viz.ui.session import Session

# what a drag changes switches nothing
UNSWITCHED = Change.DATA | Change.LEARNED | Change.FOCUS | Change.FRAME
LAYERS = (
    "weights", "misses", "learner", "earlier", "boundary", "residuals", "draws", "points", "test",
)  # fmt: skip


class Surroundings(Protocol):
    """What stands around the canvas, and whether it is open."""

    def open_parts(self) -> dict[str, bool]:
        """Say by the name of its action whether a part is open."""


class ActionStates:
    """Keeps the actions of menus and buttons true."""

    def __init__(
        self,
        session: Session,
        player: Player,
        actions: Mapping[str, QAction],
        around: Surroundings,
    ) -> None:
        """Watch over some actions."""
        self.session = session
        self.player = player
        self.actions = actions
        self.around = around
        self._known: dict[str, bool] = {}
        """Whether each action could be used last."""

    def refresh(self, scene: Scene, change: Change) -> None:
        """Switch and enable every action as the scene has it."""
        if change & ~UNSWITCHED or not self.session.pace.is_held:
            for name, is_on in self._switched().items():
                self.actions[name].setChecked(is_on)
        possible = self._possible(scene)
        for name, is_possible in possible.items() - self._known.items():
            self.actions[name].setEnabled(is_possible)
        self._known = possible
        percent = f"now {self.session.zoom.chosen:.0%}"
        self.actions["usual_type"].setText(f"Type of the usual size ({percent})")
        for name, stack in (("undo", self.session.undo.undoText()),
                            ("redo", self.session.undo.redoText())):  # fmt: skip
            words = f"{name.capitalize()}: {stack[:1].lower()}{stack[1:]}" if stack else ""
            self.actions[name].setText(words or name.capitalize())

    def _switched(self) -> dict[str, bool]:
        view = self.session.view
        layers = {f"layer_{name}": getattr(view.layers, name) for name in LAYERS}
        return {
            **layers,
            **self.around.open_parts(),
            "repeat": self.player.loop,
            "small_steps": view.small_steps,
            "relative_area": view.relative_to == "largest",
            "dark": view.palette.endswith("dark"),
            "ahead": view.ahead,
            "fractions": view.fractions,
        }

    def _possible(self, scene: Scene) -> dict[str, bool]:
        undo, setup = self.session.undo, self.session.document.setups[self.session.view.setup]
        k = self.session.document.data.n_classes
        count = len(self.session.document.data)
        is_seeded = setup.declaration.uses_chance(setup.params)
        return {
            "undo": undo.canUndo(),
            "redo": undo.canRedo(),
            "forward": not scene.controls.at_end and scene.controls.next_enabled,
            "back": scene.controls.back_enabled,
            "another_draw": is_seeded,
            "usual_type": self.session.zoom.chosen != 1.0,
            "companion": scene.stage.palette.is_projected,
            "delete": self.session.view.pinned.point is not None,
            "clear_points": count > 0,
            **{f"class_{number}": number <= k for number in range(1, 9)},
        }
