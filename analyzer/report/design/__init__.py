"""Paytables found or solved for, as tables, a chart and documents."""
