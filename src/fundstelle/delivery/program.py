"""What the person called: messages name the commands that can be typed here."""

import os
import re

from fundstelle.config import CALLED_AS

PROGRAM = "fundstelle"
_COMMAND = re.compile(r"`fundstelle(?= [a-z-])")  # in messages a command stands in backticks


def program() -> str:
    """What to type before a command: ./start where that was called, else the command's name."""
    return os.environ.get(CALLED_AS) or PROGRAM


def as_called(message: str, *, in_template: bool = False) -> str:
    """A message of ours with its commands as they can be typed here. Never for document text.

    in_template: str.format follows, for which a brace in the name must not mean anything.
    """
    typed = program()
    if in_template:
        typed = typed.replace("{", "{{").replace("}", "}}")
    return _COMMAND.sub(lambda _: f"`{typed}", message)
