"""The entries of a figure's key: each knows how large it is, and draws itself."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ensemble_viz.export.figure_labels import draw_sign
from ensemble_viz.export.figure_words import TEXT, cut
from ensemble_viz.export.paper import Paper
from ensemble_viz.export.shape_paths import shape_path
from ensemble_viz.scene.field import ValueScale
from ensemble_viz.scene.legend import AreaSample
from ensemble_viz.scene.numbers import shortest

ROW = 26.0
RADIUS = 6.5
ONCE, LARGEST = 4.6, 12.0  # the radius of a point drawn once, and of the largest sample
SAMPLE = 26.0  # the length of a line's sample
BAR = (120.0, 10.0)
WIDEST_SHARE = 0.85  # of the sheet: a scale of areas with all its samples
WORDS_SHARE = 0.6  # of the sheet: longer words are cut
DASHES = (7.0, 5.0)
EARLIER = 0.4  # of ink
Draw = Callable[[float, float], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign with words: how large it is, and how to draw it from its left end and middle."""

    width: float
    draw: Draw
    height: float = ROW


def class_entry(paper: Paper, k: int, name: str, count: int) -> Entry:
    """Draw the sign of a class, its name and its count."""
    shown, number = _fitted(paper, cut(name), 600), f"{count}"
    wide = paper.width_of(shown, TEXT, 600)
    sign = 2.0 * RADIUS + 9.0

    def draw(x: float, y: float) -> None:
        draw_sign(paper, k, (x + RADIUS, y), RADIUS)
        paper.text(shown, (x + sign, y), TEXT, weight=600)
        paper.text(number, (x + sign + wide + 7.0, y), TEXT, colour=paper.palette.ink3)

    return Entry(sign + wide + 7.0 + paper.width_of(number, TEXT), draw)


def _line_look(paper: Paper, style: str) -> tuple[float, str, float | None]:
    """Give width, colour and opacity of a line."""
    palette, measures = paper.palette, paper.measures
    looks: dict[str, tuple[float, str, float | None]] = {
        "to come": (measures.to_come, palette.accent, None),
        "learner": (measures.learner, palette.accent, None),
        "earlier": (2.0 * measures.earlier, palette.ink, EARLIER),
    }
    return looks.get(style, (measures.sum, palette.boundary, None))


def ring_entry(paper: Paper, words: str, count: int) -> Entry:
    """Draw a ring, whose misses are ringed, and how many they are."""
    words, number = _fitted(paper, words), f"{count}"
    wide = paper.width_of(words, TEXT)

    def draw(x: float, y: float) -> None:
        paper.shape(shape_path("disc"), (x + RADIUS, y), RADIUS, edge=paper.palette.ink,
                    width=paper.measures.ring)  # fmt: skip
        paper.text(words, (x + 2.0 * RADIUS + 7.0, y), TEXT, colour=paper.palette.ink2)
        start = x + 2.0 * RADIUS + 14.0 + wide
        paper.text(number, (start, y), TEXT, colour=paper.palette.ink3)

    return Entry(2.0 * RADIUS + 14.0 + wide + paper.width_of(number, TEXT), draw)


def words_entry(paper: Paper, words: str) -> Entry:
    """Write words before other entries."""

    def draw(x: float, y: float) -> None:
        paper.text(words, (x, y), TEXT, colour=paper.palette.ink2)

    return Entry(paper.width_of(words, TEXT), draw)


def draw_entry(paper: Paper, times: int, count: int, words: str = "") -> Entry:
    """Draw how a point looks that was drawn so many times; areas as true as there is room."""
    radius = min(ONCE * float(np.sqrt(max(times, 1))), LARGEST)
    named, number = words or f"×{times}", f"{count}"
    wide = paper.width_of(named, TEXT, 600)
    grey = paper.palette.ink3

    def draw(x: float, y: float) -> None:
        fill = paper.palette.card if times == 0 else grey
        paper.shape(shape_path("disc"), (x + radius, y), radius - 0.8, fill=fill, edge=grey,
                    width=1.6)  # fmt: skip
        paper.text(named, (x + 2.0 * radius + 6.0, y), TEXT, weight=600)
        start = x + 2.0 * radius + 12.0 + wide
        paper.text(number, (start, y), TEXT, colour=paper.palette.ink3)

    return Entry(2.0 * radius + 12.0 + wide + paper.width_of(number, TEXT), draw)


