"""The pens that curves are drawn with: what tells one from another without colour."""

from dataclasses import dataclass
from typing import Self

from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Colour

PENS: dict[str, tuple[str, float, tuple[float, float] | None]] = {
    # look: colour, width, dashes by the width
    "solid": ("ink", 2.4, None),
    "now": ("accent", 2.8, None),
    "dashed": ("ink2", 1.8, (5.0, 2.0)),
    "dotted": ("ink2", 1.8, (1.2, 1.6)),
    "thin": ("ink3", 1.2, None),
    "bars": ("ink2", 1.0, None),
    # setups side by side, by dash and colour
    "first": ("ink", 2.4, None),
    "second": ("second", 2.4, (5.0, 1.6)),
    "third": ("third", 2.4, (1.6, 1.2)),
    "fourth": ("ink3", 2.0, (9.0, 3.0)),
}


@dataclass(frozen=True, slots=True)
class Pen:
    colour: Colour
    width: float
    dash: tuple[float, float] | None = None

    @classmethod
    def of(cls, look: str, sheet: Sheet, alpha: float = 1.0, times: float = 1.0) -> Self:
        """Take one of the pens; one that is wider by so many times has longer dashes, too."""
        role, width, by_width = PENS[look]
        width = sheet.px(times * width * 10) / 10
        dash = (by_width[0] * width, by_width[1] * width) if by_width else None
        return cls(sheet.colour(role, alpha), width, dash)
