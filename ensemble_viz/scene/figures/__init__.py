"""What became of the errors and other figures, round by round and by study."""
