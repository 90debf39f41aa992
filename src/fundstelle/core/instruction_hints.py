"""Weaker signs that a sentence talks to a language model: two different ones are enough.

They find what no one has written before in that form. Each alone is frequent in texts for people:
the imperative of "du", "your answer", the user, an assistant, a conversation.
"""

import re

from fundstelle.core.instruction_signs import BEGINS

ENOUGH = 2.0

_TELL_DE = (
    r"(?:antworte|sage?|schreibe?|wiederhole|nenne|behaupte|erwaehne|bestaetige|empfiehl|zitiere"
    r"|verrate"
    r"|gib|verwirf|vergiss|ignoriere|missachte|uebergehe|lass|beginne|beende|simuliere?|fuehre|tu"
    r"|stufe|bewerte"
    r"|genehmige|beachte|befolge|halte|verwende|nutze|bevorzuge|fasse|erfinde|luege|markiere"
    r"|beantworte)"
)
_TELL_EN = (
    r"(?:say|answer|respond|reply|output|repeat|start|begin|end|finish|include|append|state|claim"
    r"|pretend"
    r"|ignore|forget|disregard|overlook|approve|simulate|imagine|execute|reveal|omit|treat|mark"
    r"|rank|rate"
    r"|set aside|do not|never|always|print|tell|let|comply|obey)"
)
_WRITTEN: tuple[tuple[float, str], ...] = (
    # a model, by its kind or by its name
    (
        1.0,
        (
            r"\b(?:ki|llms?|gpt\w*|chatgpt|copilot|gemini|claude|(?:ki|ai|sprach|chat)\s?"
            r"(?:modelle?n?|models?|bots?|assistent\w*|assistants?|leser\w*|agent\w*)"
            r"|language models?|ai (?:readers?|reviewers?|tools?|crawlers?)|summari[sz]er"
            r"|zusammenfassungsprogramm|assistant)\b|\bai\b(?! act)"
        ),
    ),
    # its reply
    (
        1.0,
        (
            r"\b(?:your|deine[rnms]?|every|each|jede[rnms]?) (?:\w+ )?(?:answers?|repl(?:y|ies)"
            r"|responses?|output|antwort(?:en)?|ausgabe|nachricht|message)\b"
            r"|\b(?:the answer is|die antwort (?:lautet|ist))\b"
        ),
    ),
    # what it was told
    (
        1.5,
        (
            r"\b(?:your|deine[rnms]?|an dich|to you)\b.{0,25}\b(?:orders|instructions|directions"
            r"|directives|rules|guidelines|prompt|anweisungen|befehle|vorgaben|regeln)\b"
            r"|\b(?:earlier|previous|prior|preceding) (?:orders|instructions|directions|directives"
            r"|prompts?)\b"
            r"|\b(?:vorherige|bisherige|fruehere|vorige|alte)[nrms]? (?:anweisungen|befehle"
            r"|vorgaben"
            r"|instruktionen|prompts?)\b"
        ),
    ),
    # the conversation and its parts
    (
        1.0,
        (
            r"\b(?:conversation history|chat history|this conversation|gespraechsverlauf"
            r"|chatverlauf"
            r"|system ?(?:note|hinweis|message|nachricht)"
            r"|system ?prompts?|(?:the|all|other|uebrigen?|anderen?|alle) (?:\w+ )?(?:context"
            r"|evidence|belege?n?|textstellen))\b"
        ),
    ),
    # who asks
    (
        1.0,
        (
            r"\b(?:whoever (?:is asking|asks)|the asker|person asking|whatever (?:the question"
            r"|is asked|you are asked)|egal,? was gefragt"
            r"|person,? die fragt|wer auch immer fragt|fragende[nrm]?|was auch immer gefragt)\b"
        ),
    ),
    # spoken to as one that has a role
    (
        1.0,
        (
            r"\b(?:you are no longer|you will now|you are now|von jetzt an|ab jetzt|from now on"
            r"|du bist (?:jetzt|nun)|heisst du|unrestricted|uncensored"
            r"|evil|hacker|(?:kennst|hast) keine regeln|no rules|untrusted|if you are an? (?!\w*"
            r"(?:member|employee))|wenn sie ein (?:ki|sprach)\w*)\b"
        ),
    ),
    (
        2.0,
        (
            r"\b(?:befehle|anweisungen|vorgaben) an dich\b|\byour (?:previous|prior|earlier) "
            r"(?:orders|instructions)\b|\bwhat were you told\b"
        ),
    ),
    (
        0.5,
        (
            r"\b(?:the|this|der|den|dem|jede[rnm]?) (?:be)?(?:users?|nutzer|user)\b"
            r"|\bfor \w+ only\s*:|^nur fuer \w+\s*:"
        ),
    ),
    (0.5, r"[\"'][^\"']{1,40}[\"']\W*$"),
    # an order; last, because it is slow
    (1.0, rf"{BEGINS}(?:kindly\W+|simply\W+|einfach\W+|nun\W+)?(?:{_TELL_DE}|{_TELL_EN})\b"),
)
HINTS: tuple[tuple[float, re.Pattern[str]], ...] = tuple(
    (weight, re.compile(pattern)) for weight, pattern in _WRITTEN
)

# What all that are still to come could bring together.
_LEFT = tuple(sum(value for value, _ in HINTS[number:]) for number in range(len(HINTS)))


def hinted(plain: str) -> bool:
    """Whether enough different hints stand in the text."""
    weight = 0.0
    for number, (value, pattern) in enumerate(HINTS):
        if weight + _LEFT[number] < ENOUGH:
            return False
        if pattern.search(plain):
            weight += value
    return weight >= ENOUGH
