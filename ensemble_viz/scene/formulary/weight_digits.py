"""How many digits of ε and Z the formulas of AdaBoost need, to come out to their last digit."""

import math

from ensemble_viz.scene.formulary.maths import enough
from ensemble_viz.scene.numbers import shown
from ensemble_viz.scene.weighing import Weighing


def error_decimals(its: Weighing) -> int:
    """Choose the decimals of ε so that α and Z come out to their last digit."""
    if its.capped:
        return 4
    half = 0.5 if its.halved else 1.0
    for_alpha = enough(
        lambda wrong, right: _alpha_of(its, half, wrong, right),
        (its.error, 1.0 - its.error),
        its.alpha,
    )
    return max(for_alpha, enough(lambda *x: _z_of(its, *x), (its.error, 1.0 - its.error), its.z))


def _alpha_of(its: Weighing, half: float, wrong: float, right: float) -> float:
    """Compute α as its line does."""
    more = math.log(its.others)
    return its.rate * half * (math.log(right / wrong) + more) if wrong > 0 else math.inf


def _z_of(its: Weighing, wrong: float, right: float) -> float:
    """Compute Z as its line does."""
    if its.is_plain:
        return 2.0 * math.sqrt(wrong * right)
    power = shown(its.exponent)
    return right * math.exp(-power) + wrong * math.exp(power)


def z_decimals(its: Weighing) -> int:
    """Choose the decimals of Z: more where it is tiny."""
    return 4 if its.z >= 1e-3 else 8


def update_decimals(its: Weighing) -> int:
    """Choose the decimals of α and Z so that both factors come out to their last digit."""
    up, down = its.exponent, -its.exponent
    return max(
        z_decimals(its),
        enough(lambda power, z: math.exp(power) / z, (up, its.z), its.missed_factor),
        enough(lambda power, z: math.exp(power) / z, (down, its.z), its.right_factor),
    )
