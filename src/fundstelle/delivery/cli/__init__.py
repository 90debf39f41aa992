"""The command line. Data goes to stdout, progress and messages to stderr."""

import sys

from fundstelle.delivery.cli.exit_codes import INTERRUPTED


def main() -> None:
    """Entry point of the `fundstelle` command."""
    try:
        from fundstelle.delivery.cli.run import run

        run()
    except KeyboardInterrupt:  # while the program was still being loaded
        sys.exit(INTERRUPTED)
