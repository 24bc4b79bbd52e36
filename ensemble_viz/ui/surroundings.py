"""What stands around the canvas: docks, caption, the page of keys, the projector."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt

from ensemble_viz import __version__
from ensemble_viz.document.document import Change
from ensemble_viz.scene.palette import PROJECTED, UNPROJECTED
from ensemble_viz.ui.actions import key_groups
from ensemble_viz.ui.panels.keys_page import KeysPage
from ensemble_viz.ui.pictures.walked import Walked
from ensemble_viz.ui.projector import COMPANIONS

if TYPE_CHECKING:
    from ensemble_viz.ui.window import Window

FRONTS = ("settings", "round", "points", "figures")
PANELS = ("rail", "settings", "gallery", "round", "points", "figures")


class Surroundings:
    """Shows and hides parts of a window."""

    def __init__(self, window: "Window") -> None:
        """Belong to a window."""
        self.window = window
        self.glides = True
        self.is_projecting = False
        self._before: dict[str, bool] = {}
        self._ahead = True
        self._keys: KeysPage | None = None

    def open_parts(self) -> dict[str, bool]:
        """Say by the name of its action whether a part is open."""
        docks, canvas = self.window.docks, self.window.canvas
        return {
            **{name: docks.is_in_front(name) for name in FRONTS},
            "panels": any(not docks[name].isHidden() for name in PANELS),
            "caption": canvas.caption,
            "blank": canvas.is_blank,
            "glide": self.glides,
            "projector": self.is_projecting,
        }

    def toggle_dock(self, name: str) -> None:
        """Show or hide a panel."""
        self.window.docks.toggle(name)
        self._tell()

    def toggle_panels(self) -> None:
        """Hide all panels but the run, or show those that were hidden."""
        docks = self.window.docks
        shown = {name: docks.shown()[name] for name in PANELS}
        if any(shown.values()):
            self._before = shown
            docks.show_only(dict.fromkeys(PANELS, False))
        else:
            docks.show_only(self._before or dict.fromkeys(("rail", *FRONTS[1:]), True))
        self._tell()

    def toggle_caption(self) -> None:
        """Show or hide the words over the canvas."""
        self.window.canvas.caption = not self.window.canvas.caption
        self._tell()

    def toggle_blank(self) -> None:
        """Blank the canvas, or show it again."""
        self.window.canvas.blank(not self.window.canvas.is_blank)
        self._tell()

    def next_companion(self) -> None:
        """Show the formula, the curves or the tree with the projector's canvas, in turn."""
        strip = self.window.strip
        strip.show_companion(COMPANIONS[(COMPANIONS.index(strip.companion) + 1) % len(COMPANIONS)])
        self._tell()

    def toggle_glide(self) -> None:
        """Let weights and surfaces glide, or change at once."""
        self.glides = not self.glides
        self._tell()

    def toggle_projector(self) -> None:
        """Fill the screen with the canvas, or go back."""
        if self.is_projecting:
            self.leave_projector()
        else:
            self._enter_projector()

    def show_keys(self) -> None:
        """Show the page of keys, or put it away."""
        if self._keys is None:
            self._keys = KeysPage(self.window.session.theme, key_groups())
        self._keys.dress(self.window.session.theme)
        self._keys.toggle_over(self.window)

    def show_about(self) -> None:
        """Say what the program is."""
        self.window.notice.say(
            f"ensemble_viz {__version__}: a classroom simulator of ensemble learning. "
            "Every number it shows can be recomputed by hand; F1 lists the keys."
        )

    def ask_for_round(self) -> None:
        """Put the cursor where a round can be typed."""
        self.leave_projector()
        self.window.parts.run.ask_for_round()

    def let_go(self) -> bool:
        """Take back a drag; else close what is open on top; say whether there was anything."""
        if self.window.canvas.hand.take_back():
            return True
        if isinstance(self.window.focusWidget(), Walked):
            self.window.canvas.setFocus()  # the arrows step again
            return True
        if self._keys is not None and self._keys.isVisible():
            self._keys.hide()
        elif self.window.canvas.is_blank:
            self.toggle_blank()
        elif self.is_projecting:
            self.leave_projector()
        elif not self.window.notice.isHidden():
            self.window.notice.hide()
        else:
            return False
        return True

    def _enter_projector(self) -> None:
        """Leave the canvas alone on the screen, in the colours of a projector."""
        window = self.window
        self.is_projecting = True
        self._shown = window.docks.shown()
        self._was = window.windowState()
        self._geometry = window.saveGeometry()
        window.docks.show_only(dict.fromkeys(self._shown, False))
        window.parts.header.hide()
        window.strip.appear(True)
        window.setWindowState(self._was | Qt.WindowState.WindowFullScreen)
        self._ahead = window.session.view.ahead  # a class is asked before it sees
        palette = PROJECTED[window.session.view.palette]
        window.session.look(palette=palette, ahead=False)

    def geometry(self) -> QByteArray:
        """Give size and place of the window, as it is without a projector."""
        return self._geometry if self.is_projecting else self.window.saveGeometry()

    def leave_projector(self) -> None:
        """Put everything back as it was."""
        if not self.is_projecting:
            return
        window = self.window
        self.is_projecting = False
        window.strip.appear(False)
        window.parts.header.show()
        window.docks.show_only(self._shown)
        window.setWindowState(self._was)
        palette = UNPROJECTED.get(window.session.view.palette, "light")
        window.session.look(palette=palette, ahead=self._ahead)

    def _tell(self) -> None:
        self.window.session.tell(Change.VIEW)
