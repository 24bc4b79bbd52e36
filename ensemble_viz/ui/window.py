"""The window: the canvas in the middle, what goes in on the left, this round on the right."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer
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
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import projected
from ensemble_viz.ui import memory
from ensemble_viz.ui.action_states import ActionStates
from ensemble_viz.ui.actions import fill_menus, make_actions, on_digit_row
from ensemble_viz.ui.canvas.board import Board
from ensemble_viz.ui.commands.data import DataCommands
from ensemble_viz.ui.commands.figures import FigureCommands
from ensemble_viz.ui.commands.files import FileCommands, Safety, file_lists
from ensemble_viz.ui.commands.points import PointCommands
from ensemble_viz.ui.commands.run import BesideCommands, Player, RunCommands, go_to_asked_round
from ensemble_viz.ui.commands.theory import TheoryCommands, theory_lists
from ensemble_viz.ui.commands.view import TopCommands, ViewCommands, leave_projector
from ensemble_viz.ui.desk import Desk, Follower
from ensemble_viz.ui.dialogs import Dialogs
from ensemble_viz.ui.docks import Docks, ScreenFill
from ensemble_viz.ui.guard import guard_overrides
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.style import dress
from ensemble_viz.ui.notice import Notice
from ensemble_viz.ui.pace import Garbage
from ensemble_viz.ui.parts import WindowParts
from ensemble_viz.ui.pictures.scores import Scoring
from ensemble_viz.ui.projector import Middle, ProjectorStrip
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.tabbing import lead

LEAST_SIZE = (1024, 640)
FIRST_SIZE = (1280, 800)
WIDE = 1600  # from here on, by the type, settings, points and gallery stand beside the canvas


class Window(QMainWindow):
    """Puts the parts together; what they show comes from the session."""

    def __init__(self, session: Session, kept: QSettings | None = None) -> None:
        guard_overrides()
        super().__init__()
        self.session, self.kept, self.desk = session, kept, (desk := Desk(session))
        self.is_wide: bool | None = None
        self.screen_fill = ScreenFill(self)
        self._settling = QTimer(self, singleShot=True)
        self._settling.timeout.connect(self._give_widths)
        self.garbage = Garbage(self)
        dress(session.theme)
        self.player, self.notice = Player(desk), Notice(desk)
        self.board, self.strip, self.docks = Board(session), ProjectorStrip(desk), Docks(self)
        self.canvas = self.board.canvas
        self.files = FileCommands(session, Dialogs(self, desk), self.notice, kept)
        self.safety = Safety(session, self.files, self.notice)
        self.theory_commands = TheoryCommands(desk, self.docks, self.notice)
        self.named = self._make_actions()
        self.parts = WindowParts(desk, self.player, self.scoring, self.named)
        self._build()
        self._follow()
        if kept is not None:
            self._recall(kept)

    def _make_actions(self) -> dict[str, QAction]:
        self.scoring = Scoring(self.desk)
        self.commands = _commands(self)
        made = make_actions(self, self.commands)
        self.addActions(list(made.values()))
        self.states = ActionStates(self.desk, self.player, made, self.docks)
        return made

    def _build(self) -> None:
        self.setObjectName("window")
        self.setAcceptDrops(True)
        self.setMinimumSize(*LEAST_SIZE)
        top = QWidget()
        fill(QVBoxLayout(top), self.parts.header, self.notice, gap=0)
        self.setMenuWidget(top)
        self.middle = Middle(self.board, self.strip, self.parts.theory_in_full)
        self.setCentralWidget(self.middle)
        self.board.header = self.canvas.sizes.header = self.parts.header
        self.docks.fill(self.parts.docked())
        menu, bar = QMenu(self), QMenuBar()
        self.theory_lists = theory_lists(self, self.theory_commands)
        lists = {**file_lists(self, self.files, self.safety), **self.theory_lists}
        fill_menus(menu, bar, self.named, lists)
        self.parts.header.set_menu(menu, bar)

    def _follow(self) -> None:
        """Let every panel hear of what changes."""
        self.session.changed.connect(self.refresh)
        self.session.refused.connect(self.notice.say)
        self.session.undo.moved.connect(self.states.name_undo)
        self.board.follow()
        for panel in (self.strip, self.strip.tree, *self.parts):
            at_once, ignored = self.parts.at_once(panel), self.parts.ignored(panel)
            Follower(self.desk, panel, panel, at_once, ignored)
        self.refresh(self.session.scene, Change.ALL)
        self.resize(*FIRST_SIZE)
        self.canvas.setFocus()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Keep title, look and actions true."""
        self.board.refresh(scene, change)
        if change & Change.LOOK:
            self._dress()
        if change & (Change.TITLE | Change.SETUPS | Change.DATA):
            method = scene.stage.run.method.title
            mark = "● " if self.session.save_state.is_modified else ""
            self.setWindowTitle(f"{mark}{self.files.title} · {method} · ensemble_viz")
        if change & (Change.PANELS | Change.VIEW | Change.SETUPS | Change.THEORY):
            look = scene.view.look
            self.docks.compare(len(self.session.document.setups) > 1)
            self._project(look.projector.is_on)
            self.middle.show_look(look)
            self.docks.refresh(look.docked_panels)
        self.board.move_fast(self.player.is_fast)
        self.notice.refresh(scene, change)
        self.states.refresh(scene, change)

    def _project(self, is_on: bool) -> None:
        """Leave the canvas alone on the screen, or put everything back as it was."""
        if self.screen_fill.turn(is_on):
            self.parts.header.setVisible(not is_on)
            if not is_on and self.is_wide is None:  # it was opened so
                self._fit_width()

    def toggle_popup(self, name: str) -> None:
        """Show the list of edits or the classes, or put them away."""
        self.parts.popups[name].toggle()

    def go_to_round(self) -> None:
        """Put the cursor where a round can be typed; on the projector there is no such place."""
        if self.session.view.look.projector.is_on:
            go_to_asked_round(self.desk, self.files.ask)
        else:
            self.parts.run.ask_for_round()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the docks anew where there is much more room than before, or much less."""
        super().resizeEvent(event)
        self._fit_width()
        self.session.grow(projected(self.width()))
        self.parts.scale(self.session.theme, self.height())
        self.docks.make_room_for_run()

    def _fit_width(self) -> None:
        """Tell a wide window from a narrow one: its docks stand elsewhere."""
        wide = _is_wide(self)
        if wide == self.is_wide or self.screen_fill.is_on:
            return
        is_other = self.is_wide is not None
        self._arrange(wide)
        self.docks.arrange(wide)
        self.docks.refresh(self.session.view.look.panels)
        self._settling.start()  # when the docks have found their places
        if is_other:
            self.session.look(panels=self.docks.usual(self.session.view.look.panels))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take what nobody has taken: keys of digits on keyboards where they are letters."""
        name = on_digit_row(event)
        if name is None or isinstance(self.focusWidget(), QLineEdit | QAbstractSpinBox):
            super().keyPressEvent(event)
        else:
            self.named[name].trigger()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Let the key Tab go from panel to panel as they are read."""
        return lead(self, self.docks.as_read(self.parts.header, self.notice, self.middle), is_next)

    def event(self, event: QEvent) -> bool:
        """Make room where a panel needs more or less than before."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.docks.make_room_for_run()
        return super().event(event)

    def _give_widths(self) -> None:
        """Make docks as wide as they are meant to be, and stand where the type has room."""
        self._fit_width()
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
        if memory.recall_docks(kept, self, wide := _is_wide(self)):
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
        stood = self.screen_fill.stand()
        leave_projector(self.desk)
        if self.kept is not None:
            if stood is not None:
                memory.keep_window(self.kept, stood, bool(self.is_wide))
            memory.keep_look(self.kept, self.session.view.look)
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.files.take_file(Path(event.mimeData().urls()[0].toLocalFile()))


def _is_wide(window: Window) -> bool:
    """Say whether all panels have room in it: large type needs more."""
    return window.width() >= WIDE * max(window.session.view.look.scale, 1.0)


def _commands(window: Window) -> tuple[QObject, ...]:
    desk = window.desk
    return (
        window.files,
        FigureCommands(desk, window.files, window.notice, window),
        window.files.points,
        PointCommands(desk, window.board, window.notice),
        DataCommands(desk, window.files, window.notice),
        window.player,
        RunCommands(desk, window.player),
        ViewCommands(desk, window.docks),
        window.theory_commands,
        TopCommands(desk, window.canvas, window.board, window.notice),
        BesideCommands(desk),
        window.scoring,
    )
