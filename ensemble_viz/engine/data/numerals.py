"""Numbers as people write them."""

import re


def read_int(text: str) -> int | None:
    """Read a whole number in plain digits; None where it is none."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,20}", text) else None


def read_float(text: str) -> float | None:
    """Read a number in plain decimal notation; None where it is none."""
    plain = re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text)
    return float(text) if plain else None
