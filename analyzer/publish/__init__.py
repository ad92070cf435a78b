"""Showing: tables of exact cells, and the formats they are rendered in."""
