"""The roof: parse the command line, call, print. No arithmetic."""
