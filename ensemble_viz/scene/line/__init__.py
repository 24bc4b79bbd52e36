"""What is drawn where the points lie on a line."""
