"""A page in every format. No format knows what the numbers mean or where its text is written."""
