"""Why many together may know more than one: votes, committees, and learning how to combine."""
