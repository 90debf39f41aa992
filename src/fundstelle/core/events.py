"""What comes out of a question while it is answered: stages, proven sentences, the answer.

There is no event that could carry a model's words before gate 2 has let them pass.
"""

from dataclasses import dataclass
from enum import StrEnum

from fundstelle.core.answers import Answer, ShownSentence


class StageName(StrEnum):
    """What is being done."""

    SEARCH = "search"
    DRAFT = "draft"
    GATES = "gates"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage begins."""

    name: StageName


@dataclass(frozen=True, slots=True)
class Proven:
    """One sentence of the answer, with its proof."""

    sentence: ShownSentence


@dataclass(frozen=True, slots=True)
class Finished:
    """The whole answer; always the last event, and the only one of its kind."""

    answer: Answer


Event = Stage | Proven | Finished
