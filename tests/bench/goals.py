"""The goals: what must be, what is wanted, and the stretch, as the project set them.

Must: never slower than scikit-learn, and the absolute limits. Want: half of the ratio that a
prototype was measured to reach, or twice its time. Stretch: nearly that ratio itself.
"""

from tests.bench.row import Goal

SIZES = (200, 1000, 10_000, 100_000)
Ratios = tuple[float | None, ...]

# by size: the ratio the prototype reached, and the stretch
RATIOS: dict[tuple[str, str], tuple[Ratios, Ratios]] = {
    ("adaboost", "scikit-learn"): ((58, 39, 22, 13), (50, 35, 17, 10)),
    ("random-forest", "scikit-learn"): ((20, 10.4, 4.3, None), (16, 8.5, 3.7, None)),
    ("random-forest depth 3", "scikit-learn"): ((40, 19, 6.3, None), (30, 15, 5, None)),
    ("bagging", "scikit-learn"): ((27, 13, None, None), (20, 10, None, None)),
    ("gradient-boosting depth 1", "scikit-learn"): ((17, 13.5, 13.6, None), (12, 12, 12, None)),
    ("gradient-boosting depth 2", "scikit-learn"): ((8.7, 9.5, 11.1, None), (7.5, 8, 9, None)),
    ("gradient-boosting depth 3", "scikit-learn"): ((6.4, 7.8, 9.9, None), (5.5, 6.5, 8, None)),
    ("gradient-boosting depth 1", "xgboost exact"): ((3.3, 3.1, 3.1, None), (1, 1, 1, None)),
    ("gradient-boosting depth 2", "xgboost exact"): ((1.7, 2.1, 2.6, None), (1, 1, 1, None)),
    ("gradient-boosting depth 3", "xgboost exact"): ((1.2, 1.7, 2.4, None), (1, 1, 1, None)),
    ("gradient-boosting depth 1", "lightgbm"): ((2.3, 1.8, 1.4, None), (0.95, 0.95, None, None)),
    ("gradient-boosting depth 2", "lightgbm"): ((1.2, 1.1, 0.8, None), (0.95, 0.95, None, None)),
    ("gradient-boosting depth 3", "lightgbm"): ((0.9, 0.9, 0.6, None), (None,) * 4),
}
NOTHING: tuple[Ratios, Ratios] = ((None,) * 4, (None,) * 4)

LARGE_SECONDS = Goal("s", must=10.0)
LARGE_BYTES = Goal("MB", must=1024.0)
SCRUB = Goal("ms", must=2.0, want=2 * 0.37, stretch=0.5).ordered()
SCRUB_DRAG = Goal("ms", must=1000 / 60)
BESIDE_DRAG = {2: Goal("ms", must=20.0), 4: Goal("ms", must=40.0)}
BESIDE_SCRUB = {2: Goal("ms", must=1000 / 60), 4: Goal("ms", must=25.0)}
DOCKS = Goal("ms", must=33.0)
GAP = Goal("ms", must=50.0)
SLIDER = Goal("ms", must=33.0)  # 30 frames a second while one of theory moves
DRAWN = Goal("ms", must=50.0)  # a frame of any tool with 100 000 points
FOLLOWED = Goal("ms", must=1000 / 60)  # with 1000, while 100 rounds follow
IMPORT = Goal("s", must=2.0)

# surfaces of 512²: the ratio the prototype reached, and the stretch
SURFACES: dict[tuple[str, int], tuple[float, float]] = {
    ("adaboost", 50): (1790, 1000),
    ("adaboost", 500): (13_800, 1000),
    ("gradient-boosting", 50): (315, 200),
    ("gradient-boosting", 500): (677, 300),
    ("random-forest", 50): (242, 200),
    ("random-forest", 500): (220, 200),
}
# drag frames at the 95th percentile, in ms: twice what the prototype took, and the stretch
FRAMES = {
    200: (8.0, 4.0, {"adaboost": 3.4, "gradient-boosting": 7.4, "random-forest": 6.6}),
    1000: (
        1000 / 60,
        1000 / 60,
        {"adaboost": 5.4, "gradient-boosting": 13.6, "random-forest": 25.0},
    ),
}


def fit_goal(case: str, peer: str, n: int) -> Goal:
    """Say how much quicker than a peer a fit should be."""
    measured, stretch = RATIOS.get((case, peer), NOTHING)
    k = SIZES.index(n) if n in SIZES else -1
    half = measured[k] / 2 if k >= 0 and measured[k] else None
    must = 1.0 if peer == "scikit-learn" and k >= 0 else None
    return Goal("×", must, half, stretch[k] if k >= 0 else None).ordered()


def surface_goal(method: str, rounds: int, side: int) -> Goal:
    """Say how much quicker than a peer's predictions a surface should be coloured."""
    if side != 512 or (method, rounds) not in SURFACES:
        return Goal("×", 1.0 if rounds in (50, 500) else None)
    measured, stretch = SURFACES[method, rounds]
    return Goal("×", 1.0, measured / 2, stretch).ordered()


def frame_goal(method: str, n: int, alone: bool) -> Goal:
    """Say how long a frame may take while a point is dragged: on the canvas alone, or with docks.

    Want and stretch are about the canvas.
    """
    if n not in FRAMES:
        return Goal("ms")
    must, stretch, doubled = FRAMES[n]
    return Goal("ms", must, doubled.get(method), stretch).ordered() if alone else DOCKS


def start_goal(bare: float) -> Goal:
    """Say when the first picture should be there, beside the imports it cannot do without."""
    return Goal("s", must=0.6, want=2 * 1.4 * bare, stretch=1.6 * bare).ordered()
