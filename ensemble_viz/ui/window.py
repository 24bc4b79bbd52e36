"""The window: the canvas in the middle, what goes in on the left, this round on the right."""

from pathlib import Path

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
)  # fmt: skip
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QGridLayout,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from ensemble_viz.document.document import Change
from ensemble_viz.document.look import Panels
from ensemble_viz.scene.measures import projected
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui import memory
from ensemble_viz.ui.action_states import ActionStates
from ensemble_viz.ui.actions import fill_menus, make_actions, on_digit_row
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.commands.figures import FigureCommands
from ensemble_viz.ui.commands.files import FileCommands
from ensemble_viz.ui.commands.points import PointCommands
from ensemble_viz.ui.commands.run import RunCommands
from ensemble_viz.ui.commands.top import TopCommands
from ensemble_viz.ui.commands.view import ViewCommands, leave_projector
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.dialogs import Dialogs
from ensemble_viz.ui.docks import Docks
from ensemble_viz.ui.follower import Follower
from ensemble_viz.ui.garbage import Garbage
from ensemble_viz.ui.guard import guard_overrides
from ensemble_viz.ui.look.style import dress
from ensemble_viz.ui.notice import Notice
from ensemble_viz.ui.parts import Parts
from ensemble_viz.ui.player import Player
from ensemble_viz.ui.projector import ProjectorStrip
from ensemble_viz.ui.saving.safety import Safety, file_lists
from ensemble_viz.ui.session import Session

LEAST_SIZE = (1024, 640)
FIRST_SIZE = (1280, 800)
WIDE = 1600  # from here on settings, points and gallery stand open beside the canvas


