"""The different values of an array, in order.

`numpy.unique` loads `numpy.ma` when it is first called, which is a fiftieth of the time until the
first picture; and it takes longer than this where there are few values.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)


def distinct(values: NDArray[Number]) -> NDArray[Number]:
    """List the values that occur, each once, the lowest first; there is no nan among them."""
    ordered = values.ravel().copy()
    ordered.sort()
    is_new = np.empty(len(ordered), dtype=bool)
    is_new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    return ordered[is_new]
