"""Learners as text: `stump, tree(max_depth=3,min_samples_leaf=5), knn(k=5), logistic(C=1)`.

A member is a kind of learner with its settings. Its text names the kind, and in brackets the
settings that are not as usual; the neighbours of knn, C and alpha are always named.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ensemble_viz.engine.data import Dataset, Refusal, lists
from ensemble_viz.engine.learners import Kind, Learner, Lesson, kinds, refuse_far
from ensemble_viz.engine.settings import Items, Params
from ensemble_viz.engine.trees import NO_LIMITS, TreeRules

MOST_MEMBERS = 12
LONGEST = 200  # letters of one
USUAL = {
    "classification": ("tree(max_depth=3)", "naive-bayes", "logistic(C=1)", "knn(k=5)"),
    "regression": ("tree(max_depth=3)", "linear", "knn(k=5)"),
}
EXAMPLE = "stump, tree(max_depth=3), knn(k=5), naive-bayes, logistic(C=1), linear, ridge(alpha=1)"


@dataclass(frozen=True, slots=True)
class Member:
    kind: Kind
    settings: Params

    def __str__(self) -> str:
        """Write it as it can be typed."""
        named = [
            f"{field.name}={_plain(value)}"
            for field in self.kind.settings.fields()
            if (value := getattr(self.settings, field.name)) != field.default
            or field.name in self.kind.always
        ]
        return f"{self.kind.name}({','.join(named)})" if named else self.kind.name

    def train(self, lesson: Lesson) -> Learner:
        return self.kind.train(lesson, self.settings)

    def rules(self, data: Dataset) -> TreeRules | None:
        return None if self.kind.rules is None else self.kind.rules(data, self.settings)

    def refuse(self, data: Dataset, name: str) -> None:
        """Say why it cannot learn from these points; `name` is the setting that asks for it."""
        if data.task not in self.kind.tasks:
            kind, other = ("classes", "values") if data.classes else ("values", "classes")
            able = ", ".join(one for one in kinds() if data.task in kinds()[one].tasks)
            raise Refusal(
                f"{name}={self}: {self.kind.title} learns {other}, not {kind}; {able} can"
            )
        most = self.kind.most_points
        if most is not None and len(data) > most:
            raise Refusal(
                f"{name}={self}: asks every one of up to {most} points, not of {len(data)}; trees "
                "take more"
            )
        if self.kind.measures:
            refuse_far(data, f"{name}={self}")


@cache
def read(text: str) -> Member:
    found = re.fullmatch(r"\s*([^\s()]+)\s*(?:\((.*)\))?\s*", text[:LONGEST], re.DOTALL)
    if found is None or len(text) > LONGEST:
        raise Refusal(f"{_short(text)} is no learner; write it as one of {EXAMPLE}")
    name, inside = found.groups()
    known = kinds()
    if name not in known:
        raise Refusal.of_word("there is no learner", name, known)
    return Member(known[name], _settings(known[name], inside or ""))


def usual_rules(data: Dataset, _params: Params) -> TreeRules:
    """Say how trees are grown by default; every round has the rules of its own member."""
    return TreeRules("gini" if data.classes else "squared", NO_LIMITS)


def _settings(kind: Kind, inside: str) -> Params:
    """Read what stands in the brackets."""
    texts: dict[str, str] = {}
    for part in inside.split(",") if inside.strip() else []:
        name, equals, value = part.partition("=")
        name = name.strip()
        if not equals or not name:
            raise Refusal(f"{kind.name}({_short(inside)}): settings are written name=value")
        if name in texts:
            raise Refusal(f"{kind.name}({_short(inside)}): {_short(name)} is there twice")
        texts[name] = value
    if texts and not kind.settings.fields():
        raise Refusal(f"{kind.name} has no settings; {_short(inside)} is too much")
    try:
        return kind.settings.from_texts(texts)
    except Refusal as refusal:
        raise Refusal(f"{kind.name}: {refusal}") from None


def read_member(given: object) -> str:
    """Check a member, and write it in its plain form."""
    if not isinstance(given, str):
        raise Refusal(f"{_short(given)} is no learner; write it as one of {EXAMPLE}")
    return str(read(given))


def offered() -> tuple[tuple[str, str], ...]:
    """List one member of each kind, as it is typed, and what it is."""
    usual = {read(text).kind.name: text for texts in USUAL.values() for text in texts}
    found = []
    for name, kind in kinds().items():
        text = usual.get(name, str(Member(kind, kind.settings())))
        of = {"classification": "classes", "regression": "values"}
        only = "" if len(kind.tasks) > 1 else f", for {of[kind.tasks[0]]}"
        found.append((text, f"{kind.title}{only}"))
    return tuple(found)


MEMBERS = Items(
    read_member, f"a list like {EXAMPLE}", "stump, tree(max_depth=3), knn(k=3)", MOST_MEMBERS,
    lists.split_list, offered,
)  # fmt: skip
FINAL = replace(MEMBERS, example="knn(k=3)")


def _plain(value: Any) -> str:
    """Write a value as it can be typed, 1.0 as 1."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "none" if value is None else str(value)


def _short(text: object) -> str:
    plain = text.strip() if isinstance(text, str) else ""
    shown = plain if plain and plain.isprintable() else ascii(text)
    return shown if len(shown) <= 40 else shown[:37] + "…"
