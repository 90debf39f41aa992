"""What is said to a language model."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. system: instructions, first if there are any; the last turn is the user's."""

    role: Role
    text: str
