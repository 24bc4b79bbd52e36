"""Names, numbers and signs as they are written everywhere."""
