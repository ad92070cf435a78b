"""The command line: parses it, calls the library, prints the answer. Contains no arithmetic."""
