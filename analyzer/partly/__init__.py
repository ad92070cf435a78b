"""Questions about partly dealt shoes, as people write them: names, texts and files in, exact values out."""
