"""What was said of an array that does not change any more."""

from collections.abc import Callable
from typing import Generic, TypeVar

from ensemble_viz.engine.data import FloatArray

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    """A function of an array that answers at once when it is asked again for the same one."""

    __slots__ = ("_answer", "_array", "_function")

    def __init__(self, function: Callable[[FloatArray], Answer]) -> None:
        """Stand before the first question."""
        self._function = function
        self._array: FloatArray | None = None

    def __call__(self, array: FloatArray) -> Answer:
        """Answer; the array never changes while this is asked for it."""
        if array is not self._array:
            self._array, self._answer = array, self._function(array)
        return self._answer
