"""The middle of the window: one to four canvases, each with its head where there are several."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from ensemble_viz.document.document import MOST_SETUPS, Change
from ensemble_viz.scene.picture.compared.board import columns_of
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.beside.head import SetupHead
from ensemble_viz.ui.canvas.canvas import LEAST, Canvas
from ensemble_viz.ui.canvas.hand import CanvasHand
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.follower import Follower
from ensemble_viz.ui.session import Session

SMALL = ((), LEAST, (300, 240), (220, 240), (240, 150))
"""The least size of a canvas among so many."""


class Seat(QWidget):
    """A canvas with its head."""

    def __init__(self, desk: Desk) -> None:
        """Show one setup."""
        super().__init__()
        self.desk = desk
        self.setObjectName("seat")
        self.head, self.canvas = SetupHead(desk), Canvas(desk)
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        stack.addWidget(self.head)
        stack.addWidget(self.canvas, 1)
        self.head.hide()

    def follow(self) -> None:
        """Hear of what changes from now on."""
        Follower(self.desk, self.canvas, self.canvas)
        for part in (self.head, self.head.form):  # frames come first
            Follower(self.desk, part, part, Change.LOOK)


class Board(QWidget):
    """Seats side by side, or over one another; the one that is pressed comes to the front."""

    def __init__(self, session: Session) -> None:
        """Show the first setup; more come when there are more."""
        super().__init__()
        self.session = session
        self.setObjectName("board")
        self.header: QWidget | None = None
        """What always stands above a single canvas."""
        self.seats: list[Seat] = []
        self._arranged = (0, False)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(1)
        self._need(1)
        self.setFocusProxy(self.canvas)
        self._arrange(1, False)

    def follow(self) -> None:
        """Let the first canvas hear of what changes, when the window has heard of it."""
        self.seats[0].follow()

    @property
    def canvas(self) -> Canvas:
        """The canvas of the first setup."""
        return self.seats[0].canvas

    @property
    def shown(self) -> list[Seat]:
        """The seats that are taken."""
        return self.seats[: self._arranged[0]]

    def refresh(self, scene: Scene, change: Change) -> None:
        """Have as many seats as there are setups."""
        wanted = (len(self.session.document.setups), scene.view.look.stacked)
        if wanted != self._arranged:
            self._need(wanted[0])
            self._arrange(*wanted)
        if change & Change.LOOK:
            ground = self.session.theme.colour("border")
            palette = self.palette()
            palette.setColor(self.backgroundRole(), ground)
            self.setPalette(palette)
            self.setAutoFillBackground(True)

    def move_fast(self, is_fast: bool) -> None:
        """Let nothing glide while pictures follow one another fast."""
        for seat in self.shown:
            seat.canvas.is_fast = is_fast

    # --- the mouse among several ----------------------------------------------------------------

    @property
    def hand(self) -> CanvasHand:
        """The hand of the canvas that the mouse is busy on, or over; else of that in front."""
        hands = [seat.canvas.hand for seat in self.shown]
        busy = next((hand for hand in hands if hand.is_busy), None)
        over = next((hand for hand in hands if hand.pos is not None), None)
        return busy or over or hands[min(self.session.view.where.setup, len(hands) - 1)]

    def take_back(self) -> bool:
        """Take back what the mouse is doing."""
        return self.hand.take_back()

    def nearest_point(self) -> int | None:
        """Find the point nearest to the mouse."""
        return self.hand.nearest_point()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring what is pressed to the front before it hears of it."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            seat = next((one for one in self.shown if one.isAncestorOf(watched)), None)
            if seat is not None and seat.desk.k != self.session.view.where.setup:
                self.session.show_front(seat.desk.k)
        return False

    # --- room -----------------------------------------------------------------------------------

    def _need(self, count: int) -> None:
        """Have so many seats at least; those that were taken once are kept for others."""
        while len(self.seats) < min(count, MOST_SETUPS):
            seat = Seat(Desk(self.session, len(self.seats)))
            for part in (seat.head, seat.canvas, seat.canvas.plot.viewport()):
                part.installEventFilter(self)
            self.seats.append(seat)
            if len(self.seats) > 1:
                seat.follow()

    def _arrange(self, count: int, stacked: bool) -> None:
        """Put the seats into rows of the same size."""
        self._arranged = (count, stacked)
        for seat in self.seats:
            self.grid.removeWidget(seat)
            seat.head.popup.hide()
        columns = columns_of(count, stacked)
        for k in range(MOST_SETUPS):
            self.grid.setRowStretch(k, int(k < -(-count // columns)))
            self.grid.setColumnStretch(k, int(k < columns))
        for k, seat in enumerate(self.seats):
            is_taken = k < count
            if is_taken:
                seat.canvas.setMinimumSize(*SMALL[count])
                self.grid.addWidget(seat, k // columns, k % columns)
            seat.head.setVisible(is_taken and count > 1)
            seat.setVisible(is_taken)
        self.seats[0].canvas.sizes.header = self.header if count == 1 else None
