"""Chance, from a few lines of our own: the same seed draws the same on every numpy.

Every draw is a hash of what it is for: `words(seed, round, purpose, …)` are 64 random bits that
depend on nothing else, so that round 7 draws the same whether it is the first computed or the
last, alone or together with its neighbours. The hash is SplitMix64 (Steele, Lea, Flood 2014).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Words = NDArray[np.uint64]

# numpy reckons faster with arrays of no dimension than with its own single numbers
_GOLDEN, _FIRST, _SECOND, _27, _30, _31, _63 = (
    np.array(number, dtype=np.uint64)
    for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 27, 30, 31, 63)
)

_64_BITS = (1 << 64) - 1

# What a stream is for: streams of different purposes never meet.
BAG = 1
NODE = 2
SAMPLE = 3
TEST = 4
NOISE = 5
PERMUTATION = 6
AXES = 7
CUT = 8
FOLD = 9
PLACE = 12
COIN = 13
STROKE = 14
DEAL = 15

BEFORE_ALL = 0  # the round of what is drawn once for all of them


def mix(words: Words) -> Words:
    """Scramble 64-bit words; every bit of the answer depends on every bit of the word."""
    mixed = words >> _30
    mixed ^= words
    mixed *= _FIRST
    mixed ^= mixed >> _27
    mixed *= _SECOND
    mixed ^= mixed >> _31
    return mixed


def words(*keys: ArrayLike) -> Words:
    """Draw 64 bits for every combination of the keys (whole numbers, broadcast together)."""
    first = np.asarray(keys[0]).astype(np.uint64)
    # arrays count modulo 2^64; single numbers would complain
    word = more(mix(_GOLDEN ^ (first if first.ndim else first.reshape(1))), *keys[1:])
    return word if any(map(np.ndim, keys)) else word.reshape(())


def more(word: Words, *keys: ArrayLike) -> Words:
    """Go on where `words` ended: more(words(a), b) is words(a, b)."""
    for key in keys:
        word = mix((word + _GOLDEN) ^ np.asarray(key).astype(np.uint64))
    return word


def one_word(*keys: int) -> int:
    """Draw 64 bits as `words` does, for single keys: numpy is slow at single numbers."""
    word = _mix_one(int(_GOLDEN) ^ keys[0])
    for key in keys[1:]:
        word = _mix_one(((word + int(_GOLDEN)) & _64_BITS) ^ key)
    return word


def one_below(limit: int, word: int) -> int:
    """Turn a word into a whole number from 0 to limit − 1, as `below` does."""
    return ((word >> 32) * limit) >> 32


def _mix_one(word: int) -> int:
    word = ((word ^ word >> 30) * int(_FIRST)) & _64_BITS
    word = ((word ^ word >> 27) * int(_SECOND)) & _64_BITS
    return word ^ word >> 31


def bit(word: Words) -> NDArray[np.int64]:
    """Turn words into 0 or 1, as `below` would with the limit 2."""
    return (word >> _63).view(np.int64)


def below(limit: ArrayLike, word: Words) -> NDArray[np.int64]:
    """Turn words into whole numbers from 0 to limit − 1 (limit < 2^31)."""
    high = word >> np.uint64(32)
    return ((high * np.asarray(limit).astype(np.uint64)) >> np.uint64(32)).astype(np.int64)


def uniform(word: Words) -> NDArray[np.float64]:
    """Turn words into numbers in [0, 1), multiples of 2^−53."""
    return (word >> np.uint64(11)).astype(np.float64) * 2.0**-53


def normal(word: Words) -> NDArray[np.float64]:
    """Turn words into standard normal deviates (Box and Muller), one a word."""
    second = words(word, 1)
    radius = np.sqrt(-2.0 * np.log1p(-uniform(word)))
    return radius * np.cos(2.0 * np.pi * uniform(second))


def permutation(word: Words) -> NDArray[np.int64]:
    """Put as many places as there are words in random order, row by row."""
    return np.argsort(word, axis=-1, kind="stable")
