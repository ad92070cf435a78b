"""Shoes at a table: dealt, recorded, replayed, settled, shown on roads and tested."""