def line_entry(paper: Paper, style: str, words: str) -> Entry:
    """Draw a sample of a line, or of a residual as a stem with its point."""
    palette, measures, words = paper.palette, paper.measures, _fitted(paper, words)

    def draw(x: float, y: float) -> None:
        if style in ("positive", "negative"):
            fill = palette.classes[style == "positive"].fill
            middle, up = x + SAMPLE / 2.0, -5.0 if style == "positive" else 5.0
            stem = np.array([[middle, y - up, middle, y + up]])
            paper.lines(stem, measures.stem, fill)
            paper.shape(shape_path("disc"), (middle, y + up), 3.5, fill=palette.ink2)
        else:
            width, colour, alpha = _line_look(paper, style)
            dashes = DASHES if style == "to come" else None
            ends = np.array([[x, y], [x + SAMPLE, y]])
            paper.curve(ends, width, colour, alpha=alpha, dashes=dashes)
        paper.text(words, (x + SAMPLE + 10.0, y), TEXT)

    return Entry(SAMPLE + 10.0 + paper.width_of(words, TEXT), draw)


def area_entry(paper: Paper, plain: float, samples: tuple[AreaSample, ...], words: str) -> Entry:
    """Draw the scale of areas, like that of a map."""
    ink, words = paper.palette.ink2, _fitted(paper, words)
    radii = [plain * float(np.sqrt(sample.area)) for sample in samples]
    start = paper.width_of(words, TEXT) + 12.0
    ends = [2.0 * radius + 18.0 + paper.width_of(sample.text, TEXT)
            for radius, sample in zip(radii, samples, strict=True)]  # fmt: skip
    while len(ends) > 1 and start + sum(ends) > WIDEST_SHARE * paper.size[0]:
        radii, ends, samples = radii[:-1], ends[:-1], samples[:-1]  # the largest are the widest

    def draw(x: float, y: float) -> None:
        paper.text(words, (x, y), TEXT, colour=ink)
        at = x + start
        for radius, sample, end in zip(radii, samples, ends, strict=True):
            paper.shape(shape_path("disc"), (at + radius, y), radius - 0.6, edge=ink, width=1.2)
            paper.text(sample.text, (at + 2.0 * radius + 6.0, y), TEXT, colour=ink)
            at += end

    height = max(ROW, 2.0 * max(radii, default=0.0) + 8.0)
    return Entry(start + sum(ends) - 12.0, draw, height)


def value_entry(paper: Paper, scale: ValueScale) -> Entry:
    """Draw the scale of the colours of values."""
    width, height = BAR
    low, high = shortest(scale.low, 2), shortest(scale.high, 2)
    before, after = (paper.width_of(text, TEXT) + 8.0 for text in (low, high))

    def draw(x: float, y: float) -> None:
        edges = x + before + width * np.linspace(0.0, 1.0, len(scale.colours) + 1)
        top, bottom = np.full((2, len(scale.colours)), [[y - height / 2], [y + height / 2]])
        strips = np.column_stack((edges[:-1], top, edges[1:], bottom))
        paper.rectangles(strips, scale.colours / 255.0, name="scale of values")
        paper.text(low, (x, y), TEXT)
        paper.text(high, (x + before + width + 8.0, y), TEXT)

    return Entry(before + width + after, draw)


def _fitted(paper: Paper, words: str, weight: int = 400) -> str:
    """Cut words so that their entry fits onto the sheet."""
    return paper.fitted(words, WORDS_SHARE * paper.size[0], TEXT, weight)
