"""Trees of any size, grown level by level, as many at once as one likes."""
