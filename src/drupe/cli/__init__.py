"""The command line: arguments, calls, report."""
