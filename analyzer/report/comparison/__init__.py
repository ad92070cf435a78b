"""A comparison: what differs between A and B, and why."""
