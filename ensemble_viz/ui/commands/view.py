"""Commands of the view: layers, panels, colours, type, the projector."""

from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import QObject

from ensemble_viz.scene.palette import IN_OTHER_LIGHT
from ensemble_viz.scene.view import NOTHING, SURFACES
from ensemble_viz.ui.look.theme import SCALES
from ensemble_viz.ui.session import Session


class Stagehand(Protocol):
    """Moves what stands around the canvas."""

    def toggle_dock(self, name: str) -> None:
        """Show or hide a panel."""

    def toggle_panels(self) -> None:
        """Show or hide all panels."""

    def toggle_caption(self) -> None:
        """Show or hide the words over the canvas."""

    def toggle_blank(self) -> None:
        """Blank the canvas, or show it again."""

    def toggle_projector(self) -> None:
        """Fill the screen with the canvas, or go back."""

    def next_companion(self) -> None:
        """Show something else beside the canvas of the projector."""

    def toggle_glide(self) -> None:
        """Let weights and surfaces glide, or change at once."""

    def show_keys(self) -> None:
        """Show the page of keys, or put it away."""

    def show_about(self) -> None:
        """Say what the program is."""

    def ask_for_round(self) -> None:
        """Put the cursor where a round can be typed."""

    def let_go(self) -> bool:
        """Take back a drag; else close what is open on top; say whether there was anything."""


class ViewCommands(QObject):
    """Changes how things are looked at."""

    def __init__(self, session: Session, stagehand: Stagehand) -> None:
        """Command a session's view and what stands around the canvas."""
        super().__init__()
        self.session = session
        self.stagehand = stagehand

    def switch_layer(self, layer: str) -> None:
        """Show or hide a layer."""
        self._layers(**{layer: not getattr(self.session.view.layers, layer)})

    def layer_surface(self) -> None:
        """Show the surface soft, then hard, then not at all."""
        now = SURFACES.index(self.session.view.layers.surface)
        self._layers(surface=SURFACES[(now + 1) % len(SURFACES)])

    def relative_area(self) -> None:
        """Measure areas by the weight 1/n, or by the largest weight."""
        is_uniform = self.session.view.relative_to == "uniform"
        self.session.look(relative_to="largest" if is_uniform else "uniform")

    def fit(self) -> None:
        """Show all points."""
        self.session.look(frame=None)

    def fractions(self) -> None:
        """Write numbers as fractions where they are, or as decimals."""
        self.session.look(fractions=not self.session.view.fractions)

    def ahead(self) -> None:
        """Show what is to come, or keep it from the class."""
        self.session.look(ahead=not self.session.view.ahead)

    def companion(self) -> None:
        """Show formula, curves or tree with the projector's canvas, one after the other."""
        self.stagehand.next_companion()

    def dark(self) -> None:
        """Go to dark colours, or back to light ones."""
        self.session.look(palette=IN_OTHER_LIGHT[self.session.view.palette])

    def larger_type(self) -> None:
        """Make all type larger."""
        self._scale(1)

    def smaller_type(self) -> None:
        """Make all type smaller."""
        self._scale(-1)

    def usual_type(self) -> None:
        """Go back to type of the usual size."""
        self.session.zoom_type(replace(self.session.zoom, chosen=1.0))

    def settings(self) -> None:
        """Show or hide the settings."""
        self.stagehand.toggle_dock("settings")

    def round(self) -> None:
        """Show or hide the panel of this round."""
        self.stagehand.toggle_dock("round")

    def points(self) -> None:
        """Show or hide the table of points."""
        self.stagehand.toggle_dock("points")

    def figures(self) -> None:
        """Show or hide the page of figures."""
        self.stagehand.toggle_dock("figures")

    def panels(self) -> None:
        """Show or hide all panels."""
        self.stagehand.toggle_panels()

    def caption(self) -> None:
        """Show or hide the words over the canvas."""
        self.stagehand.toggle_caption()

    def glide(self) -> None:
        """Let things glide between steps, or not."""
        self.stagehand.toggle_glide()

    def projector(self) -> None:
        """Go to the projector view, or back."""
        self.stagehand.toggle_projector()

    def blank(self) -> None:
        """Blank the canvas, or show it again."""
        self.stagehand.toggle_blank()

    def keys(self) -> None:
        """Show the keys."""
        self.stagehand.show_keys()

    def about(self) -> None:
        """Say what the program is."""
        self.stagehand.show_about()

    def go_to_round(self) -> None:
        """Ask for the round to go to."""
        self.stagehand.ask_for_round()

    def let_go(self) -> None:
        """Take back a drag or close what is on top; else let go of a pin; else of the tool."""
        if self.stagehand.let_go():
            return
        if self.session.view.pinned or self.session.view.hovered:
            self.session.look(pinned=NOTHING, hovered=NOTHING)
        else:
            self.session.look(tool="look")

    def _layers(self, **switches: Any) -> None:
        self.session.look(layers=self.session.view.with_layers(**switches).layers)

    def _scale(self, step: int) -> None:
        now = SCALES.index(self.session.zoom.chosen)
        scale = SCALES[min(max(now + step, 0), len(SCALES) - 1)]
        self.session.zoom_type(replace(self.session.zoom, chosen=scale))
