"""A row of the table: what was measured, beside whom, and which of three goals it reaches."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Self


@dataclass(frozen=True)
class Goal:
    """Three limits on one number, from the one that must be met to the one that may be."""

    unit: str
    """What the limits are counted in: "×" for the ratio to the peer, else the row's own unit."""
    must: float | None = None
    want: float | None = None
    stretch: float | None = None

    @property
    def grows(self) -> bool:
        """Say whether more is better: it is for ratios, not for times and sizes."""
        return self.unit == "×"

    def ordered(self) -> Self:
        """Never want more than the stretch, and never less than what must be."""
        milder, stricter = (min, max) if self.grows else (max, min)
        want, stretch = self.want, self.stretch
        if want is not None and stretch is not None:
            want = milder(want, stretch)
        if self.must is not None:
            want, stretch = (x if x is None else stricter(x, self.must) for x in (want, stretch))
        return replace(self, want=want, stretch=stretch)

    def reached(self, value: float) -> str:
        """Name the highest goal that a value reaches."""
        given = [(name, getattr(self, name)) for name in ("stretch", "want", "must")]
        given = [(name, limit) for name, limit in given if limit is not None]
        for name, limit in given:
            if value >= limit if self.grows else value <= limit:
                return name
        if not given:
            return "no goal"
        return "MISSED" if self.must is not None else f"below {given[-1][0]}"


@dataclass(frozen=True)
class Row:
    """One line of the table. Times are the best of several unless the row says otherwise."""

    group: str
    name: str
    n: int
    rounds: int
    unit: str = "ms"
    ours: float | None = None
    peer: str = ""
    theirs: float | None = None
    goal: Goal = Goal("×")
    equal: str = ""
    """How the equality with the peer, or with our own records, was asserted before the timing."""
    note: str = ""
    skipped: str = ""
    """Why nothing was measured."""
    failed: str = ""
    """What was not equal: then nothing was measured either."""

    @property
    def ratio(self) -> float | None:
        """How many times quicker than the peer; where a limit is set, how many times below it."""
        if not self.ours:
            return None
        limit = self.goal.must if self.goal.must is not None else self.goal.want
        if limit is not None and not self.goal.grows:
            return limit / self.ours
        return None if self.theirs is None else self.theirs / self.ours

    @property
    def reached(self) -> str:
        """Name the highest goal that was reached."""
        if self.failed:
            return "NOT EQUAL"
        value = self.ratio if self.goal.grows else self.ours
        return "" if self.skipped or value is None else self.goal.reached(value)

    def as_dict(self) -> dict[str, Any]:
        """Give all fields, and what follows from them."""
        return asdict(self) | {"ratio": self.ratio, "reached": self.reached}


@dataclass(frozen=True)
class Job:
    """Rows that are measured together; its words are what --only chooses by."""

    words: tuple[str, ...]
    measure: Callable[[], Iterable[Row]]

    @property
    def title(self) -> str:
        """Name the job on a line."""
        return " ".join(self.words)

    def is_meant(self, wanted: Iterable[str]) -> bool:
        """Say whether all wanted words are here: numbers as they are, others as a part of one."""
        return all(
            any(word == own or (not word.isdigit() and word in own) for own in self.words)
            for word in wanted
        )
