"""Methods with their settings in one word: `tree, bagging(rounds=50, seed=3)`.

What stands in quotes or brackets belongs to the value: `stacking(members="stump, knn(k=3)")`.
"""

import re
from dataclasses import dataclass
from functools import cache

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.numerals import read_int
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.settings import Items, Params

MOST_SETUPS = 8
LONGEST = 500  # letters of one


@dataclass(frozen=True, slots=True)
class Setup:
    """A method, its settings and its seed."""

    method: Method
    params: Params
    seed: int = 0


@cache
def setup(text: str) -> Setup:
    """Read one setup."""
    found = re.fullmatch(r"\s*([^\s()]+)\s*(?:\((.*)\))?\s*", text[:LONGEST], re.DOTALL)
    if found is None or len(text) > LONGEST:
        raise Refusal(f"{text[:40]!r} is no setup; write it like bagging(rounds=50)")
    name, inside = found.groups()
    chosen = methods.method(name)
    settings: dict[str, str] = {}
    for part in split_setups(inside) if inside and inside.strip() else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key or key in settings:
            raise Refusal(f"{name}: {part.strip()[:40]!r} is not written name=value, once each")
        settings[key] = re.sub(r'^"(.*)"$', r"\1", value)
    seed = read_int(settings.pop("seed", "0").strip())
    if seed is None or seed < 0:
        raise Refusal(f"{name}: seed is a whole number from 0 on")
    return Setup(chosen, chosen.params.from_texts(settings), seed)


def split_setups(text: str) -> list[str]:
    """Part a list at the commas that stand in no brackets and no quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for place, letter in enumerate(text):
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter == "(") - (letter == ")")
        if letter == "," and depth == 0 and not quoted:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def read_setup(given: object) -> str:
    """Check a setup; it stays as it was typed."""
    if not isinstance(given, str):
        raise Refusal("a setup is written like bagging(rounds=50)")
    setup(given.strip())
    return given.strip()


SETUPS = Items(
    read_setup, "a list like tree(max_depth=1), bagging(rounds=50)",
    "tree(max_depth=1), bagging(rounds=50)", MOST_SETUPS, split_setups,
)  # fmt: skip
