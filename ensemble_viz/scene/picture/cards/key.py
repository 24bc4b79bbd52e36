"""The key, in rows: what classes, rings, draws and lines stand for; a click takes a class."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from ensemble_viz.scene.legend import ClassEntry, DrawEntry, Legend
from ensemble_viz.scene.line_names import STEMS
from ensemble_viz.scene.picture.cards.cards import CardPicture
from ensemble_viz.scene.picture.labels import glyph
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Part, Sign, Stroke, Style, Tag, Type, Word, shifted
from ensemble_viz.scene.words import counted

MOST_WIDTH, MOST_PROJECTED, MOST_FLAT = 364, 560, 640
ROW, LINE_ROW, ROW_PROJECTED = 28, 25, 48
MARGIN, HOLLOW = 6, 0.3  # around the rows; the width of an outline, a share of its radius
ASIDE, ASIDE_DRAW = 7, 5  # within an entry, left and right
SMALL = 700  # pixels of the canvas below which the key says less
RADIUS, RADIUS_PROJECTED = 6.5, 12.5
GAP, GAP_PROJECTED = 6, 12
MARK_ROOM = 1.35  # half the width of the widest shape, a triangle, by the radius of the disc
RING, RING_WIDTH = 0.95, 0.27  # of the radius of a mark; of its own
WIDEST_NAME = 128  # longer names are cut, and whole in the tooltip
LARGEST_SAMPLE = 3.0  # a sample of a draw is never wider than so many plain ones
LINE_SAMPLE, SAMPLE_PROJECTED = 24, 1.75
FLIPPED, FLIPPED_INKS = "flipped: inside is the class it had", ("ink3", "ink", "halo")
INSIDE = 0.84  # of a mark's width, which its times may take
DASHES = (7.0, 5.0)
LINES = {  # the width of a sample, its colour, how much of it
    "sum": (3.2, "boundary", 1.0),
    "to come": (2.5, "accent", 1.0),
    "learner": (4.0, "accent", 1.0),
    "earlier": (1.5, "ink", 0.26),
}
STEM, STEM_REACH, STEM_DOT = 2.0, 1.1, 0.6  # its width; of the radius of a mark


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A sign with words, from its left end, around the middle of its row."""

    width: float
    parts: tuple[Part, ...]
    words: str
    """The same without a picture."""
    aside: float
    key: str = ""


@dataclass(frozen=True, slots=True)
class KeyRoom:
    width: float
    flat: bool = False
    """It leaves the height to the plot."""
    most: float = MOST_FLAT
    """No more of it is taken by a flat key, in pixels of the usual type."""
    counted: bool = True
    """It says how many points are of a class, ringed, drawn."""
    beside: float = 0.0
    """So much is left beside the caption: it takes more rows there rather than hang below it."""


def key_card(
    legend: Legend, sheet: Sheet, room: KeyRoom, whole: Legend | None = None, points: int = 0
) -> CardPicture:
    """Describe the key; as wide as it gets in a run whose whole legend is given: it never jumps."""
    maker, whole = _Key(sheet, room, points), whole or Legend()
    if maker.stands_beside(whole):
        maker = _Key(sheet, replace(room, width=room.beside), points)
    least, column = maker.sizes_of(whole)
    rows = maker.rows(legend, column)
    margin = sheet.px(MARGIN)
    width = min(max(_right(rows), least), maker.most)
    tags = tuple(_placed(row, margin) for row in rows)
    words = "\n".join(row.entry.words for row in rows)
    return CardPicture(round(width + 2 * margin), round(_bottom(rows) + 2 * margin), tags, words)


@dataclass(frozen=True, slots=True)
class _Placed:
    entry: KeyEntry
    left: float
    top: float
    width: float
    height: float


