"""The draws, once more in plain whole numbers: SplitMix64 over what a draw is for."""

ALL = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
BAG, NODE, PERMUTATION, CUT = 1, 2, 6, 8


def word(*keys: int) -> int:
    """Draw 64 bits for some whole numbers."""
    return further(_mix(GOLDEN ^ keys[0]), *keys[1:])


def further(found: int, *keys: int) -> int:
    """Draw on from 64 bits."""
    for key in keys:
        found = _mix((found + GOLDEN & ALL) ^ key)
    return found


def _mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & ALL
    return x ^ x >> 31


def share(drawn: int) -> float:
    """Turn 64 bits into a number from 0 on, below 1."""
    return (drawn >> 11) * 2.0**-53


def bag(seed: int, t: int, n: int) -> list[int]:
    """Count how often each of n points is in the bag of round t."""
    drawn = [(word(seed, t, BAG, k) >> 32) * n >> 32 for k in range(n)]
    return [drawn.count(i) for i in range(n)]


def shuffled(seed: int, t: int, axis: int, count: int) -> list[int]:
    """Say whose coordinate each of so many points gets."""
    words = [word(seed, t, PERMUTATION, axis, k) for k in range(count)]
    return sorted(range(count), key=words.__getitem__)


def cut(seed: int, t: int, axis: int, low: float, high: float) -> float:
    """Throw the cut of the first question of tree t between two ends."""
    root = word(word(seed, t, NODE))
    part = share(further(root, CUT, axis))
    return max(low * (1.0 - part) + high * part, low)


def sample(weights: list[float], *keys: int) -> list[int]:
    """Draw as many points as there are by their weights; count how often each is drawn."""
    edges = [sum(weights[: k + 1]) for k in range(len(weights))]
    drawn = [0] * len(weights)
    for k in range(len(weights)):
        place = share(word(*keys, k)) * edges[-1]
        drawn[next(i for i, edge in enumerate(edges) if place < edge)] += 1
    return drawn
