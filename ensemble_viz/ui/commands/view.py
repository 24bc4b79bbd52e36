"""Commands of the view: layers, panels, colours, type, the projector."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ensemble_viz import __version__
from ensemble_viz.document.look import (
    COMPANIONS,
    PROJECTED,
    SCALES,
    SURFACES,
    UNPROJECTED,
    Panels,
    Projector,
)
from ensemble_viz.document.where import NOTHING
from ensemble_viz.scene.palette import IN_OTHER_LIGHT
from ensemble_viz.ui.actions import key_groups
from ensemble_viz.ui.commands.points import Pointer
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.docks import Docks
from ensemble_viz.ui.notice import Notice
from ensemble_viz.ui.panels.keys_page import KeysPage
from ensemble_viz.ui.pictures.picture import PictureWidget


class ViewCommands(QObject):
    """Changes how things are looked at."""

    def __init__(self, desk: Desk, docks: Docks) -> None:
        super().__init__()
        self.desk = desk
        self.docks = docks
        docks.turned.connect(self.turn_to)

    def switch(self, part: str) -> None:
        self.desk.look(**{part: not self.desk.view.part(part)})

    def switch_layer(self, layer: str) -> None:
        self.desk.switch_layers(**{layer: not getattr(self.desk.view.look.layers, layer)})

    def layer_surface(self) -> None:
        """Show the surface soft, then hard, then not at all."""
        now = SURFACES.index(self.desk.view.look.layers.surface)
        self.desk.switch_layers(surface=SURFACES[(now + 1) % len(SURFACES)])

    def relative_area(self) -> None:
        """Measure areas by the weight 1/n, or by the largest weight."""
        is_uniform = self.desk.view.look.relative_to == "uniform"
        self.desk.look(relative_to="largest" if is_uniform else "uniform")

    def fit(self) -> None:
        self.desk.look(frame=None)

    def ahead(self) -> None:
        """Show what is to come, or keep it from the class."""
        look = self.desk.view.look
        if look.projector.is_on:
            self.desk.look(projector=replace(look.projector, ahead=not look.projector.ahead))
        else:
            self.desk.look(ahead=not look.ahead)

    def turn_to(self, front: str) -> None:
        """Bring a panel in front of those behind one another's tabs."""
        show_panels(self.desk, replace(self.desk.view.look.open_panels, front=front, covered=""))

    def companion(self) -> None:
        """Show formula, curves or tree with the projector's canvas, one after the other."""
        projector = self.desk.view.look.projector
        following = COMPANIONS[(COMPANIONS.index(projector.companion) + 1) % len(COMPANIONS)]
        self.desk.look(projector=replace(projector, companion=following))

    def dark(self) -> None:
        """Go to dark colours, or back to light ones."""
        self.desk.look(palette=IN_OTHER_LIGHT[self.desk.view.look.palette])

    def usual_type(self) -> None:
        self.desk.look(scale=1.0)

    def toggle_panel(self, name: str) -> None:
        """Show a panel in front of others, or hide it."""
        show_panels(self.desk, self.docks.toggled(self.desk.view.look.open_panels, name))

    def panels(self) -> None:
        show_panels(self.desk, self.docks.all_toggled(self.desk.view.look.open_panels))

    def projector(self) -> None:
        toggle_projector(self.desk)

    def scale_type(self, step: int) -> None:
        now = SCALES.index(self.desk.view.look.scale)
        self.desk.look(scale=SCALES[min(max(now + step, 0), len(SCALES) - 1)])


def show_panels(desk: Desk, panels: Panels, **others: Any) -> None:
    """Open panels, beside the canvas or beside that of the projector."""
    projector = desk.view.look.projector
    if projector.is_on:
        desk.look(projector=replace(projector, panels=panels), **others)
    else:
        desk.look(panels=panels, **others)


def toggle_projector(desk: Desk) -> None:
    """Leave the canvas alone on the screen in the colours of a projector, or go back."""
    look = desk.view.look
    is_on = not look.projector.is_on
    palette = (PROJECTED if is_on else UNPROJECTED).get(look.palette, look.palette)
    desk.look(projector=Projector(is_on, look.projector.companion), palette=palette)


def leave_projector(desk: Desk) -> None:
    if desk.view.look.projector.is_on:
        toggle_projector(desk)


class TopCommands(QObject):
    """Shows something over everything else, and puts it away."""

    def __init__(self, desk: Desk, canvas: QWidget, pointer: Pointer, notice: Notice) -> None:
        super().__init__()
        self.desk = desk
        self.canvas = canvas
        self.pointer = pointer
        self.notice = notice
        self._keys: KeysPage | None = None

    def keys(self) -> None:
        if self._keys is None:
            self._keys = KeysPage(self.desk.theme, key_groups())
        self._keys.dress(self.desk.theme)
        self._keys.toggle_over(self.canvas.window())

    def about(self) -> None:
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
        if isinstance(self.canvas.window().focusWidget(), PictureWidget):
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
