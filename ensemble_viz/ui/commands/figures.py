"""The commands of figures and of theory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu, QWidget

from ensemble_viz.engine.data import Refusal
from ensemble_viz.ui.commands.asking import Say
from ensemble_viz.ui.commands.files import FileCommands
from ensemble_viz.ui.commands.view import show_panels
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.docks import Docks
from ensemble_viz.ui.notice import ListMenu, Notice, guard_overrides

if TYPE_CHECKING:
    from ensemble_viz.ui.publish import Done, Draft, FigureDialog, Wanted


FIGURES = {
    "png": "PNG picture (*.png)", "svg": "SVG drawing (*.svg)",
    "pdf": "PDF document (*.pdf)", "pgf": "PGF for LaTeX (*.pgf)",
}  # fmt: skip
SVG = "image/svg+xml"


class FigureCommands(QObject):
    """Makes figures of what is shown; matplotlib is loaded when the first is wanted."""

    def __init__(self, desk: Desk, files: FileCommands, notice: Say, window: QWidget) -> None:
        """Command the figures of a session; `files` asks where to."""
        super().__init__(window)
        self.desk, self.files, self.notice, self.window = desk, files, notice, window
        self._folder: Path | None = None
        """Where the last figure was written."""

    def export(self) -> None:
        self.dialog.open_on()

    def export_theory(self) -> None:
        """Open the dialog on the plots of the demonstration that is open."""
        self.dialog.choices.choose("theory")
        self.export()

    def export_again(self) -> None:
        """Write the figure of this moment as the last one was made, beside it."""
        from ensemble_viz.export.publishing import name_of

        if self._folder is None:
            self.export()
            return
        try:
            wanted = self.dialog.choices.wanted(self.desk.scene.stage, self.desk.beside)
        except Refusal as refusal:
            self.notice.say(str(refusal))
            return
        path = self._folder / name_of(wanted.order, wanted.form)
        if path.exists():
            self.notice.say(f"{path.name} is there already: nothing was written.")
            return
        self._start(wanted, path)

    def copy_picture(self) -> None:
        """Put the figure on the clipboard as a picture."""
        self._draft("png", self._copy)

    def copy_drawing(self) -> None:
        """Put it there as a drawing, for programs that know SVG."""
        self._draft("svg", self._copy)

    @property
    def dialog(self) -> "FigureDialog":
        """The dialog, made when it is wanted first."""
        from ensemble_viz.ui.publish import FigureDialog, Publisher

        if not hasattr(self, "_dialog"):
            guard_overrides()
            self.publisher = Publisher(self)
            self._dialog = FigureDialog(self.desk, self.publisher, self._ask_where, self.window)
        return self._dialog

    def _ask_where(self, wanted: "Wanted") -> "Draft | None":
        from ensemble_viz.export.publishing import name_of

        name = name_of(wanted.order, wanted.form)
        start = str(self._folder / name) if self._folder else name
        path = self.files.ask.save_path("Save figure", FIGURES[wanted.form], start)
        if path is None:
            return None
        form = path.suffix.lower().removeprefix(".")
        if form not in FIGURES:
            path, form = path.with_name(f"{path.name}.{wanted.form}"), wanted.form
        return self._start(replace(wanted, form=form), path)

    def _start(self, wanted: "Wanted", path: Path) -> "Draft":
        from ensemble_viz.ui.publish import Draft

        draft = Draft(wanted.order, wanted.form, self._finish, path)
        self.publisher.take(draft)
        return draft

    def _finish(self, draft: "Draft") -> None:
        """Say what became of a figure."""
        if draft.refusal:
            sentence = draft.refusal
            self.notice.say(sentence)
        elif not draft.data:
            sentence = "Cancelled: nothing was written."
        else:
            assert draft.path is not None
            self._folder = draft.path.resolve().parent
            sentence = f"The figure is saved as {draft.path}."
            self.notice.tell(sentence)
        self.dialog.settle(sentence)

    def _draft(self, form: str, done: "Done") -> None:
        from ensemble_viz.ui.publish import Draft

        try:
            wanted = self.dialog.choices.wanted(self.desk.scene.stage, self.desk.beside)
        except Refusal as refusal:
            self.notice.say(str(refusal))
            return
        self.publisher.take(Draft(wanted.order, form, done))

    def _copy(self, draft: "Draft") -> None:
        if draft.refusal:
            self.notice.say(draft.refusal)
            return
        board = QGuiApplication.clipboard()
        if draft.form == "png":
            board.setImage(QImage.fromData(draft.data))
            self.notice.tell("The figure is on the clipboard, as a picture.")
            return
        mime = QMimeData()
        mime.setData(SVG, draft.data)
        board.setMimeData(mime)
        self.notice.tell("The figure is on the clipboard, as an SVG drawing.")


PANEL = "theory"


class TheoryCommands(QObject):
    """Opens demonstrations beside the canvas, or in its place."""

    def __init__(self, desk: Desk, docks: Docks, notice: Notice) -> None:
        super().__init__()
        self.desk, self.docks, self.notice = desk, docks, notice
        desk.session.wondered.connect(self.answer)

    def theory_list(self) -> None:
        """Show the list of all demonstrations."""
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
        """Open a demonstration on the open run; on its example where that cannot be."""
        from ensemble_viz.scene.theory import can_be_own

        params = self.desk.view.look.theory.params(name)
        own = can_be_own(name, params, self.desk.scene.stage)
        self._show(name=name, own=own)

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
