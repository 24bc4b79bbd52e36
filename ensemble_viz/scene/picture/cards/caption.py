"""The words over the canvas on a card: the steps of the round, what happened, what to try."""

from collections.abc import Sequence

from ensemble_viz.scene.cards import Caption, StepChip
from ensemble_viz.scene.picture.cards.cards import (
    PADDING,
    SMALL,
    Block,
    CardPicture,
    CardRoom,
    paragraph,
    rows,
)
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Part, Sign, Stroke, Style, Tag, Type, Word

# one width for all steps: nothing jumps
WIDTH, WIDE_WIDTH, PROJECTOR_WIDTH, FLAT_WIDTH = 488, 590, 544, 1040
SMALL_WIDTH = 400  # on a small canvas
LOW = 560  # pixels of the canvas below which the steps have one row
DOT, DOT_GAP, SMALL_DOT_GAP, RING = 8, 8, 5, 1.2
CHIP_GAP, LEAST_CHIP_GAP = 16, 6
STOP_BAR, ROUND = 3.0, 5.0  # its width; how far from the corners it begins and ends
GAPS = {"headline": 4, "sentence": 2, "hint": 4}  # above each
INKS = {"headline": "ink", "sentence": "ink2", "hint": "ink3"}
MOST_LINES = {"headline": 4, "sentence": 10, "hint": 3}  # the end of a run on the projector
Place = tuple[float, float, float]
"""Of a step: left, top, width."""


def caption_card(
    caption: Caption, sheet: Sheet, room: CardRoom, counter: str = "", least: float = 0.0
) -> CardPicture:
    """Describe the card; the counter is for the projector alone."""
    made = _Caption(sheet, room, counter)
    high = max(made.height(caption), least)
    tag = Tag((0.0, 0.0, made.width, high), None, tuple(made.parts(caption, high)), "caption")
    chips = " · ".join(
        f"[{chip.text}]" if chip.state == "now" else chip.text for chip in caption.chips
    )
    words = (chips, caption.headline, caption.sentence, caption.hint)
    return CardPicture(made.width, high, (tag,), "\n".join(part for part in words if part))


def tallest(captions: Sequence[Caption], sheet: Sheet, room: CardRoom, counter: str = "") -> float:
    """Say how high a card has to be for each of some captions."""
    made = _Caption(sheet, room, counter)
    return max(map(made.height, captions), default=0.0)


def usual_caption(
    chips: tuple[str, ...], captions: Sequence[Caption], sheet: Sheet, room: CardRoom
) -> tuple[float, float]:
    """Make room for these steps, a headline and two lines; for more where captions need it."""
    made = _Caption(sheet, room, "Round 1 of 1")
    return made.width, max([made.usual_height(chips), *map(made.height, captions)])


def beside_caption(sheet: Sheet, room: CardRoom) -> float:
    """Say how much of a room is left beside the caption; nothing where that lies flat."""
    return 0.0 if room.flat else room.width - _Caption(sheet, room, "").width


