"""Running work that takes long: threads, clusters, checkpoints and signals."""
