"""What a scene shows of the setups beside its own, and of what was there before the last edit."""

from functools import cached_property

from ensemble_viz.scene.beside.flips import Flip, flip
from ensemble_viz.scene.beside.ghost import Ghost
from ensemble_viz.scene.beside.parting import Parting
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.moment.stage import Stage


class SceneBeside:
    """The part of a scene that compares."""

    stage: Stage
    beside: SideBySide | None
    """The setups it stands among."""

    @cached_property
    def parting(self) -> Parting | None:
        """Where the setups answer differently, if that is to be seen."""
        if self.beside is None or not self.stage.look.layers.parting:
            return None
        return self.beside.parting

    @cached_property
    def ghost(self) -> Ghost | None:
        """What was answered before the last edit, if that is to be seen."""
        if self.beside is None or not self.stage.look.layers.before:
            return None
        return self.beside.ghost(self.stage.where.setup, self.beside.frame)

    @cached_property
    def flip(self) -> Flip | None:
        """How far the pinned point is from another answer, where several setups are compared."""
        return None if self.beside is None or self.beside.is_single else flip(self.stage)
