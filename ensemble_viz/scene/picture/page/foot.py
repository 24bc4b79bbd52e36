"""The key and the scales of a figure: below its plots, or beside a plot that would be too wide."""

from collections.abc import Sequence
from dataclasses import replace

from ensemble_viz.scene.legend import Legend
from ensemble_viz.scene.picture.cards import CardPicture, KeyRoom, key_card
from ensemble_viz.scene.picture.layout import Layout
from ensemble_viz.scene.picture.page.around import Margins
from ensemble_viz.scene.picture.page.figure import lay
from ensemble_viz.scene.picture.primitives import Layer, Plate
from ensemble_viz.scene.picture.scales import BOTH, FOOT, LEFT, Scales, scales
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.scene import Scene

WIDE = 1.75  # a plot that would be wider than that, by its height, has its key at the side
SIDE_SHARE, LEAST_SIDE = 0.27, 96.0
APART = 8.0  # pixels between the key and the scales beside it
INSET = 6.0  # pixels of the scales' ground at their left
OF_MANY = {  # what lines are in every plot of a strip
    "sum": "ensemble so far",
    "to come": "ensemble to come",
    "learner": "this round's learner",
    "earlier": "earlier learners",
}


class Foot:
    """What the marks of all plots stand for."""

    def __init__(
        self, scenes: Sequence[Scene], sheet: Sheet, layout: Layout, is_strip: bool
    ) -> None:
        self.scenes, self.sheet, self.layout, self.is_strip = scenes, sheet, layout, is_strip
        self.card: CardPicture | None = None
        self.beside = self.height = 0.0
        """Room at the side of the plots, and below them."""
        self._left = 0.0

    def take_room(self, around: Margins, top: float) -> None:
        """Find out how much room is needed around plots that begin so far down."""
        if not self.layout.parts.key:
            return
        self._left = around.left
        wide = self.layout.width - around.left
        card = key_card(self._legend, self.sheet, KeyRoom(wide, True, not self.is_strip))
        self.height = self._scales_high
        total = self.layout.height
        if total is not None and not self.is_strip and card.tags:
            rest = total - top - self.height - card.height - around.top - around.bottom
            if (wide - around.right) / max(rest, 1.0) > WIDE:
                side = max(SIDE_SHARE * self.layout.width, LEAST_SIDE)
                card = key_card(self._legend, self.sheet, KeyRoom(side))
                self.beside = card.width
        self.card = card
        if self._in_line:
            self.height = max(card.height, self.height)
        elif card.tags and not self.beside:
            self.height += card.height

    def layers(self, left: float, top: float, bottom: float) -> list[Layer]:
        """Describe it, for plots from a height on down to another."""
        if self.card is None:
            return []
        found, card = list[Layer](), self.card
        if card.tags:
            x, y = (self.layout.width - self.beside, top) if self.beside else (left, bottom)
            box = (x, y, x + card.width, y + card.height)
            found.append(lay(card, box, Plate(0, radius=0.0)))
            if self._in_line:
                left += card.width + APART
                bottom += (card.height - self._scales_high) / 2
            elif not self.beside:
                bottom += card.height
        return found + [row.layer for row in self._scales(left, bottom)]

    @property
    def _in_line(self) -> bool:
        """Say whether the scales have room beside the key."""
        rows = self._scales(0.0, 0.0)
        if self.beside or len(rows) != 1 or self.card is None or not self.card.tags:
            return False
        wide = rows[0].boxes[0][2] + self.card.width + 2 * APART
        return wide <= self.layout.width - self._left

    @property
    def _legend(self) -> Legend:
        """Give the key; of several moments, what any of them shows, and nothing of one alone."""
        known = [scene.legend for scene in self.scenes]
        if not self.is_strip:
            return known[-1]
        ring = next((each.ring for each in known if each.ring), "")
        draws = next((each.draws for each in reversed(known) if each.draws), ())
        lines = tuple((style, OF_MANY.get(style, words)) for style, words in known[-1].lines)
        return replace(known[-1], ring=ring, draws=draws, draws_title="", lines=lines)

    def _scales(self, left: float, top: float) -> list[Scales]:
        """Describe the scales of weights and values, in a row or one below the other."""
        apart = [self._row((which,), left, top) for which in BOTH]
        wanted = [row for row in apart if row.boxes]
        if not wanted:
            return []
        if sum(row.boxes[0][2] - left for row in wanted) <= self.layout.width - left:
            return [self._row(BOTH, left, top)]
        return [wanted[0], self._row(BOTH[1:], left, wanted[0].boxes[0][3])]

    @property
    def _scales_high(self) -> float:
        return max((row.boxes[0][3] for row in self._scales(0.0, 0.0)), default=0.0)

    def _row(self, which: tuple[str, ...], left: float, top: float) -> Scales:
        """Describe scales in a row of their own, from the upper left corner."""
        box = (left - LEFT + INSET, top - 200.0, self.layout.width, top + FOOT)
        for _ in range(2):  # how high it is, is known when it is described
            row = scales(self.scenes[-1], self.sheet.part(box, self.sheet.frame), (), which)
            drop = top - row.boxes[0][1] if row.boxes else 0.0
            box = (*box[:3], box[3] + drop)
        return row
