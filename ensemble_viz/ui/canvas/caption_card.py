"""The words over the canvas: the steps of the round, what happened, and what to try."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath

from ensemble_viz.document.document import Change
from ensemble_viz.scene.caption import Caption, StepChip, of_round
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.caption_blocks import Block, Rows, draw_dot, in_rows
from ensemble_viz.ui.canvas.overlay_card import RADIUS, OverlayCard, laid_out_once
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import Paragraph, fitting, line_height, width_of, write
from ensemble_viz.ui.look.theme import Theme

WIDTH, WIDE_WIDTH, PROJECTOR_WIDTH, FLAT_WIDTH = (
    488,
    590,
    544,
    1040,
)  # one width for all steps: nothing jumps
SMALL_WIDTH = 400  # on a small canvas
DOT, DOT_GAP, SMALL_DOT_GAP = 8, 8, 5
CHIP_GAP, LEAST_CHIP_GAP = 16, 6
STOP_BAR = 3.0
NOTHING = Caption((), "", "")
GAPS = {"headline": 4, "sentence": 2, "hint": 4}  # above each
MOST_LINES = {"headline": 3, "sentence": 4, "hint": 2}  # where a run ends two more say why
Blocks = list[tuple[float, Block, QColor]]  # each with the room above it and its colour


class CaptionCard(OverlayCard):
    """Says what the step did."""

    def __init__(self, desk: Desk) -> None:
        """Say nothing yet."""
        super().__init__(desk, "caption-card", "What happened")
        self.caption = NOTHING
        self.others: tuple[Caption, ...] = ()  # of the round: one size is for all of them
        self.counter = ""
        self._said_in: Theme | None = None
        self._others_in: tuple[object, ...] = ()
        self._others_height = 0

    def refresh(self, scene: Scene, change: Change) -> None:
        """Say what is said about this moment."""
        if not change & ~(Change.FOCUS | Change.FRAME):
            return
        if change & Change.LOOK:
            self.take_theme(self.desk.theme)
        counter = f"Round {scene.stage.round} of {scene.controls.rounds}"
        others = of_round(scene.stage)
        self.say(scene.caption, counter, others)

    def say(self, caption: Caption, counter: str = "", others: tuple[Caption, ...] = ()) -> None:
        """Say these words; the counter is for the projector alone."""
        said = (caption, counter, others, self.theme)
        if said == (self.caption, self.counter, self.others, self._said_in):
            return
        self.caption, self.counter, self.others, self._said_in = said
        chips = " · ".join(f"[{chip.text}]" if chip.state == "now" else chip.text
                           for chip in caption.chips)  # fmt: skip
        words = (chips, caption.headline, caption.sentence, caption.hint)
        self.settle("\n".join(part for part in words if part))

    def sizeHint(self) -> QSize:
        """Be as wide as always, and as high as the words of any step of the round are."""
        key = (self.others, self.theme, self.room, self.high, self.is_wide, self.lies_flat)
        if key != self._others_in:  # not for every frame in which other words are said
            self._others_in = key
            self._others_height = max(map(self._needed_height, self.others), default=0)
        return QSize(self._width, max(self._needed_height(self.caption), self._others_height))

    def _needed_height(self, caption: Caption) -> int:
        words = sum(gap + block.height for gap, block, _ in self._blocks(caption))
        return round(2 * self.padding[1] + self._head_height(caption) + words)

    def usual_size(self, chips: tuple[str, ...], captions: tuple[Caption, ...]) -> QSize:
        """Make room for these steps, a headline and two lines; for more where captions need it."""
        one, more = (1, 2) if not self.is_projected else (1, 1) if self.lies_flat else (2, 3)
        lines = {"headline": one, "sentence": more}
        words = sum(count * line_height(self._font(name)) for name, count in lines.items())
        gaps = self.theme.px(GAPS["headline"]) + self.theme.px(GAPS["sentence"])
        usual = round(2 * self.padding[1] + self._usual_head(chips) + gaps + words)
        return QSize(self._width, max([usual, *map(self._needed_height, captions)]))

    def _usual_head(self, chips: tuple[str, ...]) -> float:
        if self.is_projected:
            roles = ("projector small", "projector step")[: 1 if self.lies_flat else 2]
            return sum(line_height(self.theme.font(role)) for role in roles)
        rows = [place.bottom() for place in self._chip_places(chips)]
        return max([*rows, line_height(self._now_font)])

    @property
    def _width(self) -> int:
        wanted = WIDE_WIDTH if self.is_wide else WIDTH
        if self.is_projected:
            wanted = FLAT_WIDTH if self.lies_flat else PROJECTOR_WIDTH
        elif self.is_small:
            wanted = SMALL_WIDTH
        return min(self.theme.px(wanted), self.room)

    @property
    def _inner(self) -> float:
        return self._width - 2 * self.padding[0]

    @property
    def fills_edges(self) -> bool:
        """Say whether there is a bar at the left edge."""
        return self.caption.stopped

    def draw(self, painter: QPainter) -> None:
        """Paint the steps, then the words below."""
        aside, top = map(float, self.padding)
        if self.caption.stopped:
            width = STOP_BAR * (2.0 if self.is_projected else 1.0)
            _draw_stop_bar(painter, QRectF(self.rect()), width, self.theme.colour("ink"))
        blocks = self._blocks(self.caption)
        if self.is_projected:
            blocks = [*self._counter_blocks(self.caption), *blocks]
        else:
            for chip, place in self._placed_chips(self.caption):
                self._draw_chip(painter, chip, place.translated(aside, top))
            top += self._head_height(self.caption)
        for gap, block, colour in blocks:
            block.draw(painter, QPointF(aside, top + gap), colour)
            top += gap + block.height

    @laid_out_once
    def _blocks(self, caption: Caption) -> Blocks:
        """Break the words into lines, each block with the room above it and its colour.

        On a canvas too low for all of them the last ones are left out, never the headline.
        """
        blocks: Blocks = []
        left = self.high - 2 * self.padding[1] - self._head_height(caption)
        for name, colour in (("headline", "ink"), ("sentence", "ink2"), ("hint", "ink3")):
            gap = float(self.theme.px(GAPS[name]))
            lines = int((left - gap) / line_height(self._font(name)))
            if not getattr(caption, name) or (blocks and lines < 1):
                continue
            block = self._block(caption, name, min(max(lines, 1), MOST_LINES[name]))
            blocks.append((gap, block, self.theme.colour(colour)))
            left -= gap + block.height
        return blocks

    def _block(self, caption: Caption, name: str, lines: int) -> Block:
        """Break one part of the caption into so many lines at most."""
        words, font, inner = getattr(caption, name), self._font(name), self._inner
        if name != "headline":
            return Paragraph(words, font, inner, lines)
        if self.is_projected:
            rows = caption.rows
            return Rows(rows, font, inner) if rows else Paragraph(words, font, inner, lines)
        fitted, line = fitting(font, words, inner), line_height(font)
        return Paragraph(words, fitted, inner, lines, line)

    def _font(self, name: str) -> QFont:
        if self.is_projected:
            size = "sentence" if name == "headline" else "small"
            return self.theme.font(f"projector {size}")
        if self.is_small:
            return self.theme.font("title" if name == "headline" else "hint")
        if name == "headline":
            return self.theme.font("caption wide" if self.is_wide else "caption")
        return self.theme.font("body" if name == "sentence" or self.is_wide else "text")

    # --- the row of steps -----------------------------------------------------------------------

    @property
    def _chip_font(self) -> QFont:
        if self.is_small:
            return self.theme.font("hint")
        return self.theme.font("body" if self.is_wide else "text")

    @property
    def _lead(self) -> int:
        """Give the room before the word of a step."""
        return self.theme.px(DOT + (SMALL_DOT_GAP if self.is_small else DOT_GAP))

    @property
    def _now_font(self) -> QFont:
        font = self._chip_font
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _head_height(self, caption: Caption) -> float:
        """Measure what stands above the words."""
        if self.is_projected:
            return sum(block.height for _, block, _ in self._counter_blocks(caption))
        return max((place.bottom() for _, place in self._placed_chips(caption)), default=0.0)

    @laid_out_once
    def _placed_chips(self, caption: Caption) -> list[tuple[StepChip, QRectF]]:
        """Put the steps into a row, or into more where they are many."""
        places = self._chip_places(tuple(chip.text for chip in caption.chips))
        return list(zip(caption.chips, places, strict=True))

    def _chip_places(self, chips: tuple[str, ...]) -> list[QRectF]:
        font, px = self._now_font, self.theme.px
        sizes = [
            QSizeF(min(self._lead + width_of(chip, font), self._inner), line_height(font))
            for chip in chips
        ]
        return in_rows(sizes, self._inner, (px(LEAST_CHIP_GAP), px(CHIP_GAP)))

    def _draw_chip(self, painter: QPainter, chip: StepChip, place: QRectF) -> None:
        if chip.state == "title":
            write(painter, place, chip.text, self._now_font, self.theme.colour("ink2"))
            return
        colour = self.theme.colour({"now": "accent", "to come": "ink3"}.get(chip.state, "ink2"))
        radius = self.theme.px(DOT) / 2
        centre = QPointF(place.left() + radius, place.center().y())
        draw_dot(painter, centre, radius, colour, is_full=chip.state != "to come")
        font = self._now_font if chip.state == "now" else self._chip_font
        write(painter, place.adjusted(self._lead, 0.0, 0.0, 0.0), chip.text, font, colour)

    # --- the projector --------------------------------------------------------------------------

    @laid_out_once
    def _counter_blocks(self, caption: Caption) -> Blocks:
        """Break the number of the round, and the step, into lines."""
        now = next((chip.text for chip in caption.chips if chip.state == "now"), "")
        parts = [(self.counter, "projector small", "ink2"), (now, "projector step", "accent")]
        if self.lies_flat:
            parts = [(" · ".join(filter(None, (self.counter, now))), "projector small", "accent")]
        return [
            (0.0, Paragraph(words, self.theme.font(role), self._inner, 2), self.theme.colour(ink))
            for words, role, ink in parts
            if words
        ]


def _draw_stop_bar(painter: QPainter, place: QRectF, width: float, colour: QColor) -> None:
    """Paint the bar that says: here it ends."""
    painter.save()
    round_corners = QPainterPath()
    round_corners.addRoundedRect(place, RADIUS, RADIUS)
    painter.setClipPath(round_corners)
    painter.fillRect(QRectF(0.0, 0.0, width, place.height()), colour)
    painter.restore()
