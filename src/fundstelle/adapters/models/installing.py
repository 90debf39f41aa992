"""What to do where a package that an embedder needs is missing."""

import sys

from fundstelle.core.errors import EmbedderUnavailable


def cannot_be_loaded(why: Exception, *packages: str) -> EmbedderUnavailable:
    """The error with the command that puts it right, for the Python that runs here.

    packages: their names for pip; the first is the one that gave `why`.
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    command = " ".join([python, "-m", "pip", "install", *packages])
    if isinstance(why, ModuleNotFoundError):
        return EmbedderUnavailable(f"{packages[0]} is not installed. Install it: `{command}`.")
    again = command.replace(" install ", " install --force-reinstall ", 1)
    return EmbedderUnavailable(
        f"{packages[0]} cannot be loaded: {why}. Install it again: `{again}`."
    )
