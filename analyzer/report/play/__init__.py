"""What happens at a table, as tables for people and documents for machines."""
