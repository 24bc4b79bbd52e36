"""Losses, weights and margins: what boosting lowers, and why its weights are what they are."""
