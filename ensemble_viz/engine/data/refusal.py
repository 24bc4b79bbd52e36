"""What the program says when it cannot do what it was asked."""


class Refusal(ValueError):  # noqa: N818 - nothing is broken when the program says no
    """A request that cannot be met; the message is the whole explanation, in one line."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        """Why, without what was asked for: enough for who has just typed it."""
