"""What a learner that is no tree has learned: its numbers in columns, and a line or two below."""

from ensemble_viz.scene.learners.card import LearnerCard
from ensemble_viz.scene.picture import Picture, Sheet
from ensemble_viz.scene.picture.beside.learner import learner
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pictures.picture import PictureWidget


class LearnerPicture(PictureWidget):
    """Shows the card of a learner."""

    def __init__(self, desk: Desk) -> None:
        """Show nothing yet."""
        super().__init__("Learner", desk.theme)
        self.desk = desk
        self.card: LearnerCard | None = None

    def show_card(self, card: LearnerCard | None) -> None:
        """Take a card; hidden where there is none."""
        self.theme = self.desk.theme
        self.card = card
        self.setVisible(card is not None)
        if card is not None:
            self.be_high(card.height)
            self.setAccessibleDescription(card.text)
        self.renew()

    def describe(self, sheet: Sheet) -> Picture | None:
        """List what it has learned."""
        return None if self.card is None else learner(self.card, sheet)
