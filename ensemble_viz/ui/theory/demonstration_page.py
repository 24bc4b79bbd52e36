"""One demonstration: its picture, its settings, what it says, its figures."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Figures, Material, demonstration
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.theory import ShownTheory, own_material
from ensemble_viz.scene.words import in_words
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.theory.computation import Computation, TheoryRequest
from ensemble_viz.ui.theory.layout import PageLayout

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

STOP, GO_ON = "Stop", "Measure again"


class DemonstrationPage(QObject):
    """Keeps a page true to the demonstration that is open."""

    def __init__(self, desk: Desk, in_full: bool, buttons: "QWidget") -> None:
        super().__init__()
        self.desk = desk
        self.layout = PageLayout(desk, in_full, buttons)
        self.root = self.layout.root
        self.setParent(self.root)
        self.computation = Computation(self, self._is_seen)
        self.shown: ShownTheory | None = None
        self._asked: TheoryRequest | None = None
        self._good: TheoryRequest | None = None
        """What was last shown: a value that cannot be had on a run is taken back to its."""
        self._refused: tuple[TheoryRequest, TheoryRequest, str] | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._take_back)
        self._examples: dict[str, Material | None] = {}
        """What demonstrations are shown on when nobody gives them anything: trained once."""
        self._connect()

    def _connect(self) -> None:
        parts = self.layout
        parts.form.changed.connect(self._change)
        parts.own.clicked.connect(self._switch)
        parts.stop.clicked.connect(self._stop)
        self.computation.found.connect(self._show)
        self.computation.refused.connect(self._refuse)
        self.computation.ended.connect(self._show_progress)

    @property
    def name(self) -> str:
        return "" if self._asked is None else self._asked.one.name

    def leave(self) -> None:
        """Compute nothing that nobody sees; what is not done begins anew when it is seen."""
        self.computation.leave()

    def _is_seen(self) -> bool:
        return not self.root.visibleRegion().isEmpty()

    def show_theory(self, scene: Scene, is_dressed: bool) -> None:
        """Show the demonstration that is open, with its settings, on what it is to be shown on."""
        theory = scene.view.look.theory
        one, params = demonstration(theory.name), theory.params(theory.name)
        if is_dressed or self._asked is None:
            self.layout.dress()  # the first time, too: the list may have been open before
        if is_dressed or one.name != self.name:
            self.layout.begin(one)
            self.shown = None
        material = self._material(one, scene) if theory.own else self._example(one)
        asked, before = TheoryRequest(one, params, material), self._asked
        self._asked = asked
        self._show_settings(asked, theory.own)
        if is_dressed or before is None or not _is_same(asked, before) or self.shown is None:
            self.computation.ask(asked)
            self._show_progress()

    def _material(self, one: Demonstration, scene: Scene) -> Material | None:
        return own_material(one, scene.stage)

    def _example(self, one: Demonstration) -> Material | None:
        if one.name not in self._examples:
            self._examples[one.name] = one.material()
        return self._examples[one.name]

    # --- settings -----------------------------------------------------------------------------

    def _show_settings(self, asked: TheoryRequest, own: bool) -> None:
        one, is_decided = asked.one, own and asked.material is not None
        self.layout.show_own(one, own, 0 if asked.material is None else asked.material.round)
        shown, decided = {}, one.decided if is_decided else ()
        try:
            shown = asked.settings
        except Refusal:
            decided = ()  # the figures will say why
        idle = one.idle(asked.params, asked.material)
        self.layout.form.show_params(asked.params, shown, decided, idle)

    def _change(self, params: Params) -> None:
        theory = self.desk.view.look.theory
        self.desk.look(theory=theory.with_params(theory.name, params))

    def _switch(self, own: bool) -> None:
        self.desk.look(theory=replace(self.desk.view.look.theory, own=own))

    # --- figures ------------------------------------------------------------------------------

    def _show(self, asked: TheoryRequest, figures: Figures) -> None:
        self.shown, self._good = ShownTheory(asked.one.name, asked.settings, figures), asked
        self.layout.show_figures(self.shown, self.is_moving)
        self._show_progress()

    @property
    def is_moving(self) -> bool:
        """True while other figures are likely to follow at once."""
        return any(slider.isSliderDown() for slider in self.layout.form.sliders.values())

    def _refuse(self, sentence: str) -> None:
        asked, good = self._asked, self._good
        assert asked is not None
        reason = in_words(sentence, asked.params)
        if good is not None and self.shown is not None and _differs_by_settings(asked, good):
            self._refused = asked, good, reason
            self._soon.start()  # nobody is told of a change while another one is told
            return
        self.shown = None
        self.layout.refuse(reason)
        self._show_progress()
        self.layout.measured.hide()

    def _take_back(self) -> None:
        """Show what was shown before, and say at the field why its new value cannot be had."""
        assert self._refused is not None
        asked, good, reason = self._refused
        if self._asked is asked:
            self._change(good.params)
            before, now = good.params.values(), asked.params.values()
            name = next(name for name, value in now.items() if value != before[name])
            self.layout.form.refuse(name, reason)

    def _stop(self) -> None:
        if self.computation.is_busy:
            self.computation.stop()
        elif self._asked is not None:
            self.computation.ask(self._asked)
        self._show_progress()

    def _show_progress(self) -> None:
        """Say how far what is measured has come, and offer to stop it."""
        asked, stop = self._asked, self.layout.stop
        takes_long = asked is not None and asked.takes_long
        self.layout.measured.setVisible(takes_long)
        if asked is None or not takes_long:
            return
        stop.setText(STOP if self.computation.is_busy else GO_ON)
        self.layout.progress.setText(self._progress(asked))

    def _progress(self, asked: TheoryRequest) -> str:
        figures = {} if self.shown is None else self.shown.figures
        done, wanted = figures.get("sets"), asked.params.values().get("sets")
        busy = "measuring …" if self.computation.is_busy else "measured"
        if done is None or wanted is None or done == wanted:
            return busy.capitalize()
        return f"{busy.capitalize()} {done} of {wanted}"


def _differs_by_settings(one: TheoryRequest, other: TheoryRequest) -> bool:
    """True if two are the same demonstration on the same, with other settings."""
    return one.params != other.params and _is_same(replace(one, params=other.params), other)


def _is_same(one: TheoryRequest, other: TheoryRequest) -> bool:
    """True if two are about the same: runs are the same as far as they have come."""
    if (one.one.name, one.params) != (other.one.name, other.params):
        return False
    a, b = one.material, other.material
    if a is None or b is None:
        return a is b
    return (a.data, a.run, a.round) == (b.data, b.run, b.round)
