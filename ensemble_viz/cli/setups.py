"""Setups in one word: random-forest(rounds=60, seed=3)."""

import re
from argparse import ArgumentTypeError

from ensemble_viz.cli.requests import whole
from ensemble_viz.document.document import Setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal

ONE_WORD = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def setups_of(text: str) -> tuple[Setup, ...]:
    """Read several setups, parted by commas."""
    return tuple(setup_of(part) for part in parts_of(text))


def setup_of(text: str) -> Setup:
    """Read a method, its settings and its seed."""
    found = ONE_WORD.fullmatch(text)
    if found is None:
        raise Refusal(f"{text.strip()[:40]!r}: a setup is written METHOD or METHOD(name=value, …)")
    method, settings = methods.method(found[1]), {}
    for part in parts_of(found[2] or "") if (found[2] or "").strip() else ():
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name or name in settings:
            raise Refusal(f"{found[1]}({part.strip()[:40]}): settings are written name=value, once")
        settings[name] = re.sub(r'^"(.*)"$', r"\1", value, flags=re.DOTALL)
    seed = settings.pop("seed", "0")
    try:
        number = whole(seed)
    except ArgumentTypeError as error:
        raise Refusal(f"{found[1]}(seed={seed[:40]}): {error}") from error
    return Setup(found[1], method.params.from_texts(settings), number)


def parts_of(text: str) -> list[str]:
    """Part a list at the commas that stand in no brackets and no quotes."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "([") - (letter in ")]")
        if letter == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    if quoted or depth:
        raise Refusal(f"{text.strip()[:40]!r}: a quote or a bracket is not closed")
    return parts
