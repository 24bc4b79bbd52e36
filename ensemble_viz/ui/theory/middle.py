"""The middle of the window: the canvases, and what may stand in their place or beside them."""

from PySide6.QtWidgets import QGridLayout, QWidget

from ensemble_viz.document.look import Look
from ensemble_viz.ui.beside.board import Board
from ensemble_viz.ui.projector import ProjectorStrip


class Middle(QWidget):
    """Holds the canvases, the projector's strip below them and tree beside; or theory in full."""

    def __init__(self, board: Board, strip: ProjectorStrip, theory: QWidget) -> None:
        """Put each into its place; theory waits."""
        super().__init__()
        self.board, self.strip, self.theory = board, strip, theory
        theory.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(theory, 0, 0)
        grid.addWidget(board, 0, 0)
        grid.addWidget(strip.tree, 0, 1)
        grid.addWidget(strip, 1, 0, 1, 2)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(0, 1)

    def show_look(self, look: Look) -> None:
        """Show what the look has in the middle."""
        in_full, was = look.theory_is_in_full, self.board.isHidden()
        self.strip.appear(look.projector.is_on and not in_full)
        self.board.setVisible(not in_full)
        self.theory.setVisible(in_full)
        if in_full != was:
            (
                self.theory if in_full else self.board.canvas
            ).setFocus()  # the keys stay with the playback
