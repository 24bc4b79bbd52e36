"""Lists as people write them."""


def split_list(text: str) -> list[str]:
    """Part a list at the commas that stand in no brackets and no quotes."""
    parts, start, depth, quote = [], 0, 0, ""
    for place, letter in enumerate(text):
        if quote or letter in "\"'":
            quote = "" if letter == quote else quote or letter
        elif letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
        else:
            depth += (letter == "(") - (letter == ")")
    return [*parts, text[start:]]