class _Key:
    """Makes entries, and puts them into rows."""

    def __init__(self, sheet: Sheet, room: KeyRoom, points: int) -> None:
        self.sheet, self.room, self.points = sheet, room, points
        self.projected = sheet.projected
        self.radius = float(sheet.px(RADIUS_PROJECTED if self.projected else RADIUS))
        self.gap = float(sheet.px(GAP_PROJECTED if self.projected else GAP))
        self.box = 2.0 * MARK_ROOM * self.radius
        self.text = sheet.type("projector small" if self.projected else "text")
        self.strong = sheet.type("projector small" if self.projected else "strong", weight=600)
        self.tick = sheet.type("projector small" if self.projected else "tick", weight=600)
        self.is_small = room.width < sheet.px(SMALL)

    @property
    def most(self) -> float:
        """Say how wide the rows may be."""
        most: float = MOST_PROJECTED if self.projected else MOST_WIDTH
        most = self.room.most if self.room.flat else most
        return min(self.sheet.px(most), self.room.width) - 2 * self.sheet.px(MARGIN)

    def stands_beside(self, whole: Legend) -> bool:
        """Say whether it has to be narrower than usual to stand beside the caption, and can be."""
        around = 2.0 * (self.sheet.px(ASIDE) + self.sheet.px(MARGIN))
        usual = self.sizes_of(whole)[0] + 2.0 * self.sheet.px(MARGIN)
        return _widest(self._lines(whole)) + around <= self.room.beside < usual

    # --- rows -------------------------------------------------------------------------------

    def rows(self, legend: Legend, column: float) -> list[_Placed]:
        """Put what belongs together into rows: classes and rings, draws, lines in columns."""
        first = [self._class(entry) for entry in legend.classes]
        if legend.ring:
            first.append(self._ring(legend.ring, legend.ringed))
        if legend.flipped:
            first.append(self._flipped(legend.flipped))
        draws = [self._draw(entry) for entry in legend.draws]
        if draws and legend.draws_title:
            draws.insert(0, self._words(legend.draws_title))
        lines = self._lines(legend)
        wide = 0.0 if self.is_small else max(column, _widest(lines))
        placed: list[_Placed] = []
        for entries, least in ((first, 0.0), (draws, 0.0), (lines, wide)):
            placed += self._flowed(entries, _bottom(placed), least)
        return placed

    def sizes_of(self, whole: Legend) -> tuple[float, float]:
        """Say how wide the rows of a run can get, and the columns of its lines."""
        column = _widest(self._lines(whole))
        width = self.most if self._is_broken(whole, column) else _right(self.rows(whole, column))
        return width, column

    def _is_broken(self, whole: Legend, column: float) -> bool:
        """True if classes, draws or lines without columns need more than one row.

        They may be broken anywhere then.
        """
        parts = [replace(whole, draws=(), lines=()), replace(whole, classes=(), ring="", lines=())]
        if self.is_small:
            parts.append(replace(whole, classes=(), ring="", draws=()))
        return any(len({row.top for row in self.rows(part, column)}) > 1 for part in parts)

    def _lines(self, legend: Legend) -> list[KeyEntry]:
        """List the lines; on a small canvas without what their colours say, too."""
        shown = [line for line in legend.lines if not (self.is_small and line in STEMS)]
        return [self._line(style, words) for style, words in shown]

    def _flowed(self, entries: Sequence[KeyEntry], top: float, column: float) -> list[_Placed]:
        """Put entries side by side, into further rows where there is no room."""
        size = ROW_PROJECTED if self.projected else LINE_ROW if column else ROW
        high, placed = self.sheet.px(size), list[_Placed]()
        start = self.sheet.px(ASIDE) - entries[0].aside if entries else 0.0
        x, y = start, top
        for entry in entries:
            width = max(entry.width, column) + 2 * entry.aside
            if x > start and x + width > self.most:
                x, y = start, y + high
            placed.append(_Placed(entry, x, y, width, high))
            x += width
        return placed

    # --- entries ----------------------------------------------------------------------------

    def _word(self, text: str, kind: Type, x: float, ink: str) -> Word:
        return Word(text, kind, x, 0.0, self.sheet.colour(ink), 0.0)

    def _entry(
        self, parts: list[Part], end: float, words: str, aside: int = ASIDE, key: str = ""
    ) -> KeyEntry:
        return KeyEntry(end, tuple(parts), words, self.sheet.px(aside), key)

    def _counted(self, parts: list[Part], end: float, count: int, widest: int) -> float:
        """Write a count, with room for a wider one; the projector shows none."""
        if self.projected or not self.room.counted:
            return end
        parts.append(self._word(f"{count}", self.text, end + self.gap, "ink3"))
        return end + self.gap + self.sheet.wide(f"{widest}", self.text)

    def _class(self, entry: ClassEntry) -> KeyEntry:
        """Draw the mark of a class, its name and its count."""
        widest: float = self.sheet.px(WIDEST_NAME * (2.0 if self.projected else 1.0))
        start = self.box + self.gap
        widest = min(widest, self.most - start - 2 * self.sheet.px(ASIDE))
        name = self.sheet.cut(entry.name, self.strong, widest)
        look = self.sheet.palette.classes[entry.k]
        mark = glyph(look, self.sheet, self.radius, self.box / 2, 0.0)
        parts: list[Part] = [mark, self._word(name, self.strong, start, "ink")]
        end = start + self.sheet.wide(name, self.strong)
        end = self._counted(parts, end, entry.count, entry.count)
        return self._entry(parts, end, f"{entry.name} {entry.count}", key=f"class {entry.k}")

    def _ring(self, words: str, count: int) -> KeyEntry:
        """Draw a ring, and say by whom those are missed that have one."""
        radius, start = RING * self.radius, self.box + self.gap
        style = Style(edge=self.sheet.colour("ink"), width=RING_WIDTH * radius)
        shown = self.sheet.cut(words, self.text, self.most - start)
        parts: list[Part] = [
            Sign(style, radius, self.box / 2, 0.0),
            self._word(shown, self.text, start, "ink2"),
        ]
        end = start + self.sheet.wide(shown, self.text)
        end = self._counted(parts, end, count, max(count, self.points))
        return self._entry(parts, end, f"ring: {words} {count}")

    def _flipped(self, count: int) -> KeyEntry:
        """Draw a point with a small mark, and say what that is."""
        start, (grey, ink, halo) = self.box + self.gap, map(self.sheet.colour, FLIPPED_INKS)
        large, small = Style(fill=grey), Style(fill=ink, halo=halo, halo_width=1.0)
        parts: list[Part] = [
            Sign(large, self.radius, self.box / 2, 0.0),
            Sign(small, 0.45 * self.radius, self.box / 2, 0.0),
            self._word(FLIPPED, self.text, start, "ink2"),
        ]
        end = self._counted(parts, start + self.sheet.wide(FLIPPED, self.text), count, count)
        return self._entry(parts, end, f"flipped: {count}")

    def _words(self, words: str) -> KeyEntry:
        """Write before other entries: in bag 12."""
        parts: list[Part] = [self._word(words, self.text, 0.0, "ink2")]
        return self._entry(parts, self.sheet.wide(words, self.text), words, ASIDE_DRAW)

    def _draw(self, entry: DrawEntry) -> KeyEntry:
        """Draw how points look that were drawn so many times, in grey: areas grow with them."""
        radius = self.radius * min(sqrt(max(entry.times, 1)), LARGEST_SAMPLE)
        named, ink2 = entry.words or f"×{entry.times}", self.sheet.colour("ink2")
        if entry.times == 0:
            edge = HOLLOW * radius
            style = Style(fill=self.sheet.colour("card"), edge=ink2, width=edge)
            parts: list[Part] = [Sign(style, radius - edge / 2, radius, 0.0)]
        else:
            parts = [Sign(Style(fill=ink2), radius, radius, 0.0)]
        end = 2.0 * radius
        if entry.times > 1:  # as on the canvas, the times stand inside
            size, weight = self.tick
            share = min(1.0, INSIDE * 2.0 * radius / self.sheet.wide(named, self.tick))
            kind = max(1, round(size * share)), weight
            parts.append(Word(named, kind, radius, 0.0, self.sheet.colour("card")))
        else:
            end += self.gap * (1.0 if entry.words else 0.5)
            parts.append(self._word(named, self.text, end, "ink"))
            end += self.sheet.wide(named, self.text)
        end = self._counted(parts, end, entry.count, entry.count)
        return self._entry(parts, end, f"{named}: {counted(entry.count, 'point')}", ASIDE_DRAW)

    def _line(self, style: str, words: str) -> KeyEntry:
        """Draw a piece of a line, or a stem with its point."""
        long = float(self.sheet.px(LINE_SAMPLE * (SAMPLE_PROJECTED if self.projected else 1.0)))
        start = long + self.gap
        shown = self.sheet.cut(words, self.text, self.most - start - 2 * self.sheet.px(ASIDE))
        parts = (
            self._stem(style, long / 2)
            if style in ("positive", "negative")
            else [self._sample(style, long)]
        )
        parts.append(self._word(shown, self.text, start, "ink2"))
        return self._entry(parts, start + self.sheet.wide(shown, self.text), words)

    def _sample(self, style: str, long: float) -> Part:
        width, name, alpha = LINES.get(style, LINES["sum"])
        dash = DASHES if style == "to come" else None
        return Stroke((0.0, 0.0, long, 0.0), width, self.sheet.colour(name, alpha), dash)

    def _stem(self, style: str, x: float) -> list[Part]:
        above = style == "positive"
        fill = self.sheet.palette.classes[1 if above else 0].fill
        half = STEM_REACH * self.radius * (-1.0 if above else 1.0)
        dot = Style(fill=self.sheet.colour("ink2"))
        return [
            Stroke((x, -half, x, half), STEM, self.sheet.colour(fill)),
            Sign(dot, STEM_DOT * self.radius, x, half),
        ]


def _placed(row: _Placed, margin: float) -> Tag:
    """Put an entry into its place on the card."""
    left, top, middle = row.left + margin, row.top + margin, row.height / 2
    parts = tuple(shifted(part, row.entry.aside, middle) for part in row.entry.parts)
    return Tag((left, top, left + row.width, top + row.height), None, parts, row.entry.key)


def _widest(entries: Sequence[KeyEntry]) -> float:
    return max((entry.width for entry in entries), default=0.0)


def _right(rows: Sequence[_Placed]) -> float:
    return max((row.left + row.width for row in rows), default=0.0)


def _bottom(rows: Sequence[_Placed]) -> float:
    return rows[-1].top + rows[-1].height if rows else 0.0
