"""A classroom simulator of ensemble learning."""

__version__ = "0.1.0"
