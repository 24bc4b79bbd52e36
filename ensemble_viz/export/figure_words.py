"""The words on a figure: ticks inside the edges, chips, labels of the learner, the caption."""

import numpy as np

from ensemble_viz.export.paper import Box, Paper
from ensemble_viz.export.shape_paths import shape_path
from ensemble_viz.scene.caption import Caption
from ensemble_viz.scene.earlier_lines import Chip
from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.learner_marks import StumpLine
from ensemble_viz.scene.names import axis_name
from ensemble_viz.scene.scene import Scene

TICK, TEXT, STRONG, HEAD = 11.0, 13.0, 13.0, 20.0
TICK_LENGTH = 8.0
APART = (110.0, 70.0)  # pixels between two ticks, at the least
GLYPH = 6.0
SIGN_DROP = {"triangle": 0.3, "inverted": -0.3}  # of the radius: beside words their box is centred
LONGEST = 28  # letters of a name; longer ones are cut
LABEL_FOOT = 56.0  # pixels from the foot to the label of an upright stump
CAPTION = 44.0  # pixels of height
NOTE_ABOVE = 36.0  # pixels from the foot to the note about the surface


def draw_ticks(paper: Paper, scene: Scene) -> None:
    """Write the ticks of both axes inside the edges, and the names of the axes at their ends."""
    box, frame = paper.box, paper.frame
    most = [max(2, int(size / apart)) for size, apart in zip((box.width, box.height), APART,
                                                               strict=True)]  # fmt: skip
    data = scene.stage.data
    name = cut(axis_name(data, 0))
    end = box.right - 12.0 - paper.width_of(name, STRONG, 600)
    across = ticks(frame.left, frame.right, most[0])
    draw_places(paper, across, (box.left + 24.0, end - 8.0))
    paper.text(name, (end, box.bottom - 16.0), STRONG, weight=600)
    up = ticks(frame.bottom, frame.top, most[1])
    highest = _draw_heights(paper, up)
    above = (box.left + 12.0, highest - 22.0 if highest - 30.0 > box.top else highest + 22.0)
    paper.text(cut(axis_name(data, 1)), above, STRONG, weight=600)


def draw_places(paper: Paper, places: Ticks, room: tuple[float, float]) -> None:
    """Write the ticks of the first axis, where they do not reach into what stands at its ends."""
    foot, colour = paper.box.bottom, paper.palette.ink2
    for x, label in zip(paper.across(places.at).tolist(), places.labels, strict=True):
        half = paper.width_of(label, TICK) / 2.0
        if room[0] <= x - half and x + half <= room[1]:
            mark = np.array([[x, foot - TICK_LENGTH, x, foot]])
            paper.lines(mark, 1.0, colour)
            paper.text(label, (x, foot - 18.0), TICK, colour=colour, align="center")


def _draw_heights(paper: Paper, heights: Ticks) -> float:
    """Write the ticks of the second axis; give the height of the uppermost."""
    box, colour = paper.box, paper.palette.ink2
    highest = box.bottom
    for y, label in zip(paper.down(heights.at).tolist(), heights.labels, strict=True):
        if box.top + 12.0 <= y <= box.bottom - 36.0:
            paper.lines(np.array([[box.left, y, box.left + TICK_LENGTH, y]]), 1.0, colour)
            paper.text(label, (box.left + 12.0, y), TICK, colour=colour)
            highest = min(highest, y)
    return highest


def draw_chips(paper: Paper, chips: tuple[Chip, ...]) -> None:
    """Name earlier learners at the edge where their lines end."""
    box, palette = paper.box, paper.palette
    for chip in chips:
        width = paper.width_of(chip.text, TICK + 1.0) + 12.0
        if chip.axis == 0:
            x, y = float(paper.across(np.array(chip.at))), box.bottom - 18.0
        else:
            x, y = box.right - 4.0 - width / 2.0, float(paper.down(np.array(chip.at)))
        paper.card(Box(x - width / 2.0, y - 10.0, width, 20.0), palette.hairline, palette.card,
                   radius=5.0)  # fmt: skip
        paper.text(chip.text, (x, y), TICK + 1.0, colour=palette.ink2, align="center")


def draw_note(paper: Paper, scene: Scene, in_caption: bool) -> None:
    """Say how far the surface can be trusted: in the caption, or above the first axis."""
    note = scene.note
    if not note:
        return
    right, middle = paper.size[0] - 16.0, CAPTION / 2.0
    if not in_caption:
        right, middle = paper.box.right - 12.0, paper.box.bottom - NOTE_ABOVE
        width = paper.width_of(note, TICK) + 12.0
        box = Box(right + 6.0 - width, middle - 9.0, width, 18.0)
        paper.card(box, paper.palette.canvas, paper.palette.canvas, radius=4.0)
    paper.text(note, (right, middle), TICK, align="right", colour=paper.palette.ink2)


