"""Surfaces: from the records to the colours of every pixel, as the canvas makes them.

Beside it a peer's predictions at the same pixels, which are no colours yet. The pixels' centres
are exact in 32 bits. And scrubbing: the colours of any round of 500, in any order.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.look import Layers, Surface
from ensemble_viz.document.where import Frame
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.scene.field import hard_colours
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import LIGHT
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.primitives import Raster
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.look.lettering import RULER
from tests.bench import peers
from tests.bench.clock import in_turn, once
from tests.bench.fits import OURS
from tests.bench.goals import SCRUB, surface_goal
from tests.bench.points import Points, moons
from tests.bench.row import Goal, Job, Row
from tests.bench.same_trees import Unequal

FRAME = Frame(-1.5, -1.5, 2.5, 2.5)  # 4 by 4: pixels of a power of two are exact
SIDES = (256, 512, 1024)
MODELS: dict[str, tuple[dict[str, Any], Any]] = {
    "adaboost": ({"criterion": "gini", "alpha": "log"}, peers.adaboost),
    "gradient-boosting": ({"max_depth": 3, "learning_rate": peers.RATE}, peers.boosting(3)),
    "random-forest": ({}, peers.forest()),
}
SIZES = {50: 200, 500: 1000}  # how many points so many rounds are trained on
ALIKE = 0.9  # of the pixels: where ties or chance make other trees
NEARLY = 0.98  # of the pixels are as recorded where there are too many cells to colour them all
EVERY = 8  # pixels, of those that are compared with what our records answer
VISITS = 200


def jobs(short: bool) -> Iterator[Job]:
    """List the surfaces, then the scrubbing."""
    for method in MODELS:
        if short:
            yield Job(("surface", method, "60"), lambda m=method: surfaces(m, 60, 5, (64,), 0.0))
            yield Job(("scrub", method, "60"), lambda m=method: [scrub(m, 60, 10, 64)])
            continue
        for rounds, n in SIZES.items():
            sides = SIDES if rounds == min(SIZES) else (512,)
            yield Job(
                ("surface", method, str(n)),
                lambda m=method, n=n, r=rounds, s=sides: surfaces(m, n, r, s, 1.5),
            )
        yield Job(("scrub", method, "1000"), lambda m=method: [scrub(m, 1000, 500, 512)])


class Painter:
    """Colours the surface of a run at any round, as the canvas does it."""

    def __init__(self, done: Run, side: int, surface: Surface = "soft") -> None:
        """Derive nothing from the records yet."""
        setup = Setup(done.method.name, done.params, done.seed)
        self.document = Document(done.data, (setup,))
        self.lens = Lens(done)
        self.layers = Layers(boundary=False, surface=surface)
        ends = (FRAME.left, FRAME.right), (FRAME.bottom, FRAME.top)
        (left, right), (bottom, top) = ends
        box, frame = (0.0, 0.0, float(side), float(side)), Frame(left, bottom, right, top)
        self.sheet = Sheet(box, RULER, frame)
        self.is_exact = True
        """The last surface was coloured in all its cells, not at the places of a coarser grid."""

    def pixels(self, t: int) -> NDArray[np.uint32]:
        """Give the pixels after round t, the highest row first."""
        view = View.of(moment=whole(self.lens.run, t), frame=FRAME, layers=self.layers)
        field = Scene(Stage(self.document, self.lens, view)).field
        assert field is not None
        self.is_exact = field.exact
        assert field.tints is not None
        x, y = self.sheet.across(field.x), self.sheet.down(field.y)
        return Raster(x, y, field.tints, self.sheet.box).pixels(1.0)


def trained(method: str, n: int, rounds: int) -> Run:
    """Train a run to its end."""
    done = run(moons(n).data(), method, MODELS[method][0] | {"rounds": rounds}, seed=1)
    done.finish()
    return done


def surfaces(
    method: str, n: int, rounds: int, sides: tuple[int, ...], budget: float
) -> Iterator[Row]:
    """Colour one run at several sizes, each beside the peer's predictions there."""
    done, points = trained(method, n, rounds), moons(n)
    fitted = MODELS[method][1](rounds).fit(points.X, points.y)
    for side in sides:
        places = centres(side)
        name = f"{method} {side}²"
        try:
            said = compared(done, fitted, side, places, points)
        except Unequal as difference:
            yield Row("surface", name, n, rounds, peer="scikit-learn", failed=str(difference))
            continue
        best = in_turn(
            {
                OURS: lambda side=side: Painter(done, side).pixels(rounds),
                "scikit-learn": lambda places=places: fitted.predict(places),
            },
            budget,
        )
        yield Row(
            "surface", name, n, rounds, "ms", best[OURS], "scikit-learn", best["scikit-learn"],
            surface_goal(method, rounds, side), said,
        )  # fmt: skip


def centres(side: int) -> NDArray[np.float32]:
    """List the centres of the pixels, the highest row first, as scikit-learn wants them."""
    step = (np.arange(side) + 0.5) / side
    x = FRAME.left + step * (FRAME.right - FRAME.left)
    y = FRAME.top - step * (FRAME.top - FRAME.bottom)
    across, down = np.meshgrid(x, y)
    return np.column_stack((across.ravel(), down.ravel())).astype(np.float32)


def compared(done: Run, fitted: Any, side: int, places: NDArray[np.float32], points: Points) -> str:
    """Compare colours with what our records answer there, and with the peer's predictions."""
    colour = hard_colours(LIGHT, 2).astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1])
    painter = Painter(done, side, "hard")
    pixels = painter.pixels(len(done)).ravel() & 0xFFFFFF
    some = slice(None, None, EVERY)
    scores = Scores(done, places[some].astype(np.float64))
    for _ in range(len(done)):
        score = scores.next()
    recorded = float((pixels[some] == colour[decide(score, 2)]).mean())
    if recorded < (1.0 if painter.is_exact else NEARLY):
        raise Unequal(f"only {recorded:.2%} of the pixels are as our records answer there")
    equal = float((pixels == colour[fitted.predict(places)]).mean())
    if equal < ALIKE - 1.0 / len(done) * (len(points) < min(SIZES.values())):
        raise Unequal(f"only {equal:.1%} of the pixels are those of the peer")
    said = "all pixels" if painter.is_exact else f"too many cells: {recorded:.2%} of the pixels"
    return f"{said} as recorded, {equal:.2%} as predicted by the peer"


def scrub(method: str, n: int, rounds: int, side: int) -> Row:
    """Visit rounds in any order, each for the first time; nothing but the leaves is kept."""
    done = trained(method, n, rounds)
    painter = Painter(done, side)
    painter.pixels(len(done))
    again = Painter(done, side)
    order = np.random.default_rng(1).permutation(len(done))[:VISITS] + 1
    few = order[:5].tolist()
    same = all((painter.pixels(t) == again.pixels(t)).all() for t in few)
    taken = [once(lambda t=t: painter.pixels(t)) for t in order.tolist()[len(few) :]]
    median, most = np.percentile(taken, (50, 95))
    return Row(
        "scrub", f"{method} {side}²", n, len(done), ours=float(most),
        goal=SCRUB if side == 512 else Goal("ms"),
        equal="the same pixels from a fresh start" if same else "",
        failed="" if same else "a round has other pixels when others were visited before",
        note=f"p95 of {len(taken)} rounds in any order; p50 {median:.3g} ms",
    )  # fmt: skip
