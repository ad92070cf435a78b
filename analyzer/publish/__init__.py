"""The folder `tables/`: what is in it, made and checked."""