def draw_stump_label(paper: Paper, stump: StumpLine) -> None:
    """Write at the line of a stump what it answers on either side."""
    low, high = cut(stump.low_text), cut(stump.high_text)
    if stump.axis == 0:
        _draw_label_across(paper, stump, (low, high))
    else:
        _draw_label_upright(paper, stump, (low, high))


def _draw_label_across(paper: Paper, stump: StumpLine, answers: tuple[str, str]) -> None:
    """Write: sign and answer, name, answer and sign, with the name on the line."""
    box, palette = paper.box, paper.palette
    x = float(paper.across(np.array(stump.threshold)))
    if not box.left <= x <= box.right:
        return
    wide = max(paper.width_of(text, STRONG, 600) for text in answers)
    name = paper.width_of(stump.name, STRONG, 600) / 2.0
    half = name + 16.0 + wide + 8.0 + 2.0 * GLYPH + 12.0
    middle = min(max(x, box.left + half + 4.0), box.right - half - 4.0)
    y = box.bottom - LABEL_FOOT
    _accent_card(paper, Box(middle - half, y - 14.0, 2.0 * half, 28.0))
    paper.text(stump.name, (middle, y), STRONG, weight=600, align="center", colour=palette.accent)
    for side, text, answer in ((-1.0, answers[0], stump.low), (1.0, answers[1], stump.high)):
        paper.text(text, (middle + side * (name + 16.0), y), STRONG, weight=600,
                   align="left" if side > 0 else "right")  # fmt: skip
        draw_sign(paper, answer, (middle + side * (half - 12.0 - GLYPH), y))


def _draw_label_upright(paper: Paper, stump: StumpLine, answers: tuple[str, str]) -> None:
    """Write above the line what it answers above, below it what it answers below."""
    box, palette = paper.box, paper.palette
    y = float(paper.down(np.array(stump.threshold)))
    if not box.top <= y <= box.bottom:
        return
    wide = max(paper.width_of(text, STRONG, 600) for text in (*answers, stump.name))
    width = wide + 8.0 + 2.0 * GLYPH + 24.0
    middle = min(max(y, box.top + 44.0), box.bottom - 80.0)
    left = box.left + 64.0
    _accent_card(paper, Box(left, middle - 36.0, width, 72.0))
    centre = left + width / 2.0
    paper.text(stump.name, (centre, middle), STRONG, weight=600, align="center",
               colour=palette.accent)  # fmt: skip
    for side, text, answer in ((1.0, answers[0], stump.low), (-1.0, answers[1], stump.high)):
        half = (paper.width_of(text, STRONG, 600) + 8.0 + 2.0 * GLYPH) / 2.0
        draw_sign(paper, answer, (centre - half + GLYPH, middle + side * 22.0))
        paper.text(text, (centre + half, middle + side * 22.0), STRONG, weight=600, align="right")


def draw_sentence(paper: Paper, sentence: str) -> None:
    """Say what cannot be drawn: a learner that asks nothing."""
    width = min(paper.width_of(sentence, STRONG, 600) + 32.0, paper.box.width - 16.0)
    left = paper.box.left + (paper.box.width - width) / 2.0
    y = paper.box.bottom - 64.0
    _accent_card(paper, Box(left, y - 18.0, width, 36.0))
    paper.text(sentence, (left + width / 2.0, y), STRONG, weight=600, align="center")


def draw_sign(paper: Paper, answer: int, place: tuple[float, float], radius: float = GLYPH) -> None:
    """Draw the sign of a class; of −1 and +1, which are no classes, the colour of their sign."""
    look = paper.palette.of_answer(answer)
    middle = (place[0], place[1] + SIGN_DROP.get(look.shape, 0.0) * radius)
    paper.shape(shape_path(look.shape), middle, radius, fill=look.fill, edge=look.outline,
                width=1.0)  # fmt: skip


def draw_caption(paper: Paper, caption: Caption, note: str = "", height: float = CAPTION) -> None:
    """Write what happened above the canvas; at the right there is room for a note."""
    width = paper.size[0]
    paper.rectangles(np.array([[0.0, 0.0, width, height]]), paper.palette.panel, name="caption")
    paper.lines(np.array([[0.0, height, width, height]]), 1.0, paper.palette.hairline)
    size, room = HEAD, width - 32.0 - (paper.width_of(note, TICK) + 24.0 if note else 0.0)
    while paper.width_of(caption.headline, size, 600) > room and size > TICK:
        size -= 1.0
    paper.text(caption.headline, (16.0, height / 2.0), size, weight=600)


def cut(name: str) -> str:
    """Shorten a long name."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _accent_card(paper: Paper, box: Box) -> None:
    paper.card(box, paper.palette.accent, paper.palette.card, width=1.5)
