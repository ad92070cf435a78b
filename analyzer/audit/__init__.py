"""Printed figures held against exact ones."""
