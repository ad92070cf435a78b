"""Printed figures compared with exact ones."""
