"""Why a claim is not shown."""

from dataclasses import dataclass
from enum import StrEnum


class Strictness(StrEnum):
    """strict: whatever cannot be traced to the cited sentence fails. balanced: synonyms pass."""

    STRICT = "strict"
    BALANCED = "balanced"


class ReasonCode(StrEnum):
    """Kinds of difference between a claim and the sentence it cites."""

    SPEECH_ACT = "speech_act"  # small talk, a question, an instruction, about the model itself
    SOURCE = "source"  # cites nothing, something that is no evidence, or too much
    QUOTE = "quote"  # says that something stands there that does not
    INJECTION = "injection"  # cites a sentence that talks to a model
    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    IDENTIFIER = "identifier"  # part number, file number
    SECTION = "section"  # § 15 Abs. 2
    NAME = "name"
    CONTENT = "content"  # a word of substance that the source does not hold
    NEGATION = "negation"
    OPPOSITE = "opposite"  # higher for lower, before for after
    QUANTIFIER = "quantifier"
    MODALITY = "modality"
    HEDGE = "hedge"
    CONDITION = "condition"
    EXCEPTION = "exception"
    COMPARISON = "comparison"
    TIME = "time"
    SUPERLATIVE = "superlative"
    CAUSE = "cause"
    ATTRIBUTION = "attribution"
    ROLE = "role"  # who does what to whom
    OMISSION = "omission"  # strict: a word of the source's statement is left out
    ADDITION = "addition"  # strict: a word, a small one too, that the statement does not hold
    ORDER = "order"  # strict: the same words in an order that may say something else
    JUDGE = "judge"  # a reading model said no


@dataclass(frozen=True, slots=True)
class Reason:
    """detail: the word or number it is about, as written in the claim or the source; "" if none."""

    code: ReasonCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """What a claim is checked against: one sentence or table row, with what describes it.

    beside: document title, headings, table header, labels above. They give a claim its subject,
    never its statement. before: the sentence before it, if this one begins with a word that stands
    for something in that. It gives a claim its subject too, and unlike beside no year or section.
    """

    text: str
    beside: str = ""
    before: str = ""
    is_row: bool = False