class Window(QMainWindow):
    """Puts the parts together; what they show comes from the session."""

    def __init__(self, session: Session, kept: QSettings | None = None) -> None:
        """Make all parts, and follow the session."""
        guard_overrides()
        super().__init__()
        self.session, self.kept = session, kept
        self.desk = desk = Desk(session)
        self.is_wide: bool | None = None
        self._is_projecting = False
        self._settling = QTimer(self, singleShot=True)
        self._settling.timeout.connect(self._give_widths)
        self.garbage = Garbage(self)
        dress(session.theme)
        self.player, self.notice = Player(desk), Notice(desk)
        self.canvas = Canvas(desk)
        self.strip = ProjectorStrip(desk)
        self.docks = Docks(self)
        self.files = FileCommands(session, Dialogs(self), self.notice, kept)
        self.safety = Safety(session, self.files, self.notice)
        self.named = self._make_actions()
        self.parts = Parts(desk, self.player, self.named)
        self._build()
        self._follow()
        if kept is not None:
            self._recall(kept)

    def _make_actions(self) -> dict[str, QAction]:
        """Make all actions, and what they command."""
        self.commands = (
            self.files,
            FigureCommands(self.desk, self.files, self.notice, self),
            PointCommands(self.desk, self.canvas.hand),
            RunCommands(self.desk, self.player),
            ViewCommands(self.desk, self.docks),
            TopCommands(self.desk, self.canvas, self.canvas.hand, self.notice),
        )
        made = make_actions(self, self.commands)
        self.addActions(list(made.values()))
        self.states = ActionStates(self.desk, self.player, made, self.docks)
        return made

    def _build(self) -> None:
        """Put everything into its place."""
        self.setObjectName("window")
        self.setAcceptDrops(True)
        self.setMinimumSize(*LEAST_SIZE)
        top = QWidget()
        stack = QVBoxLayout(top)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        stack.addWidget(self.parts.header)
        stack.addWidget(self.notice)
        self.setMenuWidget(top)
        self.setCentralWidget(_middle(self.canvas, self.strip))
        self.canvas.sizes.header = self.parts.header
        self.docks.fill(self.parts.docked())
        menu, bar = QMenu(self), QMenuBar()
        fill_menus(menu, bar, self.named, file_lists(self, self.files, self.safety))
        self.parts.header.set_menu(menu, bar)

    def _follow(self) -> None:
        """Let every panel hear of what changes."""
        self.session.changed.connect(self.refresh)
        self.session.refused.connect(self.notice.say)
        self.session.undo.moved.connect(self.states.name_undo)
        for panel in (self.canvas, self.strip, self.strip.tree, *self.parts):
            Follower(self.desk, panel, panel, self.parts.prompt(panel))
        self.refresh(self.session.scene, Change.ALL)
        self.resize(*FIRST_SIZE)
        self.canvas.setFocus()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Keep title, look and actions true."""
        if change & Change.LOOK:
            self._dress()
        if change & (Change.TITLE | Change.SETUPS | Change.DATA):
            method = scene.stage.run.method.title
            mark = "● " if self.session.save_state.is_modified else ""
            self.setWindowTitle(f"{mark}{self.files.title} · {method} · ensemble_viz")
        if change & (Change.PANELS | Change.VIEW):
            self._project(scene.view.look.projector.is_on)
            self.docks.refresh(scene.view.look.open_panels)
        self.canvas.is_fast = self.player.is_fast
        self.notice.refresh(scene, change)
        self.states.refresh(scene, change)

    def _project(self, is_on: bool) -> None:
        """Leave the canvas alone on the screen, or put everything back as it was."""
        self.strip.appear(is_on)
        if is_on == self._is_projecting:
            return
        self._is_projecting = is_on
        self.parts.header.setVisible(not is_on)
        if is_on:
            self._was, self._geometry = self.windowState(), self.saveGeometry()
            self.setWindowState(self._was | Qt.WindowState.WindowFullScreen)
        else:
            self.setWindowState(self._was)

    def history(self) -> None:
        """Show the list of edits, or put it away."""
        self.parts.history_popup.toggle()

    def go_to_round(self) -> None:
        """Put the cursor where a round can be typed."""
        leave_projector(self.desk)
        self.parts.run.ask_for_round()

    # --- room ---------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the docks anew where there is much more room than before, or much less."""
        super().resizeEvent(event)
        wide = self.width() >= WIDE
        if wide != self.is_wide and not self._is_projecting:
            is_other = self.is_wide is not None
            self._arrange(wide)
            self.docks.arrange(wide)
            self.docks.refresh(self.session.view.look.panels)
            self._settling.start()  # when the docks have found their places
            if is_other:
                self.session.look(panels=Panels())
        self.session.grow(projected(self.width()))
        self.parts.scale(self.session.theme, self.height())
        self.docks.make_room_for_run()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take what nobody has taken: keys of digits on keyboards where they are letters."""
        name = on_digit_row(event)
        typing = isinstance(self.focusWidget(), QLineEdit | QAbstractSpinBox)
        if name is None or typing:
            super().keyPressEvent(event)
        else:
            self.named[name].trigger()

    def event(self, event: QEvent) -> bool:
        """Make room where a panel needs more or less than before."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.docks.make_room_for_run()
        return super().event(event)

    def _give_widths(self) -> None:
        """Make docks as wide as they are meant to be."""
        columns = {"round": self.parts.right, "settings": self.parts.left}
        self.docks.resize({name: column.sizeHint().width() for name, column in columns.items()})
        if self.is_wide:
            self.parts.scale(self.session.theme, self.height())
            self.docks.share_height("round", "points", self.parts.right.needed)

    def _dress(self) -> None:
        """Take the look; docks grow with the type."""
        theme = self.session.theme
        dress(theme)
        if self.parts.scale(theme, self.height()):
            self._settling.start()

    def _arrange(self, wide: bool) -> None:
        """Show what stands twice where it belongs."""
        self.is_wide = wide
        self.parts.header.show_fields(not wide)
        self.parts.stand_twice(wide)

    def _recall(self, kept: QSettings) -> None:
        """Stand as the window stood before; docks as they stood in a window as wide."""
        memory.recall_geometry(kept, self)
        wide = self.width() >= WIDE
        if memory.recall_docks(kept, self, wide):
            self._arrange(wide)
            self.docks.restored(wide)
            if self.session.view.look.panels.shown is None:
                self.session.look(panels=self.docks.now())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for what is not saved; remember how everything stood."""
        self.player.pause()
        if not self.files.may_leave():
            event.ignore()
            return
        self.safety.stop()
        geometry = self._geometry if self._is_projecting else self.saveGeometry()
        leave_projector(self.desk)
        if self.kept is not None:
            memory.keep_window(self.kept, self, geometry, bool(self.is_wide))
            memory.keep_look(self.kept, self.session.view.look)
        super().closeEvent(event)

    # --- files that are dropped ---------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a file of points."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.files.take_file(Path(event.mimeData().urls()[0].toLocalFile()))


def _middle(canvas: Canvas, strip: ProjectorStrip) -> QWidget:
    """Put the canvas into the middle, what the projector shows with it below and beside it."""
    middle = QWidget()
    grid = QGridLayout(middle)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(0)
    grid.addWidget(canvas, 0, 0)
    grid.addWidget(strip.tree, 0, 1)
    grid.addWidget(strip, 1, 0, 1, 2)
    grid.setRowStretch(0, 1)
    grid.setColumnStretch(0, 1)
    return middle
