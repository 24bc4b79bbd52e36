"""Methods with their settings and seed in one word: random-forest(rounds=60, seed=3)."""

import re

from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal, lists, numerals
from ensemble_viz.engine.methods import Method
from ensemble_viz.engine.settings import Params

ONE_WORD = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def read_setup(text: str) -> tuple[Method, Params, int]:
    found = ONE_WORD.fullmatch(text)
    if found is None:
        raise Refusal(f"{text.strip()[:40]!r}: a setup is written METHOD or METHOD(name=value, …)")
    method, settings = methods.method(found[1]), {}
    for part in lists.split_list(found[2] or "") if (found[2] or "").strip() else ():
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name or name in settings:
            raise Refusal(f"{found[1]}({part.strip()[:40]}): settings are written name=value, once")
        settings[name] = re.sub(r"""^(["'])(.*)\1$""", r"\2", value, flags=re.DOTALL)
    seed = settings.pop("seed", "0")
    number = numerals.read_int(seed)
    if number is None or number < 0:
        raise Refusal(f"{found[1]}(seed={seed[:40]}): the seed is a whole number from 0 on")
    return method, method.params.from_texts(settings), number
