"""Plain text: canonical characters, and the paragraphs, headings and items it suggests."""

from fundstelle.core.documents import Reading
from fundstelle.core.outline import plain_blocks
from fundstelle.core.text import canonical


def read_plain(text: str, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read decoded plain text."""
    made = canonical(text)
    return Reading(made.text, "txt", blocks=tuple(plain_blocks(made.text)), given=made.given)
