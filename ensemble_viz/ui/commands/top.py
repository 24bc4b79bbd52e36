"""Commands of what lies on top of the window: the page of keys, notices, and to let go of them."""

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ensemble_viz import __version__
from ensemble_viz.document.where import NOTHING
from ensemble_viz.ui.actions import key_groups
from ensemble_viz.ui.commands.points import Pointer
from ensemble_viz.ui.commands.view import toggle_projector
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.notice import Notice
from ensemble_viz.ui.panels.keys_page import KeysPage
from ensemble_viz.ui.pictures.walked import Walked


class TopCommands(QObject):
    """Shows something over everything else, and puts it away."""

    def __init__(self, desk: Desk, canvas: QWidget, pointer: Pointer, notice: Notice) -> None:
        """Command what lies on top of the window of a canvas."""
        super().__init__()
        self.desk = desk
        self.canvas = canvas
        self.pointer = pointer
        self.notice = notice
        self._keys: KeysPage | None = None

    def keys(self) -> None:
        """Show the page of keys, or put it away."""
        if self._keys is None:
            self._keys = KeysPage(self.desk.theme, key_groups())
        self._keys.dress(self.desk.theme)
        self._keys.toggle_over(self.canvas.window())

    def about(self) -> None:
        """Say what the program is."""
        self.notice.say(
            f"ensemble_viz {__version__}: a classroom simulator of ensemble learning. "
            "Every number it shows can be recomputed by hand; F1 lists the keys."
        )

    def let_go(self) -> None:
        """Take back a drag; else close what is open on top; else let go of what is pinned.

        Then of what is selected, and of the tool.
        """
        if self.pointer.take_back() or self._close() or self.desk.session.forget_before():
            return
        if self.desk.view.focus:
            self.desk.look(pinned=NOTHING, hovered=NOTHING)
        elif self.desk.view.where.selection:
            self.desk.look(selection=())
        else:
            self.desk.look(tool="look")

    def _put_theory_away(self) -> None:
        """Show the canvas again: theory goes back beside it, or away where it is projected."""
        look = self.desk.view.look
        if look.projector.is_on:
            panels = look.projector.panels
            panels = replace(panels, shown=(panels.shown or frozenset()) - {"theory"})
            self.desk.look(projector=replace(look.projector, panels=panels))
        else:
            self.desk.look(theory=replace(look.theory, in_full=False))

    def _close(self) -> bool:
        """Close what is open on top; False where nothing is."""
        look = self.desk.view.look
        if isinstance(self.canvas.window().focusWidget(), Walked):
            self.canvas.setFocus()  # the arrows step again
        elif self._keys is not None and self._keys.isVisible():
            self._keys.hide()
        elif look.blank:
            self.desk.look(blank=False)
        elif look.theory_is_in_full:
            self._put_theory_away()
        elif look.projector.is_on:
            toggle_projector(self.desk)
        elif not self.notice.isHidden():
            self.notice.hide()
        else:
            return False
        return True
