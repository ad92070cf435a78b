"""Paytables searched for: every one on a grid of pays that keeps within limits, exactly."""
