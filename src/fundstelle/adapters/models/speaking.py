"""What servers of models have in common: JSON objects as replies, errors in their own words."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fundstelle.core.errors import ModelTimeout, ModelUnavailable, ServerTimeout, ServerUnavailable
from fundstelle.ports import Reply, Server

OK, BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, UNPROCESSABLE = 200, 400, 401, 403, 404, 422
TOO_MANY, OF_THE_SERVER = 429, 500  # and above
LOOK_THERE = "Its log says more; restart it if it does not recover."
MAX_SAID_CHARS = 200
CHARS_PER_TOKEN = 8  # more than any tokenizer puts into one, for telling when a reply runs away
MAX_BLANKS = 256  # in a row: no JSON needs them, and a model that began them does not stop
NOT_PRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


@contextmanager
def as_model_errors() -> Iterator[None]:
    """Turn errors of a server into those of a chat model."""
    try:
        yield
    except ServerTimeout as error:
        raise ModelTimeout(
            f"{error} FUNDSTELLE_MODEL_TIMEOUT_S says how long an answer may take."
        ) from error
    except ServerUnavailable as error:
        raise ModelUnavailable(str(error)) from error


def parsed(body: bytes) -> dict[str, Any]:
    """A body as a JSON object; {} if it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def object_of(reply: Reply, server: Server) -> dict[str, Any]:
    """The JSON object of a good reply. Raises ServerUnavailable with what the server said."""
    found = parsed(reply.body)
    if reply.status != OK:
        raise ServerUnavailable(complaint(reply.status, found, server))
    if not found:
        raise ServerUnavailable(
            f"{server.host} replied with something that is no JSON object. {LOOK_THERE}"
        )
    return found


def complaint(status: int, found: Mapping[str, Any], server: Server) -> str:
    """A reply with an error, in words; where the fault is the server's own, also what to do."""
    said = said_by(found)
    told = f"{server.host} replied with status {status}" + (f": {said}" if said else "") + "."
    if status == TOO_MANY:
        return f"{told} Try again later."
    return f"{told} {LOOK_THERE}" if status >= OF_THE_SERVER else told


def said_by(found: Mapping[str, Any]) -> str:
    """The server's own words about an error, on one line and short; "" if it has none."""
    error = found.get("error", found.get("message", ""))
    if isinstance(error, dict):
        error = error.get("message", "")
    words = NOT_PRINTABLE.sub(" ", error) if isinstance(error, str) else ""
    words = " ".join(words.split()).rstrip(".")
    return words if len(words) <= MAX_SAID_CHARS else words[:MAX_SAID_CHARS] + " …"


class Spoken:
    """Collects a reply that comes in pieces, and notices when it runs away."""

    def __init__(self, max_tokens: int) -> None:
        self._pieces: list[str] = []
        self._chars, self._max_chars, self._blanks = 0, max_tokens * CHARS_PER_TOKEN, 0

    def add(self, message: object) -> None:
        """Take the content of a message, or of a part of one; whatever else it is adds nothing."""
        content = message.get("content") if isinstance(message, dict) else None
        piece = content if isinstance(content, str) else ""
        self._pieces.append(piece)
        self._chars += len(piece)
        blank_end = len(piece) - len(piece.rstrip())
        self._blanks = self._blanks + len(piece) if blank_end == len(piece) else blank_end

    @property
    def ran_away(self) -> bool:
        """Whether nothing of use can follow: endless blanks, or more than was asked for."""
        return self._blanks > MAX_BLANKS or self._chars > self._max_chars

    @property
    def text(self) -> str:
        return "".join(self._pieces)
