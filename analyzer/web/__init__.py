"""The page in the browser, and its server."""
