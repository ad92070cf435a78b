"""The folder `tables/`: its content, and how it is made and checked."""
