"""Runs a command and turns every error into words and an exit code."""

import os
import sys
from contextlib import suppress
from errno import ENOSPC
from io import TextIOWrapper
from typing import NoReturn, TextIO

from fundstelle.core.errors import CannotRun, FundstelleError, UnreadableFile
from fundstelle.delivery.cli.exit_codes import CANNOT, DONE, INTERRUPTED, NOT_ALL, USAGE
from fundstelle.delivery.program import program


def run() -> None:
    """Run the command of sys.argv; ends the process with one of the exit codes."""
    from fundstelle.delivery.cli.app import app

    _replace_what_the_terminal_lacks()
    _open_what_is_closed()
    try:
        try:
            app(prog_name=program(), standalone_mode=True)
        finally:
            sys.stdout.flush()
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
        _stop(error, CANNOT)
    except UnreadableFile as error:
        _stop(error, NOT_ALL)
    except FundstelleError as error:
        _stop(error, USAGE)
    except OSError as error:  # a full disk, mostly the one that standard output goes to
        _let_go(sys.stdout)
        _stop(_of_system(error), CANNOT)


def _of_system(error: OSError) -> CannotRun:
    place = error.filename or "stdout"
    if error.errno == ENOSPC:
        return CannotRun.because("disk_full", place=place)
    reason = error.strerror or error
    return CannotRun.because("cannot_read_or_write", place=place, reason=reason)


def _replace_what_the_terminal_lacks() -> None:
    """A character that cannot be written must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def stopped() -> NoReturn:
    """End after Ctrl-C."""
    _stop(FundstelleError.because("stopped"), INTERRUPTED)


def _nobody_listens() -> NoReturn:
    """The reader of our output went away (`| head`): nothing is wrong."""
    _let_go(sys.stdout)
    sys.exit(DONE)


def _let_go(stream: TextIO) -> None:
    """What is still to be written goes nowhere; Python would try again at the end."""
    with suppress(OSError):  # no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_what_is_closed() -> None:
    """A closed stream (`>&-`) leaves its number to the next file opened: the database, perhaps."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            stream = open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def _stop(error: FundstelleError, code: int) -> NoReturn:
    from fundstelle.delivery.cli.options import language
    from fundstelle.delivery.cli.output import harmless
    from fundstelle.delivery.telling import told

    try:
        print(f"fundstelle: {harmless(told(error, language()))}", file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        _let_go(sys.stderr)
    sys.exit(code)
