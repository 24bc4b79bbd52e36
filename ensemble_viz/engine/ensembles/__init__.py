"""What methods share: rounds and votes, bags, losses, members and stacks."""

from ensemble_viz.engine.data.probabilities import probability, softmax
from ensemble_viz.engine.data.ties import settle_rows
from ensemble_viz.engine.ensembles.bags import portions
from ensemble_viz.engine.ensembles.bases import OnAxes, Opposite
from ensemble_viz.engine.ensembles.stack import Above, seen
from ensemble_viz.engine.ensembles.votes import choices_at_home, decide, parts_at_home

__all__ = [
    "Above",
    "OnAxes",
    "Opposite",
    "choices_at_home",
    "decide",
    "parts_at_home",
    "portions",
    "probability",
    "seen",
    "settle_rows",
    "softmax",
]
