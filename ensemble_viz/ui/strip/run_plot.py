"""The axis of the rounds: curves above, the scrubber below, the playhead through both.

Going to a round that is pointed at: once a turn of the event loop, however fast one drags. While
rounds are still being computed only those that are there are shown, and the wish is kept.
"""

from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from ensemble_viz.document.document import Change
from ensemble_viz.scene.figures.curves import Curves
from ensemble_viz.scene.picture import Picture
from ensemble_viz.scene.picture.beside.curves import CurvePlot
from ensemble_viz.scene.picture.beside.run import RunState, ShownRun, run
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import capital
from ensemble_viz.ui.commands.run import Player
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget


class Scrubbing(QObject):
    """Brings the session to the round that is wanted."""

    def __init__(self, desk: Desk, player: Player, parent: QObject) -> None:
        super().__init__(parent)
        self.desk = desk
        self.player = player
        self.wanted: int | None = None
        self._going = False
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._go)

    def want(self, t: int) -> None:
        """Ask for a round; playing stops."""
        self.player.pause()
        self.wanted = t
        self.desk.session.pace.is_due = True
        self._turn.start(0)

    def refresh(self, change: Change) -> None:
        """Go on towards the round that is wanted, unless somebody went elsewhere."""
        if self.wanted is None or self._going:
            return
        if change & (Change.ROUND | Change.DATA | Change.SETUPS) and not self._turn.isActive():
            self.wanted = None
        elif change & Change.LEARNED:
            self._turn.start(0)

    def _go(self) -> None:
        self.desk.session.pace.is_due = False
        if self.wanted is None:
            return
        computed = self.desk.session.clock.computed
        is_there = self.wanted <= computed or not self.desk.session.is_learning
        reach = self.wanted if is_there else computed
        self._going = True
        self.desk.session.go_to_round(reach)
        self._going = False
        if is_there:
            self.wanted = None


FAR = 10  # rounds that the arrows up and down go
PATIENCE = 150  # milliseconds of learning before it is worth saying
RELEVANT = ~(Change.FOCUS | Change.FRAME | Change.PLAY | Change.TITLE)


class LastCurves:
    """Keeps the last curves of which every round was measured."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._whole: Curves | None = None
        self.faded: Curves | None = None
        """The last ones, as long as those of the dragged points are not all there."""

    def kept_with(self, scene: Scene) -> Curves:
        """Give the curves of a scene, on the axes of those that stay in sight with them."""
        curves, last = scene.curves, self._whole
        lenses = [scene.stage.lens] if scene.beside is None else scene.beside.lenses
        if all(lens.measured >= len(lens.run) for lens in lenses):
            self._whole, self.faded = curves, None
            return curves
        is_alike = last is not None and (last.family, last.rounds) == (curves.family, curves.rounds)
        is_due = self.desk.session.pace.is_held or self.faded is not None
        if last is None or not (is_alike and is_due):
            self.faded = None
            return curves
        self.faded = last
        return replace(curves, low=last.low, high=last.high, y_ticks=last.y_ticks)


class RunPlot(PictureWidget):
    """Shows where we are in the run; a click or a drag goes elsewhere."""

    is_walked = True

    def __init__(self, desk: Desk, scrubbing: Scrubbing) -> None:
        super().__init__("run-plot", desk)
        self.scrubbing = scrubbing
        self.curves: Curves | None = None
        self.plot: CurvePlot | None = None
        self._last = LastCurves(desk)
        self._before: ShownRun | None = None
        self.is_behind = False
        """All curves are of before, and faint."""
        self.hovered: int | None = None
        self._learning = QElapsedTimer()
        self.setAccessibleName("Curves over the rounds")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(self.desk.theme.px(336), self.desk.theme.px(120))

    def refresh(self, scene: Scene, change: Change) -> None:
        if not change & RELEVANT:
            return
        self.curves = self._last.kept_with(scene)
        if not self.desk.session.is_learning:
            self._learning.invalidate()
        elif not self._learning.isValid() or change & (Change.DATA | Change.SETUPS):
            self._learning.start()
        self._lay_out()
        self._describe(self.curves)
        self.update()

    def _describe(self, curves: Curves) -> None:
        mark = f"{capital(curves.mark.text)}. " if curves.mark else ""
        self.setToolTip(f"{mark}Click or drag: go to a round")
        lines = [f"{curve.name} {curve.readout}" for curve in curves.series]
        self.setAccessibleDescription("\n".join((self.progress, curves.after, *lines)))

    @property
    def is_waiting(self) -> bool:
        """Say whether rounds have been computed for so long that it is worth saying."""
        return (
            self.curves is not None
            and self.curves.last is None
            and self.desk.session.is_learning  # what is to come may be known, and not shown
            and self._learning.isValid()
            and self._learning.elapsed() > PATIENCE
        )

    @property
    def progress(self) -> str:
        """Say how far the run has been computed, where that is worth saying."""
        if self.curves is None or not self.is_waiting:
            return ""
        return f"Round {self.curves.computed} of {self.curves.rounds}"

    def _lay_out(self) -> None:
        """Put the plot where its labels leave it room."""
        if self.curves is None:
            return
        self.plot = CurvePlot(self.curves, self.sheet)
        self.is_behind = False

    # --- painting -------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @property
    def faded(self) -> Curves | None:
        """Curves that stay in sight until those of now are there."""
        return self._last.faded

    @property
    def shown(self) -> Picture | None:
        """What is painted; curves that are the same as before are the same objects."""
        if self.plot is None:
            return None
        state = RunState(self.hovered, self.progress, self.faded, self.is_behind)
        shown = run(self.plot, state, self._before)
        self._before = ShownRun(shown, self.plot, state)
        return shown

    # --- the mouse ------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.desk.session.pace.hold()
            self._want(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let all panels follow at once again."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.desk.session.pace.release()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse while it drags; else show where a click would go."""
        if self.plot is None:
            return
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._want(event)
        hovered = self.plot.round_at(event.position().x())
        if hovered != self.hovered:
            self.hovered = hovered
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered = None
        self.update()

    # --- the arrows -----------------------------------------------------------------------------

    def walk(self, across: int, down: int) -> None:
        """Point at the next round, or at the tenth from here; at that of now first."""
        if self.curves is not None:
            last = self.curves.rounds if self.curves.last is None else self.curves.last
            here = self.desk.view.where.moment.round if self.hovered is None else self.hovered
            self.hovered = min(max(here + across - FAR * down, 0), last)
            self.update()

    def choose(self) -> None:
        if self.hovered is not None:
            self.scrubbing.want(self.hovered)

    def _want(self, event: QMouseEvent) -> None:
        if self.plot is not None:
            self.scrubbing.want(self.plot.round_at(event.position().x()))
