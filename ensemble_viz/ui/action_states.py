"""Which actions can be used now, and which are switched on: read from the session, never kept."""

from collections.abc import Mapping

from PySide6.QtGui import QAction

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.docks import Docks
from ensemble_viz.ui.player import Player

# what a drag changes switches nothing
UNSWITCHED = Change.DATA | Change.LEARNED | Change.FOCUS | Change.FRAME
LAYERS = (
    "weights", "misses", "learner", "earlier", "boundary", "residuals", "draws", "points", "test",
)  # fmt: skip


FRONTS = ("settings", "round", "points", "figures")


class ActionStates:
    """Keeps the actions of menus and buttons true."""

    def __init__(
        self,
        desk: Desk,
        player: Player,
        actions: Mapping[str, QAction],
        docks: Docks,
    ) -> None:
        """Watch over some actions."""
        self.desk = desk
        self.player = player
        self.actions = actions
        self.docks = docks
        self._known: dict[str, bool] = {}
        """Whether each action could be used last."""

    def refresh(self, scene: Scene, change: Change) -> None:
        """Switch and enable every action as the scene has it."""
        if change & ~UNSWITCHED or not self.desk.pace.is_held:
            for name, is_on in self._switched().items():
                self.actions[name].setChecked(is_on)
        possible = self._possible(scene)
        for name, is_possible in possible.items() - self._known.items():
            self.actions[name].setEnabled(is_possible)
        self._known = possible
        percent = f"now {self.desk.view.look.scale:.0%}"
        self.actions["usual_type"].setText(f"Type of the usual size ({percent})")
        self.name_undo()

    def name_undo(self) -> None:
        """Say what can be undone: while an edit is announced its stack is still moving."""
        undo = self.desk.undo
        for name, words, is_possible in (
            ("undo", undo.undo_text, undo.can_undo),
            ("redo", undo.redo_text, undo.can_redo),
        ):
            said = f": {words[:1].lower()}{words[1:]}" if words else ""
            self.actions[name].setText(f"{name.capitalize()}{said}")
            self.actions[name].setEnabled(is_possible)

    def _switched(self) -> dict[str, bool]:
        look = self.desk.view.look
        panels = look.open_panels
        return {
            **{f"layer_{name}": getattr(look.layers, name) for name in LAYERS},
            **{name: self.docks.is_in_front(panels, name) for name in FRONTS},
            "panels": bool(self.docks.open_in(panels) - {"run"}),
            "caption": look.caption,
            "blank": look.blank,
            "glide": look.glides,
            "projector": look.projector.is_on,
            "repeat": look.loop,
            "small_steps": look.small_steps,
            "relative_area": look.relative_to == "largest",
            "dark": look.palette.endswith("dark"),
            "ahead": look.shows_ahead,
            "fractions": look.fractions,
        }

    def _possible(self, scene: Scene) -> dict[str, bool]:
        setup = self.desk.setup
        k = self.desk.document.data.n_classes
        count = len(self.desk.document.data)
        is_seeded = setup.declaration.uses_chance(setup.params)
        return {
            "forward": not scene.controls.at_end and scene.controls.next_enabled,
            "back": scene.controls.back_enabled,
            "another_draw": is_seeded,
            "usual_type": self.desk.view.look.scale != 1.0,
            "companion": scene.stage.palette.is_projected,
            "delete": self.desk.view.where.pinned.point is not None,
            "clear_points": count > 0,
            **{f"class_{number}": number <= k for number in range(1, 9)},
        }
