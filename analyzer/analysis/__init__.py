"""Questions put to the census."""
