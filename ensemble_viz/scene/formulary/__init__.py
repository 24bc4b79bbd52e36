"""The formulas of the lecture notes with a round's digits, one module for each story."""
