"""What is said before the first round."""

from ensemble_viz.scene.learners.starts import start_of
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.sums.start import CLASS_STARTS, VALUE_STARTS, share
from ensemble_viz.scene.sums.start import said as many_sums
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.words.numbers import fixed, shortest


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    initial, asked = stage.run.start.initial_score, start_of(stage.run)
    assert initial is not None
    if len(initial) > 1:
        return many_sums(stage)
    headline = f"The sum starts at F₀ = {fixed(float(initial[0]))}"
    if not isinstance(asked, float):
        what = (CLASS_STARTS if stage.data.n_classes else VALUE_STARTS)[asked]
        return Said(headline, what.format(share=share(stage)))
    if not stage.data.n_classes:
        return Said(headline, "It is a setting, not learned from y.")
    first_guess = f"p = {shortest(asked)} everywhere, the probability given as the start"
    return Said(headline, f"That is ln(p / (1 − p)): {first_guess}.")
