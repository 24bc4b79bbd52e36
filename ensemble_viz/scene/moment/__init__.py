"""A moment of a run as it is looked at: the stage, its steps, what is known there."""
