"""The commands of figures: into files, and onto the clipboard."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from ensemble_viz.engine.data import Refusal
from ensemble_viz.ui.commands.asking import Say
from ensemble_viz.ui.commands.files import FileCommands
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.guard import guard_overrides

if TYPE_CHECKING:
    from ensemble_viz.ui.publish import Draft, FigureDialog, Wanted


FIGURES = {
    "png": "PNG picture (*.png)", "svg": "SVG drawing (*.svg)",
    "pdf": "PDF document (*.pdf)", "pgf": "PGF for LaTeX (*.pgf)",
}  # fmt: skip
SVG = "image/svg+xml"


class FigureCommands(QObject):
    """Makes figures of what is shown; matplotlib is loaded when the first is wanted."""

    def __init__(self, desk: Desk, files: FileCommands, notice: Say, window: QWidget) -> None:
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
        if self._folder is None:
            self.export()
        elif (wanted := self._wanted()) is not None:
            path = self._folder / wanted.name
            if path.exists():
                self.notice.say(f"{path.name} is there already: nothing was written.")
            else:
                self.publisher.publish(wanted, self._finish, path)

    def copy_figure(self, form: str) -> None:
        """Put the figure on the clipboard: a picture, or a drawing for programs that know SVG."""
        if (wanted := self._wanted()) is not None:
            self.publisher.publish(replace(wanted, form=form), self._copy)

    @property
    def dialog(self) -> "FigureDialog":
        from ensemble_viz.ui.publish import FigureDialog, Publisher

        if not hasattr(self, "_dialog"):
            guard_overrides()
            self.publisher = Publisher(self)
            self._dialog = FigureDialog(self.desk, self.publisher, self._ask_where, self.window)
        return self._dialog

    def _wanted(self) -> "Wanted | None":
        """Read what is chosen in the dialog, or say why there is no such figure."""
        try:
            return self.dialog.choices.wanted(self.desk.scene.stage, self.desk.session.beside)
        except Refusal as refusal:
            self.notice.say(str(refusal))
            return None

    def _ask_where(self, wanted: "Wanted") -> "Draft | None":
        start = str(self._folder / wanted.name) if self._folder else wanted.name
        path = self.files.ask.save_path("Save figure", FIGURES[wanted.form], start)
        if path is None:
            return None
        form = path.suffix.lower().removeprefix(".")
        if form not in FIGURES:
            path, form = path.with_name(f"{path.name}.{wanted.form}"), wanted.form
        return self.publisher.publish(replace(wanted, form=form), self._finish, path)

    def _finish(self, draft: "Draft") -> None:
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
        self.dialog.show_outcome(sentence)

    def _copy(self, draft: "Draft") -> None:
        board = QGuiApplication.clipboard()
        if draft.refusal:
            self.notice.say(draft.refusal)
        elif draft.form == "png":
            board.setImage(QImage.fromData(draft.data))
            self.notice.tell("The figure is on the clipboard, as a picture.")
        else:
            mime = QMimeData()
            mime.setData(SVG, draft.data)
            board.setMimeData(mime)
            self.notice.tell("The figure is on the clipboard, as an SVG drawing.")
