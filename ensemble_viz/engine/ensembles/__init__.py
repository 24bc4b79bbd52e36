"""What methods share: rounds and votes, bags, losses, members and stacks."""

from ensemble_viz.engine.ensembles.bags import portions
from ensemble_viz.engine.ensembles.bases import OnAxes, Opposite, asked_together
from ensemble_viz.engine.ensembles.method import Method, Round, Start, Steps, Stop
from ensemble_viz.engine.ensembles.stack import Above
from ensemble_viz.engine.ensembles.votes import choices_at_home, decide, parts_at_home

__all__ = [
    "Above",
    "Method",
    "OnAxes",
    "Opposite",
    "Round",
    "Start",
    "Steps",
    "Stop",
    "asked_together",
    "choices_at_home",
    "decide",
    "parts_at_home",
    "portions",
]
