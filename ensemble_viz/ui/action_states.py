"""Which actions can be used now, and which are switched on: read from the session, never kept."""

from collections.abc import Mapping

from PySide6.QtGui import QAction

from ensemble_viz.document.document import MOST_SETUPS, Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import capital, uncapital
from ensemble_viz.ui.actions import doing
from ensemble_viz.ui.commands.run import Player
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.docks import Docks

# what a drag changes switches nothing
UNSWITCHED = Change.DATA | Change.LEARNED | Change.FOCUS | Change.FRAME
OF_SELECTED = (
    "duplicate_points", "relabel_selected", "weigh", "keep_only", "to_test", "to_training",
)  # fmt: skip
OF_POINTS = (
    "nudge", "copy_points", "select_all", "split", "snap", "turn", "mirror_across", "mirror_up",
    "thin", "shuffle", "standardise", "clear_points",
)  # fmt: skip
SEVERAL = ("remove", "swap", "next_setup", "stacked", "by_share", "go_to_parting", "layer_parting",
            "beside", "score")  # fmt: skip
"""What needs more than one setup."""
OF_A_DEMONSTRATION = ("theory_list", "theory_in_full", "export_theory")


class ActionStates:
    """Keeps the actions of menus and buttons true."""

    def __init__(
        self, desk: Desk, player: Player, actions: Mapping[str, QAction], docks: Docks
    ) -> None:
        self.desk = desk
        self.player = player
        self.actions = actions
        self.docks = docks
        self._known: dict[str, bool] = {}
        """Whether each action could be used last."""

    def refresh(self, scene: Scene, change: Change) -> None:
        if change & ~UNSWITCHED or not self.desk.session.pace.is_held:
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
        undo = self.desk.session.undo
        for name, words, is_possible in (
            ("undo", undo.undo_text, undo.can_undo),
            ("redo", undo.redo_text, undo.can_redo),
        ):
            text = f": {uncapital(words)}" if words else ""
            self.actions[name].setText(f"{capital(name)}{text}")
            self.actions[name].setEnabled(is_possible)

    def _switched(self) -> dict[str, bool]:
        look = self.desk.view.look
        panels = look.open_panels
        return {
            **{one.name: getattr(look.layers, one.value) for one in doing("switch_layer")},
            **{
                one.name: self.docks.is_in_front(panels, one.value) for one in doing("toggle_panel")
            },
            **{one.name: self.desk.view.part(one.value) for one in doing("switch")},
            "panels": bool(self.docks.open_in(panels) - {"run"}),
            "projector": look.projector.is_on,
            "relative_area": look.relative_to == "largest",
            "dark": look.palette.endswith("dark"),
            "ahead": look.shows_ahead,
            "theory_in_full": look.theory.in_full,
        }

    def _possible(self, scene: Scene) -> dict[str, bool]:
        setup, look = self.desk.setup, self.desk.view.look
        k = self.desk.document.data.n_classes
        count, setups = len(self.desk.document.data), len(self.desk.document.setups)
        has_some = bool(self.desk.view.where.selection)
        is_seeded = setup.declaration.uses_chance(setup.params)
        return {
            "forward": not scene.controls.at_end and scene.controls.next_enabled,
            "back": scene.controls.back_enabled,
            "another_draw": is_seeded,
            "add_setup": setups < MOST_SETUPS,
            "duplicate": setups < MOST_SETUPS,
            **dict.fromkeys(SEVERAL, setups > 1),
            "usual_type": self.desk.view.look.scale != 1.0,
            "companion": scene.stage.palette.is_projected,
            "delete": has_some or self.desk.view.where.pinned.point is not None,
            **dict.fromkeys(OF_SELECTED, has_some),
            **dict.fromkeys(OF_POINTS, count > 0),
            **dict.fromkeys(("classes", "flip", "turn_back"), k > 0),
            **dict.fromkeys(("set_value", "value_in_hand"), not k),
            **dict.fromkeys(OF_A_DEMONSTRATION, bool(look.theory.name)),
            **{f"class_{number}": number <= k + (k > 0) for number in range(1, 9)},
        }
