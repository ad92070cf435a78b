"""Records as evidence: whether coups that were written down came as they come off a fair shoe."""
