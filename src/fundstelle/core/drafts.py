"""What a language model proposes. Nothing of it may be shown before gate 2 has checked it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """One proposed sentence. cites: ids of the evidence sentences it rests on, as the model gave
    them. quote: what the model says stands there; "" if it quoted nothing.
    """

    text: str
    cites: tuple[str, ...]
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A model's reply, taken apart. unanswered: it says that the evidence does not answer."""

    claims: tuple[Claim, ...] = ()
    unanswered: bool = False
