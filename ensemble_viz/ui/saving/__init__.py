"""What becomes of work: whether it is saved, and how it is kept safe while it is not."""
