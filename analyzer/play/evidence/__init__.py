"""Records as evidence: whether the recorded coups are like those of a fair shoe."""
