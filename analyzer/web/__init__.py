"""The browser page and its server."""
