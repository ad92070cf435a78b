"""How work that takes long is run: threads, clusters, checkpoints and signals."""
