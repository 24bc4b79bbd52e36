"""What is said everywhere in the plane: from leaves to what is painted."""

from ensemble_viz.engine.surface.leaves import Cuts, Nodes
from ensemble_viz.engine.surface.parting import Move, apart, shortest_move
from ensemble_viz.engine.surface.surface import Cells, Surface, leaf_grid, middles, places

__all__ = [
    "Cells",
    "Cuts",
    "Move",
    "Nodes",
    "Surface",
    "apart",
    "leaf_grid",
    "middles",
    "places",
    "shortest_move",
]
