"""Lists as people write them."""

from ensemble_viz.engine.data.refusal import Refusal

QUOTES = ("'", '"')
OPENING = {"(": ")", "[": "]", "{": "}", "'": "'", '"': '"'}


def split_list(text: str) -> list[str]:
    """Part a list at the commas outside of quotes and brackets."""
    parts, closing = [""], ""
    for letter in text:
        if closing and letter == closing[-1]:
            closing = closing[:-1]
        elif closing[-1:] not in QUOTES and letter in OPENING:
            closing += OPENING[letter]
        if letter == "," and not closing:
            parts.append("")
        else:
            parts[-1] += letter
    if closing:
        raise Refusal(f"{text.strip()[:40]!r}: a quote or a bracket is not closed")
    return parts
