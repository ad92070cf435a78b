"""The server: its HTTP API and its worker processes. Knows no command; the caller passes them in."""
