"""Every probability in baccarat, exactly, as a rational number."""
