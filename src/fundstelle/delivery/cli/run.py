"""Runs a command and turns every error into words and an exit code."""

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from fundstelle.core.errors import CannotRun, FundstelleError, UnreadableFile
from fundstelle.delivery.cli.exit_codes import CANNOT, DONE, INTERRUPTED, NOT_ALL, USAGE


def run() -> None:
    """Run the command of sys.argv; ends the process with one of the exit codes."""
    from fundstelle.delivery.cli.app import app

    _replace_what_the_terminal_lacks()
    try:
        app(standalone_mode=True)
    except SystemExit as end:
        if end.code == INTERRUPTED:
            stopped()
        if isinstance(end.__context__, BrokenPipeError):
            _nobody_listens()
        raise
    except KeyboardInterrupt:
        stopped()
    except BrokenPipeError:
        _nobody_listens()
    except CannotRun as error:
        _stop(str(error), CANNOT)
    except UnreadableFile as error:
        _stop(str(error), NOT_ALL)
    except FundstelleError as error:
        _stop(str(error), USAGE)


def _replace_what_the_terminal_lacks() -> None:
    """A character that cannot be written must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def stopped() -> NoReturn:
    """End after Ctrl-C."""
    _stop("Stopped.", INTERRUPTED)


def _nobody_listens() -> NoReturn:
    """The reader of our output went away (`| head`): nothing is wrong."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(DONE)


def _stop(message: str, code: int) -> NoReturn:
    from fundstelle.delivery.cli.output import harmless

    print(f"fundstelle: {harmless(message)}", file=sys.stderr)  # noqa: T201 - no rich needed
    sys.exit(code)
