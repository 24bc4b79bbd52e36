"""How sentences are made of words: verbs that agree with a count, capitals, full stops."""


def verb(count: int, one: str = "is", many: str = "are") -> str:
    """Choose a verb for a count: 1 point is missed, 2 points are."""
    return one if count == 1 else many


def capital(words: str) -> str:
    """Begin with a capital, and leave the rest: names in it stay as they are."""
    return words[:1].upper() + words[1:]


def uncapital(words: str) -> str:
    """Begin with a small letter, behind a colon or within a sentence."""
    return words[:1].lower() + words[1:]


def sentence(words: str) -> str:
    """End with a full stop, unless something ends it already."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."
