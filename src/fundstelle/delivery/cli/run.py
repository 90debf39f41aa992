"""Runs a command and turns every error into words and an exit code."""

import os
import sys

from fundstelle.core.errors import CannotRun, FundstelleError, UnreadableFile
from fundstelle.delivery.cli.exit_codes import CANNOT, DONE, INTERRUPTED, NOT_ALL, USAGE


def run() -> None:
    """Run the command of sys.argv; ends the process with one of the exit codes."""
    from fundstelle.delivery.cli.app import app

    try:
        app(standalone_mode=True)
    except KeyboardInterrupt:
        _stop("Stopped.", INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong, and nobody listens.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DONE)
    except CannotRun as error:
        _stop(str(error), CANNOT)
    except UnreadableFile as error:
        _stop(str(error), NOT_ALL)
    except FundstelleError as error:
        _stop(str(error), USAGE)


def _stop(message: str, code: int) -> None:
    print(f"fundstelle: {message}", file=sys.stderr)  # noqa: T201 - the last word, no rich needed
    sys.exit(code)
