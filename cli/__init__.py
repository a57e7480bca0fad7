"""The command line: every command parses, calls and prints; what it calls is in the other packages."""
