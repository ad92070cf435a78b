"""A page in every format. No format knows what the numbers mean, nor where the text goes."""
