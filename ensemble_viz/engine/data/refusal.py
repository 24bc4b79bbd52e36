"""What the program says when it cannot do what it was asked."""


class Refusal(ValueError):  # noqa: N818 - nothing is broken when the program says no
    """A request that cannot be met; the message is the whole explanation, in one line."""
