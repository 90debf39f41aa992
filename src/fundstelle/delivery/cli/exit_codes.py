"""Exit codes of the command line; part of the public contract."""

DONE = 0
NOT_ALL = 1  # refused, or some files failed
USAGE = 2
CANNOT = 3
INTERRUPTED = 130
