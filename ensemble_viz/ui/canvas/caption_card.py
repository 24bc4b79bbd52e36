"""The words over the canvas: the steps of the round, what happened, and what to try."""

from PySide6.QtCore import QSize

from ensemble_viz.document.document import Change
from ensemble_viz.scene.caption import Caption, of_round
from ensemble_viz.scene.picture.cards import CardRoom, caption_card, tallest
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.overlay_card import EDGE, WIDE, OverlayCard
from ensemble_viz.ui.desk import Desk

NOTHING = Caption((), "", "")


class CaptionCard(OverlayCard):
    """Says what the step did."""

    def __init__(self, desk: Desk) -> None:
        """Say nothing yet."""
        super().__init__(desk, "caption-card", "What happened")
        self.caption = NOTHING
        self.others: tuple[Caption, ...] = ()  # of the round: one size is for all of them
        self.counter = ""
        self._made: tuple[object, ...] = ()
        self._least: tuple[tuple[object, ...], float] = ((), 0.0)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Say what is said about this moment."""
        if not change & ~(Change.FOCUS | Change.FRAME):
            return
        if change & Change.LOOK:
            self.take_theme(self.desk.theme)
        counter = f"Round {scene.stage.round} of {scene.controls.rounds}"
        keeps = self.desk.pace.is_held and bool(self.others)  # its size: it does not jump in a drag
        self.say(scene.caption, counter, self.others if keeps else of_round(scene.stage))

    def say(self, caption: Caption, counter: str = "", others: tuple[Caption, ...] = ()) -> None:
        """Say these words; the counter is for the projector alone."""
        self.caption, self.counter, self.others = caption, counter, others
        if self._describe():
            self.settle(self.picture.words)

    def sizeHint(self) -> QSize:
        """Be as wide as always, and as high as the words of any step of the round are."""
        self._describe()
        return self.picture_size

    @property
    def card_room(self) -> CardRoom:
        """How much room there is on the canvas it lies on."""
        parent = self.parentWidget()
        high = parent.height() - 2 * self.theme.px(EDGE) if parent else 1 << 14
        return CardRoom(self.room, high, self.window().width() >= WIDE, self.lies_flat)

    def _describe(self) -> bool:
        """Describe the card, if it is another one than before."""
        sheet, room = self.sheet, self.card_room
        for_round = self.others, sheet, room, self.counter
        if for_round != self._least[0]:
            self._least = for_round, tallest(self.others, sheet, room, self.counter)
        made = self.caption, self.counter, sheet, room, self._least[1]
        if made == self._made:
            return False
        self._made = made
        self.picture = caption_card(self.caption, sheet, room, self.counter, self._least[1])
        return True
