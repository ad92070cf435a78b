"""Every deal counted once: kinds, patterns, the census. Nothing about money."""
