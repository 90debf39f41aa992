"""What bodies and parameters are made of, and what is no question and no document."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict

from fundstelle.bootstrap import Application
from fundstelle.core.access import Right, Scope
from fundstelle.core.names import folded
from fundstelle.core.sign_in import SignedIn
from fundstelle.delivery.http.problems import Problem

LONGEST_QUESTION = 4000  # characters
MOST_HITS = 100
LEAST_MEANT = 2  # letters or digits
NO_QUESTION = (
    "Das ist keine Frage. Schreiben Sie mindestens ein Wort.",
    "This is no question. Write at least one word.",
)
NO_DOCUMENT = (
    "Das Dokument enthält keinen Text. Senden Sie eines mit mindestens einem Wort.",
    "The document holds no text. Send one with at least one word.",
)


class Given(BaseModel):
    """A body. What it does not know is refused: a misspelt wish must not be ignored."""

    model_config = ConfigDict(extra="forbid")


def _whole(text: str) -> str:
    """JSON can carry halves of characters, which no text holds and no store takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("halves of characters are no text") from None
    return text


Text = Annotated[str, AfterValidator(_whole)]
Asked = Annotated[str, Query(max_length=LONGEST_QUESTION)]
Wish = Annotated[list[str] | None, Query(max_length=1000)]
Most = Annotated[int, Query(ge=1, le=MOST_HITS)]


def meant(text: str, otherwise: tuple[str, str] = NO_QUESTION) -> str:
    """The text, if it holds two letters or digits. Raises Problem."""
    if sum(char.isalnum() for char in text) < LEAST_MEANT:
        raise Problem("unusable", *otherwise)
    return text


def wished(app: Application, caller: SignedIn, names: Sequence[str] | None) -> Scope:
    """What the caller may read, narrowed to a wish. What is unknown or hidden is ignored."""
    scope = caller.scope(Right.READ)
    if names is None:
        return scope
    with app.store.reading(scope) as view:
        known = {key: c.id for c in view.collections() for key in (c.id, folded(c.name))}
    found = (known.get(name) or known.get(folded(name)) for name in names)
    return Scope(frozenset(each for each in found if each))
