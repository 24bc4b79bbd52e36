"""Parts of a sheet, in pixels, and which of them are taken: no words lie over other words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the sheet, in pixels, downwards."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Give the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Give the lower edge."""
        return self.top + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Give the middle."""
        return self.left + self.width / 2.0, self.top + self.height / 2.0

    def moved(self, right: float = 0.0, down: float = 0.0) -> Self:
        """Give a box of the same size somewhere else."""
        return type(self)(self.left + right, self.top + down, self.width, self.height)

    def holds(self, other: "Box") -> bool:
        """Say whether another box is inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: "Box") -> bool:
        """Say whether two boxes have a place in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class Room:
    """What is left of a sheet for words."""

    def __init__(self) -> None:
        """Begin with an empty sheet."""
        self.taken: list[Box] = []

    def take(self, box: Box) -> None:
        """Keep a part for what is written there."""
        self.taken.append(box)

    def first(self, boxes: Iterable[Box], inside: Box) -> Box | None:
        """Take the first of some boxes that is inside another and meets nothing; None: no room."""
        for box in boxes:
            if inside.holds(box) and not any(box.meets(other) for other in self.taken):
                self.take(box)
                return box
        return None
