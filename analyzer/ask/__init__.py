"""The questions people ask, as people write them: names, texts and files in, exact values out."""
