"""What a tree looks for, when it stops, and what it says."""
