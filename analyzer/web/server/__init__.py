"""The server: its HTTP API, and the processes that answer. Knows no command; they are handed in."""
