"""The settings of methods and learners, declared once."""

from ensemble_viz.engine.settings.params import Field, Items, Params, Setting

__all__ = ["Field", "Items", "Params", "Setting"]
