"""The words of learners on a figure: this round's on its line, earlier ones at the edges."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.export.boxes import Box
from ensemble_viz.export.figure_words import STRONG, TICK, cut
from ensemble_viz.export.paper import Paper
from ensemble_viz.export.shape_paths import shape_path
from ensemble_viz.scene.earlier_lines import Chip
from ensemble_viz.scene.learner_marks import StumpLine

GLYPH = 6.0
SIGN_DROP = {"triangle": 0.3, "inverted": -0.3}  # of the radius: beside words their box is centred
FOOT, SIDE = 56.0, 84.0  # pixels from the foot to the label of an upright stump; from the right
KEPT = 9.0  # pixels between a label and the middle of a point
STEP = 24.0  # pixels to the next place that is tried
ROWS = 3  # of chips at an edge, one behind the other


def draw_chips(paper: Paper, chips: tuple[Chip, ...]) -> None:
    """Name earlier learners at the edge where their lines end, inwards where others stand."""
    box, palette = paper.box, paper.palette
    for chip in chips:
        wide = paper.width_of(chip.text, TICK + 1.0) + 12.0
        if chip.axis == 0:
            first = Box(float(paper.across(np.array(chip.at))) - wide / 2.0, box.bottom - 28.0,
                        wide, 20.0)  # fmt: skip
            tried = [first.moved(down=-22.0 * k) for k in range(ROWS)]
        else:
            first = Box(box.right - 4.0 - wide, float(paper.down(np.array(chip.at))) - 10.0, wide,
                        20.0)  # fmt: skip
            tried = [first.moved(right=-(wide + 2.0) * k) for k in range(ROWS)]
        found = paper.room.first(tried, box)
        if found is not None:
            paper.card(found, palette.hairline, palette.card, radius=5.0)
            paper.text(chip.text, found.centre, TICK + 1.0, colour=palette.ink2, align="center")


def draw_stump_label(paper: Paper, stump: StumpLine, points: FloatArray) -> None:
    """Write at the line of a stump what it answers on either side, off the points if possible."""
    low, high = cut(stump.low_text), cut(stump.high_text)
    if stump.axis == 0:
        _draw_label_across(paper, stump, (low, high), points)
    else:
        _draw_label_upright(paper, stump, (low, high), points)


def _draw_label_across(
    paper: Paper, stump: StumpLine, answers: tuple[str, str], points: FloatArray
) -> None:
    """Write: sign and answer, name, answer and sign, with the name on the line."""
    box = paper.box
    x = float(paper.across(np.array(stump.threshold)))
    if not box.left <= x <= box.right:
        return
    name = paper.width_of(stump.name, STRONG, 600) / 2.0
    around = name + 16.0 + 8.0 + 2.0 * GLYPH + 12.0
    answers = _fitted(paper, answers, box.width / 2.0 - 8.0 - around)
    half = around + max(paper.width_of(text, STRONG, 600) for text in answers)
    middle = min(max(x, box.left + half + 4.0), box.right - half - 4.0)
    first = Box(middle - half, box.bottom - FOOT - 14.0, 2.0 * half, 28.0)
    tried = [first.moved(down=-step) for step in np.arange(0.0, box.height / 2.0, STEP)]
    place = _named_card(paper, stump.name, tried, points)
    if place is None:
        return
    y = place.centre[1]
    for side, text, answer in ((-1.0, answers[0], stump.low), (1.0, answers[1], stump.high)):
        paper.text(text, (middle + side * (name + 16.0), y), STRONG, weight=600,
                   align="left" if side > 0 else "right")  # fmt: skip
        draw_sign(paper, answer, (middle + side * (half - 12.0 - GLYPH), y))


def _draw_label_upright(
    paper: Paper, stump: StumpLine, answers: tuple[str, str], points: FloatArray
) -> None:
    """Write above the line what it answers above, below it what it answers below."""
    box = paper.box
    y = float(paper.down(np.array(stump.threshold)))
    if not box.top <= y <= box.bottom:
        return
    around = 8.0 + 2.0 * GLYPH + 24.0
    answers = _fitted(paper, answers, box.width / 2.0 - around)
    wide = around + max(paper.width_of(text, STRONG, 600) for text in (*answers, stump.name))
    middle = min(max(y, box.top + 44.0), box.bottom - 44.0)
    first = Box(box.right - SIDE - wide, middle - 36.0, wide, 72.0)
    tried = [first.moved(right=-step) for step in np.arange(0.0, box.width - wide, STEP)]
    place = _named_card(paper, stump.name, tried, points)
    if place is None:
        return
    centre, middle = place.centre
    for side, text, answer in ((1.0, answers[0], stump.low), (-1.0, answers[1], stump.high)):
        half = (paper.width_of(text, STRONG, 600) + 8.0 + 2.0 * GLYPH) / 2.0
        draw_sign(paper, answer, (centre - half + GLYPH, middle + side * 22.0))
        paper.text(text, (centre + half, middle + side * 22.0), STRONG, weight=600, align="right")


def draw_sentence(paper: Paper, sentence: str) -> None:
    """Say what cannot be drawn: a learner that asks nothing."""
    box = paper.box
    words = paper.fitted(sentence, box.width - 48.0, STRONG, 600)
    wide = paper.width_of(words, STRONG, 600) + 32.0
    first = Box(box.left + (box.width - wide) / 2.0, box.bottom - 82.0, wide, 36.0)
    tried = (first.moved(down=-step) for step in np.arange(0.0, box.height, STEP))
    place = paper.room.first(tried, box)
    if place is not None:
        _accent_card(paper, place)
        paper.text(words, place.centre, STRONG, weight=600, align="center")


def draw_sign(paper: Paper, answer: int, place: tuple[float, float], radius: float = GLYPH) -> None:
    """Draw the sign of a class; of −1 and +1, which are no classes, the colour of their sign."""
    look = paper.palette.of_answer(answer)
    middle = (place[0], place[1] + SIGN_DROP.get(look.shape, 0.0) * radius)
    paper.shape(shape_path(look.shape), middle, radius, fill=look.fill, edge=look.outline,
                width=1.0)  # fmt: skip


def _fitted(paper: Paper, answers: tuple[str, str], room: float) -> tuple[str, str]:
    low, high = (paper.fitted(text, room, STRONG, 600) for text in answers)
    return low, high


def _named_card(paper: Paper, name: str, tried: list[Box], points: FloatArray) -> Box | None:
    """Lay a card with a name where there is room and the fewest points are covered."""
    x, y = paper.across(points[:, 0]), paper.down(points[:, 1])

    def covered(box: Box) -> int:
        across = (x > box.left - KEPT) & (x < box.right + KEPT)
        return int((across & (y > box.top - KEPT) & (y < box.bottom + KEPT)).sum())

    place = paper.room.first(sorted(tried, key=covered), paper.box)  # the first of equal ones
    if place is not None:
        _accent_card(paper, place)
        paper.text(name, place.centre, STRONG, weight=600, align="center",
                   colour=paper.palette.accent)  # fmt: skip
    return place


def _accent_card(paper: Paper, box: Box) -> None:
    paper.card(box, paper.palette.accent, paper.palette.card, width=1.5)
