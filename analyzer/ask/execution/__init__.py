"""How long questions are worked on: threads, clusters, checkpoints and signals."""