class _Caption:
    """Lays a caption out in a room."""

    def __init__(self, sheet: Sheet, room: CardRoom, counter: str) -> None:
        self.sheet, self.room, self.counter = sheet, room, counter
        grown = 1.75 if sheet.projected else 1.25 if room.wide else 1.0
        self.aside, self.above = (float(sheet.px(side * grown)) for side in PADDING)
        self.is_small = room.width < sheet.px(SMALL)
        self.is_low = room.height < sheet.px(LOW)
        self.width = min(float(sheet.px(self._wanted)), room.width)
        self.inner = self.width - 2.0 * self.aside
        self.chip = self._chip_type
        self.now = self.chip[0], 600
        gap = SMALL_DOT_GAP if self.is_small else DOT_GAP
        self.lead = sheet.px(DOT + gap)  # before the word of a step

    @property
    def _wanted(self) -> float:
        if self.sheet.projected:
            return FLAT_WIDTH if self.room.flat else PROJECTOR_WIDTH
        if self.is_small:
            return SMALL_WIDTH
        return WIDE_WIDTH if self.room.wide else WIDTH

    @property
    def _chip_type(self) -> Type:
        if self.is_small:
            return self.sheet.type("hint")
        return self.sheet.type("body" if self.room.wide else "text")

    def _type(self, name: str) -> Type:
        """Choose the type of the headline, of the sentence, of the hint."""
        is_head = name == "headline"
        if self.sheet.projected:
            role = f"projector {'sentence' if is_head else 'small'}"
        elif self.is_small:
            role = "title" if is_head else "hint"
        elif is_head:
            role = "caption wide" if self.room.wide else "caption"
        else:
            role = "body" if name == "sentence" or self.room.wide else "text"
        return self.sheet.type(role)

    # --- heights ------------------------------------------------------------------------------

    def height(self, caption: Caption) -> float:
        words = sum(gap + block.height for gap, block in self._blocks(caption))
        return round(2 * self.above + self._head(caption) + words)

    def usual_height(self, chips: tuple[str, ...]) -> float:
        """Measure a card with a headline of a line and a sentence of two."""
        one, more = (1, 2) if not self.sheet.projected else (1, 1) if self.room.flat else (2, 3)
        lines = {"headline": one, "sentence": more}
        words = sum(count * self.sheet.line(self._type(name)) for name, count in lines.items())
        gaps = self.sheet.px(GAPS["headline"]) + self.sheet.px(GAPS["sentence"])
        return round(2 * self.above + self._usual_head(chips) + gaps + words)

    def _usual_head(self, chips: tuple[str, ...]) -> float:
        if self.sheet.projected:
            roles = ("projector small", "projector step")[: 1 if self.room.flat else 2]
            return sum(self.sheet.line(self.sheet.type(role)) for role in roles)
        one = self.sheet.line(self.now)
        return one if self.is_low else max(self._foot(chips), one)

    def _head(self, caption: Caption) -> float:
        """Measure what stands above the words."""
        if self.sheet.projected:
            return sum(block.height for block in self._counter(caption))
        return self._foot(self._named(caption.chips))

    # --- words --------------------------------------------------------------------------------

    def parts(self, caption: Caption, high: float) -> list[Part]:
        """Write the steps, then the words below; a bar at the left says: here it ends."""
        found, top = list[Part](), self.above
        if caption.stopped:
            wide = STOP_BAR * (2.0 if self.sheet.projected else 1.0)
            ends = (wide / 2, ROUND, wide / 2, high - ROUND)
            found.append(Stroke(ends, wide, self.sheet.colour("ink")))
        blocks = self._blocks(caption)
        if self.sheet.projected:
            blocks = [*((0.0, block) for block in self._counter(caption)), *blocks]
        else:
            found += self._chips(caption.chips)
            top += self._head(caption)
        for gap, block in blocks:
            found += block.parts(self.aside, top + gap, self.inner)
            top += gap + block.height
        return found

    def _blocks(self, caption: Caption) -> list[tuple[float, Block]]:
        """Break the words into lines, each block with the room above it.

        On a canvas too low for all of them the last ones are left out, never the headline.
        """
        blocks: list[tuple[float, Block]] = []
        left = self.room.height - 2 * self.above - self._head(caption)
        for name in INKS:
            gap = float(self.sheet.px(GAPS[name]))
            lines = int((left - gap) / self.sheet.line(self._type(name)))
            if not getattr(caption, name) or (blocks and lines < 1):
                continue
            block = self._block(caption, name, min(max(lines, 1), MOST_LINES[name]))
            blocks.append((gap, block))
            left -= gap + block.height
        return blocks

    def _block(self, caption: Caption, name: str, lines: int) -> Block:
        """Break one part of the caption into so many lines at most."""
        words, usual, sheet = getattr(caption, name), self._type(name), self.sheet
        kind = usual
        if name == "headline" and sheet.projected and caption.rows:
            return rows(sheet, caption.rows, usual, INKS[name], self.inner)
        if name == "headline" and not sheet.projected:
            kind = sheet.fitted(words, usual, self.inner)
        return paragraph(sheet, words, kind, INKS[name], (self.inner, lines), usual)

    def _counter(self, caption: Caption) -> list[Block]:
        """Break the number of the round, and the step, into lines: for the projector."""
        now = next((chip.text for chip in caption.chips if chip.state == "now"), "")
        parts = [(self.counter, "projector small", "ink2"), (now, "projector step", "accent")]
        if self.room.flat:
            parts = [(" · ".join(filter(None, (self.counter, now))), "projector small", "accent")]
        return [
            paragraph(self.sheet, words, self.sheet.type(role), ink, (self.inner, 2))
            for words, role, ink in parts
            if words
        ]

    # --- the row of steps -----------------------------------------------------------------------

    def _foot(self, chips: tuple[str, ...]) -> float:
        """Say where the rows of steps end."""
        return max((top for _, top, _ in self._places(chips)), default=-self._row) + self._row

    def _named(self, chips: tuple[StepChip, ...]) -> tuple[str, ...]:
        """Say which steps have their words: on a low canvas all in one row, or the present one."""
        words = tuple(chip.text for chip in chips)
        if not self.is_low or self._foot(words) <= self._row:
            return words
        return tuple(chip.text if chip.state in ("now", "title") else "" for chip in chips)

    @property
    def _row(self) -> float:
        return self.sheet.line(self.now)

    def _places(self, chips: tuple[str, ...]) -> list[Place]:
        """Put the steps into a row, or into more where they are many."""
        wide = [min(self.lead + self.sheet.wide(chip, self.now), self.inner) for chip in chips]
        least, most = self.sheet.px(LEAST_CHIP_GAP), self.sheet.px(CHIP_GAP)
        gap = max(least, min((self.inner - sum(wide)) / max(1, len(wide) - 1), most))
        placed, x, y = list[Place](), 0.0, 0.0
        for width in wide:
            if x and x + width > self.inner + 1.0:
                x, y = 0.0, y + self._row
            placed.append((x, y, width))
            x += width + gap
        return placed

    def _chips(self, chips: tuple[StepChip, ...]) -> list[Part]:
        """Write the steps, each after its dot; that of one to come is a ring."""
        found, radius = list[Part](), self.sheet.px(DOT) / 2
        named = self._named(chips)
        for chip, words, (left, top, width) in zip(chips, named, self._places(named), strict=True):
            x, y = self.aside + left, self.above + top + self._row / 2
            kind = self.now if chip.state in ("now", "title") else self.chip
            ink = self.sheet.colour({"now": "accent", "to come": "ink3"}.get(chip.state, "ink2"))
            lead = 0 if chip.state == "title" else self.lead
            if lead:
                is_ring = chip.state == "to come"
                style = Style(edge=ink, width=RING) if is_ring else Style(fill=ink)
                found.append(Sign(style, radius - RING / 2 * is_ring, x + radius, y))
            text = self.sheet.cut(words, kind, width - lead + 0.5)
            if text:
                found.append(Word(text, kind, x + lead, y, ink, 0.0))
        return found
