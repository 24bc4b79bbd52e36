"""What stands above each of several setups, as a line or two over its canvas."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.scene.beside.heading import Heading
from ensemble_viz.scene.picture.primitives import (
    Item,
    Layer,
    Part,
    Picture,
    Rects,
    Tag,
    Tags,
    Type,
    Word,
)
from ensemble_viz.scene.picture.sheet import LINE, Sheet

ASIDE, ABOVE, MARK, GAP = 12, 6, 3.0, 10
"""Pixels: at both ends, above and below, the bar of the one in front, between words."""
LEAST_METHOD = 6  # letters of it: fewer say nothing


def heading_height(sheet: Sheet) -> float:
    """Say how high the words are."""
    title, text = _types(sheet)
    lines = title[0] + text[0] * (2 if sheet.projected else 1)
    return float(round(LINE * lines + sheet.px(2 * ABOVE)))


def heading_picture(heading: Heading, sheet: Sheet, free: float = 0.0) -> Picture:
    """Describe the words above a setup; so many pixels at the right stay free for buttons."""
    layers = (
        Layer("ground", tuple(_ground(heading, sheet))),
        Layer("words", (Tags((_tag(heading, sheet, free),), "heading"),)),
    )
    return Picture(sheet.width, sheet.height, sheet.colour("panel"), layers)


def _types(sheet: Sheet) -> tuple[tuple[int, int], tuple[int, int]]:
    if sheet.projected:
        return sheet.type("projector small", weight=700), sheet.type("projector small")
    return sheet.type("title"), sheet.type("text")


def _ground(heading: Heading, sheet: Sheet) -> Iterator[Item]:
    """Mark the one in front by a bar, and all by a line below."""
    left, top, right, bottom = sheet.box
    box = np.array([[left, bottom - 1.0, right, bottom]])
    yield Rects(box, sheet.colour("hairline"))
    if heading.in_front:
        yield Rects(np.array([[left, top, right, top + MARK]]), sheet.colour("ink"), "in front")


def _title(heading: Heading, sheet: Sheet, room: float) -> tuple[str, Type]:
    """Write the number and what differs; of a setting the value stays, whatever is cut."""
    usual, number = _types(sheet)[0], f"{heading.number}  "
    kind = sheet.fitted(number + heading.title, usual, room)
    left = room - sheet.wide(number, kind)
    cut = sheet.cut_front if heading.method else sheet.cut
    return number + cut(heading.title, kind, left), kind


def _tag(heading: Heading, sheet: Sheet, free: float) -> Tag:
    large, small = _types(sheet)
    edge, y = float(sheet.px(ASIDE)), float(sheet.px(ABOVE)) + LINE * large[0] / 2
    room = sheet.width - 2 * edge
    title, kind = _title(heading, sheet, room - free)
    parts: list[Part] = [Word(title, kind, edge, y, sheet.colour("ink"), 0.0)]
    begin = edge + sheet.wide(title, kind) + sheet.px(GAP)
    words = sheet.cut(heading.method, small, edge + room - free - begin)
    if len(words) >= min(LEAST_METHOD, len(heading.method)):
        parts.append(Word(words, small, begin, y, sheet.colour("ink2"), 0.0))
    y += LINE * (large[0] + small[0]) / 2
    for line in sheet.broken(heading.headline, small, room, 2 if sheet.projected else 1):
        parts.append(Word(line, small, edge, y, sheet.colour("ink2"), 0.0))
        y += LINE * small[0]
    return Tag(sheet.box, None, tuple(parts), f"setup {heading.number}")
