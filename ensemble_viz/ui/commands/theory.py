"""The commands of theory: which demonstration is open, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from ensemble_viz.ui.commands.view import show_panels
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.docks import Docks
from ensemble_viz.ui.notice import ListMenu, Notice

PANEL = "theory"


class TheoryCommands(QObject):
    """Opens demonstrations beside the canvas, or in its place."""

    def __init__(self, desk: Desk, docks: Docks, notice: Notice) -> None:
        super().__init__()
        self.desk, self.docks, self.notice = desk, docks, notice
        desk.session.question_asked.connect(self.answer)

    def theory_list(self) -> None:
        self.show_demonstration("")

    def show_demonstration(self, name: str) -> None:
        """Open a demonstration; beside a run that it can be shown on, that stays as it was."""
        self._show(name=name)

    def browse(self, step: int) -> None:
        """Open the demonstration that a lecture comes to next, or came from."""
        from ensemble_viz.engine import theory

        names = list(theory.demonstrations())
        now = self.desk.view.look.theory.name
        k = names.index(now) + step if now else (0 if step > 0 else -1)
        self.show_demonstration(names[k % len(names)])

    def theory_in_full(self) -> None:
        """Show it in the place of the canvas, or beside it."""
        self._show(in_full=not self.desk.view.look.theory.in_full)

    def why(self) -> None:
        """Open what answers the question of this step; asked again, the next that does."""
        from ensemble_viz.scene.theory import of_step

        self.answer(of_step(self.desk.scene.stage))

    def answer(self, found: Sequence[str]) -> None:
        """Open the first of those that answer a question, on the open run; or the next."""
        if not found:
            self.notice.say("No demonstration belongs to this step; F7 has them all.")
            return
        now = self.desk.view.look.theory.name
        is_open = self.docks.is_in_front(self.desk.view.look.open_panels, PANEL)
        k = found.index(now) + 1 if is_open and now in found else 0
        self._answer(found[k % len(found)])

    def _answer(self, name: str) -> None:
        """Open a demonstration on the open run, at this step; on its example where it must be."""
        from ensemble_viz.engine import theory
        from ensemble_viz.scene.theory import can_be_own

        shown, one = self.desk.view.look.theory, theory.demonstration(name)
        settings = {**shown.params(name).values(), **one.of_a_step}
        shown = shown.with_params(name, one.params.from_values(settings))
        own = can_be_own(name, shown.params(name), self.desk.scene.stage)
        self._show(name=name, own=own, changed=shown.changed)

    def _show(self, **changed: Any) -> None:
        """Bring theory to the front, changed so."""
        look = self.desk.view.look
        panels = look.open_panels
        if not self.docks.is_in_front(panels, PANEL):
            panels = self.docks.toggled(panels, PANEL)
        show_panels(self.desk, panels, theory=replace(look.theory, **changed))


def theory_lists(parent: QWidget, commands: TheoryCommands) -> Mapping[str, Sequence[QMenu]]:
    """Make a menu for each chapter, below the list of all."""
    from ensemble_viz.engine.theory import CHAPTERS
    from ensemble_viz.scene.words import chapter_title

    take = commands.show_demonstration
    chapters = [
        ListMenu(chapter_title(chapter), parent, partial(_titles, chapter), take)
        for chapter in CHAPTERS
    ]
    return {"theory_list": chapters}


def _titles(chapter: str) -> list[tuple[str, str]]:
    from ensemble_viz.engine import theory

    return [
        (one.title, name)
        for name, one in theory.demonstrations().items()
        if theory.chapter_of(name) == chapter
    ]
