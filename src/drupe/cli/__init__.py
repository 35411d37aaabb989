"""The command line: arguments, calls, report; one command per file."""
